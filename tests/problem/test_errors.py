"""Bad problems: one line, with the place, what was found and what was expected; said where it is stated."""

from enum import Enum
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from looped import looped

import accord
from accord.errors import AccordError, RefusedError, UsageError
from accord.problem import Problem, element, every, maximum, minimum, slips, some

INSTEAD = (
    " is not true or false before the problem is solved; in place of and, or, not take &, |, ~ in "
    "parentheses; of `in`, x.among(...); of 1 <= x <= 3, two rules"
)
NUMBERS = " has values that are no whole numbers; only == and != can be asked of it"
BESIDE = (
    " beside &, |, ^ or >>, which is no truth; these bind tighter than comparisons, so write "
    "(x == 1) >> (y == 2)"
)
NO_TRUTH = ", which is no truth; expected a comparison, a Boolean, True or False"


def pairs():
    return ((a, b) for a in range(10**5) for b in range(10**4))


def other():
    return Problem("other").integer("y", 1, 2)


# of a problem p with x[1] to x[5] in 1..5, choices c[1], c[2] and truths b[1], b[2]
SAID = {
    # variables
    "y: found the domain 5 to 1, which is empty": lambda p, x, c, b: p.integer("y", 5, 1),
    "y: found no values; expected at least one": lambda p, x, c, b: p.choice("y", []),
    "y: found [1] among values; expected texts, numbers, tuples or other keys": (
        lambda p, x, c, b: p.choice("y", [[1], 2])
    ),
    "y: found the value 'a'; expected whole numbers, or make it a choice": (
        lambda p, x, c, b: p.integer("y", values=[1, "a"])
    ),
    "y: found 5; expected a list of values": lambda p, x, c, b: p.integer("y", values=5),
    "y: found '1' as an end of the domain; expected whole numbers": lambda p, x, c, b: p.integer("y", "1", 5),
    "y: found 1.5 as an end of the domain; expected whole numbers": lambda p, x, c, b: p.integer("y", 1.5, 5),
    "y: expected the least and the greatest number, or `values`": lambda p, x, c, b: p.integer("y", 1),
    "y: found more than 1,000,000 values, which is the most there may be": (
        lambda p, x, c, b: p.integer("y", values=[*range(10**6), -5])
    ),
    "z: found more than 1,000,000 values, which is the most there may be": (
        lambda p, x, c, b: p.choice("z", count())
    ),
    "found more than 1,000,000 values, which is the most there may be": (
        lambda p, x, c, b: p.add(x[0].among(range(10**12)))
    ),
    "y: found the number 1,099,511,627,776; expected numbers below 2^40": (
        lambda p, x, c, b: p.integer("y", 0, 2**40)
    ),
    "y: found the number 1,125,899,906,842,624; expected numbers below 2^40": (
        lambda p, x, c, b: p.integer("y", values=[2**50])
    ),
    "z: found 1,000,000,000 variables; expected 0 to 1,000,000": (
        lambda p, x, c, b: p.integers(10**9, 1, 2, name="z")
    ),
    "found 3 as the name of a variable; expected a text": lambda p, x, c, b: p.boolean(3),
    "there is a variable called 'x[1]' already": lambda p, x, c, b: p.boolean("x[1]"),
    "found 'abc' in the place of a list of names": lambda p, x, c, b: p.integers("abc", 1, 2),
    "unknown variable 'queen'; there are x[1], x[2], x[3], x[4], x[5], c[1], c[2], b[1], b[2]": (
        lambda p, x, c, b: p["queen"]
    ),
    "the board: found 10000000000 cells; at most 8192 are possible": (
        lambda p, x, c, b: p.board(10**5, 10**5, name="z")
    ),
    "z has no cell [2, 0]; places count from 0": lambda p, x, c, b: p.board(2, 2, name="z")[2, 0],
    "z has 2 numbers to a cell; found 1": lambda p, x, c, b: p.board(2, 2, name="z")[0],
    "z has no cell [2, :]; places count from 0": lambda p, x, c, b: p.board(2, 2, name="z")[2, :],
    "z has no cell [:, -1]; places count from 0": lambda p, x, c, b: p.board(2, 2, name="z")[:, -1],
    "z has no cell [0, 1]; it is a hole": lambda p, x, c, b: p.board(".#\n..", name="z")[0, 1],
    "z has no cell [0, 2]; places count from 0": lambda p, x, c, b: p.board(2, 2, name="z").neighbours(0, 2),
    "z has no cell [-1, 0]; places count from 0": lambda p, x, c, b: p.board(2, 2, name="z").around(-1, 0),
    # a value outside
    'x[1] == "7": x[1] is never "7"; its values are 1 to 5': lambda p, x, c, b: p.add(x[0] == "7"),
    'x[1] in ["7", 1.5]: x[1] is never "7", 1.5; its values are 1 to 5': (
        lambda p, x, c, b: p.add(x[0].among(["7", 1.5]))
    ),
    'c[1] == "rde": c[1] is never "rde"; its values are "red", "blue"': (
        lambda p, x, c, b: p.add(c[0] == "rde")
    ),
    'c[1] == "rde" and b[1]: c[1] is never "rde"; its values are "red", "blue"': (
        lambda p, x, c, b: p.add((c[0] == "rde") & b[0])
    ),
    # what Python takes for something else
    "`x[1] == 1`" + INSTEAD: lambda p, x, c, b: p.add(x[0] in [1, 2]),
    "`x[1] >= 1`" + INSTEAD: lambda p, x, c, b: p.add(1 <= x[0] <= 3),
    "`x[1] == 2`" + INSTEAD: lambda p, x, c, b: p.add(x[0] == 2 and x[1] == 3),
    "`x[1] == 4`" + INSTEAD: lambda p, x, c, b: p.add(x[0] == 4 or x[1] == 3),
    "`b[1]`" + INSTEAD: lambda p, x, c, b: p.add(not b[0]),
    "`x[1]` is one expression, and was taken for a list of them": lambda p, x, c, b: sum(x[0]),
    "[b[1], b[2]] was compared as a whole; compare its members, one by one": lambda p, x, c, b: p.add(b == 1),
    "x was compared as a whole; compare its cells, one by one": (
        lambda p, x, c, b: p.add(p.board(2, 2, 1, 2) == 1)
    ),
    "found x[1]" + NO_TRUTH: lambda p, x, c, b: p.add(x[0]),
    "found x[2]" + NO_TRUTH: lambda p, x, c, b: p.add(~x[1]),
    "found x[3]" + BESIDE: lambda p, x, c, b: p.add(b[0] & x[2]),
    "found 2" + BESIDE: lambda p, x, c, b: p.add(x[0] == 2 >> b[0]),
    "found x[1]" + BESIDE: lambda p, x, c, b: p.add(x[1] == x[0] | b[0]),
    "found x[4]" + NO_TRUTH: lambda p, x, c, b: p.add(every(x[3])),
    "found 'x[1] == 1'" + NO_TRUTH: lambda p, x, c, b: p.add("x[1] == 1"),
    "found 3" + NO_TRUTH: lambda p, x, c, b: p.add(b[0].implies(3)),
    "found {'a': b[1]}" + NO_TRUTH: lambda p, x, c, b: p.add({"a": b[0]}),
    "found 'ab'; expected expressions, or a list of them": lambda p, x, c, b: p.add(some("ab")),
    # what is no number
    "`c[1]`" + NUMBERS: lambda p, x, c, b: p.add(c[0] < c[1]),
    "`c[2]`" + NUMBERS: lambda p, x, c, b: p.add(x[0] + c[1] == 3),
    "found 'a'; expected a whole number": lambda p, x, c, b: p.add(x[0] < "a"),
    "found 1.5; expected a whole number": lambda p, x, c, b: p.add(x[0] * 1.5 == 3),
    "`x[1]` is a whole number, and `/` makes fractions; take `//`, which rounds down, and `%` for the rest": (
        lambda p, x, c, b: p.add(x[0] / 2 == 1)
    ),
    "`x[1]` is divided by 0; expected another divisor": lambda p, x, c, b: p.add(x[0] % 0 == 1),
    "`x[1]`: found the power -1; expected 0 to 40": lambda p, x, c, b: p.add(x[0] ** -1 == 1),
    "`x[1]`: found the power 41; expected 0 to 40": lambda p, x, c, b: p.add(x[0] ** 41 == 1),
    "found an empty list; expected expressions": lambda p, x, c, b: p.add(maximum([]) == 1),
    # lists and tables
    "found 3; expected expressions, or a list of them": lambda p, x, c, b: p.different(3),
    "found the text 'x[1]'; expected a variable, such as p['x[1]']": (
        lambda p, x, c, b: p.different("x[1]", "x[2]")
    ),
    "found 3; expected a list of values": lambda p, x, c, b: p.different(x, apart=3),
    "row 2 of the table has 3 values for 2 expressions": (
        lambda p, x, c, b: p.table(x[:2], [(1, 2), (1, 2, 3)])
    ),
    "found 3 in the place of the table; expected a list of lists": lambda p, x, c, b: p.table(x[:2], 3),
    "the table has more than 1,000,000 rows, which is the most there may be": (
        lambda p, x, c, b: p.forbidden(x[:2], pairs())
    ),
    "row 2 of the table: found '*' for x[2]; expected whole numbers": (
        lambda p, x, c, b: p.table(x[:2], [(1, 2), (1, "*")])
    ),
    "row 1 of the table: found 1.5 for x[1] + x[2]; expected whole numbers": (
        lambda p, x, c, b: p.table([x[0] + x[1]], [[1.5]])
    ),
    'row 1 of the table: found 2 for c[1]; expected its values, "red", "blue"': (
        lambda p, x, c, b: p.table(c, [(2, "red")])
    ),
    "no row of the table can be, as in one x[2] is never 9; its values are 1 to 5": (
        lambda p, x, c, b: p.table(x[:2], [(1, 9)])
    ),
    "a move of the automaton: found '*', and no expression there has such values": (
        lambda p, x, c, b: p.regular(x, [(0, "*", 0)], 0, [0])
    ),
    "among: found 'red', and no expression there has such values": lambda p, x, c, b: p.among(x, ["red"], 1),
    "found None at place 2 of a list of expressions; leave blank cells out": (
        lambda p, x, c, b: p.different([x[0], None])
    ),
    "found None, which is no truth; a call such as p.different(x) states a rule and returns nothing, so it "
    "cannot be negated or implied": lambda p, x, c, b: p.add(b[0].implies(p.different(x))),
    "found a number of 20,000 bits; numbers of at most 4,096 bits are possible": (
        lambda p, x, c, b: p.add(x[0] == 1 << 19_999)
    ),
    "`x[5]` is no number before the problem is solved; a solution has its value": (
        lambda p, x, c, b: round(x[4])
    ),
    # places and lengths
    "circuit: found successors from 1 to 5; expected 0 to 4, as 5 places count from base=0": (
        lambda p, x, c, b: p.circuit(x)
    ),
    "circuit: found successors from 1 to 5; expected 2 to 6, as 5 places count from base=2": (
        lambda p, x, c, b: p.circuit(x, base=2)
    ),
    "subcircuit: found successors from 1 to 5; expected 2 to 6, as 5 places count from base=2": (
        lambda p, x, c, b: p.subcircuit(x, base=2)
    ),
    "found -1 as number 2 of the lengths; expected 0 or more": lambda p, x, c, b: p.no_overlap(
        x[:2], [1, -1]
    ),
    "found -2 as number 1 of the heights; expected 0 or more": (
        lambda p, x, c, b: p.no_overlap_2d(x[:1], x[:1], [1], [-2])
    ),
    "found -3 as number 1 of the capacity; expected 0 or more": (
        lambda p, x, c, b: p.cumulative(x[:1], [1], [1], -3)
    ),
    "found 3 in the place of a relation; expected a function of values": (
        lambda p, x, c, b: p.relation(3, x[0], x[1])
    ),
    "`x[1] + 1`: a relation is of variables; name what is computed by a variable of its own": (
        lambda p, x, c, b: p.relation(max, x[0] + 1, x[1])
    ),
    "a move of an automaton has three parts: state, value, next state": (
        lambda p, x, c, b: p.regular(x, [(1, 2)], 0, [1])
    ),
    "found [2] among values; expected texts, numbers, tuples or other keys": (
        lambda p, x, c, b: p.regular(x, [(1, [2], 1)], 0, [1])
    ),
    # others
    "y == 1: y is no variable of this problem": lambda p, x, c, b: p.add(other() == 1),
    "the objective: y is no variable of this problem": lambda p, x, c, b: p.minimize(other()),
    "the problem has an objective already; state several in turn by one call": lambda p, x, c, b: (
        p.minimize(x[0]),
        p.maximize(x[0]),
    ),
    "a symmetry of variables: expected the same variables on both sides": (
        lambda p, x, c, b: p.symmetry({x[0]: x[1]})
    ),
    "a symmetry of variables: found 3; expected where each goes: {from: to}": (
        lambda p, x, c, b: p.symmetry(3)
    ),
    "a symmetry: found the values [1]; expected two or more": lambda p, x, c, b: p.symmetry(values=[1]),
}


