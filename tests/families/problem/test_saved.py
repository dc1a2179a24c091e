"""What is saved is loaded as the same problem, or `save` refuses it: whatever engines take."""

from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, reject, settings
from profiles import examples
from random_problems import problems

import accord
from accord.errors import RefusedError
from accord.problem import Problem

FAR = 1 << 50
STATED = {
    "constant": lambda p, x, y: p.add(x * y == FAR),
    "amount": lambda p, x, y: p.add(FAR * x == FAR),
    "rows": lambda p, x, y: p.table([x * y], [[FAR], [1]]),
    "members": lambda p, x, y: p.add((x * y).among([FAR, 1])),
    "weights": lambda p, x, y: p.knapsack([x, y], [FAR, FAR * FAR], [1, 1], [0, FAR], 2),
    "states": lambda p, x, y: p.regular([x, y], [(FAR, 1, FAR + 1)], FAR, [FAR + 1]),
    "base": lambda p, x, y: p.circuit([x + FAR, y + FAR], base=FAR),
    "far objective": lambda p, x, y: p.minimize((1 << 61) * x + (1 << 61) * y),  # no engine takes it
}


def stated(name):
    p = Problem("saved")
    STATED[name](p, *p.integers(2, 0, 3))
    return p


def answer(problem):
    try:
        return accord.count(problem, backend="cpsat").count
    except RefusedError as error:
        return str(error)


@pytest.mark.parametrize("name", STATED)
def test_what_is_saved_is_loaded(name, tmp_path):
    p = stated(name)
    p.save(tmp_path / "it.toml")
    assert answer(accord.load(tmp_path / "it.toml")) == answer(p)


def test_a_rule_that_is_too_deep_for_a_file_is_refused_by_save(tmp_path):
    p = Problem("deep")
    p.add(reduce(lambda deep, _: abs(deep - 1), range(70), p.integer("x", 0, 3)) == 1)
    with pytest.raises(
        RefusedError, match="a file cannot say it: found more than 60 parts within each other"
    ):
        p.save(tmp_path / "it.toml")
    assert not (tmp_path / "it.toml").exists()


def test_a_problem_too_large_for_options_is_saved(tmp_path):
    p = Problem("wide")
    p.add(p.integer("x", 0, 10**12) <= 2)
    p.save(tmp_path / "it.toml")
    assert accord.count(accord.load(tmp_path / "it.toml")).count == 3


@given(drawn=problems())
@settings(max_examples=examples(300))
def test_what_is_drawn_at_random_is_loaded_with_the_same_solutions(drawn):
    with TemporaryDirectory() as folder:
        try:
            drawn.problem.save(Path(folder, "it.toml"))
        except RefusedError:  # values that no file can say, such as a tuple
            reject()
        right = sum(map(drawn.holds, drawn.assignments()))
        assert accord.count(accord.load(Path(folder, "it.toml")), backend="native").count == right
