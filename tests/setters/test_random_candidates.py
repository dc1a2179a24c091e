"""Candidates and shares of random small puzzles, packings, problems and models, beside all solutions."""

from collections import Counter
from dataclasses import replace
from io import BytesIO
from random import Random

import numpy as np
import pytest
import random_models
import random_packings
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kinds import KINDS, of
from profiles import examples
from random_problems import problems

import accord
from accord.errors import InputError, RefusedError
from accord.model import Model
from accord.puzzles import blocks, table
from accord.puzzles.cell_values import own_values
from accord.puzzles.puzzle import Puzzle, built
from accord_compare.fuzz.dice import Dice

FEW, MOST = 2_000, 100_000  # solutions: with more than a few, shares alone are compared; beyond, nothing
SEEDS = st.integers(0, 10**9)
GENERATED = {"aquarium": (4, 4), "nonogram": (4, 5), "sudoku": (4, 4), "thermometers": (4, 4)}


def union(asked):
    """How many solutions show each value, by a walk of native; an example with too many is another one."""
    puzzle, model = built(asked)
    number = accord.count(asked, limit=MOST + 1).count
    assume(number <= MOST)
    cells = own_values(puzzle)
    found = {name: Counter() for name in cells}
    if number <= FEW:
        for solution in accord.solutions(asked, backend="native"):
            chosen = frozenset(solution.options)
            for name, values in cells.items():
                found[name].update(value for value, shown in values.items() if shown.holds(chosen))
    return found, number, model


def check(asked):
    """Every backend finds the union over all solutions, and shares are those of all solutions."""
    expected, number, _ = union(asked)
    shares = accord.candidates(asked, shares=True)
    assert (shares.status, shares.solutions) == ("complete", number)
    if number > FEW:  # too many to walk to: by two ways of ours
        expected = {
            name: dict(zip(values, shares.counts[name], strict=True))
            for name, values in shares.values.items()
        }
    for backend in ("sat", "cpsat"):
        found = accord.candidates(asked, backend=backend)
        assert (found.status, found.answer) == ("complete", "found" if number else "impossible")
        seen = {name: set(values) for name, values in found.values.items()}
        assert seen == ({name: set(values) for name, values in expected.items()} if number else {}), backend
    for name, values in shares.values.items():
        assert dict(zip(values, shares.counts[name], strict=True)) == expected[name]


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=examples(400) // 25, deadline=None)
@given(SEEDS)
def test_pencil_puzzles(kind, seed):
    ((_, puzzle),) = blocks.puzzles(BytesIO(of(kind).small(seed).encode()))
    assume(not isinstance(puzzle, InputError))
    check(puzzle)


@pytest.mark.parametrize("family", GENERATED)
@settings(max_examples=examples(400) // 8, deadline=None)
@given(SEEDS)
def test_generated_puzzles_with_half_of_their_clues(family, seed):
    record = table.family(family)
    puzzle = Puzzle(family=record, spec=record.random.generate(seed, GENERATED[family]))
    number = len(puzzle.clues.clues)
    check(Puzzle(family=record, spec=puzzle.clues.only(Random(seed).sample(range(number), number // 2))))


@settings(max_examples=examples(800) // 4, deadline=None)
@given(SEEDS)
def test_packings(seed):
    keys, _ = random_packings.one(Dice(seed))
    try:
        puzzle = Puzzle(family="packing", spec=random_packings.spec(**keys), name="drawn")
        assert puzzle.model.options
    except (InputError, RefusedError):
        assume(False)
    check(puzzle)


@settings(max_examples=examples(600) // 2, deadline=None)
@given(problems())
def test_problems(drawn):
    check(drawn.problem)


@settings(max_examples=examples(600) // 2, deadline=None)
@given(random_models.models(objective=False))
def test_models(model):
    check(replace(model, hidden=np.zeros(model.options, np.bool_)))  # hidden ones have to be determined


def test_a_model_without_options_has_a_solution():
    nothing, never = Model.build([], []), Model.build({"a": 1}, [])
    for backend in ("sat", "native", "cpsat"):
        assert accord.candidates(nothing, backend=backend).answer == "found"
        assert accord.candidates(never, backend=backend).answer == "impossible"
    assert accord.candidates(nothing, shares=True).solutions == 1
