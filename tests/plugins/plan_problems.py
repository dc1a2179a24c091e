"""Plan problems for tests: small random ones, one by hand, and what that is with a fault in it."""

from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from accord.errors import InputError
from accord.plans.problem import Capacity, Operator, PlanProblem


@st.composite
def problems(draw, unit_costs=True):
    """Two or three variables of two or three values, up to seven operators, capacities and invariants."""
    sizes = draw(st.lists(st.integers(2, 3), min_size=2, max_size=3))
    values = {f"v{i}": [f"{k}" for k in range(size)] for i, size in enumerate(sizes)}
    some = st.fixed_dictionaries({}, optional={name: st.sampled_from(its) for name, its in values.items()})
    cost = st.just(1) if unit_costs else st.integers(0, 3)
    pairs = draw(st.lists(st.tuples(some, some.filter(bool), cost), max_size=7))
    operators = [Operator(f"o{i}", *each) for i, each in enumerate(pairs)]
    whole = st.fixed_dictionaries({name: st.sampled_from(its) for name, its in values.items()})
    initial = draw(whole)
    capacities = []
    every = [(name, value) for name, its in values.items() for value in its]
    if draw(st.booleans()):
        facts = draw(st.lists(st.sampled_from(every), unique=True))
        held = sum(initial[name] == value for name, value in facts)
        capacities = [Capacity("some", tuple(facts), held + draw(st.integers(0, 1)))]
    goal = draw(some)
    invariants = []
    for i, facts in enumerate(draw(st.lists(st.lists(st.sampled_from(every), unique=True), max_size=3))):
        held = sum(initial[name] == value for name, value in facts)
        invariant = Capacity(f"all of {i}", tuple(facts), held + draw(st.integers(0, 1)))
        try:  # it is one if the problem is made
            PlanProblem.build(values, operators, initial, goal, invariants=[invariant])
        except InputError:
            continue
        invariants.append(invariant)
    return PlanProblem.build(values, operators, initial, goal, capacities=capacities, invariants=invariants)


def applied(problem, state, operator):
    """The state after an operator, by the declaration; None if it is not applicable."""
    step, after = problem.operators[operator], list(state)
    named = dict(zip(problem.variables, ([*its] for its in problem.values), strict=True))
    place = {name: v for v, name in enumerate(problem.variables)}
    if any(named[name][state[place[name]]] != value for name, value in step.preconditions.items()):
        return None
    for name, value in step.effects.items():
        after[place[name]] = named[name].index(value)
    return None if problem.broken(after) is not None else tuple(after)


def small():
    """Two variables, a capacity, and operators whose every precondition matters."""
    return PlanProblem.build(
        {"robot": ["left", "right"], "ball": ["left", "right", "held"], "box": ["left", "right", "held"]},
        [
            Operator("go", {"robot": "left"}, {"robot": "right"}, 2),
            Operator("back", {"robot": "right"}, {"robot": "left"}, 2),
            *(
                Operator(f"{what} {thing} {side}", {"robot": side, thing: before}, {thing: after})
                for thing in ("ball", "box")
                for side in ("left", "right")
                for what, before, after in (("lift", side, "held"), ("drop", "held", side))
            ),
        ],
        {"robot": "left", "ball": "left", "box": "right"},
        {"ball": "right"},
        capacities=[Capacity("hand", (("ball", "held"), ("box", "held")), 1)],
    )


def starts(problem):
    """The problem from each of its states, without a goal."""
    states = product(*(range(len(values)) for values in problem.values))
    return [replace(problem, initial=state, goal=()) for state in states if problem.broken(state) is None]


def faulty():
    """`small` with each precondition overlooked in turn, and the capacity."""
    problem = small()
    for number, operator in enumerate(problem.operators):
        for name in operator.preconditions:
            fewer = {key: value for key, value in operator.preconditions.items() if key != name}
            changed = replace(operator, preconditions=fewer)
            operators = (*problem.operators[:number], changed, *problem.operators[number + 1 :])
            yield f"{operator.name} without {name}", replace(problem, operators=operators)
    yield "without the capacity", replace(problem, capacities=())
