"""Global constraints: real sizes, texts, errors, files; test_meaning and test_integers draw small ones."""

from contextlib import suppress
from dataclasses import dataclass
from doctest import DocTestParser, DocTestRunner
from itertools import pairwise, permutations, product
from math import comb, factorial
from typing import Any

import pytest

import accord
from accord.backends.cpsat.integer_lowering import integer_lowering
from accord.backends.waiting import finish
from accord.errors import RefusedError, UsageError
from accord.problem import Problem, element, every, some
from accord.problem.evaluate import OutsideError
from accord.problem.expressions import Truth
from accord.problem.global_rules import GlobalRule, statements
from accord.problem.integer_model import IntegerModel
from accord.problem.rules import Holds
from accord_compare.fuzz.cases import problem
from accord_compare.fuzz.dice import Dice

RULES = statements(Problem)
BACKENDS = ("native", "cpsat", "sat")


@pytest.mark.parametrize("name", RULES)
def test_the_example_of_a_method_runs(name):
    example = DocTestParser().get_doctest(getattr(Problem, name).__doc__, {}, name, None, 0)
    assert len(example.examples) > 2
    assert DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("name", RULES)
def test_a_file_has_every_rule(name, tmp_path):
    saved = 0
    for seed in range(12):
        p = problem(Dice(seed, 31), 4, rules=[name]).problem
        try:
            p.save(tmp_path / "it.toml")
        except RefusedError:  # a value that is neither a number nor a text
            continue
        read = accord.load(tmp_path / "it.toml").as_problem  # `max(1)` is 1 now
        read.save(tmp_path / "again.toml")
        again = accord.load(tmp_path / "again.toml").as_problem
        assert [(rule.words, str(rule)) for rule in read.rules] == [(r.words, str(r)) for r in again.rules]
        assert len(read.rules) == len(p.rules)
        counts = {accord.count(each, backend=backend).count for each in (p, read) for backend in BACKENDS}
        assert len(counts) == 1
        saved += bool(p.rules)
    assert saved > 3


@dataclass(frozen=True, eq=False)
class Zigzag(GlobalRule):
    """A rule that no module of ours has: differences of neighbours have the two signs in turn."""

    of: tuple[Any, ...]

    def _accepts(self, found):
        steps = [found[other] - found[one] for one, other in pairwise(self.of)]
        return all(steps) and all(one * other < 0 for one, other in pairwise(steps))

    def simpler_rules(self):
        ups = [(place % 2, one, other) for place, (one, other) in enumerate(pairwise(self.of))]
        ways = ([one < other if up == way else one > other for up, one, other in ups] for way in (0, 1))
        yield some(*map(every, ways))

    def __str__(self):
        return f"zigzag({', '.join(map(str, self.of))})"


def test_a_rule_that_is_declared_elsewhere_counts_the_same_on_all_backends():
    p = Problem()
    x = p.integers(5, 1, 5)
    p.different(x)
    p.state(Zigzag((*x,)))
    assert [accord.count(p, backend=backend).count for backend in BACKENDS] == [
        32
    ] * 3  # twice the fifth of A000111
    assert len([*_values(p)]) == 32
    assert p.rules[1].words == "zigzag(x[1], x[2], x[3], x[4], x[5])"


@pytest.mark.parametrize("name", RULES)
def test_what_spells_a_rule_means_the_same_for_all_values(name):
    """By `holds`, apart from any engine; that each part has a value is no business of what spells a rule."""
    for seed in range(12):
        p = problem(Dice(seed, 32), 4, rules=[name]).problem
        for rule in p.rules:
            if isinstance(rule, GlobalRule):
                for spelled in (rule.simpler_rules(), rule.rules_of_bits()):
                    simple = [Holds(each) if isinstance(each, Truth) else each for each in spelled]
                    for values in product(*(atom.values for atom in p.variables)):
                        found = dict(zip(p.variables, values, strict=True))
                        with suppress(OutsideError):
                            assert rule.holds(found) == all(each.holds(found) for each in simple), p.rules


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
    monkeypatch.setattr("accord.problem.global_rules.tasks.WINDOWS", 0)
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
def test_a_task_of_length_0_takes_no_time(backend):
    """Of 16 pairs of starts, one that was a point in time was inside the other task in three."""
    for lengths in ([2, 0], [2, "d"], ["d", 0]):
        counts = []
        for rule, more in (("no_overlap", ()), ("cumulative", ([1, 1], 1))):
            p = Problem(rule)
            x, d = p.integers(2, 0, 3), p.integer("d", 0, 2)
            listed = [d if each == "d" else each for each in lengths]
            getattr(p, rule)(x, listed, *more)
            p.add(d == (0 if lengths == [2, 0] else d))
            kept = sum(1 for values in product(range(4), range(4), range(3)) if _apart(values, lengths))
            counts.append((accord.count(p, backend=backend).count, sum(1 for _ in _values(p))))
            assert counts[-1] == (kept, kept)
        assert lengths != [2, 0] or counts[0][0] == 16


