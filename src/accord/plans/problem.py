"""The data of a plan problem in SAS+ form (C. Backstrom and B. Nebel, 1995), with capacities.

    name        example                    meaning
    ----------  -------------------------  ---------------------------------------------------------------
    variable    robot: left, right         has one of its values in every state
    fact        robot=left                 a variable and a value of it
    operator    go: robot=left -> right    applicable where all its preconditions hold; sets its effects
    capacity    {a=held, b=held} at most 1 so many of these facts hold in any state, at most
    invariant   a capacity that holds      no operator raises the number of its facts, so it forbids nothing
    state       (0, 1)                     the index of each variable's value
    plan        go, lift, go               operators, each applicable after those before; then the goal holds

An operator whose effects would break a capacity is not applicable. Capacities say what SAS+ needs counters
for, and operators for every value of a counter: a hand holds one block, four cells hold four cards.
Invariants only help those who reason about many states at once; they are proved when a problem is made.

    variables  robot: left, right; ball: left, right, held
    go         robot=left -> robot=right, and back
    lift       robot=left, ball=left -> ball=held
    drop       robot=right, ball=held -> ball=right
    initial    robot=left, ball=left; goal ball=right; the shortest plan is lift, go, drop
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from accord.errors import InputError

State: TypeAlias = tuple[int, ...]
Fact: TypeAlias = tuple[int, int]  # a variable and a value, as indices
Named: TypeAlias = Mapping[str, str]  # variable -> value

MOST_FAULTS = 20  # that are listed


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator, by names: where `preconditions` hold, `effects` will, at a cost."""

    name: str
    preconditions: Named
    effects: Named
    cost: int = 1


@dataclass(frozen=True, slots=True)
class Capacity:
    """In every state at most `most` of these facts, (variable, value), hold."""

    name: str
    facts: tuple[tuple[str, str], ...]
    most: int


@dataclass(frozen=True, slots=True)
class Step:
    """An operator by indices."""

    preconditions: tuple[Fact, ...]
    effects: tuple[Fact, ...]
    cost: int


