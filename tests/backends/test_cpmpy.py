"""The plug-in for CPMpy: its models count as its rules say, and Accord answers as its solvers do.

Counts are held against a checker that evaluates each rule for each assignment. Skipped where it is not
installed; `pip install -e plugins/accord-cpmpy` does so.
"""

import random
import re
from itertools import product

import pytest
from looped import looped

cp = pytest.importorskip("cpmpy")
plugin = pytest.importorskip("accord_cpmpy", reason="not installed: pip install -e plugins/accord-cpmpy")

from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.globalconstraints import GlobalConstraint  # noqa: E402
from cpmpy.expressions.utils import argval, flatlist  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402
from cpmpy.transformations.get_variables import get_variables  # noqa: E402

import accord  # noqa: E402

pytestmark = pytest.mark.full  # left out of the fast profile

ENGINES = ("native", "cpsat", "sat")


@pytest.fixture
def registered(monkeypatch):
    """Accord as a solver of CPMpy, for one test."""
    monkeypatch.setattr(cp.SolverLookup, "base_solvers", cp.SolverLookup.base_solvers)
    plugin.register()


def holds(rule):
    try:
        return bool(argval(rule))
    except (ArithmeticError, LookupError, cp.exceptions.IncompleteFunctionError):
        return False  # what is undefined is false


def number_by_trying(model):
    """How many assignments satisfy a model: all of them are tried."""
    variables = get_variables(model.constraints)
    number = 0
    for values in product(*(range(variable.lb, variable.ub + 1) for variable in variables)):
        for variable, value in zip(variables, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        number += all(map(holds, flatlist(model.constraints)))
    return number


# -- puzzles ---------------------------------------------------------------------------------------


def magic():
    x = cp.intvar(1, 9, shape=(3, 3), name="x")
    lines = [*x, *x.T, x.diagonal(), [x[0, 2], x[1, 1], x[2, 0]]]
    return cp.Model(cp.AllDifferent(x), [sum(line) == 15 for line in lines])


def queens():
    x = cp.intvar(1, 6, shape=6, name="x")
    n = range(6)
    return cp.Model(
        cp.AllDifferent(x), cp.AllDifferent([x[i] + i for i in n]), cp.AllDifferent([x[i] - i for i in n])
    )


def money():
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8, name=list("sendmory"))
    number = lambda *digits: sum(10**i * digit for i, digit in enumerate(reversed(digits)))  # noqa: E731
    rules = [number(s, e, n, d) + number(m, o, r, e) == number(m, o, n, e, y), s > 0, m > 0]
    return cp.Model(cp.AllDifferent(letters), rules)


def golomb():
    """The rulers of length 6 with four marks, the first at 0: 0 1 4 6, and its mirror image."""
    x = cp.intvar(0, 6, shape=4, name="x")
    apart = [x[j] - x[i] for j in range(4) for i in range(j)]
    return cp.Model(x[0] == 0, x[3] == 6, cp.IncreasingStrict(x), cp.AllDifferent(apart))


def petersen():
    x = cp.intvar(1, 3, shape=10, name="x")
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
    return cp.Model([x[i] != x[j] for i, j in [*edges, *((i, i + 5) for i in range(5))]])


