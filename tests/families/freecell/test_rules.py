"""The rules checker: each rule and each knob by hand, both sides of it, and plans of another program."""

import pickle
import re
from pathlib import Path

import pytest
from looped import looped

import accord
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE
from accord.families.freecell.notation import replay_notation
from accord.families.freecell.position import CELLS, COLUMNS, HOME
from accord.families.freecell.rules import Play, RuleError, legal_moves, replay
from accord.families.freecell.spec import FreeCell, Rules
from accord.families.freecell.start import start

PLANS = re.findall(
    r"^plan (\S+) (\S+)\n(.*?)^end$",
    (Path(__file__).parents[2] / "data" / "freecell-plans.txt").read_text(),
    re.MULTILINE | re.DOTALL,
)


def play(text, **knobs):
    """A game from a board; its cards may be any, the rest of them is put at the bottom of a last column."""
    knobs = {"columns": 4, "cells": 1, "ranks": 4} | knobs
    lines = text.split("\n")
    columns = [line for line in lines if ":" not in line]
    home = re.findall(r"([CDHS])-([A234])", text)
    there = set(re.findall(r"[A234TJQK5-9][CDHS]\b", text))
    there |= {rank + suit for suit, top in home for rank in "A234"["A234".index("A") : "A234".index(top) + 1]}
    signs = "A23456789TJQK"[: knobs["ranks"]]
    rest = [rank + suit for rank in signs for suit in "CDHS" if rank + suit not in there]
    columns += [""] * (knobs["columns"] - 1 - len(columns))
    board = [*(line for line in lines if ":" in line), *columns, " ".join(rest)]
    return Play(*start(FreeCell(board="\n".join(board) + "\n# end", **knobs)))


def card(name):
    if name == "cell":
        return IN_CELL
    if name == "table":
        return ON_TABLE
    if name == "home":
        return AT_HOME
    return 4 * "A23456789TJQK".index(name[0]) + "CDHS".index(name[1])


