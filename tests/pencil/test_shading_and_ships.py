"""What is special to norinori, LITS, creek, shikaku, kakurasu, mosaic, suguru and battleship."""

from io import BytesIO

import pytest

import accord
from accord.deduce import Reasoner, rating
from accord.errors import InputError, UsageError
from accord.families import mosaic
from accord.pencil import Instance
from accord.pencil.kind import instance
from accord.puzzles import blocks, table, writing
from accord.puzzles.hints import sentence
from accord.puzzles.puzzle import Puzzle
from accord.runner.gather import seeking

WRONG = {  # a puzzle in one line -> its faults
    "norinori:112/11": ["regions[2]: found 2 cells; expected 3"],
    "norinori:1-/22": ["regions[1]: found '-' in column 2; expected the label of a region"],
    "norinori:121/222": [
        "regions[1]: found region '1' in parts that do not touch, at row 1, column 1 and at row 1, column 3; "
        "expected one part"
    ],
    "lits:1112/2222": [
        "regions[1]: column 1: found region 1 without room for a piece; expected room for an L, I, T or S"
    ],
    "creek:3../.../...": ["board[1]: column 1: found 3; expected 0 to 1, the cells around the corner"],
    "creek:5../.../...": ["board[1]: found '5' in column 1; expected a number 0 to 4, - for none"],
    "creek:...": ["board: found 0 rows and 2 columns; expected 1 to 200 of each"],
    "shikaku:4./...": ["board[2]: found 3 cells; expected 2"],
    "shikaku:4x/..": [
        "board[1]: found 'x' in column 2; expected ? (a rectangle of any size), a number 1 to 40000, - for "
        "none"
    ],
    "shikaku:31/..": [
        "board[1]: column 1: found 3; expected a size for which there is room without other clues"
    ],
    "kakurasu:1_2;4_3_9": [
        f"rows[{row}]: found '{clue}'; expected 0 to 3, or ? for none" for row, clue in ((1, 4), (3, 9))
    ],
    "kakurasu:1_a_0;1_1_1": ["columns[2]: found 'a'; expected 0 to 6, or ? for none"],
    "kakurasu:1_7_0;1_1_1": ["columns[2]: found '7'; expected 0 to 6, or ? for none"],
    "mosaic:4./...": ["board[2]: found 3 cells; expected 2"],
    "mosaic:a./..": ["board[1]: found 'a' in column 1; expected a number 0 to 9, - for none"],
    "mosaic:5./..": ["board[1]: column 1: found 5; expected 0 to 4, the cells around it and its own"],
    "suguru:../..;11/222": ["regions[2]: found 3 cells; expected 2"],
    "suguru:x./..;11/22": ["board[1]: found 'x' in column 1; expected a number 1 to 200, - for none"],
    "suguru:3./..;11/22": ["board[1]: column 1: found 3; expected 1 to 2, the cells of region 1"],
    "battleship:fleet=1;1_0;1_0;../.": ["board[2]: found 1 cells; expected 2"],
    "battleship:fleet=1;1_0;1_0;q./..": [
        "board[1]: found 'q' in column 1; expected x (water), o (a ship of one), n (the top end of a ship), "
        "s (its bottom end), w (its left end), e (its right end), m (its middle), - for none"
    ],
    "battleship:fleet=0_1;1_1;1_1;s./..": [
        "board[1]: column 1: found s; expected a part that a ship can have there"
    ],
    "battleship:fleet=0_0_1;1_0;1_0": ["fleet[3]: found ships of 3 cells; expected at most 2"],
    "battleship:fleet=1;1_3;1_0": ["columns[2]: found '3'; expected 0 to 2, or ? for none"],
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


def test_files_of_norinori_have_a_board_of_blanks_first():
    spec = accord.load("norinori:1222/1112/3322/2222").spec
    text = writing.puzzle_text(Puzzle(family="norinori", spec=spec, name="a"), "block")
    assert text.splitlines()[3:12] == [
        "4 4", *4 * ["- - - -"], "1 2 2 2", "1 1 1 2", "3 3 2 2", "2 2 2 2"
    ]  # fmt: skip
    without = text.replace("- - - -\n", "")
    for each in (text, without):
        ((_, read),) = blocks.puzzles(BytesIO(each.encode()))
        assert read.spec == spec
    ((_, wrong),) = blocks.puzzles(BytesIO(text.replace("- - - -", "- x - -", 1).encode()))
    assert "found '- x - -'; expected 4 -" in str(wrong)


def test_pairs_of_norinori_in_words():
    said = told("norinori-8x8")
    assert "r4c1 has its partner, so r3c1 and r4c2 are not shaded" in said
    assert "the partner of r1c5 can only be r1c4, so r1c4 is shaded" in said
    assert any(line.endswith("would have two partners, so r1c6 is not shaded") for line in said)


def test_pieces_of_lits_in_words():
    said = told("lits-10x10")
    assert "no piece of its region can have r2c2, so r2c2 is not shaded" in said
    assert "only one piece is left that has r1c1, so r1c1 is shaded" in said
    piece = "I over r2c10, r3c10, r4c10 and r5c10"
    assert f"the square at r1c9 is not all shaded, so there is no {piece}" in said
    apart = [line for line in said if line.startswith("equal shapes do not touch at ")]
    assert any(line.endswith("so there is no S over r8c8, r9c7, r9c8 and r10c7") for line in apart)


def test_a_piece_of_lits_touches_another():
    said = told("lits:11122/11132/44132/41132/44333")
    assert "the L over r1c4, r1c5, r2c5 and r3c5 touches another piece, so r1c3 is shaded" in said
    assert "no other piece could touch it, so there is no S over r1c1, r1c2, r2c2 and r2c3" in said


def test_pieces_of_lits_are_called_by_their_letters():
    puzzle = accord.load("lits:1112/1222/1122")
    (solution,) = accord.unique(puzzle).solutions
    stated = puzzle.record.texts.block.solution
    assert ["".join(row) for row in stated.rows(puzzle, solution.options)] == ["L--S", "L-SS", "LLS-"]


def test_numbers_of_creek_in_words():
    said = told("creek-10x10")
    assert said[0] == "the 0 at the corner r1c2 has no shaded cell, so r1c1 and r1c2 are white"
    assert "r1c1 and r5c10 are connected only through r1c3, so r1c3 is white" in said


def test_a_corner_with_a_question_mark_has_no_clue():
    asked, plain = (accord.load(f"creek:{board}") for board in ("1.?/?2./...", "1../.2./..."))
    assert accord.count(asked).count == accord.count(plain).count == 2
    candidates = accord.candidates(asked)
    assert candidates.values == accord.candidates(plain).values


def test_rectangles_in_words():
    assert told("shikaku:4.2/.../3..") == [
        "the rectangle of the 4 at r1c1 can only go from r1c1 to r2c2",
        "the rectangle of the 2 at r1c3 can only go from r1c3 to r2c3",
        "the rectangle of the 3 at r3c1 can only go from r3c1 to r3c3",
    ]


def test_too_many_rectangles_are_refused():
    rows = ["." * 60] * 60
    rows[30] = "." * 30 + "?" + "." * 29
    with pytest.raises(accord.RefusedError, match="more than 3,000,000 cells"):
        assert accord.load("shikaku:" + "/".join(rows)).model


def test_places_of_kakurasu_are_told_beside_the_board():
    picture = accord.load("kakurasu:2_3_6;3_4_5").picture()
    assert (picture.top, picture.left) == (("1", "2", "3"), ("1", "2", "3"))
    assert (picture.bottom, picture.right) == (("2", "3", "6"), ("3", "4", "5"))


def test_clues_of_kakurasu_that_can_be_spared_go():
    make = table.family("kakurasu").random.generate
    spec = make(3, (6, 6), clues="needed")
    assert "?" in (*spec.rows, *spec.columns)
    assert accord.unique(Puzzle(family="kakurasu", spec=spec, name="few")).answer == "unique"
    with pytest.raises(UsageError, match="clues: found 'some'; expected all or needed"):
        make(3, (6, 6), clues="some")


def test_what_two_numbers_of_a_mosaic_say_together_follows():
    puzzle = accord.load("mosaic-10x10")
    board = instance(mosaic.KIND, puzzle.spec)
    blank = Instance("mosaic", (board.height, board.width), {"board": {}})
    pairs = [*mosaic.overlapping(board["board"])]
    assert len(pairs) > 20
    for one, two in pairs:
        first, second = ({*mosaic.about(blank, cell)} for cell in (one, two))
        assert len(first & second) >= 2
    said = told("mosaic-10x10")
    assert any(
        "differ by 3, so in the cells that they do not share r3c7, r3c8 and r3c9 are" in line for line in said
    )
    assert rating(puzzle.model).level != "search"


def test_ships_have_the_signs_of_their_parts():
    puzzle = accord.load("battleship:fleet=1_1_1;3_0_1_1_1;1_1_0_3_1")
    stated = puzzle.record.texts.block.solution
    found = accord.solutions(puzzle)
    rows = {"/".join("".join(row) for row in stated.rows(puzzle, each.options)) for each in found}
    assert "n----/s----/-----/--wme/o----" in rows


def test_ships_in_words():
    said = told("battleship-7x7")
    assert "the n at r6c7 is given, so there is a ship from r6c7 to r7c7" in said
    assert "no ship can be over r5c6, so r5c6 has no part of a ship" in said
    assert all("could not have its" not in line or "part" in line for line in said)


def test_a_fleet_is_as_long_as_the_board_allows():
    make = table.family("battleship").random.generate
    assert [make(1, (size, size)).fleet for size in (4, 6, 9)] == [
        (2, 1), (3, 2, 1), (4, 3, 2, 1)
    ]  # fmt: skip


@pytest.mark.parametrize("largest", [5, 6])
def test_regions_of_suguru_are_as_large_as_asked(largest):
    spec = table.family("suguru").random.generate(2, (6, 6), largest=largest)
    regions = "".join(spec.regions)
    assert max(map(regions.count, regions)) == largest
    with pytest.raises(UsageError, match="largest: found 3; expected a whole number from 4 to 9"):
        table.family("suguru").random.generate(2, (6, 6), largest=3)