def zebra():
    english, spaniard, japanese, ukrainian, norwegian = cp.intvar(1, 5, shape=5, name="n")
    red, green, ivory, yellow, blue = cp.intvar(1, 5, shape=5, name="c")
    dog, snails, fox, horse, zebra = cp.intvar(1, 5, shape=5, name="p")
    coffee, tea, milk, juice, water = cp.intvar(1, 5, shape=5, name="d")
    gold, kools, chesterfields, strike, parliaments = cp.intvar(1, 5, shape=5, name="s")
    return cp.Model(
        cp.AllDifferent(english, spaniard, japanese, ukrainian, norwegian),
        cp.AllDifferent(red, green, ivory, yellow, blue),
        cp.AllDifferent(dog, snails, fox, horse, zebra),
        cp.AllDifferent(coffee, tea, milk, juice, water),
        cp.AllDifferent(gold, kools, chesterfields, strike, parliaments),
        [english == red, spaniard == dog, coffee == green, ukrainian == tea, green == ivory + 1],
        [gold == snails, kools == yellow, milk == 3, norwegian == 1, strike == juice],
        [abs(chesterfields - fox) == 1, abs(kools - horse) == 1, japanese == parliaments],
        [abs(norwegian - blue) == 1, water <= 5],
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("puzzle", "count"),
    [(magic, 8), (queens, 4), (money, 1), (golomb, 2), (petersen, 120), (zebra, 1)],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_puzzles_count_right_on_every_engine(puzzle, count, engine):
    outcome = plugin.count(puzzle(), backend=engine)
    assert (outcome.count, outcome.exact, outcome.task) == (count, True, "count")


def test_the_model_says_values_by_name():
    found = accord.unique(plugin.model(zebra()), backend="sat")
    assert {"n[0]=3", "n[4]=1", "p[4]=5", "d[4]=1"} <= set(found.solutions[0].names)
    assert found.answer == "unique"


def test_an_integer_is_an_item_and_its_value_needs_no_auxiliary():
    x = cp.intvar(2, 4, name="x")
    b = cp.boolvar(name="b")
    model = plugin.model(cp.Model((x == 3) | b))
    assert model.names == ("x=2", "x=3", "x=4", "b")
    assert [model.names[o] for o in model.options_of(model.item_index["x"])] == ["x=2", "x=3", "x=4"]
    assert model.primary[model.item_index["x"]]


def test_two_models_of_the_same_rules_are_one():
    first, second = plugin.model(queens()), plugin.model(queens())
    assert (first.names, first.item_names) == (second.names, second.item_names)
    digests = {accord.count(each, backend="sat", with_digest=True).digest for each in (first, second)}
    assert len(digests) == 1


# -- every constraint, plain and as a truth --------------------------------------------------------

RULES = {
    "different": cp.AllDifferent,
    "different but 0": lambda x: cp.AllDifferentExcept0(x),
    "equal": cp.AllEqual,
    "element": lambda x: cp.cpm_array([3, 1, 2])[x[0]] == x[1],  # beyond its end it is undefined
    "element of variables": lambda x: cp.cpm_array([x[0], x[1]])[x[2]] == 1,
    "minimum": lambda x: cp.min(x) == 2,
    "maximum": lambda x: cp.max(x) <= x[0] + 1,
    "absolute": lambda x: abs(x[0] - x[1]) == x[2],
    "product": lambda x: x[0] * x[1] != x[2],
    "quotient": lambda x: x[0] // (x[1] - 1) == x[2],  # by 0 it is undefined
    "remainder": lambda x: x[0] % x[1] <= x[2],
    "power": lambda x: x[0] ** 2 == x[2],
    "sum": lambda x: x[0] + 2 * x[1] - x[2] != 2,
    "table": lambda x: cp.Table(x, [[0, 1, 2], [1, 1, 1], [3, 2, 0]]),
    "table with a row twice": lambda x: cp.Table(x, [[0, 1, 2], [0, 1, 2], [3, 2, 0]]),
    "table of expressions": lambda x: cp.Table([abs(x[0] - x[1]), x[2], x[0] < x[2]], [[1, 2, 1], [0, 3, 0]]),
    "forbidden": lambda x: cp.NegativeTable(x, [[0, 1, 2], [1, 1, 1], [3, 2, 0]]),
    "short table": lambda x: cp.ShortTable(x, [[0, "*", 2], ["*", 1, 2], [3, 2, "*"]]),
    "circuit": cp.Circuit,
    "inverse": lambda x: cp.Inverse(x, [1, 0, 2]),
    "count": lambda x: cp.Count(x[:2], x[2]) == 1,
    "among": lambda x: cp.Among(x, [1, 2]) == 2,
    "cardinality": lambda x: cp.GlobalCardinalityCount(x, [0, 1], [1, 1]),
    "values": lambda x: cp.NValue(x) == 2,
    "increasing": cp.Increasing,
    "lexicographic": lambda x: cp.LexLess(x[:2], [x[2], 1]),
    "lexicographic chain": lambda x: cp.LexChainLess([x[:2], x[1:], [2, x[0]]]),
    "cumulative": lambda x: cp.Cumulative(x, [1, 2, 1], None, [1, 1, x[0]], 2),
    "domain": lambda x: cp.InDomain(x[0] + x[1], [1, 4]),
    "xor": lambda x: cp.Xor([x[0] == 1, x[1] >= 2, x[2] != 0]),
    "if": lambda x: cp.IfThenElse(x[0] == 1, x[1] >= 2, x[2] != 0),
    "precedence": lambda x: cp.Precedence(x, [1, 2]),
    "no overlap": lambda x: cp.NoOverlap(x, [1, 2, 1], [x[0] + 1, x[1] + 2, x[2] + 1]),
    "regular": lambda x: cp.Regular(
        x, [("a", 0, "a"), ("a", 1, "b"), ("b", 2, "a"), ("b", 1, "b")], "a", ["b"]
    ),
    "regular of one letter": lambda x: cp.Regular(
        [x[0]], [(0, 1, 1), (0, 2, 0), (0, 3, 1), (1, 0, 1)], 0, [1]
    ),
    "diagram": lambda x: cp.MDD(
        x,
        [
            ("r", 0, "u"),
            ("r", 1, "v"),
            ("u", 1, "w"),
            ("v", 2, "w"),
            ("v", 1, "z"),
            ("w", 3, "t"),
            ("z", 0, "t"),
        ],
    ),
}
SAID = {
    "plain": lambda rule, b: rule,
    "not": lambda rule, b: ~rule,
    "iff": lambda rule, b: b == rule,
    "if": lambda rule, b: rule.implies(b),
    "then": lambda rule, b: b.implies(rule),
}


@pytest.mark.parametrize("said", SAID)
@looped("rule", RULES, parts=4)
def test_auxiliaries_of_every_constraint_are_determined_and_counts_right(rule, said):
    x = [cp.intvar(0, 3) for _ in range(3)]
    model = cp.Model(SAID[said](RULES[rule](x), cp.boolvar()))
    ours = plugin.model(model)  # refused if it is not determined
    count = number_by_trying(model)
    assert {each: accord.count(ours, backend=each).count for each in ENGINES} == dict.fromkeys(ENGINES, count)


def random_rule(rng, numbers, truths):
    """A rule over some variables, often with truths inside it."""
    a, b, c = rng.sample(numbers, 3)
    p, q = rng.sample(truths, 2)
    k = rng.randint(-2, 5)
    truth = rng.choice([
        a + b != c + k, 2 * a - b <= k, a * b == c, abs(a - b) >= c, cp.max([a, b, c]) == k,
        a // (b + 1) == c, cp.AllDifferent(a, b, c), cp.Table([a, b], [[0, 1], [2, 2], [1, 0]]),
        cp.cpm_array([2, 0, 1])[a] < b, (a == b) + p + q == 2, p.implies(a < b), cp.LexLessEq([a, b], [b, c]),
    ])  # fmt: skip
    other = rng.choice([p, ~q, a == k, b > c])
    return rng.choice([truth, truth | other, other.implies(truth), truth == other, cp.Xor([truth, other])])


@looped("seed", range(40))
def test_random_models_count_as_every_assignment_tried(seed):
    rng = random.Random(seed)
    numbers = [cp.intvar(low, low + rng.randint(1, 2)) for low in (0, 0, rng.randint(-2, 1))]
    truths = [cp.boolvar() for _ in range(2)]
    model = cp.Model([random_rule(rng, numbers, truths) for _ in range(rng.randint(1, 3))])
    count = number_by_trying(model)
    found = {engine: plugin.count(model, backend=engine).count for engine in ENGINES}
    assert found == dict.fromkeys(ENGINES, count)


# -- auxiliaries that are not determined -----------------------------------------------------------


class Open(GlobalConstraint):
    """x[0] + x[1] <= 3, said by an auxiliary that may be anything between."""

    def __init__(self, *x):
        super().__init__("open", x)

    def decompose(self):
        between = cp.intvar(0, 3)
        return [self.args[0] <= between, between + self.args[1] <= 3], []

    def value(self):
        return sum(argval(self.args)) <= 3


def test_open_auxiliaries_are_refused_in_a_sentence_and_counted_by_values():
    x = cp.intvar(0, 3, shape=2, name="x")
    model = cp.Model(Open(*x))
    with pytest.raises(accord.RefusedError, match="not determined by the variables"):
        plugin.model(model)
    for engine in ENGINES:
        outcome = plugin.count(model, backend=engine)
        assert (outcome.count, outcome.exact, outcome.answer) == (10, True, "several")


def test_open_auxiliaries_do_not_repeat_solutions(registered):
    x = cp.intvar(0, 3, shape=2, name="x")
    seen = []
    assert (
        cp.Model(Open(*x)).solveAll(solver="accord:sat", display=lambda: seen.append(tuple(x.value()))) == 10
    )
    assert set(seen) == {(a, b) for a in range(4) for b in range(4) if a + b <= 3}


def test_what_is_not_known_in_time_is_refused_and_counted_by_values(monkeypatch):
    x = cp.intvar(0, 3, shape=2, name="x")
    model = cp.Model(abs(x[0] - x[1]) == 1)
    monkeypatch.setattr("accord_cpmpy.counting.is_determined", lambda *_: None)
    with pytest.raises(accord.RefusedError, match="was not found out in 10 s"):
        plugin.model(model)
    assert plugin.count(model).count == 6


# -- Accord as a solver of CPMpy -------------------------------------------------------------------


def knapsack():
    take = cp.boolvar(shape=4, name="take")
    return take, cp.Model(sum(take * [3, 4, 5, 9]) <= 12, maximize=sum(take * [3, 4, 6, 11]) + 7)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_best_value_has_the_sign_of_the_objective(engine, registered):
    take, model = knapsack()
    assert model.solve(solver=f"accord:{engine}")
    assert (model.objective_value(), list(take.value())) == (21, [True, False, False, True])
    assert model.status().exitstatus == ExitStatus.OPTIMAL
    assert accord.best(plugin.model(model), backend=engine).value == 21


@pytest.mark.parametrize(
    ("objective", "least"),
    [
        (lambda x: cp.max(x) - cp.min(x), 2),
        (lambda x: x[0] * x[1] - 3, -3),
        (lambda x: abs(x[0] - 3) + abs(x[1] - 3), 1),
        (lambda x: cp.cpm_array([4, 2, 9, 1])[x[2]], 1),
    ],
)
def test_objectives_that_are_not_linear(objective, least, registered):
    x = cp.intvar(0, 3, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), minimize=objective(x))
    assert model.solve(solver="accord:sat")
    assert (model.objective_value(), objective(x).value()) == (least, least)
    assert accord.best(plugin.model(model), backend="native").value == least


