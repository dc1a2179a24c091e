"""Lowering to clauses: every encoding says exactly what the model says, and determines its own variables."""

import importlib
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from pysat.solvers import Solver

import accord
from accord import Model
from accord.cnf import ENCODINGS, diagram, linear, lower, lowering, totalizer
from accord.cnf import clauses as clauses_module
from accord.cnf.at_most_one import Exclusive, pairwise
from accord.cnf.clauses import Clauses
from accord.cnf.linear import Linear, normal_form
from accord.errors import RefusedError
from accord.model import Kind

few = settings(max_examples=examples(40))
WAYS = [{"encoding": encoding} for encoding in ENCODINGS] + [{}, {"native": True}, {"shared": False}]
every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(map(str, way.values())) or "chosen")
AMOUNTS = {
    "ones": st.just(1),
    "small": st.sampled_from([1, 1, 2, 3, -1, -2, 5, 7]),
    "even": st.sampled_from([2, 4, -6]),
    "huge": st.sampled_from([1, 1 << 40, -(1 << 41), (1 << 58) + 7, (1 << 58) - 1, -5]),
    "colours": st.sampled_from([1, 1, "red", "green", "blue", "red", 2, -1]),
}


@st.composite
def models(draw, most=8):
    """Small models of every kind, with free options, items without options and demands out of reach."""
    kind = draw(st.sampled_from(sorted(AMOUNTS)))
    scale = 1 << 40 if kind == "huge" else 1
    low = st.integers(-3, 7).map(lambda k: k * scale)
    ranges = st.tuples(low, st.integers(0, 5)).map(lambda pair: (pair[0], max(0, pair[0]) + pair[1] * scale))
    rich = ranges | st.tuples(low, st.none()) | st.tuples(low, st.just((1 << 62) - 1))
    demands = st.just(1) | st.just((0, 1)) | rich
    items = {f"i{i}": draw(demands) for i in range(draw(st.integers(0, 4)))}
    gives = {
        name: AMOUNTS[kind if kind != "colours" or demand == (0, 1) else "ones"]
        for name, demand in items.items()
    }
    options = []
    for _ in range(draw(st.integers(0, most))):
        chosen = draw(st.sets(st.sampled_from(sorted(items)))) if items else set()
        options.append({name: draw(gives[name]) for name in sorted(chosen)})
    return Model.build(items, options)


def written(formula, solver="minicard"):
    made = Solver(solver)
    for clause in formula.clauses():
        made.add_clause(clause)
    for constraint in formula.at_most:
        made.add_atmost(list(constraint.literals), constraint.bound)
    return made


def end_of(steps):
    """What a generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def all_models(formula):
    """Every model over all variables, each forbidden in turn."""
    found = []
    with written(formula) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            found.append(tuple(v - 1 for v in range(1, formula.options + 1) if v in true))
            if not formula.variables:
                break
            solver.add_clause([-v if v in true else v for v in range(1, formula.variables + 1)])
    return found


def decided(solver, assumed, literal):
    """Whether a literal follows; what holds without assumptions is not in the solver's trail."""
    return not solver.propagate([*assumed, -literal])[0]


# -- what it says ----------------------------------------------------------------------------------


@every_way
@few
@given(model=models())
def test_the_models_are_the_solutions_each_once(oracle, way, model):
    formula = lower(model, **way)
    assert sorted(all_models(formula)) == sorted(oracle(model))


@every_way
@few
@given(model=models(most=6))
def test_unit_propagation_decides_the_options(oracle, way, model):
    formula = lower(model, **way)
    solutions = oracle(model)
    with written(formula) as solver:
        for size in range(model.options + 1):
            for chosen in combinations(range(model.options), size):
                assumed = [v if v - 1 in chosen else -v for v in range(1, model.options + 1)]
                consistent, trail = solver.propagate(assumed)
                assert consistent == (chosen in solutions)
                auxiliary = range(model.options + 1, formula.variables + 1)
                for v in set(auxiliary).difference(map(abs, trail)) if consistent else ():
                    assert decided(solver, assumed, v) or decided(solver, assumed, -v)


