"""The engine of dancing cells: brute force, agreement with bitset, sparse covers, resumption, refusals."""

import itertools
import re
import sys
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
import searches
from brute_force import grown
from hypothesis import given, settings
from hypothesis import strategies as st
from models import exact, langford, queens
from profiles import examples
from random_models import covers
from searches import a_node_and_a_solution_at_a_time

from accord.backends.contract import Request
from accord.backends.native import cells, walks
from accord.backends.native.bitset import Bitset
from accord.backends.native.cells import Cells, CellsJobs
from accord.model import Model
from accord.model.verify import verify
from accord.puzzles.loader import load
from accord_native.progress import DONE, NODES, PAUSED, SOLUTIONS

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEED, HOLES = 0, 148  # of the sudoku of 16 x 16 that speed is measured on: it has more than 10,000 solutions
searched = partial(searches.searched, Cells())


def sudoku(grid):
    """The cover of a grid of digits from 0 on, -1 where it is empty: cells, then rows, columns, boxes."""
    n, box = len(grid), int(len(grid) ** 0.5)
    options = []
    for r, c in itertools.product(range(n), range(n)):
        square = n * (r // box * box + c // box)
        for d in range(n) if grid[r][c] < 0 else [int(grid[r][c])]:
            options.append([n * r + c, n * n + n * r + d, 2 * n * n + n * c + d, 3 * n * n + square + d])
    return exact(4 * n * n, options)


def sudoku_16(seed=SEED, holes=HOLES):
    """A grid of 16 x 16: a filled one, with bands, rows, columns and digits shuffled, and holes made."""
    random = np.random.default_rng(seed)
    rows, columns = (
        np.concatenate([4 * band + random.permutation(4) for band in random.permutation(4)]) for _ in range(2)
    )
    digits = random.permutation(16)
    grid = np.array([[digits[(4 * (r % 4) + r // 4 + c) % 16] for c in columns] for r in rows])
    grid.ravel()[random.choice(256, holes, replace=False)] = -1
    return grid


# -- agreement with brute force ---------------------------------------------------------------------


@pytest.mark.parametrize("pace", [nullcontext, a_node_and_a_solution_at_a_time])
@given(model=covers() | covers(("red", "blue")), data=st.data())
@settings(max_examples=examples(80))
def test_agrees_with_grown(pace, model, data):
    truth = grown(model)
    root = data.draw(st.none() | st.sampled_from(np.flatnonzero(model.low).tolist() or [None]))
    with pace():
        count, found, effort = searched(model, root=root)
        assert (count, found) == (len(truth), truth)
        assert searched(model, root=root, solutions=False)[::2] == (count, effort)


@given(model=covers() | covers(("red", "blue")), data=st.data())
@settings(max_examples=examples(100))
def test_jobs_share_the_solutions_out(model, data):
    root = data.draw(st.none() | st.sampled_from(np.flatnonzero(model.low).tolist() or [None]))
    assert searched(model, root=root, save_when=lambda: False)[1] == grown(model)


# -- agreement with bitset, and known counts --------------------------------------------------------


@pytest.mark.parametrize("name", ["queens-8", "langford-8", "pentomino-3x20"])
def test_agrees_with_bitset_on_the_library(name):
    model = load(name).model
    assert searches.searched(Bitset(), model)[1] == searched(model)[1]


@pytest.mark.slow
def test_agrees_with_bitset_on_the_soma_cube():
    model = load("soma").model
    assert searches.searched(Bitset(), model)[1] == searched(model)[1]


@pytest.mark.parametrize(
    ("model", "count"),
    [(langford(8), 300), (queens(12), 14_200), (queens(8), 92)],
    ids=["langford-8", "queens-12", "queens-8"],
)
def test_known_counts(model, count):
    assert searched(model, solutions=False)[0] == count


def test_a_hard_sudoku_has_one_solution():
    grid = np.array([-1 if sign == "." else int(sign) - 1 for sign in HARD]).reshape(9, 9)
    count, found, _ = searched(sudoku(grid))
    assert count == 1
    assert searches.searched(Bitset(), sudoku(grid))[1] == found


def test_ten_thousand_solutions_of_a_sudoku_of_16():
    model = sudoku(sudoku_16())
    assert (model.items, model.options) == (1024, 2476)
    steps = Cells().search(model, Request("all", limit=10_000))
    found = set()
    for step in steps:
        if step.solutions is not None:
            verify(model, step.solutions[::20])
            found |= {row.tobytes() for row in np.sort(step.solutions, axis=1)}
        if len(found) >= 10_000:
            break
    assert len(found) >= 10_000


# -- more options than bitset takes -----------------------------------------------------------------


def test_thirty_thousand_sparse_options():
    around = [[i, (i + 1) % 30_000] for i in range(30_000)]
    model = exact(30_000, around)
    assert "20,000" in Bitset().refusal(model, Request("all"))
    assert searched(model)[1] == {tuple(range(0, 30_000, 2)), tuple(range(1, 30_000, 2))}


def test_thirty_thousand_options_of_two_items():
    options = [[0]] * 100 + [[1]] * 30 + [[0, 1]] * 29_870
    assert searched(exact(2, options), solutions=False)[::2] == (
        100 * 30 + 29_870,
        {"nodes": 30 + 30 * 100 + 29_870, "roots": 0},
    )


def lines_run(call):
    """How many lines of Python a call runs."""
    number, before = 0, sys.gettrace()

    def trace(frame, event, value):
        nonlocal number
        number += event == "line"
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return number


def test_options_are_lowered_all_at_once():
    """Whole arrays, never an option by itself: as many lines of Python for 100,000 as for 1,000."""
    random = np.random.default_rng(0)
    lines = []
    for options in (1_000, 100_000):
        items = np.sort(random.integers(0, 400, (options, 5)) + 400 * np.arange(5), axis=1)
        model = exact(2000, items.tolist())
        model.__dict__.pop("by_item", None)
        lines.append(lines_run(lambda model=model: cells.lower(model)))
    assert lines[0] == lines[1]


# -- pauses, states and workers ---------------------------------------------------------------------


def walk_of(model, jobs_of=CellsJobs, job=0, **more):
    from accord.kernels import load

    search = load("accord_native.cover.cells")
    return jobs_of(model, cells.lower(model), search, Request("all", **more)).begin(job)


def solutions_of(walk, budget, found=()):
    """All further solutions of a walk, in order."""
    found, end = list(found), PAUSED
    while end != DONE:
        end = walk.call(np.uint64(budget))
        found += [tuple(row[row >= 0].tolist()) for row in walk.new_solutions()]
    return found


@pytest.mark.parametrize("model", [queens(6), langford(7)], ids=["queens", "langford"])
def test_pausing_at_every_node_changes_nothing(model):
    whole, paused = walk_of(model), walk_of(model)
    assert solutions_of(whole, 1 << 20) == solutions_of(paused, 1)
    assert (whole.state[SOLUTIONS], whole.state[NODES]) == (paused.state[SOLUTIONS], paused.state[NODES])


def test_going_on_from_a_copied_state_gives_the_rest():
    model = Model.build(
        {"a": 1, "b": 1, "s": (0, 1), "t": (0, 1)},
        [
            {"a": 1, "s": "red"},
            {"a": 1},
            {"b": 1, "s": "red"},
            {"b": 1, "t": 1},
            {"s": "red"},
            {"t": 1},
            {},
            {"s": 1},
        ],
    )
    truth = solutions_of(walk_of(model), 1 << 20)
    assert {tuple(sorted(row)) for row in truth} == grown(model)
    walk, found, end, calls = walk_of(model), [], PAUSED, 0
    while end != DONE:
        copy = walk_of(model)
        copy.state[:] = walk.state
        for name, array in walk.written.items():
            copy.written[name][...] = array
        assert solutions_of(copy, 1 << 20, found) == truth
        end = walk.call(np.uint64(1))
        found += [tuple(row[row >= 0].tolist()) for row in walk.new_solutions()]
        calls += 1
    assert calls > len(truth)


def test_a_search_goes_on_from_a_saved_state():
    model = langford(8)
    truth = searched(model)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walks, "FIRST_BUDGET", 40)
        patch.setattr(walks, "LARGEST_BUDGET", 40)
        found, state = set(), None
        for step in Cells().search(model, Request("all", save_when=lambda: True)):
            found |= {
                tuple(sorted(row[row >= 0].tolist()))
                for row in ([] if step.solutions is None else step.solutions)
            }
            if step.state is not None and len(found) > 100:
                state = step.state
                break
    assert 100 < len(found) < len(truth)
    rest = searched(model, save_when=lambda: False, resume=state)[1]
    assert found | rest == truth
    assert not found & rest


@pytest.mark.parametrize("root", [None, 0, 23])
def test_workers_share_the_solutions_out(root):
    model = langford(8)
    assert searched(model, root=root, workers=2)[1] == searched(model)[1]


# -- edges ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"workers": 2}])
def test_edges(more):
    assert searched(exact(0, []), **more)[:2] == (1, {()})
    assert searched(exact(2, [], low=0), **more)[:2] == (1, {()})
    assert searched(exact(1, [[0], [], [], []]), **more)[0] == 8
    assert searched(exact(2, [[0]]), **more)[0] == 0
    assert searched(exact(1, []), **more)[0] == 0


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Model.build({"a": 2}, [["a"], ["a"]]), r"item 'a' has \[2, 2\] \(general takes any\)"),
        (Model.build({"a": (0, 1)}, [{"a": 2}]), r"an option gives 2 \(general takes any\)"),
    ],
)
def test_refusals_name_the_test_and_the_numbers(model, said):
    assert re.search(said, Cells().refusal(model, Request("count")))
