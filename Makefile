# Accord: every task in one line. `make compare` and `make test` need only Python 3.11+ and make.

# the first of these that runs and is 3.11 or later; `make PYTHON=/path/to/python3.13 ...` takes another
ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
FOUND   = $(firstword $(foreach each,python3 python3.13 python3.12 python3.11 python,\
	$(shell $(each) -c '$(ENOUGH)' >/dev/null 2>&1 && echo $(each))))
PYTHON ?= $(or $(FOUND),python3)
BIN    := .venv/bin
# where this is set, each process of each run would rewrite and compile all modules of tests again
export PYTHONDONTWRITEBYTECODE :=
PLUGINS := plugins/accord-clingo plugins/accord-cpmpy plugins/accord-d4 plugins/accord-graphillion \
	plugins/accord-xcover

compare: .venv/installed          ## run the main job: three engines, one answer
	$(BIN)/accord compare

# one process more than processors: some tests wait, for processes and for signals
TESTS := -n $(shell expr $$(nproc) + 1) --dist worksteal

# fast: few random examples, none of what is marked `full`, and no test that takes over a second; full: all but `slow`,
# as CI runs them; thorough: the same, with four times as many random examples
PROFILE ?= fast
MARKED = -m "not slow and not full"
CHOSEN = $(if $(filter-out fast,$(PROFILE)),,--brief $(MARKED))
test: .venv/installed             ## the fast tests; `PROFILE=full`: all that CI runs; `thorough`: more examples
	PROFILE=$(PROFILE) $(BIN)/pytest $(TESTS) $(CHOSEN)

durations: .venv/installed        ## all tests of a profile; write how long each took, by which `make test` chooses
	PROFILE=$(PROFILE) $(BIN)/pytest $(TESTS) --durations-file $(if $(CHOSEN),$(MARKED))

slow: .venv/installed             ## the slow truths; tests/slow.json says when each last held
	PROFILE=full $(BIN)/pytest -m slow

# these run small instances as plain Python themselves, and others that are too large for it
LARGE := sudoku/test_search freecell/test_fast freecell/test_moves freecell/test_short
nojit: .venv/installed            ## tiny instances as plain Python, nothing compiled
	PROFILE=full NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n auto tests/native tests/backends/test_tiny.py $(LARGE:%=--ignore tests/native/%.py)

boundscheck: .venv/installed      ## the fast tests with every index of every kernel checked
	cache=$$(mktemp -d) && PROFILE=full NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$$cache $(BIN)/pytest -n auto && rm -r $$cache

coverage: .venv/installed         ## the fast tests, and which lines they never reach
	PROFILE=full $(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

counts: .venv/installed           ## let every engine count every model file; rewrite what was checked
	$(BIN)/python -m accord_compare.counts models/*.toml

generated: .venv/installed        ## write all files that are made from the code; look at the difference
	$(BIN)/python tests/generated

webassembly: .venv/installed      ## compile the kernels of pages that search in the browser; needs wasm-ld, of Debian's lld
	$(BIN)/python -m accord_compare.webassembly

gallery: .venv/installed          ## draw every packing anew; write the tables of docs/gallery.md
	$(BIN)/python -m accord_compare.gallery packing docs/gallery.md

fuzz: .venv/installed             ## random models of every kind on every engine, against an oracle
	$(BIN)/accord fuzz --minutes 5

faults: .venv/installed           ## put known faults in; each must be caught
	$(BIN)/accord fuzz --faults

mutants: .venv/installed          ## change the code in 384 places, one by one; tests must see it (two hours)
	$(BIN)/python tests/mutants

bench: .venv/installed            ## our engines beside their peers, as ratios
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/accord bench

performance: .venv/installed      ## the same, and write the tables of docs/performance.md
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/accord bench --write docs/performance.md

check: .venv/installed            ## lint, types, layers; which tables are older than the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/accord bench --check docs/performance.md # tells, and fails nothing

site: .venv/installed             ## build the documentation site in build/site; a warning is an error
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs/accord_site -d build/doctrees docs build/site

notebook: .venv/installed         ## run the notebook of the documentation; store what it shows
	PYTHONPATH=docs $(BIN)/python -m accord_site.notebooks

wheel: .venv/installed            ## build the wheel from the sdist, with compiled kernels, and look into it
	rm -rf dist
	$(BIN)/python -m accord_compare.prebuild prebuilt
	$(BIN)/python -m build --quiet
	$(BIN)/check-wheel-contents dist/*.whl

.venv/installed: pyproject.toml hatch_build.py $(PLUGINS:%=%/pyproject.toml)
	@$(PYTHON) -c '$(ENOUGH)' 2>/dev/null || { echo >&2 "Accord needs Python 3.11 or later; $(PYTHON)" \
	"is $$($(PYTHON) --version 2>/dev/null || echo not there). Name another: make PYTHON=/path/to/python3.13"; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . $(PLUGINS:%=--editable %) --group dev
	$(BIN)/python -m compileall -q src native compare
	touch $@

help:                             ## this list
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*##/\t/'

.PHONY: compare test durations slow nojit boundscheck coverage counts generated gallery fuzz faults mutants bench performance check site notebook wheel help
.DEFAULT_GOAL := help
