"""A problem as it is, with integers in place of options: the same solutions, or a refusal by name."""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, permutations
from itertools import product as product_of
from math import inf, nan
from random import Random
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples_of
from hypothesis import strategies as st
from profiles import PROFILE, examples
from random_problems import problems

import accord
from accord.backends import table
from accord.backends.contract import Backend, Slice
from accord.backends.cpsat import CpSat
from accord.backends.cpsat import backend as cpsat_backend
from accord.backends.cpsat.solving import lower_now
from accord.backends.sat.cdcl import Sliced
from accord.errors import EngineError, RefusedError, UsageError
from accord.problem import Problem, element, lower
from accord.problem.forecast import is_larger, is_of_values
from accord.problem.integer_model import IntegerModel
from accord.problem.lower.passes import lower_by_bits
from accord.runner import bits, integers
from accord.runner.bits import bits_of
from accord_compare.fuzz.cases import RULES, problem
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.expressions import FAR
from accord_compare.fuzz.graph_rules import GRAPHS

AS_INTEGERS = "integers, as options would be more than about"


AS_THEY_ARE = [kind for kind in RULES if kind not in GRAPHS]  # rules on graphs go by options


@pytest.fixture
def always(monkeypatch):
    """Small problems are taken as they are, too."""
    monkeypatch.setattr(integers, "MANY", -1)
    monkeypatch.setattr(integers, "MANY_FOR_BEST", -1)


def right_of(drawn):
    return Counter(tuple(values.items()) for values in drawn.assignments() if drawn.holds(values))


def without_options(patch):
    """No problem goes by options."""
    for name in ("MANY", "MANY_FOR_BEST", "MOST_BITS"):
        patch.setattr(integers, name, -1)


def by_integers(problem, task, **more):
    with pytest.MonkeyPatch.context() as patch:
        without_options(patch)
        outcome = accord.run(problem, task, **more)
    assert AS_INTEGERS in outcome.chosen or outcome.status == "time"
    return outcome


def by_whole_integers(problem, task, **more):
    """A run of CP-SAT on the problem as it is; None where a rule is refused."""
    try:
        lower_now(IntegerModel(problem), objective=task == "best")
    except RefusedError:
        return None
    return by_integers(problem, task, backend="cpsat", **more)


def by_options_of_cpsat(problem, task, **more):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(integers, "MANY", 10**9)
        patch.setattr(integers, "MANY_FOR_BEST", 10**9)
        return accord.run(problem, task, backend="cpsat", **more)


def by_bits(problem, task, backend, **more):
    """A run on bits of variables of two values or more; None where there are none, or a rule is refused."""
    by_rows = mock.patch.object(bits, "_rows_of", wraps=bits._rows_of)
    with pytest.MonkeyPatch.context() as patch, by_rows as rows:
        patch.setattr(lower, "VALUES", 2_000)  # of a sum; more take too long, and much memory
        try:
            bits_of(IntegerModel(problem), 1)
        except RefusedError:
            return None
        patch.setattr(table.class_of(backend), "most_values", 1)
        without_options(patch)
        outcome = accord.run(problem, task, backend=backend, **more)
    return outcome if rows.called else None  # it may be refused by the backend, or refuted before


WAYS = {
    "options of native": partial(accord.run, backend="native"),
    "options of cpsat": by_options_of_cpsat,
    "options of sat": partial(accord.run, backend="sat"),
    "integers of cpsat": by_whole_integers,
    "bits of native": partial(by_bits, backend="native"),
    "bits of sat": partial(by_bits, backend="sat"),
}