def _apart(values, lengths):
    """Whether two tasks are never both running, moment by moment."""
    one, other, d = values
    first, second = (d if each == "d" else each for each in lengths)
    known = d == 0 or lengths != [2, 0]
    return known and {*range(one, one + first)}.isdisjoint(range(other, other + second))


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
    p = Problem("four")
    x = p.integers(3, 0, 2)
    p.cumulative(x, [2, 1, 1], [1, x[1], 1], 3)
    p.circuit(x)
    p.no_overlap_2d(x, [0, 0, 1], [1, 1, 2], [2, 1, 1])
    proto = finish(integer_lowering(IntegerModel(p))).model.proto
    assert all(kind in str(proto) for kind in ("cumulative {", "circuit {", "interval {", "no_overlap_2d {"))


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
        (lambda p, x: p.no_overlap_2d(x, x, x, [1]), "found 3 lefts and 1 heights; expected as many of each"),
        (lambda p, x: p.knapsack(x, x, x, 1, [2]), "found [2] for the value; expected a number, or least"),
        (lambda p, x: p.among(x, [1], (1, 2, 3)), "found (1, 2, 3) for the count; expected a number, or"),
        (lambda p, x: p.mdd(x, [(0, 1)]), "an arc of a diagram has three parts: node, value, next node"),
        (lambda p, x: p.mdd(x, [(0, 1, 1)]), "the diagram has not 3 layers: each way from its root must end"),
        (lambda p, x: p.mdd(x, [(0, 1, 1), (2, 1, 3)]), "the diagram has 2 nodes that no arc enters and 2"),
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
    p.no_overlap_2d([], [], [], [])
    p.subcircuit([])
    p.among([], [1], 0)
    p.knapsack([], [], [], 0, 0)
    assert accord.count(p, backend=backend).count == 4
    p.subcircuit([x + 1], base=1)
    p.no_overlap_2d([x], [x], [1], [0])
    p.among([x], [-1, 0, 5], (1, 2))
    p.circuit([x])
    p.n_values([x], 1)
    p.cardinality([x], {0: 1}, closed=True)
    assert [each["x"] for each in accord.solutions(p, backend=backend)] == [0]
    p.n_values([], 1)
    assert accord.count(p, backend=backend).count == 0


# -- chains and diagrams, which are made of rules there were ---------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_chain_of_words_is_in_order(backend):
    """Each strictly ascending list of words, of letters from -1 to 1."""
    words = [*product((-1, 0, 1), repeat=2)]
    for number in range(4):
        p = Problem()
        rows = [p.integers(2, -1, 1, name=f"w{n}") for n in range(number)]
        p.lexicographic(*rows, strictly=True)
        assert accord.count(p, backend=backend).count == comb(len(words), number)
    p.lexicographic(rows[2], [0], rows[0], strictly=True)
    assert accord.count(p, backend=backend).count == 0


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_diagram_has_its_ways(backend):
    arcs = [("r", 0, 1), ("r", 2, 1), ("r", 2, "b"), (1, 1, "t"), ("b", -1, "t"), ("b", 9, "t")]
    p = Problem()
    x = p.integers(2, -1, 2)
    p.mdd(x, arcs)
    found = {tuple(each.values.values()) for each in accord.solutions(p, backend=backend)}
    assert found == {(0, 1), (2, 1), (2, -1)}
    p.mdd([], [])
    assert accord.count(p, backend=backend).count == 3
    p.mdd([x[0]], [(0, 0, 1), (0, 1, 1)])
    assert accord.count(p, backend=backend).count == 1


@pytest.mark.parametrize("backend", BACKENDS)
def test_numbers_of_subcircuits_and_of_packed_squares(backend):
    for places in range(5):
        p = Problem()
        p.subcircuit(p.integers(places, 1, places) if places else [], base=1)
        circles = sum(comb(places, size) * factorial(size - 1) for size in range(2, places + 1))
        assert accord.count(p, backend=backend).count == 1 + circles
    p = Problem()
    x, y = p.integers(2, 0, 2, name="x"), p.integers(2, 0, 2, name="y")
    p.no_overlap_2d(x, y, [1, 2], [1, 2])
    p.add(x[1] <= 1, y[1] <= 1)
    assert accord.count(p, backend=backend).count == 4 * (9 - 4)


@pytest.mark.parametrize(("base", "least", "most"), [(0, 0, 2), (0, -1, 1), (1, 1, 3), (1, 0, 2)])
def test_inverse_lists_hold_places_only(base, least, most):
    """One value beyond the places, above them or below: no list has it."""
    p = accord.Problem()
    here, there = ([p.integer(f"{name}{n}", least, most) for n in range(2)] for name in "ht")
    p.inverse(here, there, base=base)
    assert accord.count(p).count == 2
