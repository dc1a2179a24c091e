"""Breadth-first search and A* over the states of a plan problem, one by one: for problems that are small.

A state is a tuple of value indices, and is kept and compared whole. Both searches stop to be looked at every
so often, can be left at any time, and go on where they stopped. They end `impossible` only when every state
that can be reached has been expanded.

A bound says what reaching the goal costs at least: `blind` (0), `h_max` (the dearest fact, where each is
reached by itself; B. Bonet and H. Geffner, 2001), or the family's own. An admissible bound may fall by more
than a step costs; a state is then opened anew when a cheaper way to it is found, so that A* stays exact.
Capacities restrict what is applicable, and bounds may ignore them: that makes them no larger.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from time import monotonic
from typing import Any, Literal, TypeAlias

from accord.plans.problem import Fact, PlanProblem, State

Bound: TypeAlias = Callable[[State], int | None]  # None: the goal cannot be reached from here

SLICE = 0.05  # seconds between two stops; by the clock, for a bound may take microseconds or milliseconds


class Successors:
    """The operators that are applicable in a state, and where they lead.

    Each operator waits for that one of its preconditions that the fewest others wait for.
    """

    def __init__(self, problem: PlanProblem) -> None:
        steps = problem.steps
        number: dict[Fact, int] = {}
        for step in steps:
            for fact in step.preconditions:
                number[fact] = number.get(fact, 0) + 1
        capacities = problem.capacity_facts
        self._facts = [facts for facts, _ in capacities]
        self._most = [most for _, most in capacities]
        self._anywhere: list[_Applied] = []
        self._waiting: list[dict[int, list[_Applied]]] = [{} for _ in problem.variables]
        for index, step in enumerate(steps):
            raised = tuple(k for k, facts in enumerate(self._facts) if facts.intersection(step.effects))
            if not step.preconditions:
                self._anywhere.append((index, (), step.effects, step.cost, raised))
                continue
            v, value = first = min(step.preconditions, key=lambda fact: number[fact])
            others = tuple(fact for fact in step.preconditions if fact != first)
            waiting = self._waiting[v].setdefault(value, [])
            waiting.append((index, others, step.effects, step.cost, raised))

    def of(self, state: State) -> Iterator[tuple[int, int, State]]:
        """For each applicable operator: its number, its cost, and the state after it."""
        groups = [its[value] for value, its in zip(state, self._waiting, strict=True) if value in its]
        for group in (self._anywhere, *groups):
            for operator, others, effects, cost, raised in group:
                for v, value in others:
                    if state[v] != value:
                        break
                else:
                    after = list(state)
                    for v, value in effects:
                        after[v] = value
                    if all(self._holds(k, after) for k in raised):
                        yield operator, cost, tuple(after)

    def _holds(self, capacity: int, state: list[int]) -> bool:
        held = 0
        for v, value in self._facts[capacity]:
            held += state[v] == value
        return held <= self._most[capacity]


_Applied: TypeAlias = tuple[int, tuple[Fact, ...], tuple[Fact, ...], int, tuple[int, ...]]


@dataclass(eq=False)
class Explicit:
    """A search under way. `plan` holds operators by number; `bound` is what every plan costs at least."""

    problem: PlanProblem
    answer: Literal["", "shortest", "impossible"] = ""
    plan: list[int] | None = None
    bound: int = 0
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    dead_ends: int = 0
    parents: dict[State, tuple[State, int] | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._successors = Successors(self.problem)
        self._open: Any = []  # states to be expanded
        self._more: tuple[Any, ...] = ()  # what else is kept of states
        self.parents[self.problem.initial] = None

    @property
    def effort(self) -> dict[str, int]:
        """The counters."""
        return {
            "states": len(self.parents),
            "expanded": self.expanded,
            "generated": self.generated,
            "reopened": self.reopened,
            "dead ends": self.dead_ends,
        }

    def steps(self, state_limit: int | None = None) -> Iterator[None]:
        """Search until there is an answer, or so many states are known; stops to be looked at."""
        due = monotonic() + SLICE
        while self._open and not self.answer and (state_limit is None or len(self.parents) < state_limit):
            if monotonic() > due:
                yield
                due = monotonic() + SLICE
            self._expand()
        if not self._open and not self.answer:
            self.answer = "impossible"

    def close(self) -> None:
        """Forget all states."""
        for each in (self.parents, self._open, *self._more):
            each.clear()

    def _expand(self) -> None:
        """Look at the next state."""
        raise NotImplementedError

    def _enter(self, state: State, cost: int) -> None:
        self.plan, self.answer, self.bound = [], "shortest", cost
        while (step := self.parents[state]) is not None:
            state, operator = step
            self.plan.append(operator)
        self.plan.reverse()


class BreadthFirst(Explicit):
    """Every state, the near ones first. A plan of the least number of steps, if each costs the same."""

    def __init__(self, problem: PlanProblem) -> None:
        super().__init__(problem)
        self._open = deque([problem.initial])
        self._depth = {problem.initial: 0}
        self._more = (self._depth,)
        if problem.is_goal(problem.initial):
            self._enter(problem.initial, 0)

    def _expand(self) -> None:
        known, state = self.parents, self._open.popleft()
        self.expanded += 1
        deep = self.bound = self._depth.pop(state) + 1
        for operator, _, after in self._successors.of(state):
            self.generated += 1
            if after not in known:
                known[after] = state, operator
                self._depth[after] = deep
                self._open.append(after)
                if self.problem.is_goal(after):
                    self._enter(after, deep)
                    return


class AStar(Explicit):
    """The cheapest plan, guided by an admissible bound; a cheaper way to a state opens it anew."""

    def __init__(self, problem: PlanProblem, bound: Bound) -> None:
        super().__init__(problem)
        self._bound = bound
        self._cost = {problem.initial: 0}
        self._closed: dict[State, int] = {}  # the cost at which it was expanded
        self._least: dict[State, int | None] = {}  # bounds
        self._more = self._cost, self._closed, self._least
        self._push(problem.initial, 0)

    def _expand(self) -> None:
        costs, closed = self._cost, self._closed
        estimate, _, _, state = self._open[0]  # cost and bound, bound, ordinal, state
        self.bound = max(self.bound, estimate)
        cost = costs[state]
        known = closed.get(state, cost + 1) <= cost
        if not known and self.problem.is_goal(state):
            self._enter(state, cost)
            return
        heappop(self._open)
        if known:
            return
        self.reopened += state in closed
        closed[state] = cost
        self.expanded += 1
        for operator, price, after in self._successors.of(state):
            self.generated += 1
            dearer = cost + price
            if dearer < costs.get(after, dearer + 1):
                costs[after] = dearer
                self.parents[after] = state, operator
                self._push(after, dearer)

    def _push(self, state: State, cost: int) -> None:
        if state not in self._least:
            self._least[state] = self._bound(state)
            self.dead_ends += self._least[state] is None
        least = self._least[state]
        if least is not None:
            heappush(self._open, (cost + least, least, self.generated, state))


def blind(state: State) -> int:  # noqa: ARG001
    """Nothing is known of what is left: 0."""
    return 0


class HMax:
    """The cost of the dearest fact of the goal, if every operator needed only its dearest precondition."""

    def __init__(self, problem: PlanProblem) -> None:
        self._problem = problem
        self._waiting: dict[Fact, list[int]] = {}
        for o, step in enumerate(problem.steps):
            for fact in step.preconditions:
                self._waiting.setdefault(fact, []).append(o)
        self._free = [o for o, step in enumerate(problem.steps) if not step.preconditions]

    def __call__(self, state: State) -> int | None:
        """The bound; None if the goal cannot be reached though operators undid nothing."""
        costs = self.costs(state)
        goal = self._problem.goal
        if any(fact not in costs for fact in goal):
            return None
        return max((costs[fact] for fact in goal), default=0)

    def costs(self, state: State) -> dict[Fact, int]:
        """Return the least cost of each fact that can be reached."""
        steps = self._problem.steps
        missing = [len(step.preconditions) for step in steps]
        costs: dict[Fact, int] = {}
        queue: list[tuple[int, Fact]] = [(0, fact) for fact in enumerate(state)]
        for o in self._free:
            queue += [(steps[o].cost, fact) for fact in steps[o].effects]
        queue.sort()
        while queue:
            cost, fact = heappop(queue)
            if fact in costs:
                continue
            costs[fact] = cost
            for o in self._waiting.get(fact, ()):
                missing[o] -= 1
                if not missing[o]:  # the last to be reached is the dearest
                    for effect in steps[o].effects:
                        if effect not in costs:
                            heappush(queue, (cost + steps[o].cost, effect))
        return costs


BOUNDS = ("family", "h_max", "blind")


def bound_of(problem: PlanProblem, name: str | None = None) -> Bound:
    """A bound by name; None chooses the family's own, or h_max. "family" is for problems that have one."""
    if problem.bound is not None and name in (None, "family"):
        return problem.bound
    return blind if name == "blind" else HMax(problem)
