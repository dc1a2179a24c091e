"""Engines that know a family find what `general` finds, on parts of its models; or they refuse them."""

import random
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from clue_lists import LISTS, OF_14
from searches import searched

import accord
from accord.backends.contract import Request
from accord.backends.native.general import General
from accord.families.clue_sets.bands import Bands
from accord.families.clue_sets.model import ClueSets
from accord.families.clue_sets.model import build as clue_sets
from accord.families.sudoku.many import Sudoku
from accord.model.lazy import Cut, with_cuts
from accord.symmetry.parts import only

FOLDER = Path(__file__).parents[1]
TOYS = FOLDER / "plugins" / "toys"
SOLUTION = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"


def changed(model, rng):
    """A part of a model, and whether items were added to it that no build makes."""
    whole = np.arange(model.options)
    kind = rng.choice(["restricted", "required", "both", "split", "cut"])
    cut = False
    if kind in ("restricted", "both"):
        model = model.restrict(np.array([rng.random() < 0.97 for _ in whole]))
    if kind in ("required", "both"):
        wanted = rng.sample(range(model.options), 2)
        model, _ = model.require(wanted)
    if kind == "split":
        item = max(range(model.items), key=lambda i: len(model.options_of(i)))
        chosen = rng.choice(model.options_of(item).tolist())
        model = model.restrict(only(model, item, np.array([chosen])))
    if kind == "cut":
        some = tuple(sorted(rng.sample(range(model.options), 3)))
        model, cut = with_cuts(model, [Cut("some", some, (1, 1, 1), 1, None)]), True
    return model, cut


def agree(engine, model, cut):
    """Whether the engine took the model; then it found what `general` finds."""
    refusal = engine.refusal(model, Request("all"))
    assert refusal is not None or not cut, "an item that says anything was overlooked"
    if refusal is None:
        assert searched(engine, model)[:2] == searched(General(), model)[:2]
    return refusal is None


def few_solutions(rng):
    """A sudoku with some clues of a grid, enough for a few solutions."""
    shown = set(rng.sample(range(81), 34))
    text = "".join(sign if cell in shown else "." for cell, sign in enumerate(SOLUTION))
    return accord.load(f"sudoku:{text}").model


def test_sudoku():
    rng, took = random.Random(1), 0
    for _ in range(200):
        took += agree(Sudoku(), *changed(few_solutions(rng), rng))
    assert took > 40


def test_the_engine_of_a_stranger(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(TOYS), *sys.path])
    from accord_toys.arcs import Arcs
    from accord_toys.ring import Ring, build

    rng, took = random.Random(2), 0
    for _ in range(200):
        cells = "".join("x" if rng.random() < 0.2 else "." for _ in range(rng.randint(5, 16)))
        model = build(Ring(cells=cells))
        took += agree(Arcs(), *changed(model, rng)) if model.options > 3 else 0
    assert took > 40


def few_clue_sets(rng):
    """Some clues of a known puzzle must be given; the others, and a few cells more, may be."""
    puzzle = rng.choice(LISTS[OF_14])
    clues = [cell for cell in range(81) if puzzle[cell] != "."]
    given, others = set(rng.sample(clues, 13)), set(rng.sample(range(81), 4)) | set(clues)
    mask = "".join("X" if cell in given else "." if cell in others else "-" for cell in range(81))
    return clue_sets(ClueSets(grid=OF_14, clues=(16, 18), mask=mask))


@pytest.mark.parametrize("models", [16, pytest.param(200, marks=pytest.mark.slow)])
def test_clue_sets(models):
    """`general` finds their lazy items in passes, as `run` asks it to."""
    rng, took, several = random.Random(3), 0, 0
    for _ in range(models):
        model, cut = changed(few_clue_sets(rng), rng)
        refusal = Bands().refusal(model, Request("all"))
        assert (refusal is not None) == cut, refusal
        if refusal is not None:
            assert model.origin is None
            assert "items of its own" in refusal
            continue
        expected = accord.count(model, backend="native", engine="general")
        found = accord.count(model, backend="native", engine="bands")
        assert (found.count, found.exact, found.digest) == (expected.count, True, expected.digest)
        took, several = took + 1, several + (found.count > 1)
    assert took > models // 2
    assert several > models // 5


def test_an_origin_says_nothing_of_the_model():
    model = clue_sets(ClueSets(grid=OF_14, clues=17))
    assert model.origin.table.tolist() == [[cell, int(OF_14[cell])] for cell in range(81)]
    kept = np.arange(0, 81, 2)
    assert model.restrict(kept).origin.table.tolist() == model.origin.table[kept].tolist()
    without = replace(model, origin=None)
    assert (without.keys == model.keys).all()
    assert (
        Bands().refusal(without, Request("all")) == "the model has items of its own, which may say anything"
    )
    wrong = replace(model, low=np.where(np.arange(model.items) == 90, 2, model.low))
    assert "as it was built" in Bands().refusal(wrong, Request("all"))
