"""Which backend `auto` takes, where all of ours are installed, and up to which size."""

import pytest

import accord
from accord import Model, total
from accord.backends.contract import Request
from accord.problem.graphs import grid
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


@pytest.mark.parametrize(
    ("sums", "task", "backend"), [(1, "unique", "sat"), (2, "unique", "native"), (1, "count", "native")]
)
def test_one_or_two_solutions_of_a_graph_rule_are_for_sat_unless_wide_sums_are_many(sums, task, backend):
    problem = accord.Problem("connected")
    chosen = [problem.boolean(f"x{n}") for n in range(16)]
    problem.connected(dict(zip(grid(4, 4).vertices, chosen, strict=True)), grid(4, 4), how="cuts")
    for least in range(sums):
        problem.add(total(n * each for n, each in enumerate(chosen, start=1)) >= 20 + least)
    assert choose("auto", [problem.model], Request(task, limit=2)).backend.name == backend
