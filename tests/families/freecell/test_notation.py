"""Notation: what card moves become for a player leads to the same board when it is played."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, board_of, under
from accord.families.freecell.notation import boards, notation, play_notation, player_moves, replay_notation
from accord.families.freecell.position import COLUMNS
from accord.families.freecell.problem import names_of
from accord.families.freecell.rules import Play, RuleError, legal_moves, replay
from accord.families.freecell.spec import CHOICES, FreeCell
from accord.families.freecell.start import start
from accord.families.freecell.text import ink_suit, read


@st.composite
def games(draw):
    """Rules, a board and legal card moves from it, drawn one by one; sequences are moved on the way."""
    knobs = {key: draw(st.sampled_from(values)) for key, values in CHOICES.items()}
    knobs |= {
        "columns": draw(st.integers(2, 12)),
        "cells": draw(st.integers(0, 4)),
        "ranks": draw(st.integers(1, 5)),
    }
    deal = draw(st.integers(1, 1 << 32))
    rules, board = start(FreeCell(deal=deal, **knobs))
    game = Play(rules, board)
    for number in draw(st.lists(st.integers(0, 1 << 20), max_size=25)):
        runs = [] if rules.sequence == "unlimited" or number % 3 else list(sequences(game))
        if runs:
            game.move(*runs[number % len(runs)])
            continue
        moves = list(legal_moves(rules, game.board))
        if moves:
            game.card(*moves[number % len(moves)])
    return rules, board, game.steps


def sequences(game):
    """The moves of two cards or more."""
    for source in COLUMNS[: game.rules.columns]:
        for target in COLUMNS[: game.rules.columns]:
            for count in range(2, len(game.board.columns[source.at]) + 1):
                if game.may(source, target, count):
                    yield source, target, count


@settings(max_examples=examples(60))
@given(games(), st.sampled_from(["standard", "extended"]))
def test_card_moves_as_notation_and_back(game, form):
    rules, board, moves = game
    after = replay(rules, board, moves)
    words = notation(rules, board, moves, form)
    again = replay_notation(rules, board, " ".join(words), form)
    assert again.board == after
    assert len(words) <= len(moves)
    assert [move.cards for move in again.moves] == [move.cards for move in player_moves(rules, board, moves)]
    if len(words) == len(moves):
        assert again.steps == moves
    # card moves know no order of columns: which empty one a player took is not in them
    assert under(rules, replay(rules, board, again.steps)).tolist() == under(rules, after).tolist()


@settings(max_examples=examples(60))
@given(games(), st.booleans())
def test_english_and_operators_are_read_back(game, signs):
    rules, board, moves = game
    texts = {"english": notation(rules, board, moves, "english"), "cards": names_of(rules, board, moves)}
    for form, lines in texts.items():
        text = "\n".join(lines)
        if signs:
            text = re.sub(r"\S+", lambda word: ink_suit(word[0])[0], text)
        again = replay_notation(rules, board, text)
        assert again.board == replay(rules, board, moves)
        assert len(again.moves) == len(lines)
        assert form == "english" or again.steps == moves


def test_the_game_goes_as_far_as_the_moves_are_legal():
    rules, board = of(BOARD, **KNOBS)
    game, error = play_notation(rules, board, ["25", "2a", "2c", "x"])
    assert (len(game.moves), error.number, error.tried) == (3, 4, "'x'")  # so 25 was one card
    assert game.board == replay_notation(rules, board, "25v1 2a 2c").board
    game, error = play_notation(rules, board, ["25", "2a", "2c"])
    assert (len(game.moves), error) == (3, None)


@settings(max_examples=examples(40))
@given(games())
def test_kernels_see_every_move_of_the_replay(game):
    """One move changes one place of `under`, to its destination. The order of columns is not in it."""
    rules, board, moves = game
    for card, destination in moves:
        before = under(rules, board)
        legal = set(legal_moves(rules, board))
        assert legal == set(legal_moves(rules, board_of(rules, before)))
        board = replay(rules, board, [(card, destination)])
        after = under(rules, board)
        assert [number for number in range(rules.cards) if before[number] != after[number]] in ([card], [])
        assert after[card] == destination


@settings(max_examples=examples(40))
@given(games())
def test_boards_with_the_moves_between(game):
    rules, board, moves = game
    shown = list(boards(rules, board, moves))
    assert read(shown[0], rules) == (rules, board)
    assert read(shown[-1], rules) == (rules, replay(rules, board, moves))
    for text, words, after in zip(shown[::2], shown[1::2], shown[2::2], strict=False):
        _, now = read(text, rules)
        assert replay_notation(rules, now, words.split()[0]).board == read(after, rules)[1]


def of(text, **knobs):
    return start(FreeCell(board=text, **knobs))


BOARD = "Freecells: - 4H -\n5C\n4D 3S 2H\n5H\nAC AD AH AS 2C 2D 2S 3C 3D 3H 4C 4S 5D 5S\n:\n:"
KNOBS = {"columns": 6, "cells": 3, "ranks": 5}


def number(name):
    return 4 * "A2345".index(name[0]) + "CDHS".index(name[1])


def cards(*moves):
    places = {"cell": IN_CELL, "table": ON_TABLE, "home": AT_HOME}
    pairs = [move.split() for move in moves]
    return [(number(card), places[to] if to in places else number(to)) for card, to in pairs]


WRITTEN = [  # card moves; standard, extended, English
    (["2H cell"], ["2a"], ["2a"], ["2H from column 2 to cell a"]),
    (["4H 5C"], ["b1"], ["b1"], ["4H from cell b onto 5C in column 1"]),
    (["4H table"], ["b5"], ["b5"], ["4H from cell b to the empty column 5"]),
    (["2H table"], ["25v1"], ["25"], ["2H from column 2 to the empty column 5"]),
    (["5C table"], ["15"], ["15"], ["5C from column 1 to the empty column 5"]),
    (["2H cell", "3S 4H"], None, None, None),  # 4H lies in a cell
    (["4H 5C", "2H cell", "3S 4H", "2H 3S"], ["b1", "21"], ["b1", "21"], None),
    (["4H 5C", "2H cell", "3S 4H"], ["b1", "2a", "21"], ["b1", "2a", "21"], None),
    (["4H 5C", "2H table", "3S 4H", "2H 3S"], ["b1", "21"], ["b1", "21"], None),
    (
        ["2H cell", "3S cell", "4D 5C", "3S 4D", "2H 3S"],
        ["21"],
        ["21"],
        ["4D, 3S, 2H from column 2 onto 5C in column 1"],
    ),
    (["2H cell", "3S table", "2H 3S"], ["25v2"], ["25v2"], ["3S, 2H from column 2 to the empty column 5"]),
    (["2H cell", "3S cell", "4D table", "3S 4D", "2H 3S"], ["25"], ["25v3"], None),
    (["2H cell", "3S table", "2H table"], ["2a", "25v1", "a6"], ["2a", "25", "a6"], None),  # not together
    (["2H table", "3S table", "2H 3S"], ["26v2"], ["26v2"], ["3S, 2H from column 2 to the empty column 6"]),
]


@pytest.mark.parametrize(("moves", "standard", "extended", "english"), WRITTEN)
def test_what_is_written(moves, standard, extended, english):
    rules, board = of(BOARD, **KNOBS)
    if standard is None:
        with pytest.raises(RuleError, match="move 2"):
            notation(rules, board, cards(*moves))
        return
    assert notation(rules, board, cards(*moves), "standard") == standard
    assert notation(rules, board, cards(*moves), "extended") == extended
    assert english is None or notation(rules, board, cards(*moves), "english") == english
    for form, words in (("standard", standard), ("extended", extended)):
        after = replay_notation(rules, board, " ".join(words), form).board
        assert after == replay(rules, board, cards(*moves))


def test_home_and_upper_case():
    rules, board = of("2C AC\nAD 2D\nAS 2S 2H AH", columns=3, cells=1)
    game = replay_notation(rules, board, "1H 1h\n3h 3H 3A 3h")
    assert game.board.home == [2, 0, 2, 1]


def test_mid_play_cells_keep_their_places_and_gaps():
    rules, board = of(BOARD, **KNOBS)
    shown = list(boards(rules, board, cards("2H cell", "4H 5C", "3S cell")))
    assert [line for text in shown[::2] for line in text.split("\n") if "Free" in line] == [
        "Freecells: - 4H -",
        "Freecells: 2H 4H -",
        "Freecells: 2H - -",
        "Freecells: 2H 3S -",
    ]
    assert shown[3] == "b1  4H from cell b onto 5C in column 1"


def test_a_card_in_any_free_cell_when_it_is_named():
    rules, board = of(BOARD, **KNOBS)
    assert replay_notation(rules, board, "2c").board.cells == [None, number("4H"), number("2H")]


def test_columns_of_two_digits():
    cells = {"columns": 12, "cells": 10, "ranks": 3}
    rules, board = of(":\n" * 9 + ": 3C 2D\n: AC AD AH AS 2C 2H 2S 3D 3H\n: 3S", **cells)
    for text, at in (("10-12", 11), ("1012", 11), ("10-1", 0), ("101", 0)):
        assert replay_notation(rules, board, text, "extended").board.columns[at][-1] == number("2D")
    assert replay_notation(rules, board, "10m m12").board.columns[11][-1] == number("2D")
    assert replay_notation(rules, board, "10k").board.cells[7] == number("2D")
    with pytest.raises(RuleError, match="move 1: '111': it can be read in two ways; write a hyphen"):
        replay_notation(rules, board, "111")
    moves = [(number("2D"), number("3S"))]
    assert notation(rules, board, moves) == ["10-12"]


@pytest.mark.parametrize(
    "word", ["x1", "1", "12345", "1i", "h1v", "1ah", "-", "0a", "1v2", "19z", "1-2-3", "²1", "25v0"]
)
def test_what_is_no_move(word):
    rules, board = of(BOARD, **KNOBS)
    with pytest.raises(
        RuleError, match=r"^move 2: .*(no move|there is no|a card stays home|one card or more)"
    ):
        replay_notation(rules, board, f"2a {word}")


def test_fewer_cards_to_an_empty_column_are_tried_in_standard_notation_only():
    rules, board = of(BOARD, **KNOBS)  # 25 is 4D 3S 2H; then nothing in column 2 is left for 2a
    game = replay_notation(rules, board, "25 2a 2c")
    assert [len(move.cards) for move in game.moves] == [1, 1, 1]
    assert [len(move.cards) for move in replay_notation(rules, board, "25 5a").moves] == [3, 1]
    with pytest.raises(RuleError, match="move 2: from column 2 to cell a: column 2 is empty"):
        replay_notation(rules, board, "25v3 2a")
    assert [len(move.cards) for move in replay_notation(rules, board, "25 21").moves] == [2, 1]
    with pytest.raises(RuleError, match="move 4"):
        replay_notation(rules, board, "25 2a 2c 2b")


def test_cards_that_rest_on_another_column_are_no_sequence_move():
    """2H rests on 3C and AC in the cell: so three cards move, of which the rules let two move together."""
    text = "4D 3S 2H AC\n4H\n5C 3C\nAD AH AS 2C 2D 2S 3D 3H 4C 4S 5D 5S 5H"
    rules, board = of(text, columns=4, cells=1, ranks=5)
    with pytest.raises(RuleError, match=r"^move 1: 3 cards from column 1 to column 2: 1 free cell and"):
        replay_notation(rules, board, "12v3")
    moves = cards("AC cell", "2H 3C", "3S 4H", "2H 3S", "AC 2H")
    assert notation(rules, board, moves) == ["1a", "13", "12", "32", "a2"]
    after = replay(rules, board, moves)
    assert after.columns[1] == [number(name) for name in ("4H", "3S", "2H", "AC")]