@pytest.mark.parametrize("kind", RULES)
@given(data=st.data())
@examples_of(max_examples={"fast": 8, "full": 30}.get(PROFILE, 300))
def test_a_rule_has_the_solutions_that_it_says_and_the_best_of_these(kind, data):
    """On every backend, in each way that it takes problems; two ways of each problem, or all if thorough."""
    drawn = data.draw(problems(kind))
    some = (
        WAYS
        if PROFILE == "thorough"
        else data.draw(st.sets(st.sampled_from([*WAYS]), min_size=2, max_size=2))
    )
    right = right_of(drawn)
    for name in sorted(some):
        outcome = WAYS[name](drawn.problem, "all")
        if outcome is not None:
            assert outcome.exact, name
            assert Counter(tuple(each.values.items()) for each in outcome.solutions) == right, name
    value_of, maximizes = add_objective(drawn.problem, data), drawn.problem.maximizes
    worth = [value for value in map(value_of, map(dict, right)) if value is not None]
    for name in sorted(some):
        outcome = WAYS[name](drawn.problem, "best")
        if outcome is not None and worth:
            assert outcome.value == (max(worth) if maximizes else min(worth)), name
            assert value_of(outcome.solutions[0].values) == outcome.value, name
        elif outcome is not None:
            assert outcome.answer == "impossible", name


def add_objective(p, data):
    """Weighted variables, and a member of a known array; returns what it is worth, None if outside."""
    numbers = [atom for atom in p.variables if atom.numeric]
    weights = data.draw(st.lists(st.integers(-4, 4), min_size=len(numbers), max_size=len(numbers)))
    weighted = dict(zip(numbers, weights, strict=True))
    array = data.draw(st.lists(st.integers(-5, 9), max_size=4)) if numbers else []
    shift, times = data.draw(st.integers(-1, 3)), data.draw(st.sampled_from((1, -2)))
    objective = sum(w * x for x, w in weighted.items()) + 1
    if array:
        objective += times * element(array, numbers[0] + shift)
    (p.maximize if data.draw(st.booleans()) else p.minimize)(objective)

    def value_of(values):
        place = values[numbers[0].name] + shift if array else 0
        if array and not 0 <= place < len(array):
            return None
        return (
            1 + sum(w * values[x.name] for x, w in weighted.items()) + (times * array[place] if array else 0)
        )

    return value_of


@given(data=st.data())
@examples_of(max_examples=examples(30))
def test_counts_of_all_rules_together_are_those_by_options(data):
    drawn = data.draw(problems(*AS_THEY_ARE, size=5))
    number = right_of(drawn).total()
    assert accord.count(drawn.problem, backend="native").count == number
    assert by_integers(drawn.problem, "count").count == number
    found = by_integers(drawn.problem, "unique")
    assert found.answer == ("impossible" if not number else "unique" if number == 1 else "several")
    assert by_integers(drawn.problem, "first").count == min(number, 1)


# -- numbers that are far from 0, and values that are none ------------------------------------------------


def far_problem(far, seed):
    """A random problem in which many numbers are as far from 0; None if it cannot be stated."""
    try:
        return problem(Dice(seed, far), 8, far=far, rules=AS_THEY_ARE)
    except UsageError:  # such as a rule that cannot hold
        return None


def difference(drawn, folder):
    """The first way in which a problem has other solutions than its rules mean; empty if there is none.

    Also after it was saved and loaded, if it can be saved.
    """
    right, asked = right_of(drawn), [(name, drawn.problem) for name in WAYS]
    try:
        drawn.problem.save(folder / "saved.toml")
        loaded = accord.load(folder / "saved.toml").as_problem
        asked += [(name, loaded) for name in ("options of native", "integers of cpsat")]
    except RefusedError:  # values that no file has
        pass
    for name, of in asked:
        try:
            outcome = WAYS[name](of, "all", time_limit=5)
        except RefusedError:  # sums that are too large
            continue
        if outcome is not None and outcome.exact:
            found = Counter(tuple(each.values.items()) for each in outcome.solutions)
            if found != right:
                where = "loaded" if of is not drawn.problem else "stated"
                return f"{name}, {where}: {found.total()}, expected {right.total()}: {drawn}"
    return ""


