"""What a run knows so far: sums over finished parts, and over those that are under way."""

import numpy as np
import pytest

from accord.backends.statistics import Statistics
from accord.runner.counting import PartTotals, RunTotals, sum_efforts

THREE = PartTotals(3, np.array([5, 2**64 - 1], np.uint64), {"nodes": 7, "cuts": 0}, {"seconds": 1})
FOUR = PartTotals(4, np.array([1, 2], np.uint64), {"nodes": 5, "sets": 2}, {"seconds": 2})


def plainly(sums):
    return sums.total, sums.digest.tolist(), dict(sums.effort), dict(sums.estimate)


BOTH = (7, [6, 1], {"nodes": 12, "cuts": 0, "sets": 2}, {"seconds": 3})


def test_efforts_are_added_counter_by_counter():
    assert sum_efforts([]) == {}
    assert sum_efforts([{"nodes": 0}, {}]) == {"nodes": 0}
    assert sum_efforts([{"a": 1, "b": 2}, {"b": 3}, {"c": 0, "a": 4}]) == {"a": 5, "b": 5, "c": 0}


def test_sums_are_added_and_digests_wrap_around():
    assert plainly(THREE.plus(FOUR)) == plainly(FOUR.plus(THREE)) == BOTH
    assert plainly(PartTotals().plus(FOUR)) == plainly(FOUR)
    assert plainly(PartTotals()) == (0, [0, 0], {}, {})
    assert plainly(THREE)[0] == 3, "what is sum_efforts up stays"


@pytest.mark.parametrize(
    ("effort", "nodes", "told"),
    [
        ({"nodes": 7}, [(1, 2), (4,)], True),
        ({"nodes": 7}, [(1, 2)], False),  # what the other engine searched is not told
        ({"nodes": 7}, [], False),
        ({"states": 7}, [], True),  # it has no nodes
        ({}, [(1,)], False),
    ],
)
def test_statistics_are_of_all_nodes_or_of_some(effort, nodes, told):
    stats = {f"engine {n}": Statistics(nodes=each) for n, each in enumerate(nodes)}
    assert PartTotals(effort=effort, stats=stats).told is told


def test_a_part_moves_from_under_way_to_done():
    tally = RunTotals(3, under_way={2: THREE, 0: FOUR}, fraction={2: 0.5, 0: 0.25})
    assert tally.part(2) is THREE
    assert (tally.total, plainly(tally.all)) == (7, BOTH)
    assert tally.progress == 0.75 / 3
    assert not tally.exhausted
    tally.finish(2)
    assert plainly(tally.done) == plainly(THREE)
    assert (tally.total, plainly(tally.all)) == (7, BOTH)
    assert (tally.finished, list(tally.under_way), tally.fraction) == ({2}, [0], {0: 0.25})
    assert tally.progress == 1.25 / 3
    tally.finish(0)
    tally.finish(1)  # it found nothing, and took no effort
    assert plainly(tally.done) == plainly(tally.all) == BOTH
    assert (tally.total, tally.finished, tally.under_way) == (7, {0, 1, 2}, {})
    assert tally.exhausted
    assert tally.progress == 1


def test_a_part_that_begins_is_kept():
    tally = RunTotals(2)
    assert tally.progress == 0
    tally.part(1).total = 6
    assert tally.part(1).total == tally.total == 6
    assert tally.progress is None, "nobody knows how much of it is done"
    assert list(tally.under_way) == [1]


def test_of_no_parts_all_is_done():
    tally = RunTotals(0)
    assert tally.exhausted
    assert tally.progress == 1
