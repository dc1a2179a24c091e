"""Rules whose lowering has a case within a case: each was counted wrong by a change of one line."""

from itertools import product

import pytest

import accord
from accord.problem import Problem

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