def test_small_variables_have_bits_in_these_tests():
    p = Problem()
    p.add(p.integer("x", 0, 5) * p.integer("y", 1, 3) == 4)
    assert [by_bits(p, "all", backend).count for backend in ("native", "sat")] == [2, 2]


@pytest.mark.parametrize("far", FAR)
def test_a_few_problems_of_far_numbers_have_the_solutions_that_they_mean(far, tmp_path):
    drawn = filter(None, (far_problem(far, seed) for seed in range(3)))
    assert [*filter(None, (difference(each, tmp_path) for each in drawn))] == []


@pytest.mark.slow
@pytest.mark.parametrize("far", FAR)
@pytest.mark.parametrize("first", range(10, 350, 34))
def test_two_thousand_problems_of_far_numbers_have_the_solutions_that_they_mean(far, first, tmp_path):
    drawn = filter(None, (far_problem(far, seed) for seed in range(first, first + 34)))
    assert [*filter(None, (difference(each, tmp_path) for each in drawn))] == []


def test_a_table_of_texts_in_a_problem_of_large_numbers_keeps_its_solutions():
    p = Problem()
    a, b, c = (p.choice(n, v) for n, v in (("a", ("c", "b")), ("b", (1, "c", 2)), ("c", (2, "c"))))
    p.table([a, b, c], [("c", 2, "c"), ("b", "c", "c"), ("c", 1, "c"), ("b", 2, "c"), ("c", 1, 2)])
    y, z = p.integer("y", 0, 30_000), p.integer("z", 0, 30_000)
    p.add(z * y == 35, z > 1, z < y)
    outcome = accord.run(p, "count")
    assert (outcome.count, outcome.backend) == (5, "cpsat")


@pytest.mark.parametrize("first", [(1 << 31) - 2, 1 << 31, (1 << 32) - 1, -(1 << 31) - 2, 1 << 39])
def test_rules_on_large_numbers_keep_their_solutions(first):
    for state in (
        lambda p, x, y, z: p.table([x, y, z], [(first + a, b, a) for a in range(3) for b in range(4)]),
        lambda p, x, y, z: p.forbidden([x, y, z], [(first + a, b, a) for a in range(3) for b in range(4)]),
        lambda p, x, y, z: p.table([x - first, 2 * x + y, z], [(a, 2 * (first + a), a) for a in range(3)]),
        lambda p, x, y, z: p.regular([x, y], [("s", first, "t"), ("t", 1, "t"), ("t", 2, "s")], "s", ["t"]),
        lambda p, x, y, z: p.add((x - first + 30_000) ** y <= 30_001 * 30_001 + z),
    ):
        p = Problem()
        x, y, z = p.integer("x", first, first + 3), p.integer("y", 0, 3), p.integer("z", 0, 3)
        state(p, x, y, z)
        right = sum(
            p.holds({"x": a, "y": b, "z": c})
            for a, b, c in product_of(range(first, first + 4), range(4), range(4))
        )
        assert by_integers(p, "count", backend="cpsat").count == right


@pytest.mark.parametrize(
    "value",
    [
        np.int64(1), np.float64(1), np.bool_(True), Fraction(1), Decimal(1), 1.0, 1 + 0j, True,
        Fraction(1, 2), Decimal("NaN"), Decimal("Infinity"), inf, nan, 1 + 1j, None, (1,), "1",
    ],
    ids=repr,
)  # fmt: skip
def test_a_value_is_a_number_where_python_says_that_they_are_equal(value):
    p = Problem()
    c, x = p.choice("c", [value, 2]), p.integer("x", 0, 2000)
    p.add(c == x, x <= 9)
    assert by_integers(p, "count", backend="cpsat").count == 1 + (value == 1)
    assert accord.count(lower_by_bits(p)[0], backend="native").count == 1 + (value == 1)
    q = Problem()
    x = q.integer("x", 0, 2000)
    q.add(x.among([value, 5]))
    assert {by_integers(q, "count", backend=backend).count for backend in ("cpsat", "native")} == {
        1 + (value == 1)
    }