@dataclass(frozen=True, eq=False, repr=False)
class PlanProblem:
    """A plan problem; immutable. Make it with `PlanProblem.build`."""

    variables: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]  # of each variable
    operators: tuple[Operator, ...]
    capacities: tuple[Capacity, ...]
    initial: State
    goal: tuple[Fact, ...]
    invariants: tuple[Capacity, ...] = ()
    bound: Callable[[State], int] | None = None  # what reaching the goal costs at least; never too much
    family: str = ""

    @staticmethod
    def build(
        variables: Mapping[str, Iterable[str]],
        operators: Iterable[Operator],
        initial: Named,
        goal: Named,
        *,
        capacities: Iterable[Capacity] = (),
        invariants: Iterable[Capacity] = (),
        bound: Callable[[State], int] | None = None,
        family: str = "",
    ) -> PlanProblem:
        """A plan problem from names. Raises InputError with every fault."""
        values = {name: tuple(its) for name, its in variables.items()}
        operators, capacities, invariants = tuple(operators), tuple(capacities), tuple(invariants)
        faults = list(_faults(values, operators, capacities + invariants, initial, goal))
        if not faults:
            faults = list(_broken_invariants(operators, invariants, initial))
        if faults:
            more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
            raise InputError(faults[:MOST_FAULTS] + more)
        names = tuple(values)
        problem = PlanProblem(
            variables=names,
            values=tuple(values.values()),
            operators=operators,
            capacities=capacities,
            initial=tuple(values[name].index(initial[name]) for name in names),
            goal=tuple((names.index(name), values[name].index(value)) for name, value in goal.items()),
            invariants=invariants,
            bound=bound,
            family=family,
        )
        broken = problem.broken(problem.initial)
        if broken is not None:
            raise InputError(
                [f"the initial state breaks the capacity {broken.name!r}: at most {broken.most}"]
            )
        return problem

    # -- by indices ----------------------------------------------------------------------------------

    @cached_property
    def fact_index(self) -> dict[tuple[str, str], Fact]:
        """A variable and a value, by name -> the fact."""
        named = enumerate(zip(self.variables, self.values, strict=True))
        return {(name, value): (v, k) for v, (name, its) in named for k, value in enumerate(its)}

    @cached_property
    def operator_index(self) -> dict[str, int]:
        """The name of an operator -> its index."""
        return {operator.name: o for o, operator in enumerate(self.operators)}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The operators by indices."""
        return tuple(
            Step(self.facts(operator.preconditions), self.facts(operator.effects), operator.cost)
            for operator in self.operators
        )

    @cached_property
    def unit_costs(self) -> bool:
        """Whether every operator costs 1."""
        return all(operator.cost == 1 for operator in self.operators)

    @cached_property
    def capacity_facts(self) -> tuple[tuple[frozenset[Fact], int], ...]:
        """The capacities by indices."""
        return tuple((self.fact_set(each.facts), each.most) for each in self.capacities)

    def fact_set(self, named: Iterable[tuple[str, str]]) -> frozenset[Fact]:
        """Facts by indices; a variable may have several."""
        return frozenset(self.fact_index[fact] for fact in named)

    def facts(self, named: Named) -> tuple[Fact, ...]:
        """Facts by indices, ascending."""
        return tuple(sorted(self.fact_set(named.items())))

    def fact_name(self, fact: Fact) -> str:
        """`robot=left`."""
        return f"{self.variables[fact[0]]}={self.values[fact[0]][fact[1]]}"

    # -- states --------------------------------------------------------------------------------------

    def is_goal(self, state: State) -> bool:
        """Whether the goal holds."""
        return all(state[v] == value for v, value in self.goal)

    def broken(self, state: State) -> Capacity | None:
        """A capacity that a state breaks; None if it breaks none."""
        for capacity, (facts, most) in zip(self.capacities, self.capacity_facts, strict=True):
            if sum(state[v] == value for v, value in facts) > most:
                return capacity
        return None

    def __repr__(self) -> str:
        tag = f"{self.family}: " if self.family else ""
        return f"<PlanProblem {tag}{len(self.variables)} variables, {len(self.operators)} operators>"


def _broken_invariants(
    operators: tuple[Operator, ...], invariants: tuple[Capacity, ...], initial: Named
) -> Iterator[str]:
    """List faults of invariants: a count that is too large at first, or rises by an operator."""
    of_fact: dict[tuple[str, str], list[int]] = {}
    for i, invariant in enumerate(invariants):
        facts = set(invariant.facts)
        for fact in facts:
            of_fact.setdefault(fact, []).append(i)
        held = sum(initial[variable] == value for variable, value in facts)
        if held > invariant.most:
            yield f"the invariant {invariant.name!r}: {held} hold initially, at most {invariant.most} may"
    for operator in operators:
        change = rise(operator, of_fact)
        for i in (i for i, rises in change.items() if rises > 0):
            yield f"the invariant {invariants[i].name!r} may be broken by {operator.name!r}"


def rise(operator: Operator, of_fact: Mapping[tuple[str, str], Iterable[int]]) -> Counter[int]:
    """By how much an operator raises, at most, the number of facts that hold in sets of facts, by set."""
    change: Counter[int] = Counter()
    for variable, value in operator.effects.items():
        before = operator.preconditions.get(variable)
        change.update(of_fact.get((variable, value), ()))
        if before is not None:
            change.subtract(of_fact.get((variable, before), ()))
    return change


def _faults(
    values: Mapping[str, tuple[str, ...]],
    operators: tuple[Operator, ...],
    capacities: tuple[Capacity, ...],
    initial: Named,
    goal: Named,
) -> Iterator[str]:
    for name, its in values.items():
        if not its:
            yield f"variable {name!r} has no values"
        if "=" in name:
            yield f"variable {name!r} has an equals sign in its name; facts are written with it"
        for value in (value for value, number in Counter(its).items() if number > 1):
            yield f"variable {name!r} has the value {value!r} twice"
    for kind, named in (("operators", operators), ("capacities", capacities)):
        counted = Counter(each.name for each in named)
        yield from (f"two {kind} have the name {name!r}" for name, number in counted.items() if number > 1)
    for name in values:
        if name not in initial:
            yield f"the initial state lacks the variable {name!r}"
    places: list[tuple[str, Iterable[tuple[str, str]]]] = [("the initial state", initial.items())]
    places.append(("the goal", goal.items()))
    for operator in operators:
        places.append((f"a precondition of {operator.name!r}", operator.preconditions.items()))
        places.append((f"an effect of {operator.name!r}", operator.effects.items()))
        if not operator.effects:
            yield f"operator {operator.name!r} has no effect"
        if not isinstance(operator.cost, int) or operator.cost < 0:
            yield f"operator {operator.name!r} costs {operator.cost}; expected a whole number from 0"
    for capacity in capacities:
        places.append((f"the capacity {capacity.name!r}", capacity.facts))
        if capacity.most < 0:
            yield f"the capacity {capacity.name!r} is {capacity.most}; expected 0 or more"
    for place, facts in places:
        for variable, value in facts:
            if variable not in values:
                yield f"{place} names {variable!r}, which is no variable"
            elif value not in values[variable]:
                yield f"{place} gives {variable!r} the value {value!r}; it has {', '.join(values[variable])}"
