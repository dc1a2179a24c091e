"""The tracer makes the choices of the window kernel: the same boards wait at each slice end, and in order."""

import numpy as np
import pytest
from brute_force import all_solutions
from hypothesis import given
from hypothesis import strategies as st
from random_models import packings

import accord
from accord.backends.contract import Request
from accord.backends.native import window, window_tables
from accord.errors import RefusedError
from accord.kernels import load
from accord.trace.search import Search
from accord_native.progress import DONE, NODES, SOLUTIONS
from accord_native.window.layout import BREADTH


def reduced(name, variant=None):
    return accord.load(name, variant).model.reduced[0]


def slices(model, budget):
    """What waits at the end of each call of the kernel, with the nodes below roots and the solutions."""
    lowered = window_tables.lower(model)
    kernel = load("accord_native.window.search", **lowered.variant)
    jobs = window.WindowJobs(model, lowered, kernel, Request(task="count", solutions=False))
    nodes = solutions = 0
    for job in range(jobs.count):
        walk, end = jobs.begin(job), None
        while end != DONE:
            end = walk.call(np.uint64(budget))
            counted = nodes + int(walk.state[NODES]), solutions + int(walk.state[SOLUTIONS])
            yield walk.board.__self__.levels(), *counted
        nodes, solutions = counted
        walk.over()


def compared(model, budget, most=None):
    """At how many slice ends the same waits in both, up to so many nodes; fails where it does not."""
    search = Search(model, breadth=min(int(BREADTH), budget))
    expansions = search.expansions()
    for number, (levels, nodes, solutions) in enumerate(slices(model, budget)):
        while search.nodes - search.roots < nodes or (levels and not search.levels):
            assert next(expansions, None) is not None
        assert [[(row.chosen, row.fits) for row in level] for level in search.levels] == levels
        assert (search.nodes - search.roots, search.solutions) == (nodes, solutions)
        if most is not None and nodes >= most:
            return number
    return number


@pytest.mark.full
@pytest.mark.parametrize("budget", [1, 10, 100, 1_000, 10_000])
@pytest.mark.parametrize(
    ("name", "variant", "most"),
    [
        ("pentomino-4x15", "hoyt", 20_000),
        ("meteor", None, 10_000),  # hexagons, in rows that are staggered
        ("tetrahexes-4x7", None, 1_000),  # hexagons, and two words of orientations
        ("polyhexes-4x10", None, 4_000),  # these, and cells of two kinds
        ("dominoes-6x6", None, 4_000),  # no pieces, so the search begins at the first cell
    ],
)
def test_what_waits_at_the_end_of_each_slice_is_what_waits_in_the_kernel(name, variant, most, budget):
    most = min(most, 1_000 * budget)
    assert compared(reduced(name, variant), budget, most) >= min(most // (BREADTH * budget), 3)


@pytest.mark.slow
@pytest.mark.parametrize("budget", [10, 1_000])
def test_all_of_the_search_is_that_of_the_kernel(budget):
    assert compared(reduced("pentomino-4x15", "hoyt"), budget) > 100


def played(events):
    """Hold each event against the one before it; the solutions that were shown."""
    board, solutions, last = (), [], None
    for event in events:
        match event.kind:
            case "place" | "return":
                board = (*board, event.option)
            case "remove":
                assert board[-1] == event.option
                board = board[:-1]
            case "solution":
                solutions.append(tuple(sorted(board)))
        assert event.chosen == board
        assert event.depth == len(board)
        if last is not None:
            assert event.nodes == last.nodes + (event.kind == "place")
            assert event.dead_ends == last.dead_ends + (event.kind == "dead end")
            assert event.solutions == last.solutions + (event.kind == "solution")
        last = event
    return solutions, last


@pytest.mark.full
@pytest.mark.parametrize("breadth", [1, 3, 64])
@pytest.mark.parametrize("name", ["tetrahexes-4x7", "dominoes-6x6"])
def test_events_lead_from_board_to_board_and_end_with_the_count_and_the_nodes_of_the_engine(name, breadth):
    model = reduced(name)
    solutions, last = played(Search(model, breadth=breadth))
    outcome = accord.run(model, "all", engine="window", backend="native")
    assert sorted(solutions) == sorted(each.options for each in outcome.solutions)
    assert (last.nodes, last.solutions) == (outcome.effort["nodes"], outcome.count)
    assert last.kind == "remove"
    assert last.chosen == ()  # the board is empty in the end


@given(packings(), st.integers(1, 3))
def test_each_solution_of_any_packing_is_met_once(model, breadth):
    try:
        search = Search(model, breadth=breadth)
    except RefusedError:
        return
    solutions, last = played(search)
    assert sorted(solutions) == sorted(all_solutions(model))
    assert len(solutions) == last.solutions


def test_a_limit_ends_the_search_at_that_solution_and_begins_at_the_first_cell():
    model = reduced("pentomino-4x15")
    solutions, last = played(Search(model, limit=1, breadth=int(BREADTH)))
    assert last.kind == "solution"
    assert accord.run(model, "first", engine="window").solutions[0].options == solutions[0]


def test_the_piece_that_goes_first_is_the_one_that_is_asked_for():
    model = reduced("tetrahexes-4x7")
    item = int(model.items - 1)
    search = Search(model, root=item)
    roots = {event.chosen[0] for event in search if event.chosen}
    assert roots == set(model.options_of(item).tolist())
    assert search.roots == len(roots)


def test_a_model_that_the_engine_refuses_is_refused_here():
    with pytest.raises(RefusedError, match="window takes demands"):
        Search(accord.load("template").model)