# what a card may be put on: board, knobs, the move, why not (None: it is legal)
MOVES = [
    # build: rank and colour
    ("4C\n3D", {}, "3D 4C", None),
    ("4C\n3H", {}, "3H 4C", None),
    ("4D\n3C", {}, "3C 4D", None),
    ("4D\n3S", {}, "3S 4D", None),
    ("4C\n3S", {}, "3S 4C", "3S does not go on 4C; only a red 3 does"),
    ("4C\n3C", {}, "3C 4C", "only a red 3 does"),
    ("4D\n3H", {}, "3H 4D", "only a black 3 does"),
    ("4C\n2D", {}, "2D 4C", "2D does not go on 4C"),
    ("3C\n4D", {}, "4D 3C", "4D does not go on 3C; only a red 2 does"),
    ("4C\n4D", {}, "4D 4C", "does not go"),
    ("AC\nAD", {}, "AD AC", "nothing goes on an ace"),
    ("AC\n4D", {}, "4D AC", "nothing goes on an ace"),
    ("4C\n3C", {"build": "suit"}, "3C 4C", None),
    ("4C\n3S", {"build": "suit"}, "3S 4C", "only 3C does"),
    ("4C\n3D", {"build": "suit"}, "3D 4C", "only 3C does"),
    ("4C\n2C", {"build": "suit"}, "2C 4C", "only 3C does"),
    ("4C\n3C", {"build": "rank"}, "3C 4C", None),
    ("4C\n3S", {"build": "rank"}, "3S 4C", None),
    ("4C\n3D", {"build": "rank"}, "3D 4C", None),
    ("4C\n2D", {"build": "rank"}, "2D 4C", "only a 3 does"),
    # only the last card of a column moves, and only on the last one
    ("4C\n3D AS", {}, "3D 4C", "3D lies under AS"),
    ("4C\n3D 2S", {}, "3D 4C", "3D lies under 2S"),
    ("4C AS\n3D", {}, "3D 4C", "4C is not the last card of a column"),
    ("4C 3D\n3H", {}, "3D 4C", "4C is not the last card of a column"),
    ("Freecells: 4C\n3D", {}, "3D 4C", "4C is not the last card of a column"),
    ("Foundations: C-A\n2D", {}, "2D AC", "AC is not the last card of a column"),
    # cells
    ("4C\n3D", {}, "3D cell", None),
    ("Freecells: 3D\n4C", {}, "3D 4C", None),
    ("Freecells: 3D\n4C", {}, "4C cell", "no cell is free"),
    ("4C", {"cells": 0}, "4C cell", "no cell is free"),
    ("Freecells: 3D -\n4C", {"cells": 2}, "4C cell", None),
    ("4C AS", {}, "4C cell", "4C lies under AS"),
    # empty columns
    ("4C\n3D", {}, "3D table", None),
    ("4C\n4D 3S", {}, "3S table", None),
    ("Freecells: 3D\n4C", {}, "3D table", None),
    ("4C\n3D\n2S", {}, "3D table", "no column is empty"),
    ("3D", {"fill": "kings"}, "3D table", "only a king may go to an empty column"),
    ("4C", {"fill": "kings"}, "4C table", None),
    ("Freecells: 4D\n3D", {"fill": "kings"}, "4D table", None),
    ("QC", {"fill": "kings", "ranks": 13}, "QC table", "only a king"),
    ("KC", {"fill": "kings", "ranks": 13}, "KC table", None),
    ("4C", {"fill": "none"}, "4C table", "no card may go to an empty column"),
    ("2C", {"fill": "none"}, "2C table", "no card may go to an empty column"),
    # home
    ("AC", {}, "AC home", None),
    ("2C AC", {}, "2C home", "2C lies under AC"),
    ("2C", {}, "2C home", "it is not the next of its suit; the next is AC"),
    ("Foundations: C-A\n2C", {}, "2C home", None),
    ("Foundations: C-A\n3C", {}, "3C home", "the next is 2C"),
    ("Foundations: D-A\n2C", {}, "2C home", "the next is AC"),
    ("Foundations: C-3\nFreecells: 4C", {}, "4C home", None),
    ("Foundations: C-A\n2D", {}, "AC cell", "AC is home already"),
    ("Foundations: C-A\n2D", {}, "AC 2D", "AC is home already"),
    ("Foundations: C-A\n2D", {}, "AC home", "AC is home already"),
    # a run as one move, where sequences are unlimited
    ("4C\n3D 2S AH", {"sequence": "unlimited", "cells": 0}, "3D 4C", None),
    ("4C\n3D 2H", {"sequence": "unlimited"}, "3D 4C", "2H is not built on 3D"),
    ("4C\n3D 2S", {"sequence": "unlimited"}, "3D cell", "only one card can go there at a time"),
    ("4C\nAD 2S", {"sequence": "unlimited"}, "AD home", "2S is not built|only one card can go there"),
    ("4S\n4C 3D 2S", {"sequence": "unlimited"}, "3D 4S", None),
    ("4S\n4C 3D 2S", {"sequence": "unlimited", "cells": 0}, "3D table", None),
    ("4S\n4C 3D 2S", {"sequence": "unlimited", "fill": "kings"}, "3D table", "only a king"),
    ("4S\n4C 3D 2S", {"sequence": "unlimited", "fill": "kings", "cells": 0}, "4C table", None),
    ("4S\n4C 3D 2S", {"sequence": "unlimited", "fill": "none"}, "4C table", "no card may go"),
    ("4S\n4C 3D 2S", {"sequence": "unlimited"}, "3D 2S", "it lies there already"),
]


@looped(("text", "knobs", "move", "why"), MOVES)
def test_card_moves(text, knobs, move, why):
    game = play(text, **knobs)
    before = game.board.copy()
    moved, destination = map(card, move.split())
    assert game.allows(moved, destination) == (why is None)
    assert ((moved, destination) in list(legal_moves(game.rules, before))) == (why is None)
    assert game.board == before
    if why is None:
        game.card(moved, destination)
        assert game.board != before
        assert set(game.board.cards()) == set(before.cards()) - ({moved} if destination == AT_HOME else set())
        return
    with pytest.raises(RuleError, match=why) as caught:
        game.card(moved, destination)
    assert caught.value.number == 1
    assert game.board == before


