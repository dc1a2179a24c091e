"""Reduction changes no answer: equal counts and digests with and without, on every model file.

The count is also the one that the file states.
"""

import pytest
from headings import headings
from looped import looped

import accord

pytestmark = pytest.mark.full  # left out of the fast profile

WALKED = 3_000_000  # solutions, at most: each is walked to, twice, for its digest
LONG = (  # searches for few solutions
    "clues-29", "clues-6x6", "conway-blocks", "hexiamonds-chevron", "hexiamonds-honeycomb",
    "hexiamonds-snowflake", "pentacubes-2x5x6", "pentacubes-steps", "pentacubes-walls",
    "pentomino-diamond", "pentomino-monomino-cross", "pentomino-monomino-diamond",
    "pentomino-square-cross", "pentomino-square-triangle", "squared-rectangle-32x33", "tetrasticks-5x5",
    "tetrasticks-aztec",
)  # fmt: skip
PLACES = [heading for heading in headings() if not heading.is_plan]


def small(heading):
    counts = [count["count"] for count in heading.counts.values()]
    return heading.name not in LONG and bool(counts) and max(counts) <= 3_000


@looped(("name", "variant"), [each.place for each in PLACES if small(each)], parts=4)
def test_equal_counts_and_digests(name, variant):
    compare(name, variant)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), [each.place for each in PLACES if not small(each)])
def test_equal_counts_and_digests_of_large_ones(name, variant):
    compare(name, variant)


def compare(name, variant):
    puzzle = accord.load(name, variant)
    most = max((count.count for count in puzzle.counts.values()), default=0)
    asked = {"backend": "native", "with_digest": most <= WALKED}
    reduced, whole = (accord.count(puzzle, reduce=reduce, **asked) for reduce in (True, False))
    assert (reduced.count, reduced.digest, reduced.exact) == (whole.count, whole.digest, True)
    assert (reduced.digest is not None) == (most <= WALKED)
    if "all" in puzzle.counts:
        assert reduced.count == puzzle.counts["all"].count


@pytest.mark.parametrize("method", ["split", "filter", "burnside"])
@pytest.mark.parametrize("name", ["pentomino-3x20", "pentomino-4x15", "meteor", "soma", "tetrahexes-4x7"])
def test_and_none_up_to_symmetry(name, method):
    puzzle = accord.load(name)
    asked = {"backend": "native", "distinct": True, "method": method, "with_digest": method != "burnside"}
    reduced, whole = (accord.count(puzzle, reduce=reduce, **asked) for reduce in (True, False))
    assert (reduced.count, reduced.digest) == (whole.count, whole.digest)
