"""The oracle of clue sets, against every subset of the cells that a mask leaves open."""

import shutil
from random import Random

import numpy as np
import pytest
from hitting import FILLER, bits_of, cells_of, clue_sets, other, swaps, words_of
from processes import PLUGINS, TESTS, python

from grids import by_trying, completions, differences

# a grid with 29 puzzles of 17 clues (G. Royle's list), and those of them that have ten clues of the first
GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
PUZZLES = (
    "003000700000080100000200000000000000810040006000000035070000800002307000000500000",
    "003000700000080100000200000000000000810040000000000035070000800002390000000500007",
    "003000700000080100000200000000000000810040000000000035070000800002307000000500090",
)
OTHER = "423197586758264139169385724381542967942671853576938412817426395234859671695713248"


def given_in(puzzle):
    """The cells that a puzzle gives, ascending."""
    return [cell for cell in range(81) if puzzle[cell] != "0"]


def searched(grid, must, may, clues):
    """The puzzles with 0 for an empty cell, in no order, and the work they took."""
    found = clue_sets(grid, clues, must, {*must, *may})
    return {"".join(grid[c] if c in cells else "0" for c in range(81)) for cells in found.sets}, found


def mask(seed, grid, may):
    """A random puzzle that needs all its clues, of which some need not be given, and as many other cells."""
    random = Random(seed)
    given = set(range(81))
    for cell in random.sample(range(81), 81):
        if completions([int(grid[at]) if at in given - {cell} else 0 for at in range(81)]) == 1:
            given.remove(cell)
    loose = random.sample(sorted(given), may // 2)
    others = random.sample(sorted(set(range(81)) - given), may - may // 2)
    return sorted(given - set(loose)), sorted([*loose, *others]), len(given)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("may", "fewer", "more"), [(8, 3, 2), (9, 0, 0), (7, 1, 7)])
def test_every_clue_set_under_a_small_mask_is_found_once(seed, may, fewer, more):
    given, others, clues = mask(seed, OTHER, may)
    expected = by_trying(OTHER, given, others, clues - fewer, clues + more)
    assert searched(OTHER, given, others, (clues - fewer, clues + more))[0] == expected
    assert expected


def test_more_clues_than_are_needed_are_added_freely():
    given = given_in(PUZZLES[0])
    others = [cell for cell in range(81) if cell not in given][:20]
    assert len(searched(GRID, given, others, 20)[0]) == 20 * 19 * 18 // 6


@pytest.mark.full
def test_the_puzzles_of_17_clues_that_have_ten_of_a_known_one():
    shared = [cell for cell in range(81) if PUZZLES[0][cell] != "0" and PUZZLES[1][cell] != "0"][:10]
    shared = [cell for cell in shared if PUZZLES[2][cell] != "0"]
    assert len(shared) == 10
    found, work = searched(GRID, shared, range(81), 17)
    assert found == {*PUZZLES}
    assert work.fresh > 0
    assert work.checks == work.fresh + len(PUZZLES)


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_there_are_none_of_few_clues(grid):
    found, work = searched(grid, (), range(81), (0, 11))
    assert found == set()
    assert work.checks == work.fresh  # none of them is a puzzle
    assert work.nodes < 1_200_000


def test_masks_that_leave_no_room():
    assert clue_sets(OTHER, (34, 35), range(30), range(29)).sets == set()  # a cell is given that may not be
    assert clue_sets(OTHER, (34, 35), range(30), range(33)).sets == set()  # too few cells
    assert clue_sets(OTHER, 29, range(30)).sets == set()
    assert searched(OTHER, range(81), (), 81)[0] == {OTHER}
    assert len(searched(OTHER, range(79), (79, 80), (79, 81))[0]) == 4


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_sets_known_from_the_start_are_unavoidable_and_minimal(grid):
    sets = sorted(swaps(grid), key=sorted)
    assert len(sets) > 50
    for cells in sets[::3]:
        assert differences(grid, cells) == {cells}


def test_another_filling_is_found_where_there_is_one():
    grid, filler = np.array(list(OTHER), np.uint8), np.zeros((FILLER, 81), np.uint64)
    random = Random(7)
    answers, fewer = [], 0
    for _ in range(60):
        given = set(random.sample(range(81), random.randrange(32, 44)))
        expected = differences(OTHER, set(range(81)) - given)
        missed, kept = np.zeros(2, np.uint64), np.array(words_of(bits_of(given)), np.uint64)
        assert bool(other(grid, *kept, np.uint64(81), filler, missed)) == bool(expected)
        assert not expected or cells_of(*missed.tolist()) in expected
        least = min(map(len, expected), default=0)
        for most in (least - 1, least, least + 2) if least else ():
            again = bool(other(grid, *kept, np.uint64(most), filler, missed))
            assert again == (most >= least)
            assert not again or len(cells_of(*missed.tolist())) <= most
            fewer += not again
        answers.append(len(expected))
    assert 0 in answers
    assert max(answers) > 5
    assert fewer > 10


FAULTS = {
    "no free branching": ("free = most == CELLS", "free = left == ZERO and most == CELLS"),
    "dead cells stay alive": ("path[level, ALIVE] &= ~bit0", "path[level, ALIVE] &= ~ZERO"),
    "the packing bound is off by one": (
        "disjoint > left else BRANCH",
        "disjoint >= left else BRANCH",
    ),
    "no check of the last clue": ("free = most == CELLS", "free = most == CELLS or left == ZERO"),
    "what another cell hits": (
        "path[level, UNHIT] & ~hits[cell, 0]",
        "path[level, UNHIT] & ~hits[cell & ~ONE, 0]",
    ),
}

PROBE = """
from tests_hitting import *
given, others, clues = mask(0, OTHER, 8)
found, _ = searched(OTHER, given, others, (clues, clues + 2))
shared = [cell for cell in range(81) if all(p[cell] != "0" for p in PUZZLES)][:10]
more, _ = searched(GRID, shared, range(81), 17)
own = given_in(PUZZLES[0])
again = [searched(GRID, own[:few], range(81), 17)[0] for few in (12, 13, 14, 15)]
complete = more == {*PUZZLES} and all(PUZZLES[0] in some for some in again)
print(found == by_trying(OTHER, given, others, clues, clues + 2) and complete)
"""
# what the oracle itself sees of its faults: a puzzle found twice
TWICE = ("assert sets.isdisjoint(more)", "assert len({*more}) == len(more)")


@pytest.mark.slow
@pytest.mark.parametrize("fault", [None, *FAULTS])
def test_planted_faults_are_noticed(fault, tmp_path):
    source = (TESTS / "oracles" / "hitting.py").read_text()
    if fault is not None:
        right, wrong = FAULTS[fault]
        assert right in source
        source = source.replace(right, wrong)
    (tmp_path / "hitting.py").write_text(source)
    shutil.copy(__file__, tmp_path / "tests_hitting.py")
    path = [tmp_path, TESTS / "oracles", PLUGINS]
    done = python("-c", PROBE, path=path, NUMBA_CACHE_DIR=tmp_path / "cache")
    seen = fault is not None and any(line in done.stderr for line in TWICE)
    assert seen or done.stdout.split() == [str(fault is None)], done.stderr
