"""Turn a plan problem and a number of steps into a model whose solutions are the plans of that length.

    option            visible  chosen where
    ----------------  -------  ------------------------------------------------------------------------
    3: go             yes      the third step is `go`
    idle 3            no       nothing is done in the third step, nor after it
    after 3: x=a      no       the fact holds after three steps

    item              demand   says
    ----------------  -------  ------------------------------------------------------------------------
    step 3            [1, 1]   one operator a step, or none
    idle 4            [0, 1]   who idles in step 3 idles in step 4
    after 3: x        [1, 1]   a variable has one value
    before 3: x=a     [0, 1]   an operator of step 3 that needs the fact finds it
    by 3: x=a         [0, 1]   an operator of step 3 that has the effect brings it about
    since 3: x=a      [0, ..]  a fact that holds after step 3 held before, or an operator made it so
    capacity c, 3     [0, k]   after three steps; an invariant that no operator changes is [k, k]
    goals, 3          [k, ..]  so many facts of the goal hold that the steps left can meet the others

Those are the explanatory frames of H. Kautz and B. Selman (1992), with one operator a step. As only the end
may be idle, a solution is a plan of *at most* `horizon` steps, each plan is one solution, and "no solution"
refutes all of them at once. "No" at one horizon never says that there is no plan.

What cannot hold after so many steps, each operator undoing nothing, has no option, and neither has what is
too far from the goal in the transitions of its own variable. An operator gives 1 to `step`, and takes 1 in
each item of a fact that it needs or brings about; the fact gives 1 there. So one item serves all operators
that share a fact: `fact - operators >= 0`, for there is only one operator a step. An item for each operator
and fact took SAT 1.5 to 2 times as long, an equation of flow for each fact up to 4 times; CP-SAT was alike.

`goals` follows from the rest, but only by counting, which takes SAT exponentially long: with it, small decks
of FreeCell took 3 to 100 times fewer conflicts just below their shortest length. To weigh each fact by its
distance from the goal says more of sliding tiles, and took SAT longer.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from accord.errors import InputError
from accord.model import Model
from accord.model.arrays import starts
from accord.plans.problem import Fact, PlanProblem, rise

UNBOUNDED = np.iinfo(np.int64).max
MOST_OPTIONS = 2_000_000


def unroll(problem: PlanProblem, horizon: int) -> Model:
    """The plans of at most `horizon` steps as a model.

    Raises:
        InputError: if the horizon is negative, or the model would be too large.
    """
    *_, model = unrolling(problem, horizon)
    assert model is not None, "the model comes last"
    return model


def unrolling(problem: PlanProblem, horizon: int) -> Iterator[Model | None]:
    """Unroll some work at a time: None after each step of the horizon, at last the model."""
    if horizon < 0:
        raise InputError([f"horizon {horizon}; expected 0 or more"])
    yield from _Unrolling(problem, horizon).model()


def plan_of(problem: PlanProblem, model: Model, solution: Sequence[int]) -> list[str]:
    """The plan that a solution of an unrolled model is: the names of operators, step by step."""
    chosen = []
    for option in solution:
        if not model.hidden[option]:
            step, _, name = model.option_name(int(option)).partition(": ")
            assert name in problem.operator_index, "an option that is no operator"
            chosen.append((int(step), name))
    chosen.sort()
    assert [step for step, _ in chosen] == list(range(1, len(chosen) + 1)), (
        "a plan with a gap, or two at once"
    )
    return [name for _, name in chosen]


def reach(problem: PlanProblem, horizon: int) -> tuple[dict[Fact, int], dict[int, int]]:
    """From which step on a fact can hold, and an operator be applied, where operators undo nothing."""
    shut = frozenset[Fact]().union(*(facts for facts, most in problem.capacity_facts if not most))
    facts, operators = dict.fromkeys(enumerate(problem.initial), 0), dict[int, int]()
    waiting = [o for o, step in enumerate(problem.steps) if shut.isdisjoint(step.effects)]
    for depth in range(horizon):
        usable = {o for o in waiting if all(fact in facts for fact in problem.steps[o].preconditions)}
        if not usable:
            break
        operators |= dict.fromkeys(sorted(usable), depth)
        waiting = [o for o in waiting if o not in usable]
        for o in usable:
            for fact in problem.steps[o].effects:
                facts.setdefault(fact, depth + 1)
    return facts, operators


def distances(problem: PlanProblem) -> dict[Fact, int]:
    """How many operators must act on a fact's variable, at least, until the goal holds."""
    goal = dict(problem.goal)
    into: dict[Fact, set[int]] = {}  # a fact -> values from which an operator leads to it
    for step in problem.steps:
        needs = dict(step.preconditions)
        for v, value in step.effects:
            sources = [needs[v]] if v in needs else range(len(problem.values[v]))
            into.setdefault((v, value), set()).update(sources)
    found: dict[Fact, int] = {}
    for v, values in enumerate(problem.values):
        queue: deque[int] = deque([goal[v]] if v in goal else range(len(values)))
        found.update(((v, value), 0) for value in queue)
        while queue:
            reached = queue.popleft()
            for before in into.get((v, reached), ()):
                if (v, before) not in found:
                    found[v, before] = found[v, reached] + 1
                    queue.append(before)
    return found


