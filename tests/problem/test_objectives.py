"""Objectives in turn: the best by the first, among these by the next; in Python and in files."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as examples_of
from hypothesis import strategies as st

import accord
from accord.errors import UsageError
from accord.problem import Problem, maximum
from accord.runner.run import Run

BACKENDS = ("native", "cpsat", "sat")


def stated(wanted, maximizes):
    p = Problem("in turn")
    x = p.integers(3, -2, 2)
    p.add(x[0] * x[1] <= x[2], x[0] + x[1] + x[2] != 1)
    of = {
        "sum": x[0] + x[1] - x[2],
        "most": maximum(x),
        "square": x[1] * x[1],
        "minus": -3 * x[0],
        "two": x[2] + 2,
    }
    (p.maximize if maximizes else p.minimize)(*(of[name] for name in wanted))
    return p, x


def meanings(a, b, c):
    return {"sum": a + b - c, "most": max(a, b, c), "square": b * b, "minus": -3 * a, "two": c + 2}


@given(
    wanted=st.lists(st.sampled_from(["sum", "most", "square", "minus", "two"]), min_size=1, max_size=4),
    maximizes=st.booleans(),
)
@examples_of(max_examples=15)
def test_the_best_is_the_first_of_all_by_the_objectives_in_turn(wanted, maximizes):
    p, _ = stated(wanted, maximizes)
    worth = [
        [meanings(a, b, c)[name] for name in wanted]
        for a, b, c in product(range(-2, 3), repeat=3)
        if a * b <= c and a + b + c != 1
    ]
    for backend in BACKENDS:
        found = accord.best(p, backend=backend)
        values = p.objective_values(found.solutions[0].values)
        assert values == (max(worth) if maximizes else min(worth)), backend


def test_a_file_has_an_objective_a_line(tmp_path):
    p, _ = stated(["sum", "square", "two"], True)
    p.save(tmp_path / "it.toml")
    read = accord.load(tmp_path / "it.toml").as_problem
    assert len(read.objectives) == 3
    assert str(read.objective) == str(p.objective)
    assert accord.best(read, backend="cpsat").value == accord.best(p, backend="sat").value


def test_objectives_are_stated_once():
    p, x = stated(["sum"], False)
    with pytest.raises(UsageError, match="an objective already; state several in turn by one call"):
        p.minimize(x[0])
    with pytest.raises(UsageError, match="found no objective"):
        Problem().maximize()


@pytest.mark.parametrize("maximizes", [False, True])
def test_steps_have_the_value_and_the_bound_so_far(maximizes):
    """In their own sign: the value improves, and the bound is never on its wrong side."""
    p = Problem("ruler")
    marks = p.integers(6, 0, 40)
    p.increasing(marks, strictly=True)
    p.add(marks[0] == 0)
    p.different(marks[j] - marks[i] for i in range(6) for j in range(i + 1, 6))
    sign = -1 if maximizes else 1
    (p.maximize if maximizes else p.minimize)(sign * marks[5])
    run = Run(p, "best", backend="cpsat")
    steps = [step for step in run if step.ends[0] is not None]
    values = [sign * step.ends[0] for step in steps]
    assert values == sorted(values, reverse=True)
    assert all(sign * step.ends[1] <= sign * step.ends[0] for step in steps if step.ends[1] is not None)
    assert steps[-1].ends == (17 * sign, 17 * sign)
    assert steps[-1].words == f"value {17 * sign} so far, bound {17 * sign}, gap 0.0%"
