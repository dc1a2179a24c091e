"""Kinds in which a board is cut into pieces, or filled up: beside brute force, and what each has alone."""

import pytest
from kinds import of
from outside.pencil import compared

import accord
from accord.deduce import Reasoner
from accord.errors import InputError
from accord.puzzles.hints import sentence
from accord.runner.gather import seeking

CASES = 16  # small puzzles of each kind; `make slow` has more
KINDS = ("galaxies",)


@pytest.mark.parametrize("kind", KINDS)
def test_small_puzzles_have_the_solutions_that_brute_force_finds(kind):
    texts = [of(kind).small(f"pieces {seed}") for seed in range(CASES)]
    assert sum(compared(kind, text, ("native", "sat")) for text in texts) > CASES // 3


WRONG = {  # a puzzle in one line -> its faults
    "galaxies:01/..": [
        "board[1]: column 2: found 1; expected a centre with cells of the board on all its sides"
    ],
    "galaxies:0./@2": [
        "board[2]: column 2: found 2; expected a centre with cells of the board on all its sides"
    ],
    "galaxies:10.": ["board[1]: column 2: found 0; expected a centre that shares no cell with that at r1c1"],
    "galaxies:0.": ["board[1]: column 2: found a cell that no galaxy can reach; expected more centres"],
    "galaxies:4.": [
        "board[1]: found '4' in column 1; expected 0 (a centre in the cell), 1 (a centre on its right side), "
        "2 (a centre on its lower side), 3 (a centre at its lower right corner), - for none"
    ],
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_with_a_line(text):
    with pytest.raises(InputError) as caught:
        assert accord.load(text).model
    assert [fault.partition(": ")[2] for fault in caught.value.faults] == WRONG[text]


def told(text):
    """The hints of a puzzle, in words."""
    puzzle = accord.load(text)
    reasoner = Reasoner(puzzle.model, puzzle.given, seek=seeking(puzzle.model, lambda: False))
    return [sentence(puzzle, reasoner.model, step) for step in reasoner.steps()]


# -- galaxies --------------------------------------------------------------------------------------


def test_galaxies_of_an_address_with_a_hole():
    puzzle = accord.load("https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000")  # of the tests of pzpr
    (solution,) = accord.unique(puzzle).solutions
    stated = puzzle.record.texts.block.solution.rows(puzzle, solution.options)
    assert [" ".join(row) for row in stated] == [
        "1 4 4 4 @", "2 5 7 7 11", "5 5 8 8 12", "5 6 9 9 9", "3 6 10 10 10"
    ]  # fmt: skip
    with pytest.raises(accord.UsageError, match="found what can be no galaxy, at r5c"):
        puzzle.record.texts.block.solution.options(puzzle, (*stated[:4], (*stated[4][:4], "x")))


def test_galaxies_in_words():
    said = told("galaxies:.3...000/2..00.0./.0...1.0/.0200000/.....0../.0....../0....0../.1......")
    assert said[0] == "no other galaxy can have r1c1, so r1c1 is in the galaxy at r2c1"
    assert "by the image of r3c5 in the galaxy at r4c5, r3c5 is in the galaxy at r2c5" in said
    assert "r3c3 would have no neighbour in the galaxy at r4c4, so r3c3 is not in the galaxy at r4c4" in said
