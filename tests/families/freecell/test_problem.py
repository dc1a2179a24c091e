"""FreeCell as a plan problem: in every position the operators are the moves that the rules allow."""

import random

import pytest
from plan_problems import applied

import accord
from accord.errors import InputError, RefusedError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, under
from accord.families.freecell.problem import moves_of, names_of, problem_of
from accord.families.freecell.rules import Play, legal_moves, replay
from accord.plans.explicit import AStar, BreadthFirst

GAMES = [
    "1,ranks=3,columns=4,cells=1",
    "2,ranks=4,columns=5,cells=2",
    "3,ranks=4,columns=6,cells=0",
    "bakers_game:4,ranks=4,columns=4,cells=2",
    "5,ranks=4,columns=4,cells=2,build=rank",
    "6,ranks=4,columns=5,cells=3,fill=kings",
    "7,ranks=4,columns=5,cells=3,fill=none",
    "eight_off:8,ranks=5",
    "9",
    "Foundations: H-2 C-A D-0 S-A/Freecells: 5D -/4H 4C 2C 5S 3H/5C 3D 4D 2D/4S AD 3S/5H 3C 2S,"
    "ranks=5,columns=4,cells=2",
]


def state_of(problem, rules, board):
    """A position as a state, by names, from what each card lies on."""
    lies = under(rules, board)
    last = {column[-1] for column in board.columns if column}
    words = {IN_CELL: "cell", ON_TABLE: "column", AT_HOME: "home"}
    state = []
    for variable in problem.variables:
        card = next(card for card in range(rules.cards) if rules.name(card) == variable.split()[0])
        value = "yes" if card in last else "no"
        if " " not in variable:
            below = int(lies[card])
            value = words[below] if below in words else rules.name(below)
        state.append(problem.fact_index[variable, value][1])
    return tuple(state)


@pytest.mark.parametrize("text", GAMES)
def test_operators_are_the_legal_moves(text):
    """On random walks; a card that is alone in a column may by the rules go to an empty one, in vain."""
    rules, board = freecell.start(freecell.parse(text))
    problem, draw = problem_of(rules, board), random.Random(5)
    play, state, seen = Play(rules, board), problem.initial, 0
    for _ in range(25):
        assert state == state_of(problem, rules, play.board)
        lies = under(rules, play.board)
        legal = {move for move in legal_moves(rules, play.board) if lies[move[0]] != move[1]}
        usable = [o for o in range(len(problem.operators)) if applied(problem, state, o) is not None]
        names = [problem.operators[o].name for o in usable]
        moves = moves_of(rules, names)
        assert len(moves) == len(set(moves))
        assert set(moves) == legal
        if not legal:
            break
        seen += 1
        at = draw.randrange(len(usable))
        assert names_of(rules, play.board, [moves[at]]) == [names[at]]
        play.card(*moves[at])
        state = applied(problem, state, usable[at])
    assert seen


@pytest.mark.parametrize("text", GAMES[:8])
def test_the_bound_is_never_too_large(text):
    """A* with it, and without, on decks of three ranks."""
    text = text.replace("ranks=4", "ranks=3").replace("ranks=5", "ranks=3")
    problem = problem_of(*freecell.start(freecell.parse(text)))
    star, wide = AStar(problem, problem.bound), BreadthFirst(problem)
    for _ in star.steps(100_000):
        pass
    for _ in wide.steps(20_000):
        pass
    assert star.answer
    if wide.answer:
        assert (star.answer, len(star.plan or [])) == (wide.answer, len(wide.plan or []))
    else:
        assert len(star.plan) >= wide.bound


def test_plans_and_moves_are_read_back():
    puzzle = accord.load("freecell:1,ranks=4,columns=4,cells=2")
    planned = accord.plan(puzzle, mode="optimal", engine="a-star")
    rules, board = freecell.start(puzzle.spec)
    assert names_of(rules, board, planned.cards) == list(planned.plan)
    assert moves_of(rules, planned.plan) == list(planned.cards)
    assert sum(replay(rules, board, planned.cards).home) == rules.cards
    with pytest.raises(InputError, match="found the move"):
        moves_of(rules, ["9Z: cell -> home"])


def test_what_is_refused():
    with pytest.raises(RefusedError, match="sequences"):
        _ = accord.load("relaxed_freecell:1").plan_problem


def test_cards_at_home_are_no_variables():
    problem = accord.load("freecell:Foundations: H-2 C-2 D-2 S-A/2S,ranks=2,columns=1,cells=0").plan_problem
    assert problem.variables == ("2S", "2S last")
    assert [operator.name for operator in problem.operators] == ["2S: column -> home"]