@few
@given(model=models(), encoding=st.sampled_from([None, *ENCODINGS]), data=st.data())
def test_unshared_clauses_of_some_items_say_what_they_demand(oracle, model, encoding, data):
    formula = lower(model, encoding=encoding, shared=False)
    kept = sorted(data.draw(st.sets(st.integers(0, model.items - 1)))) if model.items else []
    with Solver("minicard") as solver:
        for clause, owner in zip(formula.clauses(), formula.owner.tolist(), strict=True):
            if owner in kept:
                solver.add_clause(clause)
        low, high = model.low.copy(), model.high.copy()
        others = np.setdiff1d(np.arange(model.items), kept)
        entries = np.isin(model.item, kept)
        start = np.concatenate([[0], np.cumsum(entries)])[model.start]
        low[others] = 0
        fewer = Model.from_arrays(
            model.item_names,
            start,
            model.item[entries],
            low=low,
            high=high,
            amount=model.amount[entries],
            colour=model.colour[entries],
            colours=model.colours,
        )
        truth = oracle(fewer)
        for size in range(model.options + 1):
            for chosen in combinations(range(model.options), size):
                assumed = [v if v - 1 in chosen else -v for v in range(1, model.options + 1)]
                assert solver.solve(assumed) == (chosen in truth)


@every_way
def test_a_bound_with_a_bit_that_no_sum_has(oracle, way):
    model = Model.build({"a": (0, 20), "b": (17, None)}, [{"a": a, "b": a} for a in (1, 1, 16, 16)])
    found = sorted(all_models(lower(model, **way)))
    assert found == sorted(oracle(model)) == [(0, 1, 2), (0, 1, 3), (0, 2), (0, 3), (1, 2), (1, 3)]


@pytest.mark.parametrize("encoding", [None, "adder"])
def test_every_demand_on_three_options(encoding):
    sets = [chosen for size in range(4) for chosen in combinations(range(3), size)]
    for amounts in combinations_with_replacement((-2, 1, 3, 4), 3):
        options = [{"a": amount} for amount in amounts]
        for low, width in product(range(-1, 8), (0, 1, 3)):
            if low + width < 0:
                continue
            with written(lower(Model.build({"a": (low, low + width)}, options), encoding=encoding)) as solver:
                for chosen in sets:
                    met = low <= sum(amounts[o] for o in chosen) <= low + width
                    assert solver.propagate([v if v - 1 in chosen else -v for v in (1, 2, 3)])[0] == met


@every_way
def test_colours(way):
    """Three letters may stand in a cell, or nothing; or one of two options that tolerate no letter."""
    options = [{"cell": gives} for gives in ["a", "a", "b", "b", "b", "c", 1, 1]]
    found = all_models(lower(Model.build({"cell": (0, 1)}, options), **way))
    assert len(found) == len(set(found)) == 1 + 3 + 7 + 1 + 2


@every_way
def test_amounts_that_cancel_each_other_out_tolerate_a_colour(oracle, way):
    model = Model.build({"cell": (0, 1)}, [{"cell": gives} for gives in ["a", "a", "b", 1, 1, -1]])
    solutions = oracle(model)
    assert {(0, 1, 3, 5), (3, 4, 5)} <= solutions
    assert not {(5,), (0, 5), (0, 2), (0, 3), (0, 3, 4, 5)} & solutions
    assert sorted(all_models(lower(model, **way))) == sorted(solutions)


@pytest.mark.parametrize("encoding", ["diagram", "adder"])
def test_amounts_that_sum_to_almost_2_to_the_62(encoding):
    amounts = [(1 << 60) - 1, 1 << 60, (1 << 59) + 1, 3, -((1 << 61) + 5), -(1 << 60)]
    target = amounts[0] + amounts[1] + amounts[4]
    model = Model.build(
        {"sum": (target, 0)},
        [{"sum": amount} for amount in amounts],
    )
    sums = [sum(amounts[o] for o in row) for row in all_models(lower(model, encoding=encoding))]
    low, high = int(model.low[0]), int(model.high[0])
    everything = [sum(row) for size in range(7) for row in combinations(amounts, size)]
    assert sorted(sums) == sorted(total for total in everything if low <= total <= high)
    assert len(sums) > 3


