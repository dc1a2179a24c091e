"""Rules whose lowering has a case within a case: each was counted wrong by a change of one line."""

from itertools import product

import pytest

import accord
from accord.problem import Problem, lower, maximum

BACKENDS = ("native", "sat", "cpsat")


def counts(problem):
    return [accord.count(problem, backend=backend).count for backend in BACKENDS]


def test_a_long_truth_within_one_that_is_written_for_a_case():
    p = Problem()
    q, r = p.boolean("q"), p.boolean("r")
    a, b, c, d = (p.integer(name, 0, 2) for name in "abcd")
    p.add(q | ~(r & ~((a < b) & (c < d))))
    truths = product([False, True], repeat=2)
    expected = sum(
        x or not (y and not (i < j and k < m))
        for x, y in truths
        for i, j, k, m in product(range(3), repeat=4)
    )
    assert expected == 252
    assert counts(p) == [252] * 3


@pytest.mark.parametrize(
    ("moves", "accepting", "accepts"),
    [
        # after "a" in two states at once, of which only one goes on
        (
            [(0, "a", 1), (0, "a", 2), (1, "a", 1), (2, "b", 2)],
            (1, 2),
            lambda w: len({*w[1:]}) == 1 and w[0] == "a",
        ),
        # any word in which "b" is the last but one: the automaton guesses where it ends
        ([(0, "a", 0), (0, "b", 0), (0, "b", 1), (1, "a", 2), (1, "b", 2)], (2,), lambda w: w[-2] == "b"),
    ],
)
def test_an_automaton_in_several_states_at_once(moves, accepting, accepts):
    p = Problem()
    x = p.choices(5, "ab")
    p.regular(x, moves, 0, accepting)
    words = [word for word in product("ab", repeat=5) if accepts(word)]
    assert words
    assert counts(p) == [len(words)] * 3
    assert all(p.holds(dict(zip(p.variables, word, strict=True))) for word in words)


@pytest.mark.parametrize("a", [2, -2])
@pytest.mark.parametrize("b", [3, -3, 1])
@pytest.mark.parametrize("c", [-7, 0, 5])
def test_two_variables_of_either_sign_are_compared_by_order(monkeypatch, a, b, c):
    monkeypatch.setattr(lower, "SUPPORTS", 4)
    first, second = (-5, -2, 0, 1, 4, 6), (-3, -1, 2, 3, 7)
    p = Problem()
    x, y = p.integer("x", values=first), p.integer("y", values=second)
    p.add(a * x + b * y + c <= 0)
    expected = [(u, v) for u, v in product(first, second) if a * u + b * v + c <= 0]
    assert counts(p) == [len(expected)] * 3


@pytest.mark.parametrize("more", [-1, 0, 2])
def test_a_variable_that_is_a_function_and_more(more):
    p = Problem()
    z = p.integer("z", -1, 7)
    x = p.integers(3, 1, 3)
    p.add(z == maximum(x) + more, maximum(x) - z + more == 0)
    p.add(abs(x[0] + x[1] - x[2]) + more != z)
    tuples = product(range(1, 4), repeat=3)
    expected = sum(-1 <= max(t) + more <= 7 and abs(t[0] + t[1] - t[2]) != max(t) for t in tuples)
    assert counts(p) == [expected] * 3
