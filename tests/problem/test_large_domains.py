"""Large domains: what is made of two variables has options by its values, and bounds that are tight."""

import pytest

import accord
from accord.problem import Problem


def test_a_sum_of_two_large_domains_has_an_option_for_each_value_that_it_can_have():
    p = Problem()
    x, y = p.integer("x", 0, 64), p.integer("y", 0, 64)
    p.different(x - y, 7)
    assert p.model.hidden.sum() == 129  # of -64 to 64


def test_bounds_of_a_sum_know_that_a_variable_has_one_value():
    p = Problem()
    x, y, b = p.integer("x", 0, 64), p.integer("y", 0, 64), p.boolean("b")
    p.add(b.iff(x + 3 <= y))
    assert max(p.model.amount) == 67


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_values_with_a_gap_are_no_run(backend):
    p = Problem()
    x, y = p.integer("x", 0, 50_000), p.integer("y", 0, 50_000)
    p.add(x.among([3, 4, 6, 9]), y == 2 * x)
    assert sorted(each["x"] for each in accord.solutions(p, backend=backend)) == [3, 4, 6, 9]
