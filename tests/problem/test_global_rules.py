"""Global constraints: real sizes, texts, errors, files; test_meaning and test_integers draw small ones."""

from collections import Counter
from itertools import pairwise, permutations, product
from math import factorial

import pytest

import accord
from accord.backends.cpsat.integer_lowering import integer_lowering
from accord.backends.waiting import finish
from accord.errors import UsageError
from accord.problem import Problem, element
from accord.problem.expressions import Truth
from accord.problem.global_rules import GlobalRule
from accord.problem.integer_model import IntegerModel

BACKENDS = ("native", "cpsat", "sat")


def of_every_kind():
    p = Problem("all")
    x = p.integers(3, 0, 4)
    p.no_overlap(x, [1, 1, 0])
    p.cumulative(x, [2, 1, x[0]], [1, x[1], 1], 3, words="the crane")
    p.cardinality(x, {1: (0, 2), 3: 1})
    p.n_values(x, 3)
    p.bin_packing(x, [1, 2, 3], [3, 3, 3, 3, 2])
    p.circuit(p.integers(3, 1, 3, name="y"), base=1)
    return p


def test_a_file_has_every_kind(tmp_path):
    p = of_every_kind()
    p.save(tmp_path / "it.toml")
    read = accord.load(tmp_path / "it.toml")
    assert [rule.words for rule in read.as_problem.rules] == [rule.words for rule in p.rules]
    counts = [accord.count(each, backend=backend).count for each in (p, read) for backend in BACKENDS]
    assert len(set(counts)) == 1
    assert counts[0] > 0
    assert "circuit([y[1], y[2], y[3]])" in (tmp_path / "it.toml").read_text()


def test_what_spells_a_rule_means_the_same_for_all_values():
    """By `holds`, apart from any engine."""
    p = of_every_kind()
    for rule in p.rules:
        assert isinstance(rule, GlobalRule)
        simple = Problem("simple")
        simple.variables, simple._own, simple._by_name = p.variables, p._own, p._by_name
        for part in rule.spelled():
            simple.add(part) if isinstance(part, Truth) else simple.state(part)
        alone = p.copy()
        alone.rules = [rule]
        assert Counter(_values(alone)) == Counter(_values(simple))


def _values(problem):
    for values in product(*(atom.values for atom in problem.variables)):
        if problem.holds(dict(zip(problem.variables, values, strict=True))):
            yield values


def test_windows_of_time_and_pairs_of_tasks_say_the_same(monkeypatch):
    def count():
        p = Problem()
        p.no_overlap(p.integers(3, 0, 6), [2, 1, 3])
        p.cumulative(p.integers(3, 0, 4, name="y"), [2, 2, 1], [2, 1, 2], 3)
        return accord.count(p, backend="native").count, p.model.hidden.any()

    by_windows, hidden = count()
    monkeypatch.setattr("accord.problem.global_rules.WINDOWS", 0)
    assert count() == (by_windows, True)
    assert not hidden


def test_an_hour_of_seconds_with_forty_tasks():
    p = Problem("day")
    starts = p.integers(40, 0, 36_000, name="task")
    end = p.integer("end", 0, 40_000)
    lengths = [300 + 37 * task % 900 for task in range(40)]
    p.cumulative(starts, lengths, [1 + task % 3 for task in range(40)], 5)
    p.add(start + length <= end for start, length in zip(starts, lengths, strict=True))
    outcome = accord.first(p, time_limit=30)
    assert outcome.count == 1
    assert "integers" in outcome.chosen


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_round_trip_of_seven_towns(backend):
    p = Problem("tour")
    after = p.integers(7, 0, 6, name="after")
    p.circuit(after)
    length = [[(37 * i * i + 11 * j) % 29 for j in range(7)] for i in range(7)]
    p.minimize(sum(element(length[i], after[i]) for i in range(7)))
    tours = ((0, *order, 0) for order in permutations(range(1, 7)))
    assert accord.best(p, backend=backend).value == min(
        sum(length[a][b] for a, b in pairwise(tour)) for tour in tours
    )
    assert accord.count(p, backend=backend).count == factorial(6)


def test_the_constraints_of_cpsat_are_those_that_say_the_rule():
    proto = finish(integer_lowering(IntegerModel(of_every_kind()))).model.proto
    assert all(kind in str(proto) for kind in ("cumulative {", "circuit {", "interval {"))


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (lambda p, x: p.no_overlap(x, [1]), "found 3 starts and 1 lengths; expected as many of each"),
        (lambda p, x: p.cumulative(x, [1] * 3, [1] * 2, 1), "found 3 starts and 2 demands; expected as many"),
        (
            lambda p, x: p.cardinality(x, [1]),
            "found [1]; expected a table of values",
        ),
        (lambda p, x: p.cardinality(x, {1: (1, 2, 3)}), "found (1, 2, 3) for 1; expected a number, or least"),
        (lambda p, x: p.n_values(x, "a"), '`"a"` has values that are no whole numbers'),
        (lambda p, x: p.circuit(5), "found 5; expected expressions, or a list of them"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(state, message):
    p = Problem()
    with pytest.raises(UsageError) as caught:
        state(p, p.integers(3, 0, 4))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("backend", BACKENDS)
def test_empty_lists_and_single_members(backend):
    p = Problem()
    x = p.integer("x", -1, 2)
    p.no_overlap([], [])
    p.cumulative([], [], [], 0)
    p.circuit([])
    p.cardinality([], {})
    p.n_values([], 0)
    p.bin_packing([], [], [])
    assert accord.count(p, backend=backend).count == 4
    p.circuit([x])
    p.n_values([x], 1)
    p.cardinality([x], {0: 1}, closed=True)
    assert [each["x"] for each in accord.solutions(p, backend=backend)] == [0]
    p.n_values([], 1)
    assert accord.count(p, backend=backend).count == 0
