"""Small decks of FreeCell: breadth-first search, A*, sat and cpsat say the same."""

from itertools import product

import pytest

import accord

SHAPES = list(product((3, 4, 5), (3, 4, 5), (0, 1, 2)))  # ranks, columns, cells
EASY = [(3, 3, 0), (3, 3, 1), (3, 4, 0), (3, 5, 0), (4, 3, 0), (5, 3, 0)]
LARGEST = 40
MOST_STATES = 300_000


def deck(number, shape):
    ranks, columns, cells = shape
    return accord.load(f"freecell:{number},ranks={ranks},columns={columns},cells={cells}")


def agree(puzzle, largest=LARGEST, time_limit=None):
    """All on one deck; where time runs out, what was refuted until then agrees, and the test is skipped."""
    late = []
    star = accord.plan(puzzle, engine="a-star", mode="optimal", state_limit=MOST_STATES)
    wide = accord.plan(puzzle, engine="breadth-first", mode="impossible", state_limit=MOST_STATES)
    assert star.answer in ("shortest", "impossible"), star.words
    if wide.limit != "states":
        assert (wide.answer, wide.moves) == (star.answer, star.moves)
    else:
        assert star.moves is None or star.moves >= wide.bound
    # where there is no plan, the first horizon may as well be the last: it refutes all below it too
    options = {} if star.answer == "shortest" else {"start": str(largest)}
    for backend in ("sat", "cpsat"):
        planned = accord.plan(
            puzzle,
            mode="optimal",
            backend=backend,
            largest=largest,
            options=options,
            time_limit=time_limit,
        )
        if planned.status == "time":
            assert star.moves is None or (planned.no_at or 0) < star.moves <= (planned.moves or star.moves)
            late.append(f"{backend}: {planned.words}")
        elif star.answer == "shortest":
            assert (planned.answer, planned.moves) == ("shortest", star.moves)
            assert (planned.no_at, planned.yes_at) == (star.moves - 1, star.moves)
        else:
            assert (planned.answer, planned.status, planned.plan) == ("gave-up", "limit", None)
            assert planned.reason == f"no plan up to {largest} moves"
            assert (planned.no_at, planned.bound) == (largest, largest + 1)
    if late:
        pytest.skip("; ".join(late))


@pytest.mark.full
@pytest.mark.parametrize("number", range(len(EASY)))
def test_one_of_each_easy_shape(number):
    agree(deck(1 + number, EASY[number]))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(300))
def test_three_hundred(number):
    agree(deck(101 + number, SHAPES[number % len(SHAPES)]), time_limit=120)