# sequence moves: board, knobs, source, target and number of cards, why not
SEQUENCES = [
    ("4C\n3D 2S", {"cells": 1}, (1, 0, 2), None),
    ("4C\n3D 2S", {"cells": 0, "columns": 3}, (1, 0, 2), "0 free cells and 0 empty columns let 1 card move"),
    ("4C\n3D 2S", {"cells": 0, "columns": 4}, (1, 0, 2), None),
    (
        "4C\n3D 2S AH",
        {"cells": 1, "columns": 3},
        (1, 0, 3),
        "1 free cell and 0 empty columns let 2 cards move together",
    ),
    ("4C\n3D 2S AH", {"cells": 1, "columns": 4}, (1, 0, 3), None),
    ("4C\n3D 2S AH", {"cells": 2, "columns": 3}, (1, 0, 3), None),
    ("Freecells: 4H -\n4C\n3D 2S AH", {"cells": 2, "columns": 3}, (1, 0, 3), "let 2 cards move"),
    ("4C\n4D 3S 2H AC", {"cells": 0, "columns": 5}, (1, 2, 4), "let 2 cards move"),
    ("4C\n4D 3S 2H AC", {"cells": 1, "columns": 5}, (1, 2, 4), None),
    ("4C\n4D 3S 2H AC", {"cells": 0, "columns": 6}, (1, 2, 4), None),
    ("5C\n4D 3S 2H AC", {"cells": 0, "columns": 5, "ranks": 5}, (1, 0, 4), None),
    ("5C\n4D 3S 2H AC", {"cells": 0, "columns": 4, "ranks": 5}, (1, 0, 4), "let 2 cards move"),
    # empty columns are of no use on the way if only kings may go there
    ("4C\n3D 2S AH", {"cells": 1, "columns": 6, "fill": "kings"}, (1, 0, 3), "0 empty columns let 2 cards"),
    ("4C\n3D 2S AH", {"cells": 1, "columns": 6, "fill": "none"}, (1, 0, 3), "0 empty columns let 2 cards"),
    ("4C\n3D 2S AH", {"cells": 2, "columns": 4, "fill": "kings"}, (1, 0, 3), None),
    ("4S\n4C 3D 2S", {"cells": 2, "fill": "kings"}, (1, 2, 3), None),
    ("4S\n4C 3D 2S", {"cells": 2, "fill": "kings"}, (1, 2, 2), "only a king"),
    ("4S\n4C 3D 2S", {"cells": 2, "fill": "none"}, (1, 2, 3), "no card may go"),
    # what moves together is built on each other
    ("4C\n3D 2H", {}, (1, 0, 2), "2H is not built on 3D, so they cannot move together"),
    ("4C\n3D AS", {}, (1, 0, 2), "AS is not built on 3D"),
    ("4C\n3C 2C", {"build": "suit"}, (1, 0, 2), None),
    ("4C\n3C 2D", {"build": "suit"}, (1, 0, 2), "2D is not built on 3C"),
    ("4C\n3C 2D", {"build": "rank"}, (1, 0, 2), None),
    ("4C\n3S 2D", {}, (1, 0, 2), "3S does not go on 4C"),
    ("4C\n3D 2S", {}, (1, 0, 1), "2S does not go on 4C"),
    # places that are not there
    ("4C\n3D", {}, (1, 0, 2), "column 2 has 1 card"),
    ("4C\n3D", {}, (1, 0, 0), "a move is of one card or more"),
    ("4C\n3D", {}, (2, 0, 1), "column 3 is empty"),
    ("4C\n3D", {}, (1, 1, 1), "it lies there already"),
    ("4C\n3D", {}, (1, 7, 1), "there is no column 8"),
    ("4C\n3D", {}, (7, 1, 1), "there is no column 8"),
    ("4C\n3D", {}, (1, "a", 1), None),
    ("4C\n3D", {}, (1, "b", 1), "there is no cell b"),
    ("4C\n3D", {}, ("b", 0, 1), "there is no cell b"),
    ("Freecells: - 4D\n4C\n3D", {"cells": 2}, (1, "b", 1), "cell b holds 4D"),
    ("Freecells: - 4D\n4C\n3D", {"cells": 2}, (1, "a", 1), None),
    ("Freecells: - 3D\n4C", {"cells": 2}, ("b", "a", 1), None),
    ("Freecells: - 3D\n4C", {"cells": 2}, ("a", 0, 1), "cell a is empty"),
    ("Freecells: - 3D\n4C", {"cells": 2}, ("b", 0, 2), "cell b has 1 card"),
    ("4C\n3D 2S", {"cells": 2}, (1, "a", 2), "only one card can go there at a time"),
    ("4C\n2D AD", {}, (1, "h", 2), "only one card can go there at a time|AD is not built"),
    ("4C\nAD", {}, (1, "h", 1), None),
    ("Foundations: D-A\n4C\n2D", {}, ("h", 0, 1), "a card stays home"),
]


def place(sign):
    if sign == "h":
        return HOME
    return CELLS["ab".index(sign)] if isinstance(sign, str) else COLUMNS[sign]