# -- how it says it --------------------------------------------------------------------------------


@few
@given(model=models())
def test_shape(model):
    for formula in (lower(model), lower(model, native=True)):
        assert formula.options == model.options <= formula.variables
        assert (formula.start.dtype, formula.literal.dtype, formula.owner.dtype) == (
            np.int64,
            np.int32,
            np.int32,
        )
        clauses = list(formula.clauses())
        assert len(clauses) == len(formula) == len(formula.owner) == len(formula.start) - 1
        assert [literal for clause in clauses for literal in clause] == formula.literal.tolist()
        assert (np.diff(formula.owner) >= 0).all()
        variables = {abs(literal) for clause in clauses for literal in clause}
        assert variables <= set(range(1, formula.variables + 1))
        assert all(len(clause) == len({abs(literal) for literal in clause}) for clause in clauses)
        assert sum(formula.used.values()) <= 2 * model.items
    assert not lower(model).at_most
    assert lower(model, native=True).used.keys() <= {*ENCODINGS, "native"}


@few
@given(model=models())
def test_native_models_with_amounts_of_1_need_no_other_variables(model):
    formula = lower(model, native=True)
    if not model.kind & (Kind.LINEAR | Kind.COLOURED):
        assert formula.variables == model.options
        assert formula.used.keys() <= {"native", "pairwise"}
    for constraint in formula.at_most:
        assert 0 < constraint.bound < len(constraint.literals)
        assert len({abs(literal) for literal in constraint.literals}) == len(constraint.literals)


def test_each_pair_once_and_its_owner_the_first_item():
    model = Model.build({"a": 1, "b": (0, 1), "c": (0, 1)}, [["a", "b", "c"], ["a", "c"], ["b", "c"]])
    formula = lower(model)
    assert sorted(zip(formula.owner.tolist(), map(sorted, formula.clauses()), strict=True)) == [
        (0, [-2, -1]),
        (0, [1, 2]),
        (1, [-3, -1]),
        (2, [-3, -2]),
    ]
    assert len(lower(model, shared=False)) == 1 + 1 + 1 + 3


@pytest.mark.parametrize("colours", [None, [[0, 0, 0, 0]], [[1, 1, 0, 2]], [[1, 1, 1, 2]], [[2, 1, 2, 1]]])
def test_as_many_pairs_are_foreseen_as_are_written(colours):
    group, clauses = Exclusive([0], [[1, 2, 3, 4]], colours), Clauses(4)
    end_of(pairwise(clauses, [group]))
    row = (colours or [[0] * 4])[0]
    apart = sum(not a or a != b for a, b in combinations(row, 2))
    assert group.pairs() == apart == len(end_of(clauses.formula({})))


@few
@given(model=models())
def test_sharing_only_drops_repeated_pairs(model):
    shared = Counter(tuple(sorted(c)) for c in lower(model, encoding="pairwise").clauses())
    whole = Counter(tuple(sorted(c)) for c in lower(model, encoding="pairwise", shared=False).clauses())
    assert shared.keys() == whole.keys()
    assert all(n == whole[c] or (len(c) == 2 and n < whole[c]) for c, n in shared.items())


def test_known_sizes():
    assert len(lower(accord.load("soma").model, encoding="pairwise")) == 126_586
    queens = lower(accord.load("queens:8").model, encoding="pairwise")
    attacks = sum(
        a // 8 == b // 8 or a % 8 == b % 8 or abs(a // 8 - b // 8) == abs(a % 8 - b % 8)
        for a, b in combinations(range(64), 2)
    )
    assert len(queens) == attacks + 16


@pytest.mark.parametrize(
    ("encoding", "variables", "clauses"),
    [("pairwise", 20, 191), ("sequential", 38, 74), ("diagram", 38, 74), ("totalizer", 38, 74)],
)
def test_exactly_one_of_20(encoding, variables, clauses):
    formula = lower(Model.build(["a"], [["a"]] * 20), encoding=encoding)
    assert (formula.variables, len(formula)) == (variables, clauses)
    assert formula.used == {encoding: 1}
    assert repr(formula) == f"<Formula {variables} variables, {clauses} clauses>"


