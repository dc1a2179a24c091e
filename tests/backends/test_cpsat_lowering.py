"""The lowering to CP-SAT by itself: which constraint says a demand, what is forbidden, and how it pauses."""

from itertools import combinations

import numpy as np
import pytest
from ortools.sat.python import cp_model

from accord import Model, run, solutions
from accord.backends.cpsat import lowering as module
from accord.backends.cpsat.lowering import full, lowering

MIXED = {"more": {"s": 1}, "less": {"s": -1}, "red": {"s": "red"}, "too": {"s": "red"}, "blue": {"s": "blue"}}


def lowered(model, **more):
    steps = lowering(model, **more)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def kinds(model):
    """The kind of each constraint, in order."""
    return [str(constraint).split()[0] for constraint in lowered(model).model.proto.constraints]


def accepted(made):
    """The sets of options that some values of the other variables go with, each as often as there are any."""

    class Every(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.append(tuple(o for o, variable in enumerate(made.options) if self.value(variable)))

    found = []
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(made.model, Every())
    return sorted(found)


@pytest.mark.parametrize(
    ("demand", "amounts", "said"),
    [
        (1, [1, 1], ["exactly_one"]),
        (1, [], ["bool_or"]),  # of nothing
        ((0, 1), [1, 1], ["at_most_one"]),
        ((0, 1), [1, 2], ["linear"]),
        (1, [1, 2], ["linear"]),
        (
            1,
            [1, -1, 1],
            ["exactly_one"],
        ),  # is false: the first or the third is left out, or the second chosen
        (0, [1, -1, 1], ["exactly_one"]),
        (1, [-1, 1, 1, -1, 1], ["linear"]),
        ((-1, 0), [1, -1, 1], ["at_most_one"]),
        ((0, 2), [1, 1, 1], ["bool_or"]),
        (2, [1, 1, 1], ["exactly_one"]),
        ((2, 3), [1, 1, 1], ["at_most_one"]),
        ((1, None), [1, 1], ["bool_or"]),
        ((0, None), [1, -1, -1], ["at_most_one"]),
        ((0, None), [1, 1, -1], ["bool_or"]),
        ((None, 0), [1, -1], ["at_most_one"]),
        ((-1, 1), [1, -1], []),
        (0, [1, -1], ["exactly_one"]),
        ((0, 2), [1, 1], []),  # it is met whatever is chosen
        ((0, 3), [2, 1, -1], ["linear"]),
        ((-1, 3), [2, 1, -1], []),
        ((-1, 2), [2, 1, -1], ["linear"]),
        (3, [1, 1], ["bool_or"]),  # of nothing: it cannot be met
        ((-5, -2), [2, -1], ["bool_or"]),
        ((-5, -1), [2, -1], ["linear"]),
        ((0, 1), [], []),
        ((0, 1), [1], []),
    ],
)
def test_a_demand_is_said_in_the_strongest_form(demand, amounts, said, oracle):
    low, high = (demand, demand) if isinstance(demand, int) else demand
    low = -len(amounts) if low is None else low
    bound = np.iinfo(np.int64).max if high is None else high
    number = len(amounts)
    model = Model.from_arrays(["a"], range(number + 1), [0] * number, low=low, high=bound, amount=amounts)
    assert kinds(model) == said
    assert accepted(lowered(model)) == sorted(oracle(model))


@pytest.mark.parametrize("size", range(1, len(MIXED) + 1))
def test_an_item_with_colours_takes_what_the_oracle_says(size, oracle):
    for names in combinations(MIXED, size):
        model = Model.build({"s": (0, 1)}, {name: MIXED[name] for name in names})
        assert accepted(lowered(model)) == sorted(oracle(model)), names


def test_a_colour_that_one_option_gives_needs_no_variable():
    model = Model.build({"s": (0, 1)}, [{"s": letter} for letter in "abb"])
    assert len(lowered(model).model.proto.variables) == 3 + 1
    assert kinds(model) == ["bool_or", "enforcement_literal:", "enforcement_literal:", "at_most_one"]


@pytest.mark.parametrize(
    ("gives", "said"),
    [
        ([1, 1, "red"], ["at_most_one"]),
        ([1, 2, "red"], ["linear"]),
        ([1, 1, -1, "red"], ["linear", "linear"]),
    ],
)
def test_only_amounts_that_may_cancel_out_are_a_sum_of_their_own_beside_colours(gives, said):
    assert kinds(Model.build({"s": (0, 1)}, [{"s": each} for each in gives])) == said


def test_no_sum_is_enforced_by_a_literal():
    """CP-SAT 9.15 loses solutions of such sums; clauses are safe."""
    items = {"s": (0, 1), "t": (1, 2), "u": (1, 1), "v": (-1, 2)}
    options = [{"s": colour, "t": 2, "u": 1, "v": -1} for colour in "abba"] + [{"s": 1, "t": -1, "v": 3}] * 2
    enforced = [
        c for c in lowered(Model.build(items, options)).model.proto.constraints if c.enforcement_literal
    ]
    assert enforced
    assert all(constraint.has_bool_or() or constraint.has_bool_and() for constraint in enforced)


@pytest.mark.parametrize(
    ("items", "options", "covered"),
    [
        ({"a": 1}, [["a"], ["a"]], [True, True]),
        ({"a": 1}, [["a"], ["a"], []], [True, True, False]),
        ({"a": 1, "b": (0, 1)}, [["a"], ["a", "b"], ["b"]], [True, True, False]),
        ({"a": 2, "b": (0, 2)}, [["a"], ["a", "b"], ["a"], ["b"]], [True, True, True, False]),
        ({"a": 1}, [{"a": 1}, {"a": 2}, {"a": -1}], [False] * 3),
        ({"a": 1, "b": 1}, [{"a": 1}, {"a": -1, "b": 1}, {"a": 1}], [False, True, False]),
    ],
)
def test_exactly_one_solution_is_forbidden(items, options, covered, oracle):
    model = Model.build(items, options)
    assert full(model).tolist() == covered
    solutions = sorted(oracle(model))
    assert solutions
    for solution in solutions:
        made = lowered(model)
        made.forbid(solution)
        (*_, clause) = made.model.proto.constraints
        assert len(clause.bool_or.literals) == (len(solution) if all(covered) else model.options)
        assert accepted(made) == [other for other in solutions if other != solution]


def test_the_least_sum_of_weights_is_asked_for_only_where_that_is_wanted():
    model = Model.build({"a": 1}, {"x": ["a"], "y": ["a"], "z": []}, minimize={"x": 3, "y": 2, "z": -1})
    solver = cp_model.CpSolver()
    made = lowered(model, objective=True)
    assert solver.solve(made.model) == cp_model.OPTIMAL
    assert [solver.value(variable) for variable in made.options] == [0, 1, 1]
    assert solver.objective_value == 1
    assert not lowered(model).model.has_objective()


def test_hint_and_order_are_told_only_where_they_are_asked_for():
    model = Model.build(["a", "b"], [["a"], ["b"], ["a"]], order=["b", "a"])
    plain, told = lowered(model).model.proto, lowered(model, fixed=True, hint=(2, 1)).model.proto
    assert (len(plain.search_strategy), len(plain.solution_hint.vars)) == (0, 0)
    assert list(told.solution_hint.vars) == [2, 1]
    assert list(told.solution_hint.values) == [1, 1]
    (strategy,) = told.search_strategy
    assert [expression.vars[0] for expression in strategy.exprs] == [1, 0, 2]


def test_it_pauses_after_so_many_variables_and_entries(monkeypatch):
    """So that limits of time hold while a large model is built."""
    monkeypatch.setattr(module, "CHUNK", 10)
    model = Model.build([f"i{i}" for i in range(9)], [[f"i{i}" for i in range(9)]] * 3 + [[]] * 22)
    made = module.Lowered.of(model)
    assert [len(made.options) for _ in module.variables(made, model)] == [0, 10, 20]
    # three entries an item: the first that begins at entry 0, 10 or later, 20 or later
    assert [len(made.model.proto.constraints) for _ in module.demands(made, model)] == [0, 4, 7]
    twos = Model.build([f"i{i}" for i in range(11)], [[f"i{i}" for i in range(11)]] * 2)
    made = module.Lowered.of(twos)
    assert [len(made.options) for _ in module.variables(made, twos)] == [0]
    assert [len(made.model.proto.constraints) for _ in module.demands(made, twos)] == [0, 5, 10]


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amounts", "variables"),
    [
        ({"sum": [1, 2, 3]}, 1),
        ({"sum": [1, 2, 0]}, 1),  # two entries, three numbers
        ({"sum": [5, 5, 7]}, 0),  # two amounts: an option says that
        ({"sum": [1, 2, 3], "twice": [7, 9, 11], "down": [3, 0, -3]}, 1),  # a factor and a constant apart
        ({"sum": [1, 2, 3], "bent": [1, 2, 4]}, 2),
        ({"sum": [-600, 2, 700]}, 1),
    ],
)
def test_amounts_of_which_one_counts_are_a_number(amounts, variables, oracle):
    both = {f"{n}{i}": {n: 1} for n in "ab" for i in range(3)}
    for name, gives in amounts.items():
        for n in "ab":
            for i, amount in enumerate(gives):
                if amount:
                    both[f"{n}{i}"][name] = amount
    items = {"a": 1, "b": 1} | dict.fromkeys(amounts, (2, 14))
    model = Model.build(items, both)
    made = lowered(model)
    assert len(made.model.proto.variables) == model.options + 2 * variables
    assert accepted(made) == sorted(oracle(model))
    assert run(model, "count", backend="cpsat").count == len(oracle(model))
    assert sorted(one.options for one in solutions(model, backend="cpsat")) == sorted(oracle(model))