def said():
    p = Problem("bad")
    return p, p.integers(5, 1, 5), p.choices(2, ["red", "blue"], name="c"), p.booleans(2, name="b")


@looped("message", SAID)
def test_what_is_wrong_is_said_in_one_line_where_it_is_stated(message):
    with pytest.raises(UsageError) as caught:
        SAID[message](*said())
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "state",
    [
        lambda p, c: abs(c),
        lambda p, c: minimum(c, 1),
        lambda p, c: c * 2,
        lambda p, c: c * c,
        lambda p, c: -c,
        lambda p, c: element([1, 2], c),
        lambda p, c: p.increasing([c, 1]),
        lambda p, c: p.lexicographic([c], [1]),
        lambda p, c: p.inverse([c], [0]),
        lambda p, c: p.maximize(c),
        lambda p, c: element([c, 1], p.integer("at", 0, 1)) + 1,
    ],
)
def test_choices_are_no_numbers_wherever_numbers_are_expected(state):
    p, _, c, _ = said()
    with pytest.raises(UsageError, match="has values that are no whole numbers"):
        state(p, c[0])


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (
            lambda p: p.integer("u", 1, 1000) * p.integer("v", 1, 1000) == p.integer("w", 1, 9),
            "pairs of value",
        ),
        (
            lambda p: sum(p.integers(3, 1, 99_999, name="u")).among([5, 6]),
            "each value of a sum must be known",
        ),
        (
            lambda p: p.integer("u", 0, 2**40 - 1) == p.integer("v", 0, 3),
            "found 1,099,511,627,776 values; as options at most 1,000,000 are possible. The backend cpsat",
        ),
        (
            lambda p: p.integers(11, 1, 999_999, name="u")[0] == 1,
            "found 10,999,989 values of all variables so far; as options at most 10,000,000 are possible",
        ),
    ],
)
def test_what_would_be_too_large_is_refused_before_it_is_paid(state, message):
    p = Problem()
    p.add(state(p))
    with pytest.raises(RefusedError, match=message) as caught:
        p.model  # noqa: B018
    assert str(caught.value).startswith("u")


