"""Boards as text: what is read and written, in mid-play too, and that every card must be there once."""

import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.errors import InputError
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board, board_of, under
from accord.families.freecell.spec import FreeCell, Rules
from accord.families.freecell.start import start
from accord.families.freecell.text import board_text, read
from accord.puzzles.family import SpecError

IPC = (Path(__file__).parents[2] / "data" / "freecell-ipc.txt").read_text()
PROBLEMS = re.findall(r"^problem \S*-(\d+)-1 shortest \d+\n(.*?)end$", IPC, re.MULTILINE | re.DOTALL)
SMALL = Rules(columns=3, cells=2, ranks=3)


@st.composite
def positions(draw):
    """Rules and any board of them, one that can be reached or not."""
    rules = Rules(
        columns=draw(st.integers(1, 12)),
        cells=draw(st.integers(0, 10)),
        ranks=draw(st.integers(1, 13)),
    )
    home = draw(st.lists(st.integers(0, rules.ranks), min_size=4, max_size=4))
    out = [card for card in range(rules.cards) if card // 4 >= home[card % 4]]
    cards = draw(st.permutations(out))
    cells: list[int | None] = [None] * rules.cells
    for cell in draw(st.sets(st.integers(0, 9), max_size=10)):
        if cell < rules.cells and cards:
            cells[cell] = cards.pop()
    columns = [[] for _ in range(rules.columns)]
    for card in cards:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    return rules, Board(columns, cells, home)


def names(rules, board):
    """A board whose cards are told apart by rank and suit only."""
    columns = [[rules.name(card) for card in column] for column in board.columns]
    return columns, [None if card is None else rules.name(card) for card in board.cells], board.home


@given(positions(), st.booleans())
def test_what_is_written_is_read(position, headings):
    rules, board = position
    text = board_text(rules, board, headings=headings)
    again, found = read(text, rules)
    assert again == rules
    assert names(rules, found) == names(rules, board)
    assert board_text(rules, found, headings=headings) == text
    assert found == board


@given(positions())
def test_kernels_see_what_lies_on_what(position):
    rules, board = position
    array = under(rules, board)
    assert array.dtype == np.uint8
    assert np.count_nonzero(array == AT_HOME) == sum(board.home)
    found = board_of(rules, array)
    assert (under(rules, found) == array).all()
    assert sorted(filter(None, found.columns)) == sorted(filter(None, board.columns))
    assert found.home == board.home


def test_what_a_card_lies_on():
    rules, board = read("Foundations: C-A H-2 S-A\nFreecells: - 3H\n3D 2C\n\n3C 2S 3S AD 2D", SMALL)
    lies = dict(zip(map(rules.name, range(12)), under(rules, board).tolist(), strict=True))
    card = {name: number for number, name in enumerate(lies)}
    assert (card["AC"], card["AD"], card["AH"], card["AS"], card["2C"], card["3S"]) == (0, 1, 2, 3, 4, 11)
    assert lies == {
        **dict.fromkeys(("AC", "AH", "2H", "AS"), AT_HOME),
        "3H": IN_CELL,
        **dict.fromkeys(("3D", "3C"), ON_TABLE),
        "2C": card["3D"],
        "2S": card["3C"],
        "3S": card["2S"],
        "AD": card["3S"],
        "2D": card["AD"],
    }


SAME = [  # ways to say the same
    "Foundations: H-2 C-A D-0 S-A\nFreecells: - 3H\n3D 2C\n\n3C 2S 3S AD 2D",
    "founds: c-1 h-2 s-a\nfc: - 3h\n3d 2c\n\n3c 2s 3s 1d 2d\n\n\n",
    "# a comment\nFREECELLS: * 3H\n: 3D 2C\n\n:\n: 3C 2S 3S AD 2D\nDecks: H-2 C-A S-A\n",
    "\n \n# a deal\n\nFreecells: - 3H\nFoundations: H-2 C-A S-A\n3D 2C\n\n3C 2S 3S AD 2D",
    "Foundations: H-2 C-A S-A -\r\nFreecells: - 3H\r\n3D   2C\r\n\r\n 3C 2S\t3S AD 2D\r\n",
]


@pytest.mark.parametrize("text", SAME)
def test_the_forms_that_are_read(text):
    assert read(text, SMALL) == read(SAME[0], SMALL)


def test_tens():
    rules = Rules(columns=1, cells=0, ranks=10)
    column = " ".join(rank + suit for suit in "CDHS" for rank in [*"A23456789", "10"])
    assert read(column, rules) == read(column.replace("10", "T"), rules) == read(column.lower(), rules)


@pytest.mark.parametrize(("ranks", "text"), PROBLEMS)
def test_boards_of_the_planning_competition(ranks, text):
    rules, board = start(FreeCell(board=text))
    assert (rules.ranks, rules.cells, rules.columns) == (int(ranks), 4, 8)
    assert read(board_text(rules, board), rules) == (rules, board)
    assert sum(board.home) == 0
    # problem N-1 is Microsoft's deal 1 without the cards above N
    _, whole = start(FreeCell(deal=1))
    below = [[card for card in column if card < 4 * int(ranks)] for column in whole.columns]
    assert sorted(filter(None, board.columns)) == sorted(filter(None, below))


WRONG = [  # of three ranks, three columns and two cells: the text, the line, and what is said
    ("AC AD AH AS\n2C 2D 2H 2S\n3C 3D 3H", "board", "3S is missing; expected every card of the deck"),
    ("AC AD AH AS\n2C 2D 2H 2S\n3C 3D", "board", "3H, 3S are missing"),
    ("AC AD AH AS 2C\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[2]", "2C is there twice: line 1 and line 2"),
    ("Foundations: C-A\nAC AD AH AS\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[2]", "at home in line 1 and line 2"),
    ("Foundations: C-4\nAD AH AS\n2D 2H 2S\n3D 3H 3S", "board[1]", "found C-4; expected ranks up to 3"),
    ("Foundations: C-A C-A\nAD AH AS\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[1]", "found C 2 times"),
    ("Foundations: X-A\nAD AH AS\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[1]", "found 'X-A'; expected a suit and"),
    (
        "Freecells: - - -\nAC AD AH AS\n2C 2D 2H 2S\n3C 3D 3H 3S",
        "board[1]",
        "found 3 cells; expected at most 2",
    ),
    ("Freecells: -\nFC: -\nAC AD AH AS\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[2]", "found the cells twice"),
    ("AC AD AH AS\n2C 2D 2H 2S\n3C 3D 3H\n3S", "board[4]", "found 4 columns; expected at most 3"),
    ("AC AD AH AS\n2C 2D 2H 2X\n3C 3D 3H 3S", "board[2]", "found '2X'; expected a card such as 7H"),
    ("AC AD AH AS\n2C 2D 2H 2S 0S\n3C 3D 3H 3S", "board[2]", "found '0S'; expected a card"),
    ("AC AD AH AS 4C\n2C 2D 2H 2S\n3C 3D 3H 3S", "board[1]", "found 4C; expected ranks up to 3"),
    ("AC " * 1000, "board[1]", "found 3,000 characters"),
    ("AC\n" * 200, "board", "found 201 lines"),
]


@pytest.mark.parametrize(("text", "key", "words"), WRONG)
def test_what_is_wrong_has_its_line(text, key, words):
    with pytest.raises(SpecError) as caught:
        read(text, SMALL)
    assert any(fault.key == key and words in fault.message for fault in caught.value.faults)


def test_all_faults_at_once():
    with pytest.raises(SpecError) as caught:
        read("AC AC AC\n2D KC", SMALL)
    assert [fault.key for fault in caught.value.faults] == ["board[1]", "board[1]", "board[2]", "board"]
    assert "AC is there 3 times" in caught.value.faults[1].message
    assert "and 2 more are missing" in caught.value.faults[3].message


@given(positions().filter(lambda position: any(position[1].columns)), st.data())
def test_one_card_less_or_one_more(position, data):
    rules, board = position
    column = data.draw(st.sampled_from([column for column in board.columns if column]))
    card = column.pop(data.draw(st.integers(0, len(column) - 1)))
    with pytest.raises(SpecError, match=f"^board: {rules.name(card)} is missing"):
        read(board_text(rules, board), rules)
    column += [card, card]
    with pytest.raises(SpecError, match=rf"^board\[[0-9]+\]: {rules.name(card)} is there") as caught:
        read(board_text(rules, board), rules)
    assert len(caught.value.faults) == 1


@given(st.text(alphabet="23AK CDHS:-FreclsoundatiN#\n", max_size=80))
def test_any_text_is_a_board_or_a_fault(text):
    with suppress(SpecError):
        rules, board = start(FreeCell(board=text, columns=20, cells=10))
        assert read(board_text(rules, board), rules) == (rules, board)


def test_in_a_model_file_the_fault_has_the_line_of_the_file(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('family = "freecell"\ntitle = "x"\nranks = 1\nboard = """\nAC AD\nAH AS\nAC\n"""\n')
    with pytest.raises(InputError, match=r"bad\.toml:7: board\[3\]: AC is there twice: line 1 and line 3"):
        accord.load(str(file)).picture()


def test_a_file_that_is_a_board(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(
        "# from a game\nFoundations: H-0 C-2 D-0 S-A\nFreecells: 3H - 2S -\nAH 2H 3C\nAD 2D 3D 3S\n"
    )
    puzzle = accord.load(str(file))
    rules, board = start(puzzle.spec)
    assert (puzzle.family, puzzle.is_plan, rules.ranks) == ("freecell", True, 3)
    assert board.home == [2, 0, 0, 1]
    file.write_text("AH 2H 3C\nAH 2D 3D 3S\n")
    with pytest.raises(InputError, match=r"board\.txt: board\[2\]: AH is there twice"):
        accord.load(str(file))
