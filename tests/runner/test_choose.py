"""Which backend `auto` takes, where all of ours are installed, and up to which size."""

import pytest

from accord import Model
from accord.backends.contract import Request
from accord.runner.choose import choose


def sums(options, amount=2):
    """An item that adds up amounts; with the amount 1 there is nothing but a multiplicity."""
    return Model.build({"sum": (0, 4)}, [{"sum": amount}] * options)


def chosen(models, task):
    return choose("auto", models, Request(task)).backend.name


@pytest.mark.parametrize("task", ["count", "all"])
def test_all_solutions_of_very_many_sums_are_for_an_engine_that_learns(task):
    # as docs/native-engines.md says
    assert chosen([sums(1000)], task) == "native"
    assert chosen([sums(1001)], task) == "cpsat"
    assert chosen([sums(1001, amount=1)], task) == "native"


@pytest.mark.parametrize(("task", "limit"), [("first", 1), ("unique", 2)])
def test_where_a_solution_or_two_will_do_such_an_engine_only_helps(task, limit):
    choice = choose("auto", [sums(1001)], Request(task, limit=limit))
    assert (choice.backend.name, choice.relief) == ("native", True)


def test_the_largest_part_decides_for_all():
    assert chosen([sums(3), sums(1001), sums(5)], "count") == "cpsat"
    assert chosen([sums(1001, amount=1), sums(1000)], "count") == "native"


def test_the_best_is_for_an_engine_that_bounds():
    model = Model.build(["a"], {"x": ["a"], "y": ["a"]}, minimize={"x": 2, "y": 1})
    assert chosen([model], "best") == "cpsat"
    assert chosen([model], "first") == "native"