def three(shifts, unsaid=()):
    """Three numbers, each of its own three values, that differ where a value is not left unsaid."""
    gives = {f"{n}{v}": {n: 1, "sum": v} for n in "abc" for v in range(1, 4)}
    for n, shift in zip("abc", shifts, strict=True):
        for v in range(1, 4):
            if (n, v) not in unsaid:
                gives[f"{n}{v}"][f"value {v + shift}"] = 1
    values = sorted({name for of in gives.values() for name in of if name.startswith("value")})
    items = dict.fromkeys("abc", 1) | {"sum": (4, 8)} | dict.fromkeys(values, (0, 1))
    return Model.build(items, gives, minimize={"a1": 1, "a2": 2, "b3": -1})


@pytest.mark.parametrize(
    ("shifts", "unsaid", "told"),
    [
        ((0, 0, 0), (), 1),
        ((0, 1, -1), (), 1),  # not the numbers differ, but a, b + 1 and c - 1
        ((0, 0, 0), [("a", 1)], 0),  # a and b may both be 1
        ((0, 2, 4), [("a", 1)], 0),  # no value is one of all three
    ],
)
def test_the_best_is_told_of_numbers_that_are_all_different(shifts, unsaid, told, oracle):
    model = three(shifts, unsaid)
    made = lowered(model, objective=True)
    assert [constraint.has_all_diff() for constraint in made.model.proto.constraints].count(True) == told
    assert "all_diff" not in kinds(model)
    pauses = [len(list(lowering(model, objective=objective))) for objective in (False, True)]
    assert pauses[1] == pauses[0] + told, "it looks at the clock after each of them"
    made.model.clear_objective()
    assert accepted(made) == sorted(oracle(model))