@pytest.mark.parametrize(
    "solver", ["accord", "accord:native", "accord:native/sums", "accord:sat", "accord:cpsat"]
)
def test_solve_sets_values_that_satisfy_the_rules(solver, registered):
    model = magic()
    assert model.solve(solver=solver)
    assert all(map(holds, flatlist(model.constraints)))
    assert model.status().exitstatus == ExitStatus.FEASIBLE


def test_all_solutions_are_those_of_or_tools(registered):
    x = cp.intvar(0, 4, shape=4, name="x")
    model = cp.Model(cp.AllDifferent(x), cp.max(x[:2]) < x[2] + x[3], abs(x[0] - x[3]) != 2)
    shown = {"ortools": set(), "accord": set()}
    for solver, seen in shown.items():
        number = model.solveAll(solver=solver, display=lambda seen=seen: seen.add(tuple(map(int, x.value()))))
        assert number == len(seen)
        assert model.status().exitstatus == ExitStatus.OPTIMAL
    assert shown["accord"] == shown["ortools"]


def test_a_limit_of_solutions_is_not_shown_as_all(registered):
    model = magic()
    assert model.solveAll(solver="accord:native", solution_limit=3) == 3
    assert model.status().exitstatus == ExitStatus.FEASIBLE


def test_a_limit_of_time_is_not_shown_as_an_answer(registered):
    model = magic()
    assert not model.solve(solver="accord:native", time_limit=1e-9)
    assert model.status().exitstatus == ExitStatus.UNKNOWN
    assert model.solveAll(solver="accord:native", time_limit=1e-9) == 0
    assert model.status().exitstatus == ExitStatus.UNKNOWN
    outcome = plugin.count(model, time_limit=1e-9)
    assert (outcome.count, outcome.exact, outcome.status, outcome.answer) == (0, False, "time", "undecided")


