"""Kinds in which a board is cut into pieces, or filled up: what each has alone."""

import pytest

import accord
from accord.deduce import Reasoner
from accord.errors import InputError
from accord.puzzles.hints import sentence
from accord.runner.gather import seeking

WRONG = {  # a puzzle in one line -> its faults
    "sashigane:n../...": ["board[1]: column 1: found n; expected a way that does not leave the board"],
    "sashigane:5../...": ["board[1]: column 1: found 5; expected at most 4, a corner and two arms"],
    "slant:2../...": ["board[1]: column 1: found 2; expected 0 to 1, the cells around the corner"],
    "slant:.../..": ["board[2]: found 2 cells; expected 3"],
    "shakashaka:3./x.": ["board[1]: column 1: found 3; expected 0 to 1, the free cells beside it"],
    "fillomino:4.1/.1.": [
        "board[1]: column 1: found 4; expected at most 3, the cells that its region can have"
    ],
    "fillomino:22./2..": ["board[1]: column 1: found 3 connected cells with 2; expected at most 2"],
    "fillomino:x./..": ["board[1]: found 'x' in column 1; expected a number 1 to 40000, - for none"],
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


# -- fillomino -------------------------------------------------------------------------------------


def test_numbers_without_a_given_one_may_be_of_any_size():
    puzzle = accord.load("fillomino:1.../....")
    stated = puzzle.record.texts.block.solution
    found = {stated.rows(puzzle, each.options) for each in accord.solutions(puzzle, backend="sat")}
    assert (("1", *["7"] * 3), ("7",) * 4) in found
    assert len(found) == accord.count(puzzle, backend="native").count


def test_clues_that_contradict_each_other_are_named_and_repaired():
    assert str(accord.why(accord.load("fillomino:3.2/..4/2.1"))).count("\n  the ") == 4
    assert "change the 3 at r1c1 to 4, or leave it out" in str(
        accord.repair(accord.load("fillomino:3.2/..4/2.1"))
    )


def test_numbers_in_words():
    said = told("fillomino:..3/2.1/..3")
    assert "from r3c2 the regions of 3 can grow only there, so r3c1 is 3" in said
    assert "otherwise the regions of 2 would be too large, so r1c1 is 3" in said


def test_walls_stand_between_numbers_that_differ():
    puzzle = accord.load("fillomino:..3/2.1/..3")
    regions = puzzle.picture(accord.unique(puzzle).solutions[0]).regions
    assert [len({regions[0, row, column] for column in range(3)}) for row in range(3)] == [1, 2, 1]


# -- shakashaka ------------------------------------------------------------------------------------


def test_triangles_of_an_address():
    puzzle = accord.load("https://puzz.link/p?shakashaka/6/6/cgbhdhegdrb")  # of the tests of pzpr
    (solution,) = accord.unique(puzzle).solutions
    rows = puzzle.record.texts.block.solution.rows(puzzle, solution.options)
    assert [" ".join(row) for row in rows] == [
        "x nw ne - x -", "nw - se x nw ne", "sw se x nw - se",
        "x nw ne sw se -", "nw - se - nw ne", "sw se - x sw se",
    ]  # fmt: skip
    assert str(puzzle.picture(solution)).splitlines()[0] == "2◤◥-1-"
    assert puzzle.draw(solution).svg() != puzzle.draw().svg()


def test_triangles_in_words():
    said = told("https://puzz.link/p?shakashaka/6/6/cgbhdhegdrb")
    assert "the 3 at r4c1 needs a triangle in each cell that is left, so r4c2 and r5c1 are not white" in said
    why = "otherwise a white part is no rectangle at the corner of r1c4 and r2c5"
    assert f"{why}; so r2c5 is not black at the upper right or black at the lower left" in said


# -- slant -----------------------------------------------------------------------------------------


def test_lines_of_an_address_and_their_picture():
    puzzle = accord.load("https://puzz.link/p?gokigen/4/4/iaegcgcj6a")  # of the tests of pzpr
    (solution,) = accord.unique(puzzle).solutions
    assert str(puzzle.picture(solution)).splitlines()[:3] == [
        "·   ·   ·   0   ·", "  ╲   ╱   ╲   ╱", "·   4   ·   ·   ·"
    ]  # fmt: skip
    assert puzzle.draw().svg().count("<text") == 6


def test_lines_in_words():
    said = told("slant:...0/.4../..../.12.")
    assert "the 0 at the corner r1c4 leaves one way only, so r1c3 is \\" in said


# -- sashigane -------------------------------------------------------------------------------------


def test_pieces_of_an_address():
    puzzle = accord.load("https://puzz.link/p?sashigane/5/5/jm.o3khkgojm4")  # of the tests of pzpr
    (solution,) = accord.unique(puzzle).solutions
    stated = puzzle.record.texts.block.solution
    rows = stated.rows(puzzle, solution.options)
    assert ["".join(row) for row in rows] == ["11111", "22221", "33521", "34556", "44666"]
    assert set(stated.options(puzzle, rows)[0]) <= set(solution.options)
    with pytest.raises(accord.UsageError, match="found what can be no piece of the shape of an L"):
        stated.options(puzzle, (("x", *rows[0][1:]), *rows[1:]))


def test_pieces_in_words():
    said = told("sashigane:..../...4/4.w./....")
    assert "by the w at r3c3, r3c3 is in an arm that leads to the left" in said
    assert "the end at r3c3 is given, so r3c4 is not in an arm that leads to the left" in said
