"""Quotients, remainders and powers of variables: as Python rounds, in a file as in Python, by any engine."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from random_problems import problems

import accord
from accord.errors import UsageError
from accord.problem import Problem
from accord.problem.bounds import Bounds
from accord.problem.expressions import Constant
from accord_compare.fuzz.form import Form
from accord_compare.fuzz.oracle import solve


def numbers():
    p = Problem("arithmetic")
    return p, p.integer("x", -7, 7), p.integer("y", -3, 4)


@given(data=st.data())
@settings(max_examples=examples(40))
def test_a_saved_problem_has_the_same_solutions(data, tmp_path_factory):
    drawn = data.draw(problems("arithmetic"))
    if any(not isinstance(v, int | str) for domain in drawn.domains.values() for v in domain):
        return
    file = tmp_path_factory.mktemp("saved") / "it.toml"
    drawn.problem.save(file)
    read = accord.load(file)
    right = Counter(tuple(values.values()) for values in drawn.assignments() if drawn.holds(values))
    found = solve(Form.of(read.model), nodes=10**6, solutions=10**5)
    assert Counter(tuple(read.values(solution).values()) for solution in found) == right


@pytest.mark.parametrize(
    "expression",
    [
        lambda x, y: x // y, lambda x, y: x % y, lambda x, y: x ** (y + 3), lambda x, y: -7 // y,
        lambda x, y: (x * y) // 3, lambda x, y: x % -4, lambda x, y: x**3, lambda x, y: 2 ** (y + 3),
        lambda x, y: (x + y) // (x - y), lambda x, y: (x * x) % (y * y + 1),
    ],
)  # fmt: skip
def test_all_values_are_those_of_python_and_within_bounds(expression):
    p, x, y = numbers()
    z = p.integer("z", -(10**7), 10**7)
    of = expression(x, y)
    p.add(z == of)
    pairs = product(x.values, y.values)
    right = {}
    for a, b in pairs:
        try:
            right[a, b] = expression(a, b)
        except ZeroDivisionError:
            continue
    found = {(each["x"], each["y"]): each["z"] for each in accord.run(p, "all").solutions}
    assert found == right
    low, high = Bounds()(of)
    assert low <= min(right.values())
    assert max(right.values()) <= high


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_every_backend_rounds_down(backend):
    p, x, y = numbers()
    p.add(x // y == -2, (x % y) != 0, y**2 <= 9)
    right = sum(
        x // y == -2 and x % y != 0 and y * y <= 9 for x in range(-7, 8) for y in (-3, -2, -1, 1, 2, 3)
    )
    assert accord.count(p, backend=backend).count == right


def test_without_a_value_there_is_no_solution_wherever_it_stands():
    p, x, y = numbers()
    p.add((x // y == 1) | True, 0 * (2**y) == 0)
    assert {each["y"] for each in accord.solutions(p)} == {1, 2, 3, 4}


def test_a_sum_without_terms_is_the_number_that_a_file_has_for_it():
    _, x, y = numbers()
    assert [str(x % (0 * y + 2)), str(x ** (0 * y))] == ["x % 2", "x ** 0"]
    with pytest.raises(UsageError, match="divided by 0"):
        x // (0 * y)
    with pytest.raises(UsageError, match="power -1"):
        x ** (0 * y - 1)


def test_texts_keep_their_meaning():
    _, x, y = numbers()
    texts = {
        "(x // y) + 1": x // y + 1, "-(x // y)": -(x // y), "2*(x % 3)": 2 * (x % 3),
        "(2*x) // y": 2 * x // y,
        "(x + y) % 5": (x + y) % 5, "(-3) ** x": Constant(-3) ** x, "(x ** 2) ** y": (x**2) ** y,
        "x*y // 2": x * y // 2, "x*(y // 2)": x * (y // 2),
    }  # fmt: skip
    assert {str(of).replace("(x*y)", "x*y") for of in texts.values()} == set(texts)
