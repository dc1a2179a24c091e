"""Sizes are foreseen before they are taken: no range, list or number is made that is far too large."""

from itertools import count

import pytest

import accord
from accord.errors import RefusedError, UsageError
from accord.problem import Problem, element
from accord.problem.bounds import Bounds
from accord.problem.expressions import Constant, is_among
from accord.problem.global_rules import tasks
from accord.problem.problem import _moved

BACKENDS = ("native", "cpsat", "sat")


class Odd:
    """A value that is equal to none, and counts how often it is compared."""

    def __init__(self):
        self.asked = 0

    def __eq__(self, other):
        self.asked += 1
        return False

    def __hash__(self):
        return 7


def of_values(p, *of):
    """The sum that says how many values occur."""
    p.n_values([*of], 1)
    (said,) = p.rules[-1].simpler_rules()
    return said.sum


def test_values_of_a_wide_sum_are_compared_and_not_listed():
    p = Problem()
    x, y, z = p.integers(3, 0, 100_000)
    assert len(of_values(p, x + y + z, z).terms) == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_two_far_values_are_two(backend):
    p = Problem("far")
    x = p.integer("x", values=[0, 3_000_000])
    assert len(of_values(p, x + 1).terms) == 2
    assert accord.count(p, backend=backend).count == 2


def test_values_that_are_many_are_compared_pair_by_pair():
    p = Problem("wide")
    x, y, i = p.integer("x", 0, 10**6), p.integer("y", 0, 10**6), p.integer("i", 0, 1)
    assert len(of_values(p, x * y, element([x, y], i), x).terms) == 3


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
def test_numbers_of_values_of_wide_variables_are_right(backend):
    p = Problem("wide")
    x = p.integers(3, 0, 10**6)
    p.n_values(x, 2)
    p.add(each <= 2 for each in x)
    assert accord.count(p, backend=backend).count == 18


def test_a_range_is_not_searched_for_what_is_no_number():
    odd = Odd()
    p = Problem("odd")
    p.add((p.integer("x", 0, 10**6) == odd) | p.boolean("b"))
    with pytest.raises(UsageError, match="x is never"):
        p.add(p["x"] == odd)
    assert odd.asked < 9
    assert [is_among(each, range(3)) for each in (1, 1.0, 1.5, 3, "1", (1,), True, float("inf"))] == [
        True, True, False, False, False, False, True, False,
    ]  # fmt: skip


def test_a_symmetry_looks_at_the_ends_of_ranges():
    p = Problem("symmetry")
    x, y, z = p.integer("x", 0, 10**12), p.integer("y", 0, 10**12), p.integer("z", 1, 10**12)
    assert [*_moved(x, y, {})] == [0, 10**12]
    assert [*_moved(x, x, {5: 6, 6: 5})] == [5, 6]
    assert [*_moved(x, y, {0: 1, 1: 0})] == [0, 1, 2, 10**12]
    p.symmetry({x: y, y: x}, values={3: 4, 4: 3})
    with pytest.raises(UsageError, match="takes x = 0 to z = 0; z has no such value"):
        p.symmetry({x: z, z: x})


def test_lists_of_values_have_an_end():
    p = Problem("lists")
    numbers = count()
    with pytest.raises(UsageError, match="more than 1,000,000 values"):
        p.choice("x", numbers)
    assert next(numbers) == 1_000_001
    names = (f"n{number}" for number in count())
    with pytest.raises(UsageError, match="more than 1,000,000 names"):
        p.booleans(names)
    assert p.integer("y", values=range(10**12)).values == range(10**12)


def test_powers_are_refused_before_they_are_computed():
    p = Problem("powers")
    x = p.integer("x", 0, 1000)
    p.add(((x**40) ** 40) ** 40 <= 5)
    with pytest.raises(RefusedError, match="a power that is too large; numbers of at most 4,096 bits"):
        accord.count(p)
    with pytest.raises(RefusedError, match="a product or a power that is too large"):
        Bounds()(((x**40) ** 40) ** 40)


def test_labels_of_regions_are_not_listed_by_the_billion():
    p = Problem("regions")
    with pytest.raises(UsageError, match=r"more than 111,111 labels of 9 vertices"):
        p.regions(p.board(3, 3, 0, 10**12))


def test_times_of_tasks_without_length_are_counted():
    p = Problem("times")
    start = p.integer("x", 0, 10**12)
    assert tasks.windows([start], [Constant(0)]) is None
    p.cumulative([start], [0], [1], 1)
    p.add(start <= 3)
    assert accord.count(p, backend="cpsat").count == 4


@pytest.mark.parametrize("rule", ["no_overlap", "cumulative", "no_overlap_2d"])
def test_cpsat_does_not_walk_through_the_gaps_of_a_start(rule):
    """A product of two is one of six numbers among 300,000: CP-SAT branches on the ends of intervals."""
    p = Problem("gaps")
    u, v, other = p.integer("u", 99_999, 100_001), p.integer("v", 10**5, 100_001), p.integer("x", 0, 3)
    starts, lengths = [u * v, other], [2, 1]
    more = {"no_overlap": (), "cumulative": ([1, 1], 1), "no_overlap_2d": ([2, 1], [1, 1])}[rule]
    if rule == "no_overlap_2d":
        p.no_overlap_2d(starts, [0, 0], *more)
    else:
        getattr(p, rule)(starts, lengths, *more)
    p.add(p.integer("y", 0, 10**6) == 5)  # so that it goes to CP-SAT as it is
    outcome = accord.count(p, backend="cpsat", node_limit=2_000)
    assert "integers" in outcome.chosen
    assert (outcome.count, outcome.exact) == (24, True)


@pytest.mark.parametrize("backend", BACKENDS)
def test_sums_beyond_64_bits_are_refused(backend):
    for state in (
        lambda p, x, y: p.add((1 << 61) * x + (1 << 61) * y - (1 << 60) * x * y != 3),
        lambda p, x, y: p.add(x * y == 1 << 70, x == 1),
        lambda p, x, y: p.minimize((1 << 61) * x + (1 << 61) * y),
    ):
        p = Problem("sums")
        state(p, *p.integers(2, 0, 3))
        try:
            assert accord.count(p, backend=backend).exact
        except RefusedError as error:
            assert "2^6" in str(error) or "64 bits" in str(error)  # noqa: PT017
