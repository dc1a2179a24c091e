"""Sheets of puzzles: the words of each go back to the same puzzle, and other words make another one."""

import pytest
from looped import looped

import accord
from accord.families.freecell.start import start
from accord.families.freecell.text import board_text
from accord.families.packing.spec import board_of
from accord.puzzles import table
from accord.puzzles.family import SpecError
from accord.puzzles.sheets import PLAIN
from accord.puzzles.source import names

EDITED = [name for name in names() if table.family(accord.load(name).family).editing]

RECORDS = [record for name in table.rows() if (record := table.family(name)).editing and record.texts.example]
EXAMPLES = [f"{record.name}:{record.texts.example}" for record in RECORDS]
EXAMPLES.append("sudoku:aabbaabbccddccdd:12....1..1......")


def sheets(puzzle):
    return {sheet.key: sheet for sheet in puzzle.record.editing.sheets(puzzle.spec)}


def with_words(puzzle, **words):
    known = {key: [[*row] for row in sheet.words] for key, sheet in sheets(puzzle).items()}
    return puzzle.record.editing.spec(puzzle.spec, known | words)


def said(puzzle, spec):
    """What a spec states, however it is written."""
    if puzzle.family == "packing":
        board = board_of(spec)
        return board.place_tuples, board.signs
    if puzzle.family == "freecell":
        rules, cards = start(spec)
        return board_text(rules, cards)
    return spec if puzzle.family == "problem" else puzzle.record.texts.emit(spec)


def test_every_kind_on_a_grid_has_sheets():
    families = {accord.load(name).family for name in EDITED}
    assert len(EDITED) > 200
    assert {
        "akari",
        "killer-sudoku",
        "nonogram",
        "packing",
        "slitherlink",
        "star-battle",
        "sudoku",
    } <= families


@pytest.mark.full
@looped("name", EDITED)
def test_the_words_of_its_sheets_are_the_puzzle(name):
    puzzle = accord.load(name)
    assert said(puzzle, with_words(puzzle)) == said(puzzle, puzzle.spec)


@looped("text", EXAMPLES)
def test_the_words_of_small_puzzles_come_back(text):
    puzzle = accord.load(text)
    assert said(puzzle, with_words(puzzle)) == said(puzzle, puzzle.spec)


def test_a_sheet_says_what_may_stand_there():
    board = sheets(accord.load("akari:.1./x../..2"))["board"]
    assert (board.on, board.blank, board.numbers, board.choices) == ("cells", ".", (0, 4), (("x", "a wall"),))
    assert board.words == [[".", "1", "."], ["x", ".", "."], [".", ".", "2"]]


def test_another_word_makes_another_puzzle():
    puzzle = accord.load("akari:.1./x../..2")
    other = with_words(puzzle, board=[["0", "1", "."], ["x", ".", "."], [".", ".", "2"]])
    assert puzzle.record.texts.emit(other) == "01./x../..2"


def test_a_wrong_word_is_a_fault_with_its_place():
    puzzle = accord.load("akari:.1./x../..2")
    with pytest.raises(SpecError, match=r"board\[1\]: found '9' in column 1; expected x"):
        with_words(puzzle, board=[["9", "1", "."], ["x", ".", "."], [".", ".", "2"]])


def test_sides_have_a_word_for_each_line():
    found = sheets(accord.load("nonogram-key"))
    assert {sheet.on for sheet in found.values()} == {"top", "left"}
    puzzle = accord.load("tents-10x10")
    columns = sheets(puzzle)["columns"]
    assert (columns.on, len(columns.words[0])) == ("top", 10)
    blank = with_words(puzzle, columns=[["-"] * 10])
    assert blank.columns == ("?",) * 10


def test_a_piece_on_the_board_of_a_packing():
    puzzle = accord.load("pentomino-6x10")
    rows = [["I"] * 5 + ["."] * 5] + [["."] * 10 for _ in range(5)]
    begun = with_words(puzzle, board=rows)
    assert begun.board.startswith("IIIII.....\n")
    assert accord.count(accord.Puzzle(family="packing", spec=begun)).count < 9356


@pytest.mark.parametrize("name", ["hexiamonds-coin", "tetrahexes-4x7", "tetrasticks-5x5", "soma-wall"])
def test_a_packing_on_another_lattice_keeps_its_cells(name):
    puzzle = accord.load(name)
    (board,) = sheets(puzzle).values()
    assert [len(row) for row in board.words] == [len(row) for row in board.places]
    assert said(puzzle, with_words(puzzle)) == said(puzzle, puzzle.spec)


def test_a_deal_and_its_board():
    puzzle = accord.load("freecell:1")
    found = sheets(puzzle)
    assert found["deal"].words == [["1"]]
    assert found["board"].words[2] == ["JD KD 2S 4C 3S 6D 6S"]
    assert with_words(puzzle, deal=[["617"]]).deal == 617
    other = [[*row] for row in found["board"].words]
    other[2], other[3] = other[3], other[2]
    begun = with_words(puzzle, board=other)
    assert (begun.deal, begun.board[3]) == (None, "JD KD 2S 4C 3S 6D 6S")
    other[2] = ["JD"]
    with pytest.raises(SpecError, match=r"board\[4\]: JD is there twice"):
        with_words(puzzle, board=other)


def test_the_pictures_of_a_problem_are_grids():
    puzzle = accord.load("hitori-6")
    number = sheets(puzzle)["data.number"]
    assert (number.on, number.fixed, number.words[0]) == ("cells", True, [*"561332"])
    rows = [[*row] for row in number.words]
    rows[0][0] = "4"
    other = with_words(puzzle, **{"data.number": rows})
    assert other.data["number"].startswith("461332\n351431\n")
    assert other.rules == puzzle.spec.rules
    rows[0][0] = "12"
    with pytest.raises(SpecError, match=r"data.number\[1\]: found '12'; expected one sign"):
        with_words(puzzle, **{"data.number": rows})
    assert sheets(accord.load("star-battle"))["data.areas"].labels
    board = sheets(accord.load("kakuro"))["variables.x"]
    assert (board.words[0], board.choices[1]) == ([*"##.."], ("#", "no cell"))
    begun = with_words(accord.load("kakuro"), **{"variables.x": [["#"] * 4, *board.words[1:]]})
    assert begun.variables["x"].board.startswith("####\n#...\n")
    assert "data.across" not in sheets(accord.load("kakuro"))


def test_a_family_without_sheets_has_its_keys_of_one_word():
    spec = accord.load("queens:6").spec
    found = {sheet.key: sheet for sheet in PLAIN.sheets(spec)}
    assert (found["size"].words, found["piece"].words) == ([["6"]], [["queen"]])
    assert ("knight", "") in found["piece"].choices
    words = {key: sheet.words for key, sheet in found.items()}
    assert PLAIN.spec(spec, words) == spec
    assert PLAIN.spec(spec, words | {"size": [["8"]]}).size == 8
    with pytest.raises(SpecError, match=r"size: found 'x'; expected a whole number\npiece: found 'ox'"):
        PLAIN.spec(spec, words | {"size": [["x"]], "piece": [["ox"]]})
