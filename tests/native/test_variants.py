"""Variants of a kernel: each is compiled once, and has a file of its own in the cache."""

import os
from importlib import import_module
from pathlib import Path

import pytest
from processes import printed

import accord_native
from accord_native import jit

FACTORY = """
from accord_native.jit import variants
from accord_native.words import Words

@variants(step=(1, 2, 12), down=(False, True), word=("a", "b"))
def move(step, down, word):
    letters = len(word) + (word == "b")

    def move(state: Words) -> None:
        if down:
            state[0] -= letters * step
        else:
            state[0] += letters * step

    return move
"""
LOADED = """
import sys
import numpy as np
from accord.kernels import load
from move_kernels import move

variants = [(1, 0, "a"), (1, 1, "a"), (2, 0, "b"), (2, 1, "a"), (12, 0, "a")]
for step, down, word in variants[:: int(sys.argv[1])]:
    state = np.array([100], np.uint64)
    kernel = load("move_kernels", "move", step=step, down=bool(down), word=word)
    kernel(state)
    assert kernel is load("move_kernels", "move", step=step, down=bool(down), word=word)
    hits, misses = (sum(some.values()) for some in (kernel.stats.cache_hits, kernel.stats.cache_misses))
    print(state[0], hits, misses)
"""
MOVED = [101, 99, 104, 98, 112]
compiled = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")


@compiled
def test_a_second_process_finds_each_variant_in_the_cache_and_takes_none_for_another(tmp_path):
    (tmp_path / "move_kernels.py").write_text(FACTORY)
    cache = tmp_path / "cache"

    def loaded(order):
        lines = printed(
            "-c", LOADED, order, path=[tmp_path], NUMBA_CACHE_DIR=cache, ACCORD_KERNELS="numba"
        ).splitlines()
        return [tuple(map(int, line.split())) for line in lines]

    assert loaded("1") == [(moved, 0, 1) for moved in MOVED]
    files = sorted(file.name.partition("-")[0] for file in cache.rglob("*.nbi"))
    names = [name.rpartition("_")[0].rpartition(".")[2] for name in files]
    variants = [(12, 0, "a"), (1, 0, "a"), (1, 1, "a"), (2, 0, "b"), (2, 1, "a")]
    assert names == [f"move_step_{step}_down_{down}_word_{word}" for step, down, word in variants]
    assert len(list(cache.rglob("*.nbc"))) == len(files)
    assert loaded("-1") == [(moved, 1, 0) for moved in reversed(MOVED)]


def test_the_first_choices_are_the_usual_ones_and_others_are_refused():
    from accord_native.window.search import search

    assert search.variant() is search.variant(profile=False) is search.variant(wide=False, reach=37)
    assert search.variant() is not search.variant(wide=True)
    for wrong in ({"reach": 38}, {"far": True}):
        with pytest.raises(TypeError, match="search has no variant"):
            search.variant(**wrong)


def test_no_two_variants_of_ours_have_a_name_in_the_cache_together(monkeypatch):
    root, names = Path(accord_native.__file__).parent, []
    files = sorted(file for file in root.rglob("*.py") if "\n@variants(" in file.read_text())
    modules = [import_module(".".join(file.relative_to(root.parent).with_suffix("").parts)) for file in files]
    monkeypatch.setattr(jit, "jit", lambda **_: lambda function: function)  # what they import is compiled
    for module in modules:
        for made in vars(module).values():
            if isinstance(made, jit.Variants):
                fresh = jit.Variants(made._factory, made._choices, counted=made._counted)
                for parameters in fresh:
                    function = fresh.variant(**parameters)
                    names.append((function.__module__, function.__qualname__))
    assert len(set(names)) == len(names) >= 12 + 4 * 2