def test_no_number_stands_for_a_text_that_an_expression_can_reach():
    largest = 2**40 - 1
    for state in (
        lambda p, x, c: p.add(2 * x + 2 == c),
        lambda p, x, c: p.table([2 * x + 2, c], [(2**41, "b"), (2**41 + 1, "b"), (2**41 - 2, "a")]),
        lambda p, x, c: p.different(x + 1, x + 2, c),
        lambda p, x, c: p.add(c.among([2**41, 2**41 + 1, largest + 1, "b"])),
    ):
        p = Problem()
        state(p, p.integer("x", largest - 1, largest), p.choice("c", ["a", "b"]))
        right = sum(p.holds({"x": x, "c": c}) for x in (largest - 1, largest) for c in "ab")
        assert by_integers(p, "count", backend="cpsat").count == right


def test_no_text_stands_for_a_truth():
    p = Problem()
    b, x, c = p.boolean("b"), p.integer("x", -9, -7), p.choice("c", ["red", "blue"])
    p.different(b, x, c)
    p.add(c != (x < -8))
    assert by_integers(p, "count", backend="cpsat").count == 2 * 3 * 2


@given(data=st.data(), maximizes=st.booleans())
@examples_of(max_examples=examples(20))
def test_the_best_is_the_best_of_all(data, maximizes):
    drawn = data.draw(problems("comparison", "different", "logic", size=5))
    p = drawn.problem
    numbers = [atom for atom in p.variables if atom.numeric]
    weights = data.draw(st.lists(st.integers(-4, 4), min_size=len(numbers), max_size=len(numbers)))
    (p.maximize if maximizes else p.minimize)(sum(w * x for w, x in zip(weights, numbers, strict=True)) + 1)
    worth = [
        1 + sum(w * values[x.name] for w, x in zip(weights, numbers, strict=True))
        for values in drawn.assignments()
        if drawn.holds(values)
    ]
    for outcome in (by_integers(p, "best"), by_bits(p, "best", "sat")):
        if worth and outcome is not None:
            assert outcome.value == (max(worth) if maximizes else min(worth))
        elif outcome is not None:
            assert outcome.answer == "impossible"


# -- large ones ------------------------------------------------------------------------------------------


def product():
    p = Problem("product")
    x, y = p.integer("x", 0, 10**6), p.integer("y", 0, 10**6)
    p.add(x * y == 5040)
    return p