@looped(("text", "knobs", "move", "why"), SEQUENCES)
def test_players_moves(text, knobs, move, why):
    game = play(text, **knobs)
    before = game.board.copy()
    source, target, count = place(move[0]), place(move[1]), move[2]
    assert game.may(source, target, count) == (why is None)
    if why is None:
        made = game.move(source, target, count)
        assert (made.source, made.target, len(made.cards)) == (source, target, count)
        if source.kind == target.kind == "column":
            assert game.board.columns[target.at][-count:] == before.columns[source.at][-count:]
            assert game.board.columns[target.at][:-count] == before.columns[target.at]
            assert game.board.columns[source.at] == before.columns[source.at][:-count]
            assert (game.board.cells, game.board.home) == (before.cells, before.home)
        return
    with pytest.raises(RuleError, match=why):
        game.move(source, target, count)
    assert game.board == before


@pytest.mark.parametrize(
    ("column", "cells", "columns", "most"),
    [
        ("AC 4C 3D 2S", 2, 4, 3),
        ("AC 4C 3D 2S", 1, 4, 2),
        ("AC 4C 3D 2S", 1, 5, 3),
        ("4C", 0, 4, 1),
        ("2C 2D", 3, 4, 1),
    ],
)
def test_the_most_that_go_to_an_empty_column(column, cells, columns, most):
    game = play(f"4S\n{column}", cells=cells, columns=columns)
    assert game.most(COLUMNS[1], COLUMNS[2]) == most
    assert game.move(COLUMNS[1], COLUMNS[2], most).most
    if most > 1:
        game = play(f"4S\n{column}", cells=cells, columns=columns)
        assert not game.move(COLUMNS[1], COLUMNS[2], most - 1).most


def test_unknown_numbers_are_illegal():
    game = play("4C\n3D")
    for moved, destination in ((-1, 0), (16, 0), (card("3D"), 99), (card("3D"), -1), (255, 255)):
        assert not game.allows(moved, destination)
        with pytest.raises(RuleError, match="there is no"):
            game.card(moved, destination)


def test_where_there_is_a_choice_the_leftmost_is_taken():
    game = play("Freecells: 4H - -\n4C\n3D 2S\n\n", columns=5, cells=3)
    assert game.card(card("2S"), IN_CELL).target == CELLS[1]
    assert game.card(card("4H"), ON_TABLE).target == COLUMNS[2]
    assert game.card(card("3D"), IN_CELL).target == CELLS[0]
    assert game.board.cells == [card("3D"), card("2S"), None]


def test_an_error_says_which_move():
    _, board = start(FreeCell(deal=1))
    with pytest.raises(RuleError) as caught:
        replay(
            Rules(), board, [(card("6C"), IN_CELL), (card("8H"), IN_CELL), (card("3D"), card("4H")), (0, 1)]
        )
    assert str(caught.value) == "move 3: 3D onto 4H: 3D does not go on 4H; only a black 3 does"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_the_board_that_is_given_stays():
    rules, board = start(FreeCell(deal=1))
    before = board.copy()
    after = replay(rules, board, [(card("6C"), IN_CELL)])
    assert board == before != after


def test_the_moves_of_the_first_deal():
    """By hand: the last cards are 6S 9C 2H 6H 6C 3D 8C TC, none has a place among the others but 5s."""
    rules, board = start(FreeCell(deal=1))
    moves = {(rules.name(moved), destination) for moved, destination in legal_moves(rules, board)}
    lasts = {"6S", "9C", "2H", "6H", "6C", "3D", "8C", "TC"}
    assert moves == {(last, IN_CELL) for last in lasts}


@pytest.mark.parametrize(("name", "form", "text"), PLANS)
def test_plans_of_another_program(name, form, text):
    rules, board = start(accord.load(name).spec)
    game = replay_notation(rules, board, text, form)
    assert game.solved
    assert len(game.moves) == len(text.split())
    assert replay(rules, board, game.steps) == game.board


def test_a_plan_with_a_move_left_out_is_noticed():
    name, form, text = next(plan for plan in PLANS if plan[0] == "freecell:13")
    rules, board = start(accord.load(name).spec)
    words = text.split()
    for at in range(len(words)):
        assert not solves(rules, board, [*words[:at], *words[at + 1 :]], form)


def solves(rules, board, words, form):
    try:
        return replay_notation(rules, board, " ".join(words), form).solved
    except RuleError:
        return False