@pytest.mark.parametrize(
    ("demand", "expected"),
    [
        (2, [((1, 2, 3, 4, 5), 2, 0), ((-1, -2, -3, -4, -5), 3, 0)]),
        ((0, 3), [((1, 2, 3, 4, 5), 3, 0)]),  # a bound that says nothing is not written
        ((2, None), [((-1, -2, -3, -4, -5), 3, 0)]),
    ],
)
def test_native_demands_are_told(demand, expected):
    formula = lower(Model.build({"a": demand}, [["a"]] * 5), native=True)
    assert repr(formula) == f"<Formula 5 variables, 0 clauses, {len(expected)} at-most>"
    assert [(at.literals, at.bound, at.owner) for at in formula.at_most] == expected


@every_way
@pytest.mark.parametrize("demand", [1, (0, 1)])
def test_one_of_some_is_said_as_among_other_amounts(demand, way):
    """There it is taken as any demand, with its amounts."""
    for number in (0, 1, 2, 3, 4, 30):
        options = [["a"]] * number
        alone = lower(Model.build({"a": demand}, [[], *options]), **way)
        beside = lower(Model.build({"a": demand, "b": (0, 2)}, [{"b": 2}, *options]), **way)
        assert (list(alone.clauses()), alone.at_most) == (list(beside.clauses()), beside.at_most)


def test_a_full_adder_is_all_its_prime_implicates():
    """So that as much follows by unit propagation as from any clauses over its five variables."""
    true = [(x, y, z, x ^ y ^ z, x + y + z >= 2) for x, y, z in product((0, 1), repeat=3)]
    clauses = [
        frozenset((v + 1) * sign for v, sign in enumerate(signs) if sign)
        for signs in product((-1, 0, 1), repeat=5)
    ]
    implicates = [
        clause for clause in clauses if all(any(one[abs(x) - 1] == (x > 0) for x in clause) for one in true)
    ]
    prime = {clause for clause in implicates if not any(other < clause for other in implicates)}
    written, clause = [], []
    for literal in totalizer._full(1, 2, 3, 4, 5):
        if literal:
            clause.append(literal)
        else:
            written.append(frozenset(clause))
            clause = []
    assert not clause
    assert len(written) == len(prime)
    assert set(written) == prime


def test_literals_are_counted_as_they_are_written():
    """In whatever way they come: what is too large is refused by that."""
    clauses = Clauses(4)
    clauses.add(1, 2, 3)
    clauses.extend([1, -2, 0, 4, 0])
    clauses.begin(1)
    clauses.block(np.array([[1, 2], [-3, -4], [1, 4]]))
    clauses.limit([1, 2, 3], 2)
    formula = end_of(clauses.formula({}))
    assert sorted(map(len, formula.clauses())) == [1, 2, 2, 2, 2, 3]
    assert clauses.literals == len(formula.literal) + 3 == 12 + 3


def test_a_long_stream_becomes_clauses_while_its_item_is_written(monkeypatch):
    """So that what is too large is refused before all of it is there."""
    monkeypatch.setattr(clauses_module, "FLUSH", 5)
    monkeypatch.setattr(clauses_module, "MOST_LITERALS", 7)
    clauses = Clauses(4)
    clauses.extend([1, 2, 0, 3, 0])
    assert clauses.literals == 0
    clauses.extend([4, 0])
    assert clauses.literals == 4
    with pytest.raises(RefusedError, match="more than 7 literals"):
        clauses.extend([1, 2, 3, 4, 0] * 2)


