# Accord: every task in one line. `make compare` and `make test` need only Python 3.11+ and make.

PYTHON ?= python3
BIN    := .venv/bin

compare: .venv/installed          ## run the main job: three engines, one answer
	$(BIN)/accord compare

test: .venv/installed             ## the fast tests
	$(BIN)/pytest -n auto

slow: .venv/installed             ## the slow truths
	$(BIN)/pytest -m slow

coverage: .venv/installed         ## the fast tests, and which lines they never reach
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

counts: .venv/installed           ## let every engine count every model file; rewrite what was checked
	$(BIN)/python -m accord_compare.counts models/*.toml

bench: .venv/installed            ## our engines beside their peers, as ratios
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m accord_compare.bench

check: .venv/installed            ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

wheel: .venv/installed            ## build the wheel from the sdist and look into it
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/check-wheel-contents dist/*.whl

.venv/installed: pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@

help:                             ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*##/\t/'

.PHONY: compare test slow coverage counts bench check wheel help
.DEFAULT_GOAL := help