def test_the_passes_are_paid_from_the_limit(monkeypatch):
    """A clock goes on by one second with each constraint that is lowered."""
    seconds = [0.0]
    lower = plugin.counting.Lowering.add

    def slow(self, constraints):
        seconds[0] += 1
        lower(self, constraints)

    for module in ("accord_cpmpy.solver", "accord.runner.limits"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: 1000 + seconds[0])
    monkeypatch.setattr(plugin.counting.Lowering, "add", slow)
    x = cp.intvar(1, 9, shape=8, name="x")
    model = cp.Model([x[i] < x[i + 1] for i in range(7)])
    outcome = plugin.count(model, time_limit=3)
    assert (outcome.words, outcome.status, outcome.answer) == ("at least 0", "time", "undecided")
    assert seconds[0] == 3
    solver = plugin.CPM_accord(model, subsolver="native")
    assert solver._left(100) == 100 - (seconds[0] - 3)
    assert solver._left(100) == 100


def test_no_solution_clears_the_values(registered):
    x = cp.intvar(0, 3, name="x")
    solver = cp.SolverLookup.get("accord:sat", cp.Model(x >= 2))
    assert solver.solve()
    assert x.value() in (2, 3)
    solver += x < 2
    assert not solver.solve()
    assert x.value() is None
    assert solver.status().exitstatus == ExitStatus.UNSATISFIABLE
    assert solver.solveAll() == 0
    assert solver.status().exitstatus == ExitStatus.UNSATISFIABLE