def count_bounds(problem: PlanProblem) -> Iterator[tuple[str, int, list[Fact], int]]:
    """Capacities and invariants: a name, the least and the greatest number of facts, and the facts."""
    for capacity, (facts, most) in zip(problem.capacities, problem.capacity_facts, strict=True):
        yield f"capacity {capacity.name}", 0, sorted(facts), most
    changed = _unstable(problem)
    for i, invariant in enumerate(problem.invariants):
        facts = problem.fact_set(invariant.facts)
        held = sum(fact in facts for fact in enumerate(problem.initial))
        low, most = (0, invariant.most) if i in changed else (held, held)
        yield f"invariant {invariant.name}", low, sorted(facts), most


def _unstable(problem: PlanProblem) -> set[int]:
    """The invariants of which some operator may change how many of their facts hold."""
    of_fact: dict[tuple[str, str], list[int]] = {}
    of_variable: dict[str, set[int]] = {}
    for i, invariant in enumerate(problem.invariants):
        for variable, value in set(invariant.facts):
            of_fact.setdefault((variable, value), []).append(i)
            of_variable.setdefault(variable, set()).add(i)
    changed = set()
    for operator in problem.operators:
        changed |= {i for i, by in rise(operator, of_fact).items() if by}
        for variable, value in operator.effects.items():
            if variable not in operator.preconditions:  # it may leave any other fact of the variable
                changed |= of_variable.get(variable, set()).difference(of_fact.get((variable, value), ()))
    return changed


def most_met(problem: PlanProblem) -> int:
    """How many facts of the goal one operator brings about that did not hold before, at most."""
    goal = set(problem.goal)
    return max(
        (len(goal.intersection(s.effects).difference(s.preconditions)) for s in problem.steps), default=0
    )


