"""Every planner of the table keeps the contract: limits are raised, searches share nothing."""

import threading

import pytest

import accord
from accord.planners.table import PLANNERS
from accord.puzzles.table import family

ANY = ""  # the family of planners that take every plan problem
OWN = family("freecell").searched.planners
ROWS = sorted([*((ANY, *row) for row in PLANNERS), *(("freecell", *row) for row in OWN)])
TILES = ("tiles:2x3:seed=2", "tiles:2x3:seed=3")
CARDS = ("freecell:1,ranks=5,columns=5,cells=2", "freecell:3,ranks=5,columns=5,cells=2")
SMALL = ("tiles:2x2:seed=2", "tiles:2x2:seed=3")  # for searches by horizon


def puzzles(family, backend):
    return [
        accord.load(name) for name in (SMALL if backend != "native" else TILES if family == ANY else CARDS)
    ]


def search(puzzle, row, **more):
    return accord.Search(puzzle, mode=row[1], backend=row[2], **more)


def known(planned):
    return planned.answer, planned.status, planned.plan, planned.bound, planned.no_at, planned.yes_at


@pytest.fixture(scope="module")
def alone():
    """A function: row -> what searches without limits say, one after the other; each is made once."""
    kept = {}

    def of(row):
        if row not in kept:
            kept[row] = []
            for puzzle in puzzles(row[0], row[2]):
                with search(puzzle, row) as one:
                    kept[row].append(known(one.run()))
        return kept[row]

    return of


@pytest.mark.parametrize("row", ROWS, ids="-".join)
def test_two_in_turn_with_limits_that_are_raised(row, alone):
    searches = [search(puzzle, row, state_limit=1) for puzzle in puzzles(row[0], row[2])]
    limit, planned = 1, [one.run() for one in searches]
    while any(its.limit == "states" for its in planned):
        assert all(its.answer in ("gave-up", "solved") for its in planned if its.limit == "states")
        limit *= 4
        assert limit < 1 << 40
        planned = [one.run(state_limit=limit) for one in searches]
    assert [known(its) for its in planned] == alone(row)
    assert [known(one.run()) for one in searches] == alone(row)  # an answer is given again
    for one in searches:
        one.close()
        one.close()


@pytest.mark.parametrize("row", ROWS, ids="-".join)
def test_two_in_threads(row, alone):
    found = {}

    def run(i, puzzle):
        with search(puzzle, row) as one:
            found[i] = known(one.run())

    threads = [threading.Thread(target=run, args=each) for each in enumerate(puzzles(row[0], row[2]))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[0], found[1]] == alone(row)
