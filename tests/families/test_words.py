"""Hints in the words of each family, and on the board: what is new, where to look, and what signs mean."""

import re
from functools import partial
from itertools import islice

import pytest
from commands import called

import accord
from accord.deduce import Reasoner, rating
from accord.puzzles.partial_board import Known, PartialBoard

CUP = "nonogram:6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6"


def hint(*words):
    done = called("hint", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def sentences(*words):
    """The hints without their numbers."""
    return [line.partition(". ")[2] for line in hint(*words, "--all")[0].splitlines() if ". " in line[:5]]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ["pentomino-6x10"],
            "intersection: r1c1 must be covered; with F on r2c1 r3c1 r1c2 r2c2 r2c3, nothing could cover it, "
            "and so with 28 placements in all: 6 of F, 2 of I, ",
        ),
        (
            ["pentomino-3x20", "--known", "/".join(f"{row:.<20}" for row in ("UU", "U", "UU"))],
            "intersection: only U can cover r1c1, so it lies nowhere else",
        ),
        (
            ["queens:5", "--known", "Q..../..Q../...../...../....."],
            "bounds: row 3 has one square left for its queen: r3c5",
        ),
        (
            ["queens:6", "--known", ".Q..../" + "/".join(["......"] * 5)],
            "intersection: wherever the queen of row 2 stands, it attacks r3c5, so no queen stands there",
        ),
        (["langford:3", "--known", "2.12.."], "bounds: slot 2 can only have a 3, the other one in slot 6"),
        (
            ["thermometers-6x6"],
            "bounds: row 1: 3 more cells of mercury; without r1c1 only 2 would be free, so it is full; "
            "with r1c4 there would be 4, so it is empty",
        ),
        (
            [CUP],
            "bounds: row 2: the run of 1 fits only at cell 1; the run of 4 fits only at cells 3 to 6; "
            "no run can reach cell 2, so it is blank",
        ),
        (
            ["nonogram:3x3:1;0;1;1.1;0;0", "--after", "1"],
            "bounds: row 2: it has no ink, so all its cells are blank",
        ),
        (["nonogram:5x1:1;1;1;1;0;4"], "bounds: column 1: the run of 1 fits only at cell 1"),
        (
            ["nonogram:5x2:?;?;?;?;?;4;?"],
            "intersection: row 1: wherever the run of 4 goes, it covers cells 2 to 4",
        ),
    ],
)
def test_a_hint_in_words_of_the_family(asked, said):
    first = hint(*asked)[0].splitlines()[0]
    assert first.partition(". ")[2].startswith(said), first


@pytest.mark.parametrize(
    "puzzle", [CUP, "nonogram-key", "thermometers-6x6", "queens:4", "langford:4", "monominoes-dominoes-9x9"]
)
def test_no_hint_speaks_of_options(puzzle):
    loaded = accord.load(puzzle)
    seen_as, say = loaded.record.shown.seen_as, loaded.record.shown.words
    same = partial(seen_as, loaded.spec, loaded.model) if seen_as else None
    for step in islice(Reasoner(loaded.model, seen_as=same).steps(), 60):
        sentence = say(loaded.spec, loaded.model, step)
        assert not re.search(r"chosen|closed|option|blank is|else is left", sentence)


@pytest.mark.parametrize(("name", "last"), [("nonogram-key", 51), (CUP, 18)])
def test_of_a_line_what_one_rule_forces_is_one_hint(name, last):
    told = sentences(name)
    assert len(told) == last
    lines = [each.split(": ")[:2] for each in told]
    steps = rating(accord.load(name).model).steps
    assert sum(steps.values()) > last
    assert {rule for rule, _ in lines} == {rule for rule, number in steps.items() if number}


def test_lookahead_in_words():
    told = sentences("queens:4")
    assert told[0] == (
        "lookahead: with a queen on r2c2, row 3 could not have its queen, by way of row 1; so there is none"
    )
    told = sentences("thermometers-15x15")
    assert (
        "lookahead: if r1c10 has mercury, column 13 could not have its 9 cells of mercury, by way of row 1, "
        "row 6 and column 10; so r1c10 is empty" in told
    )
    assert sentences("langford:4")[0] == (
        "lookahead: with the two 1s in slots 3 and 5, the two 2s could not be placed, by way of slot 8; "
        "so they are not there"
    )


# -- on the board ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "legend"),
    [
        (["aquarium-6x6"], "+ water, new; ? where to look"),
        (["aquarium-6x6", "--after", "4"], "- dry, new; # water; x dry"),
        (["thermometers-6x6"], "+ mercury, new; - empty, new; ? where to look"),
        ([CUP], "+ ink, new; - blank, new"),
        ([CUP, "--all"], "# ink; x blank"),
        (["sudoku-17"], "+5 new"),
        (["pentomino-6x10"], "? where to look"),
        (["queens:4", "--after", "1"], "- empty, new; x empty; ? where to look"),
        (["soma"], None),
    ],
)
def test_the_signs_that_are_drawn_are_explained_and_no_others(asked, legend):
    board, told = hint(*asked)
    said = [line for line in told.splitlines() if "stuck" not in line and "solved" not in line]
    assert said == ([legend] if legend else [])
    drawing = board.partition("\n\n")[2]
    assert all(part.split()[0] in drawing for part in (legend or "").split("; ") if part)


def test_the_board_shows_where_to_look():
    board = hint("pentomino-6x10")[0].splitlines()[2:]
    assert board == ["?........."] + 5 * [".........."]
    told, board = hint("queens:6", "--known", ".Q..../" + "/".join(["......"] * 5))[0].split("\n\n")
    assert "the queen of row 2" in told
    assert board.splitlines()[1] == "xxx???"


def test_a_board_with_marks_is_read_back():
    puzzle = accord.load("queens:6")
    board = PartialBoard(puzzle)
    reasoner = Reasoner(puzzle.model, *board.read("Q...../" + "/".join(["......"] * 5)))
    step = reasoner.step()
    drawn = board.picture(Known(reasoner.chosen, reasoner.closed, (*step.chosen, *step.closed), step.items))
    assert "?" in str(drawn)
    assert board.read(str(drawn)) == (reasoner.chosen, reasoner.closed)


# -- families without hints --------------------------------------------------------------------------------


LAZY = "a hint or a rating needs all items of the puzzle, and this one has lazy items"
PLAN = "freecell-1 is a plan problem: it has plans, and no solutions; use accord plan freecell-1"


@pytest.mark.parametrize(
    ("command", "name", "sentence"),
    [("hint", "clues-29", LAZY), ("rate", "clues-29", LAZY), ("rate", "freecell-1", PLAN)],
)
def test_puzzles_without_hints_say_so(command, name, sentence):
    done = called(command, name)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_piece_that_lies_there_from_the_start_keeps_its_sign():
    board = called("hint", "pentomino-6x10-hole", "--variant", "begun").stdout.splitlines()
    assert board[2:5] == ["FIIIIIPPP?", "FFFNNNPP..", ".F..+NN..."]