@pytest.mark.parametrize(
    ("amounts", "bounds", "smaller", "rounded"),
    [
        ([2, 2, 2], (1, 3), [1, 1, 1], (1, 1)),
        ([2, 4, 6], (3, 9), [1, 2, 3], (2, 4)),
        ([6, 9, 6], (0, 14), [2, 3, 2], (0, 4)),
        ([2, 4, 5], (3, 9), [2, 4, 5], (3, 9)),
    ],
)
def test_a_common_divisor_is_taken_out_and_bounds_are_rounded_inwards(amounts, bounds, smaller, rounded):
    literals = list(range(1, 4))
    assert normal_form(literals, amounts, *bounds) == Linear(literals, smaller, *rounded, sum(smaller), [])


@pytest.mark.parametrize("at_once", [1, 1000])
def test_a_diagram_stops_soon_beyond_its_budget_and_only_then(at_once, monkeypatch):
    monkeypatch.setattr(diagram, "AT_ONCE", at_once)
    linear = Linear(list(range(1, 21)), [*range(11, 31)], 100, 150, sum(range(11, 31)), [])

    def write(budget):
        made = diagram.Diagram(linear, 20)
        return end_of(made.write(budget)), len(made.stream)

    fits, size = write(1 << 30)
    assert fits
    assert write(size) == (True, size)
    assert write(size - 1) == (False, size)
    fits, least = write(100)
    assert not fits
    assert (least < 120) == (at_once == 1), "after each node it looks, or after so many"


@pytest.mark.parametrize("encoding", ["sequential", "totalizer", "adder"])
def test_exactly_7_of_20(encoding):
    model = Model.build({"a": 7}, [["a"]] * 20)
    formula = lower(model, encoding=encoding)
    assert formula.used == {encoding: 1}
    with written(formula) as solver:
        assert solver.solve([1, 2, 3, 4, 5, 6, 7])
        assert not solver.solve([1, 2, 3, 4, 5, 6, 7, 8])
        assert not solver.solve([-v for v in range(1, 15)])


@few
@given(amounts=st.lists(st.integers(1, 9), min_size=3, max_size=9), data=st.data())
def test_an_upper_bound_propagates_all_that_follows(amounts, data):
    high = data.draw(st.integers(1, sum(amounts)))
    model = Model.build({"a": (0, high)}, [{"a": amount} for amount in amounts])
    chosen = sorted(data.draw(st.sets(st.integers(0, len(amounts) - 1))))
    given_so_far = sum(amounts[o] for o in chosen)
    for encoding in ("totalizer", "diagram", None):
        with written(lower(model, encoding=encoding)) as solver:
            assumed = [o + 1 for o in chosen]
            assert solver.propagate(assumed)[0] == (given_so_far <= high)
            for o in range(len(amounts)):
                if given_so_far <= high and o not in chosen:
                    assert decided(solver, assumed, -(o + 1)) == (given_so_far + amounts[o] > high)


def test_it_yields_often_and_can_be_left():
    model = accord.load("pentomino-6x10").model
    steps = lowering(model, encoding="pairwise")
    assert sum(1 for _ in steps) > 80
    steps = lowering(model)
    next(steps)
    steps.close()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", [None, *ENCODINGS[:4]])
def test_cdcl_finds_and_refutes(encoding):
    for name, solvable in [("pentomino-3x20", True), ("langford:8", True), ("langford:6", False)]:
        model = accord.load(name).model
        with written(lower(model, encoding=encoding), "cadical195") as solver:
            assert solver.solve() == solvable


@pytest.mark.parametrize("side", [3, 9])
def test_items_of_one_form_are_worked_out_once(monkeypatch, side):
    """However many cells a board has, what its clauses are like is worked out once for each form."""
    worked_out = []

    def parts(*of, **more):
        worked_out.append(of)
        return linear.parts(*of, **more)

    monkeypatch.setattr(importlib.import_module("accord.cnf.lower"), "parts", parts)
    options = [{f"c{n}": 1, f"d{n}": -1} for n in range(side * side)] * 3
    demands = {f"c{n}": (1, 3) for n in range(side * side)} | {f"d{n}": (-2, 0) for n in range(side * side)}
    formula = lower(Model.build(items=demands, options=options))
    assert len(worked_out) == 2
    assert [*map(len, formula.clauses())] == [3] * (2 * side * side)