def test_values_that_would_be_a_million_options_are_bounds():
    p = product()
    assert accord.count(p).count == 60
    found = accord.run(p, "all").solutions
    assert {(each["x"], each["y"]) for each in found} == {
        (n, 5040 // n) for n in range(1, 5041) if 5040 % n == 0
    }
    assert "x = " in str(found[0])


def test_bounds_reach_to_two_to_the_forty():
    p = Problem()
    x, y, z = p.integers(3, 0, 2**40 - 1)
    p.add(x + 2 * y == z, x - y == 2**39, z <= 2**39 + 9)
    assert accord.count(p).count == 4
    p.maximize(x + y + z)
    assert accord.best(p).value == 2**39 + 3 + 3 + 2**39 + 9


def test_a_line_of_ten_thousand_values_is_begun_at_once():
    p = Problem()
    a, b, c = p.integers(3, 0, 10**4)
    p.add(2 * a + 3 * b == c)
    outcome = accord.run(p, "all", limit=20)
    assert (outcome.count, outcome.status) == (20, "limit")
    assert AS_INTEGERS in outcome.chosen


def test_a_small_problem_goes_by_options_as_before():
    p = Problem()
    p.add(p.integer("x", 1, 9) * p.integer("y", 1, 9) == 12)
    outcome = accord.run(p, "all", backend="cpsat")
    assert AS_INTEGERS not in outcome.chosen
    assert outcome.digest is not None


@pytest.mark.parametrize(
    "asked",
    [
        {"distinct": True}, {"with_digest": True}, {"root": "x"}, {"workers": 2}, {"stats": True},
    ],
)  # fmt: skip
def test_what_needs_options_is_refused_by_name_where_they_are_too_many(asked):
    with pytest.raises(RefusedError, match=r"^x: found 1,000,001 values; as options at most 1,000,000"):
        accord.count(product(), **asked)


def test_a_rule_that_no_engine_takes_as_it_is_says_so():
    p = product()
    p.regular([p["x"]], [(0, 1, 0)], 0, [0])
    p.connected(p.board(2, 2))
    with pytest.raises(RefusedError, match=r"^x: found .*; as integers: .*connected.*by options only"):
        accord.count(p)


@pytest.mark.parametrize("backend", ["cpsat", "sat", "native"])
def test_numbers_of_many_values_are_bits_to_those_that_take_options(backend):
    p = Problem()
    a, b, c = p.integers(3, -20, 10**4)
    p.add(2 * a + 3 * b == c)
    found = accord.run(p, "all", backend=backend, limit=20)
    assert (found.count, found.status) == (20, "limit")
    p.add(a * b == -30, abs(c) % 7 == 3, accord.maximum(a, c) <= 30)
    right = [
        x for x in range(-20, 31) for y in range(-20, 50)
        if x * y == -30 and abs(c := 2 * x + 3 * y) % 7 == 3 and c >= -20 and max(x, c) <= 30
    ]  # fmt: skip
    assert accord.count(p, backend=backend).count == len(right) > 1
    p.minimize(a - b)
    assert accord.best(p, backend=backend).value == min(x + 30 // x for x in right)


@pytest.mark.parametrize("backend", ["sat", "native"])
def test_rules_on_graphs_go_beside_bits(backend):
    p = Problem()
    x, flags = p.integer("x", 0, 10**6), p.booleans(4)
    p.connected(flags, [(0, 1), (1, 2), (2, 3)], empty=False)
    p.add(x == 7 * sum(flags))
    assert accord.count(p, backend=backend).count == 4 + 3 + 2 + 1


@pytest.mark.parametrize("backend", ["auto", "native"])
def test_a_sum_alone_is_counted_by_options_without_a_walk(backend):
    p = Problem()
    a, b, c = p.integers(3, 0, 10**4)
    p.add(2 * a + 3 * b == c)
    outcome = accord.count(p, backend=backend)
    assert (outcome.count, outcome.engine) == (
        sum(max(0, (10**4 - 3 * b) // 2 + 1) for b in range(3334)),
        "components",
    )


def test_bits_cost_less_than_values():
    p = Problem()
    a, b, c = p.integers(3, 0, 10**4)
    p.add(2 * a + 3 * b == c)
    assert [cost.options for cost in p.costs(bits=True)] == [3 * 14, 0]
    assert [cost.options for cost in p.costs()] == [3 * (10**4 + 1), 0]


def test_a_hint_and_solutions_are_the_same_in_bits():
    p = Problem()
    x, y, b = p.integer("x", -5, 10**5), p.integer("y", 3, 9), p.boolean("b")
    model = IntegerModel(p)
    for values in [(-5, 3, True), (77_777, 9, False), (10**5, 4, True)]:
        options = [p.options[v.name][value] for v, value in zip((x, y, b), values, strict=True)]
        hint = bits_of(model).hint([option for option in options if option is not None])
        (row,) = bits_of(model).rows(np.array([[*hint, -1]], np.int32)).tolist()
        assert row == [-1 if option is None else option for option in options]


def test_sums_beyond_what_an_engine_adds_up_are_refused_by_name():
    p = Problem()
    x = p.integers(2, 0, 2**40 - 1)
    p.add(2**30 * x[0] <= x[1])
    with pytest.raises(
        RefusedError, match=r"as integers: .*its amounts add up to .*; CP-SAT takes up to 2\^61"
    ):
        accord.count(p)


def test_a_time_limit_ends_a_count_of_integers_and_what_is_known_is_a_lower_bound():
    p = Problem()
    x = p.integers(3, 0, 10**6)
    p.add(x[0] + x[1] <= x[2])
    accord.first(p)  # so that CP-SAT is loaded
    for seconds in (1.0, 5.0, 25.0):  # a busy machine may find no solution in one
        outcome = accord.count(p, time_limit=seconds)
        assert (outcome.status, outcome.exact) == ("time", False)
        if outcome.count:
            break
    assert outcome.count > 0


@examples_of(max_examples=examples(10), deadline=None)
@given(
    rule=st.sampled_from(["sum", "product", "no_overlap", "cumulative", "quotient"]),
    most=st.integers(101, 130),
    seed=st.integers(0, 9),
)
def test_sat_counts_by_bits_what_rules_mean(rule, most, seed):
    p = Problem()
    x, y, z = (p.integer(name, low, low + most) for name, low in zip("xyz", (-seed, 0, 3), strict=True))
    p.add(x <= 9 + seed, y <= 11, z <= 8 + seed)
    match rule:
        case "sum":
            p.add(2 * x + 3 * y == z + seed)
        case "product":
            p.add(x * y == z + seed)
        case "no_overlap":
            p.add(x >= 0)
            p.no_overlap([x, y, z], [1 + seed % 3, 2, 3])
        case "cumulative":
            p.cumulative([x, y, z], [3, 1 + seed % 4, 2], [1, 2, 1], 2)
        case "quotient":
            p.add(z // 3 == x - y)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(integers, "MANY_FOR_BEST", 0)
        by_bits = accord.count(p, backend="sat")
    assert "bits" in by_bits.chosen
    few = range(-seed, 10 + seed), range(12), range(3, 9 + seed)
    assert by_bits.count == sum(p.holds(dict(zip("xyz", each, strict=True))) for each in product_of(*few))


def test_sat_solves_schedules_and_sums_of_wide_numbers():
    """By options, SAT found none of these within 15 seconds."""
    shop = Problem()
    starts = shop.integers(9, 0, 5000, name="s")
    end = shop.integer("end", 0, 5000)
    jobs = [((0, 3), (1, 2), (2, 2)), ((0, 2), (2, 1), (1, 4)), ((1, 4), (2, 3), (0, 1))]
    machines = {machine: [] for machine in range(3)}
    for j, job in enumerate(jobs):
        for k, (machine, length) in enumerate(job):
            machines[machine].append((starts[3 * j + k], length))
            shop.add(starts[3 * j + k] + length <= (starts[3 * j + k + 1] if k < 2 else end))
    for tasks in machines.values():
        shop.no_overlap(*zip(*tasks, strict=True))
    shop.minimize(end)
    assert accord.best(shop, backend="sat").value == accord.best(shop, backend="cpsat").value == 11
    line = Problem()
    a, b, c = line.integers(3, 0, 200)
    line.add(2 * a + 3 * b == c)
    assert accord.count(line, backend="sat").count == accord.count(line, backend="native").count == 3434


@pytest.mark.full
def test_calls_of_core_guided_search_keep_to_their_conflicts(monkeypatch):
    """Glucose takes 2,873 conflicts for a call that may take 200: no limit of time can end such a call."""
    solve, calls = Sliced.solve, []

    def watched(self, assumptions=()):
        steps = solve(self, assumptions)
        while True:
            if len(calls) == 12:
                raise KeyboardInterrupt
            most, before = self._conflicts, self.conflicts
            try:
                next(steps)
            except StopIteration as end:
                return end.value
            finally:
                calls.append((self.conflicts - before, most))
            yield

    monkeypatch.setattr(Sliced, "solve", watched)
    p = Problem("ruler")
    x = p.integers(7, 0, 1000)
    p.add(x[0] == 0, *(one < other for one, other in pairwise(x)))
    p.different([other - one for one, other in combinations(x, 2)])
    p.minimize(x[-1])
    with pytest.raises(KeyboardInterrupt):
        accord.best(p, backend="sat", engine="rc2")
    assert len(calls) == 12
    assert all(taken <= 2 * most for taken, most in calls), calls  # some look a few conflicts late


# -- what engines may not do -----------------------------------------------------------------------------


class Doubling(CpSat):
    """Says each solution twice, as an engine does whose own variables are not determined."""

    def search(self, model, request):
        for step in super().search(model, request):
            yield step
            if step.solutions is not None and len(step.solutions):
                yield Slice(step.count, step.solutions)


class Lying(CpSat):
    """Gives the option before the right one."""

    def search(self, model, request):
        for step in super().search(model, request):
            if step.solutions is not None and len(step.solutions):
                yield Slice(step.count, step.solutions + 1)
            else:
                yield step


@pytest.mark.parametrize(("engine", "message"), [(Doubling, "came twice"), (Lying, "false solution")])
def test_a_solution_that_is_false_or_comes_twice_is_an_error(engine, message, monkeypatch):
    monkeypatch.setattr(accord.backends.table, "backend", lambda name: engine())
    p = Problem()
    x, y = p.integers(2, 0, 10**6)
    p.add(x + y == 5)
    with pytest.raises(EngineError, match=message):
        accord.count(p, backend="cpsat") if engine is Doubling else accord.first(p, backend="cpsat")


@pytest.mark.usefixtures("always")
def test_values_of_some_variables_are_followed():
    p = Problem()
    x, b = p.integer("x", 5, 9), p.boolean("b")
    colour = p.choice("c", ["red", "blue"])
    p.add(x != 6)
    p.add(b.implies(colour == "blue"))
    start = {x: 8, b: True}
    solution = accord.first(p, backend="cpsat", start=start).solutions[0]
    assert (solution[x], solution[b], solution[colour]) == (8, True, "blue")


def test_no_other_backend_is_asked():
    class Another(Backend):
        name, engines = "another", ("one",)

        def refusal(self, model, request):
            raise AssertionError

        search = refusal

    from accord.runner import lazy

    model = IntegerModel(product())
    assert lazy.refusal(Another(), model, None) == "it takes integers by options only"
    with pytest.raises(RefusedError):
        lazy.start(Another(), model, None)
    assert cpsat_backend.CpSat.integers


def test_what_is_foreseen_is_near_what_is_made():
    p = Problem()
    x = p.integers(6, 0, 40)
    p.different(x[j] - x[i] for i in range(6) for j in range(i))
    p.add(sum(x) == 100, element([*x], p.integer("at", 0, 5)) * x[0] >= 7)
    made = sum(cost.entries for cost in p.costs())
    assert is_larger(p, made // 4)
    assert not is_larger(p, made * 4)


# -- circuits --------------------------------------------------------------------------------------------


def shortest_loop(rng, *, places):
    """A graph with a length for each edge, of either sign, and the shortest loop of it by all its loops."""
    pairs = [pair for pair in combinations(range(places), 2) if rng.random() < 0.8]
    lengths = {pair: rng.randint(-4, 9) for pair in pairs}
    p = Problem("loop")
    e = p.edges(pairs)
    spanning, shortest = rng.random() < 0.4, rng.choice((0, 4))
    p.single_loop(e, spanning=spanning, shortest=shortest)
    p.minimize(sum(length * e[pair] for pair, length in lengths.items()))
    least = None
    for number in range(max(3, shortest), places + 1):
        for some in combinations(range(places), number):
            for rest in permutations(some[1:]):
                loop = [tuple(sorted(pair)) for pair in pairwise((some[0], *rest, some[0]))]
                if set(loop) <= lengths.keys() and (number == len(e.graph.vertices) or not spanning):
                    least = min(sum(map(lengths.get, loop)), 10**9 if least is None else least)
    return p, least


def test_the_shortest_loop_is_found_by_circuits_as_by_cuts():
    rng = Random(5)
    for _ in range(40):
        p, least = shortest_loop(rng, places=rng.randint(3, 6))
        found = accord.best(p)
        assert "a relaxation has cuts for circuits" in found.chosen
        assert found.value == least == accord.best(p, backend="native").value
        assert (found.answer == "impossible") == (least is None)


def test_a_loop_is_counted_by_options_as_no_way_round_is_another_solution():
    p, _ = shortest_loop(Random(1), places=6)
    outcome = accord.count(p, backend="cpsat")
    assert "lazy items in passes" in outcome.chosen
    assert outcome.count == accord.count(p, backend="native").count > 2


def test_a_loop_that_may_be_empty_goes_by_options():
    p = Problem()
    e = p.edges([(0, 1), (1, 2), (0, 2)])
    p.single_loop(e, empty=True)
    p.minimize(sum(e.values()))
    outcome = accord.best(p)
    assert (outcome.value, "cuts for circuits" in outcome.chosen) == (0, False)


def test_the_shortest_tour_by_successors():
    rng = Random(2)
    for places in (1, 2, 3, 4, 5, 6):
        far = [[rng.randint(-5, 30) for _ in range(places)] for _ in range(places)]
        p = Problem("tour")
        x = p.integers(places, 0, places - 1)
        p.circuit(x)
        p.minimize(sum(element(row, at) for row, at in zip(far, x, strict=True)))
        tours = [(0, *rest, 0) for rest in permutations(range(1, places))]
        assert accord.best(p).value == min(sum(far[i][j] for i, j in pairwise(tour)) for tour in tours)


def test_an_equation_names_a_member_and_means_the_same():
    """A member and a variable, a constant, another member, itself; twice, and within a member."""
    p = Problem()
    x, y = p.integers(3, -1, 2), p.integer("y", -3, 4)
    one, other = element(x, x[0]), element([2, y, -1], x[1])
    for rules in (
        [one == y],
        [one == 1, one != x[2]],
        [one == other],
        [other - y == 1, other == one + 1],
        [element(x, one) == y],
        [one == one + 0 * y],
        [2 * one == y],
        [one - other + element(x, y) == x[0]],
    ):
        q = p.copy()
        q.add(*rules)
        right = Counter(
            values
            for values in product_of(*(atom.values for atom in q.variables))
            if q.holds(dict(zip(q.variables, values, strict=True)))
        )
        found = by_integers(q, "all", backend="cpsat").solutions
        assert Counter(tuple(each.values.values()) for each in found) == right, rules


def peaceful(size):
    """Armies of queens, white and black, as many as possible, no two of which attack each other."""
    p = Problem("peaceful")
    x = p.board(size, size, 0, 2)
    for (r, c), (s, t) in combinations(list(x), 2):
        if r == s or c == t or abs(r - s) == abs(c - t):
            p.forbidden([x[r, c], x[s, t]], [(1, 2), (2, 1)])
    k = p.integer("k", 0, size * size // 2)
    p.add(sum(x[cell] == value for cell in x) == k for value in (1, 2))
    p.maximize(k)
    return p


def test_variables_that_are_compared_with_values_only_stay_options():
    """Options are symmetric for CP-SAT; integers are not, and take ten times as long with six queens."""
    assert is_of_values(peaceful(6))
    outcome = accord.best(peaceful(6))
    assert (outcome.value, AS_INTEGERS in outcome.chosen) == (5, False)
    assert "linearization_level 0" in outcome.chosen
    p = Problem()
    x = p.integers(3, 0, 5)
    p.add(x[0] < x[1])
    assert not is_of_values(p)