def test_10_to_the_9_combinations_are_not_asked_one_by_one():
    p = Problem()
    asked = []
    with pytest.raises(UsageError) as caught:
        p.relation(lambda *values: asked.append(values), *p.integers(3, 1, 1000))
    assert not asked
    assert str(caught.value) == (
        "the relation would be asked of 1,000,000,000 combinations of values; at most 1,000,000 are possible"
    )


def test_within_others_a_value_outside_is_just_false():
    p, x, c, b = said()
    p.add((x[0] == 7) | b[0], ~(c[0] == "rde"), x[1] != 9, (x[2] == 9).implies(b[1]))
    p.table(x[:2], [(1, 9), (2, 2), (2.0, 1)])
    p.forbidden(x[3:], [(9, 9)])
    p.different(x[3:], apart=[77])
    p.precedence(c, ["green", "red"])
    p.model  # noqa: B018


class Letter(str, Enum):  # noqa: UP042 (as users have it)
    A, B = "a", "b"


@pytest.mark.parametrize(
    ("values", "row"),
    [
        (["a", "b"], np.array(["a", "b"])),
        (np.array(["a", "b"]), ("a", "b")),
        (["a", "b"], (Letter.A, Letter.B)),
        (Letter, ("a", "b")),
        ([0.5, 1.5], (np.float64(0.5), Fraction(3, 2))),
        (["a", 2, 3], (np.int64(2), 3.0)),
        ([("a", 1), ("b", 2)], (("a", np.int64(1)), ("b", 2.0))),
    ],
    ids=str,
)
def test_equal_values_of_another_type_are_the_same_in_rows_and_moves(values, row):
    for rule, expected in (("table", 1), ("forbidden", len(values) ** 2 - 1), ("regular", 1), ("mdd", 1)):
        p = Problem()
        of = p.choices(2, values)
        moves = [(0, row[0], 1), (1, row[1], 2)]
        given = {"regular": (moves, 0, [2]), "mdd": (moves,)}.get(rule, ([row],))
        getattr(p, rule)(of, *given)
        assert accord.count(p).count == expected, rule