class _Unrolling:
    """Items and options under way."""

    def __init__(self, problem: PlanProblem, horizon: int) -> None:
        self.problem, self.horizon = problem, horizon
        self.first_facts, self.first_operators = reach(problem, horizon)
        self.left = distances(problem)
        self.counted = list(count_bounds(problem))
        self.met = most_met(problem)
        self.names: list[str] = []
        self.hidden: list[bool] = []
        self.item_names: list[str] = []
        self.bounds: list[tuple[int, int]] = []  # of each item
        self.entries = array("q")  # option, item, amount of each
        self.fact_at: list[dict[Fact, int]] = []  # after t steps, fact -> option
        self.operator_at: list[dict[int, int]] = [{}]  # in step t, operator -> option
        self.idle_at: list[int] = []  # in step t + 1

    def model(self) -> Iterator[Model | None]:
        """None after each step, twice; at last the model."""
        size = self.horizon * (len(self.problem.operators) + len(self.left))
        if size > MOST_OPTIONS:
            raise InputError([f"horizon {self.horizon}: {size:,} options; at most {MOST_OPTIONS:,}"])
        for t in range(self.horizon + 1):
            self._name_options(t)
            yield None
        self._steps()
        for t in range(self.horizon + 1):
            self._values(t)
            if t:
                self._changes(t)
            yield None
        self._goal()
        entries = np.array(self.entries, np.int64).reshape(-1, 3)
        option, item, amount = entries[np.argsort(entries[:, 0], kind="stable")].T
        low, high = np.array(self.bounds, np.int64).reshape(-1, 2).T
        yield Model.from_arrays(
            self.item_names,
            starts(np.bincount(option, minlength=len(self.names))),
            item,
            low=low,
            high=high,
            amount=amount,
            names=self.names,
            hidden=self.hidden,
            order=range(self.horizon),  # the items of steps are the first
            family="plan",
        )

    # -- options -------------------------------------------------------------------------------------

    def _name_options(self, t: int) -> None:
        """Name the options of step t: operators that can be applied, and facts that can hold after it."""
        problem = self.problem
        if t:
            usable = [o for o, first in self.first_operators.items() if first < t and self._useful(o, t)]
            here = f"{t}: "
            ours = {o: self._option(here + problem.operators[o].name) for o in sorted(usable)}
            self.operator_at.append(ours)
            self.idle_at.append(self._option(f"idle {t}", hidden=True))
        held = sorted(f for f, first in self.first_facts.items() if first <= t and self._in_time(f, t))
        after = f"after {t}: "
        self.fact_at.append({f: self._option(after + problem.fact_name(f), hidden=True) for f in held})

    def _in_time(self, fact: Fact, t: int) -> bool:
        """Whether its variable can still come to the goal."""
        return self.left.get(fact, self.horizon + 1) <= self.horizon - t

    def _useful(self, operator: int, t: int) -> bool:
        """Whether what an operator of step t needs and brings about can be on the way to the goal."""
        step = self.problem.steps[operator]
        return all(self._in_time(fact, t) for fact in step.effects) and all(
            fact in self.fact_at[t - 1] for fact in step.preconditions
        )

    def _option(self, name: str, hidden: bool = False) -> int:
        self.names.append(name)
        self.hidden.append(hidden)
        return len(self.names) - 1

    # -- items ---------------------------------------------------------------------------------------

    def _item(
        self, name: str, low: int, high: int, plus: Iterable[int] = (), minus: Iterable[int] = ()
    ) -> None:
        item = len(self.item_names)
        self.item_names.append(name)
        self.bounds.append((low, high))
        for some, amount in ((plus, 1), (minus, -1)):
            for option in some:
                self.entries.extend((option, item, amount))

    def _steps(self) -> None:
        for t, idle in enumerate(self.idle_at, start=1):
            self._item(f"step {t}", 1, 1, [*self.operator_at[t].values(), idle])
        for t, (before, after) in enumerate(pairwise(self.idle_at), start=2):
            self._item(f"idle {t}", 0, 1, [after], [before])

    def _values(self, t: int) -> None:
        """One value a variable; capacities; invariants; what has to be met by now."""
        problem, options = self.problem, self.fact_at[t]
        of_variable: dict[int, list[int]] = {}
        for (v, _), option in options.items():
            of_variable.setdefault(v, []).append(option)
        for v, name in enumerate(problem.variables):
            self._item(f"after {t}: {name}", 1, 1, of_variable.get(v, []))
        least = len(problem.goal) - self.met * (self.horizon - t)
        if t and least > 0:
            self._item(f"goals, {t}", least, UNBOUNDED, [options[f] for f in problem.goal if f in options])
        for name, low, facts, most in self.counted:
            held = [options[fact] for fact in facts if fact in options]
            if held or low:
                self._item(f"{name}, {t}", low, most, held)

    def _changes(self, t: int) -> None:
        """Add the preconditions and effects of operators of step t, and the facts that stay as they were."""
        problem, before, after = self.problem, self.fact_at[t - 1], self.fact_at[t]
        needed: dict[Fact, list[int]] = {}
        brought: dict[Fact, list[int]] = {}
        for o, option in self.operator_at[t].items():
            step = problem.steps[o]
            for fact in step.preconditions:
                needed.setdefault(fact, []).append(option)
            for fact in step.effects:
                brought.setdefault(fact, []).append(option)
        for fact, options in needed.items():
            if t > 1:  # at first the facts are known, and operators that lack one have no option
                self._item(f"before {t}: {problem.fact_name(fact)}", 0, 1, [before[fact]], options)
        for fact, options in brought.items():
            self._item(f"by {t}: {problem.fact_name(fact)}", 0, 1, [after[fact]], options)
        for fact, option in after.items():
            causes = [*brought.get(fact, ()), *([before[fact]] if fact in before else ())]
            self._item(f"since {t}: {problem.fact_name(fact)}", 0, UNBOUNDED, causes, [option])

    def _goal(self) -> None:
        """The goal holds at the end: other values of its variables have no option there already."""
        known = self.fact_at[self.horizon]
        for fact in self.problem.goal:
            self._item(f"goal {self.problem.fact_name(fact)}", 1, 1, [known[fact]] if fact in known else [])