def test_not_all_best_solutions_can_be_asked_for(registered):
    with pytest.raises(NotSupportedError, match="one best solution"):
        knapsack()[1].solveAll(solver="accord")


def test_registering_twice_adds_one_name_beside_those_of_cpmpy(registered):
    plugin.register()
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count("accord") == 1
    assert names[0] == "ortools"
    assert {"accord", "accord:native", "accord:cpsat", "accord:sat"} <= set(cp.SolverLookup.supported())
    assert {"accord:sat", "accord"} <= {row["name"] for row in cp.SolverLookup.version() if row["version"]}


# -- what is refused -------------------------------------------------------------------------------


def test_a_vast_domain_is_refused_in_a_line():
    x = cp.intvar(0, 10**9, name="x")
    line = "integer x: 1,000,000,001 values; expected at most 100,000, as each is an option"
    with pytest.raises(accord.InputError, match=f"^{re.escape(line)}$"):
        plugin.model(cp.Model(x > 3))


def test_what_cpmpy_cannot_make_linear_is_refused_in_a_line():
    x = cp.intvar(0, 3, name="x")
    with pytest.raises(accord.InputError, match=r"^CPMpy cannot make this linear: .*$"):
        plugin.model(cp.Model(cp.DirectConstraint("AddAutomaton", (x, 0, [1], [(0, 1, 1)]))))
