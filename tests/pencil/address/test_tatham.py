"""The programs of Simon Tatham's collection: their IDs are read and written again, and they take ours."""

from contextlib import suppress
from functools import cache

import pytest
import tatham
from addressed import KINDS, blocks, lined, puzzles
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import looped

from accord.errors import RefusedError

GAMES = {  # parameters of which IDs are made; long rows have long gaps
    "AKARI": ["7x7", "40x9b5"],
    "TENTS": ["8x8", "40x4"],
    "KILLER_SUDOKU": ["2x3k", "3x3k"],
    "SKYSCRAPERS": ["5", "6dx"],
    "BINAIRO": ["8x8", "14x6u"],
    "SHIKAKU": ["7x7", "30x9"],
    "DOMINOSA": ["3", "11"],
    "MAGNETS": ["6x5", "11x9S"],
    "MOSAIC": ["6x6", "26x3"],
    "HASHI": ["7x7i30e10m2d0", "15x10i30e10m2d1"],
    "MASYU": ["6x6de", "12x8dt"],
    "SLITHERLINK": ["7x7t0de", "12x10t0dn"],
    "SLANT": ["8x8", "15x10"],
    "GALAXIES": ["7x7dn", "15x10du"],
}


@cache
def program(kind):
    path = tatham.program(KINDS[kind, "tatham"].kinds[0])
    if path is None:
        pytest.skip("the program of this game is not installed")
    return path


@looped(("kind", "parameters"), [(kind, each) for kind in GAMES for each in GAMES[kind]])
def test_ids_that_a_program_makes_are_written_again(kind, parameters):
    made = tatham.made(program(kind), parameters, 3)
    assert len(made) == 3
    for each in made:
        assert KINDS[kind, "tatham"].write(KINDS[kind, "tatham"].read(each)) == each


@settings(max_examples=5)
@given(st.lists(puzzles("AKARI", "tatham", least=2), min_size=1, max_size=6))
def test_a_program_takes_our_ids(some):  # it takes any board
    akari = KINDS["AKARI", "tatham"]
    assert tatham.faults(program("AKARI"), [akari.write(lined(words)) for words in some]) == ""


@pytest.mark.parametrize(
    "kind", sorted(GAMES.keys() - {"MOSAIC", "BINAIRO"})
)  # these do not print, and so do not check
def test_a_program_takes_the_ids_of_real_puzzles(kind):
    ids = []
    for words, _ in blocks(kind):
        with suppress(RefusedError):  # parks, and cages of one cell, which the games do not have
            ids.append(KINDS[kind, "tatham"].write(lined(words)))
    assert len(ids) >= 2
    assert tatham.faults(program(kind), ids) == ""


def test_a_program_tells_of_a_fault():
    faults = tatham.faults(program("AKARI"), ["3x3:a", "3x3:h0"])
    assert "error parsing '3x3:a'" in faults
    assert "3x3:h0" not in faults
