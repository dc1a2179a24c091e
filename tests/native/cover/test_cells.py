"""The dancing cells kernel by itself: its worked example, pauses, and what an undone search leaves behind."""

import numpy as np
import pytest
from arrays import halves, rows_of
from processes import printed

from accord_native.cover import cells, layout
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN

BUDGET = np.uint64(1000)
ITEMS = 3


def small_cover():
    """The example of `accord_native.cover.cells` as its arrays."""
    start, item = halves(0, 2, 4, 5, 7, 8), halves(0, 1, 0, 2, 1, 1, 2, 2)
    first, size = halves(0, 2, 5), halves(2, 3, layout.MET | np.uint32(3))
    members = halves(0, 2, 1, 4, 5, 3, 6, 7)
    given = [start, halves(0, 0, 1, 1, 2, 3, 3, 4), item, np.zeros(8, np.uint32), first, halves(4)]
    state = np.zeros(layout.CELLS_STATES, np.uint64)
    state[layout.CELLS_UNMET] = 2
    stacks = [np.zeros(2, np.uint32), np.zeros(5, np.uint32), np.zeros(3, np.uint32)]
    levels = np.zeros((4, 7), np.uint32)
    return [*given, members, np.argsort(members).astype(np.uint32), size, *stacks, levels, state]


@pytest.mark.parametrize(("root", "nodes"), [(ITEMS, 4), (0, 4), (1, 5)])
def test_example(root, nodes):
    arrays, output = small_cover(), np.zeros((5, 3), np.int32)
    assert cells.search.variant()(*arrays, np.uint64(root), output, BUDGET) == DONE
    state = arrays[-1]
    assert (state[SOLUTIONS], state[NODES], state[WRITTEN]) == (3, nodes, 3)
    assert set(rows_of(output[:3])) == {(0,), (0, 4), (1, 2)}


def test_entries_of_the_same_colour_stand_together():
    arrays, output = small_cover(), np.zeros((9, 3), np.int32)
    arrays[3][[3, 6, 7]] = 1, 2, 1  # options 1 and 4 give s one colour, option 3 another
    assert cells.search.variant()(*arrays, np.uint64(ITEMS), output, BUDGET) == DONE
    assert set(rows_of(output[: int(arrays[-1][WRITTEN])])) == {(0,), (0, 4), (1, 2), (1, 2, 4)}


def test_pauses_and_goes_on():
    arrays, output, found = small_cover(), np.zeros((1, 3), np.int32), []
    ends = []
    while not ends or ends[-1] != DONE:
        ends.append(cells.search.variant()(*arrays, np.uint64(ITEMS), output, np.uint64(1)))
        found += [set(rows_of(output))] if ends[-1] == FULL else []
    assert set.union(*found) == {(0,), (0, 4), (1, 2)}
    assert len(found) == 3
    assert PAUSED in ends
    assert arrays[-1][NODES] == 4


def test_done_stays_done():
    arrays, none = small_cover(), np.zeros((0, 3), np.int32)
    assert cells.search.variant()(*arrays, np.uint64(ITEMS), none, BUDGET) == DONE
    assert cells.search.variant()(*arrays, np.uint64(ITEMS), none, BUDGET) == DONE
    assert (arrays[-1][SOLUTIONS], arrays[-1][NODES]) == (3, 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "environment"),
    [(["-W", "error"], {"NUMBA_DISABLE_JIT": "1"}), ([], {"NUMBA_BOUNDSCHECK": "1"})],
    ids=["not compiled", "indices checked"],
)
def test_nothing_overflows_and_no_index_is_out_of_bounds(flags, environment, tmp_path):
    code = """
from accord import Model
from accord.backends.contract import Request
from accord.backends.native.cells import Cells

pairs = [(i, i + k + 1, 14 + k - 1) for k in range(1, 8) for i in range(14 - k - 1)]
items = [f"i{n}" for n in range(21)]
langford = Model.build(items, [[items[n] for n in pair] for pair in pairs])
lines = {f"{line}{n}": (0, 1) for line in "ud" for n in range(-5, 11)}
queens = Model.build(
    {f"{line}{n}": 1 for line in "rc" for n in range(6)} | lines,
    [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r in range(6) for c in range(6)] + [["u-5"], []],
)
for model, count in ((langford, 52), (queens, 16)):
    assert sum(step.count for step in Cells().search(model, Request("all"))) == count
"""
    printed(*flags, "-c", code, **environment, NUMBA_CACHE_DIR=tmp_path)