@pytest.mark.parametrize("rule", ["circuit", "subcircuit"])
@pytest.mark.parametrize(("low", "high", "base"), [(0, 1, 0), (1, 2, 0), (5, 9, 0), (1, 2, 1), (0, 4, 3)])
def test_a_circle_that_cannot_be_is_an_answer_where_no_other_base_is_meant(rule, low, high, base):
    p = Problem()
    getattr(p, rule)(p.integers(3, low, high), base=base)
    assert accord.count(p).count == 0


@pytest.mark.parametrize("rule", ["circuit", "subcircuit"])
@pytest.mark.parametrize(("low", "high", "base"), [(1, 3, 0), (2, 3, 0), (0, 2, 1), (0, 1, 1)])
def test_one_that_counts_from_the_base_beside_is_refused(rule, low, high, base):
    p = Problem()
    with pytest.raises(
        UsageError, match=f"{rule}: found successors from {low} to {high}; expected {base} to "
    ):
        getattr(p, rule)(p.integers(3, low, high), base=base)


@pytest.mark.parametrize("value", [None, "*", 1.5, 9, ("a",)], ids=str)
def test_a_forbidden_row_that_cannot_be_takes_no_solution_away(value):
    p = Problem()
    x, c = p.integer("x", 0, 2), p.choice("c", ["a", "b"])
    p.forbidden([x, c], [(value, "a"), (0, value), (1, "b")])
    assert accord.count(p).count == 5


