"""A board as a scene of cards: every column is one, an empty one too, and cells are cells."""

import accord
from accord.families.freecell.card_moves import boards, of_names
from accord.families.freecell.record import card_scene
from accord.scene import cards

EMPTY_COLUMN = """\
Foundations: H-3 C-0 D-0 S-A
Freecells: QS - - KC
: 7H 8S
:
: KD"""


def laid(monkeypatch, text):
    """What the table is given: free cells, foundations, columns."""
    given = []
    monkeypatch.setattr(cards, "table", lambda *parts: given.append(parts))
    card_scene(text.splitlines())
    return given[0]


def test_an_empty_column_is_a_column_and_no_row_of_cells(monkeypatch):
    cells, home, columns = laid(monkeypatch, EMPTY_COLUMN)
    assert cells == ["QS", "", "", "KC"]
    assert home == ["3H", "C", "D", "AS"]
    assert columns == [["7H", "8S"], [], ["KD"]]


def test_a_board_without_empty_columns_has_no_colons(monkeypatch):
    cells, _, columns = laid(monkeypatch, "Freecells: QS -\n7H 8S\nKD")
    assert (cells, columns) == (["QS", ""], [["7H", "8S"], ["KD"]])


def test_each_board_of_a_game_shows_each_card_once(monkeypatch):
    puzzle = accord.load("freecell:17")
    planned = accord.plan(puzzle, mode="fast")
    texts = [*boards(puzzle.spec, of_names(puzzle.spec, planned.plan), "standard")][::2]
    assert any(line == ":" for text in texts for line in text.split("\n")), "no column is ever empty"
    for text in texts:
        cells, home, columns = laid(monkeypatch, text)
        assert len(columns) == 8
        assert sum(map(bool, cells)) + sum(map(len, columns)) + sum(map(rank, home)) == 52


def rank(card):
    """How many cards of its suit lie under the top card of a foundation, itself among them."""
    return "A23456789TJQK".index(card[0]) + 1 if len(card) == 2 else 0