def test_each_value_of_a_column_is_looked_at_once(monkeypatch):
    asked = []

    def whole_number(value):
        asked.append(value)
        return value if type(value) is int else None

    monkeypatch.setattr(slips, "whole_number", whole_number)
    p = Problem()
    texts, numbers = p.choices(2, [f"v{n}" for n in range(20)], name="t"), p.integers(2, 0, 19)
    p.table(texts, [(f"v{n}", f"v{m}") for n in range(20) for m in range(20)])
    p.regular(texts, [(n, f"v{m}", m) for n in range(20) for m in range(20)], 0, [0])
    assert asked == []
    p.table(numbers, [(n, m) for n in range(20) for m in range(20)])
    assert len(asked) <= 80


def test_clauses_of_variables_and_their_negations_are_stated_at_once(monkeypatch):
    p = Problem()
    (x, y), n = p.booleans(2), p.integer("n", 0, 3)
    monkeypatch.setattr(p, "_refuse_strangers", None)  # which looks at each part
    p.add(x | ~y, x >> y, ~(n == 1) | x, ~x | (n == 2))
    with pytest.raises(TypeError):
        p.add(x | ~other().among([1]))


def test_numbers_of_numpy_are_whole_numbers():
    p = Problem()
    x = p.integers(2, 0, 4)
    p.add(x[0] // np.int64(2) == np.int64(1), x[1] ** np.int64(2) == 4, np.int64(7) % (x[0] + 1) == 3)
    p.no_overlap(x, np.array([1, 1]))
    assert accord.count(p).count == 1


def test_the_class_of_whole_numbers_is_no_whole_number():
    p = Problem()
    x = p.integer("x", 0, 2)
    for state in (
        lambda: x + int,
        lambda: x // int,
        lambda: p.integer("y", 0, int),
        lambda: p.among([x], [0], int),
    ):
        with pytest.raises(UsageError):
            state()


def test_the_size_of_a_board_may_come_from_an_iterator():
    p = Problem()
    assert len(p.board((n for n in (2, 3)), low=1, high=2)) == 6


def test_no_words_are_the_usual_ones():
    p, x, _, _ = said()
    p.add(x[0] != x[1], words=None)
    p.add((x[0] * x[1]) // (x[2] - 3) == 1, words=None)
    p.different(x, words=None)
    p.circuit([x[0] - 1, x[1] - 1], words=None)
    assert {rule.called for rule in p.rules} <= {"", "x: all different"}


def test_what_was_refused_is_not_stated():
    p, x, _, _ = said()
    for state in (lambda: p.add(x[0] == "7"), lambda: p.add(other() == 1), lambda: p.integer("x[1]", 1, 2)):
        with pytest.raises(AccordError):
            state()
    assert (len(p.rules), len(p.variables)) == (0, 9)


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
def test_a_whole_number_outside_is_an_answer(backend):
    for state in (lambda p, x: x[0] == 9, lambda p, x: x[1].among([7, 8]), lambda p, x: p.boolean("b") == 2):
        p = Problem("outside")
        p.add(state(p, p.integers(2, 0, 3)))
        assert (accord.count(p, backend=backend).answer, p.holds({a.name: 0 for a in p.variables})) == (
            "impossible",
            False,
        )
