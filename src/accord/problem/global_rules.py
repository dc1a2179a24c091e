"""Global constraints: rules that have a meaning of their own, and simpler truths that say the same.

    rule          says
    ------------  ----------------------------------------------------------------------------------
    NoOverlap     tasks with a start and a length do not overlap
    Cumulative    at no time do the tasks that run need more than there is
    Circuit       each value is the place that follows, and they form one circle through all places
    Cardinality   how often each of some values occurs
    NumberOfValues  how many different values occur
    BinPacking    what is in each bin weighs at most what the bin takes

`spelled` gives rules and truths that together say a rule: engines that have no such constraint get these. The
meaning, in `_accepts`, shares nothing with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from accord.problem.bounds import Bounds
from accord.problem.expressions import (
    Boolean,
    Call,
    Constant,
    Expression,
    Member,
    Truth,
    Value,
    Variable,
    truth,
)
from accord.problem.functions import element, some, total
from accord.problem.notation import text
from accord.problem.rules import Different, Rule

WINDOWS = 200_000  # values in all windows of time, before tasks are compared pair by pair


class GlobalRule(Rule):
    """A rule that simpler ones can say."""

    def spelled(self) -> Iterator[Truth | Rule]:
        """Yield truths and rules that together say the same."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class NoOverlap(GlobalRule):
    """Of two tasks one ends before the other starts, or when it does. No length is below 0."""

    starts: tuple[Expression, ...]
    lengths: tuple[Expression, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        tasks = [(found[s], found[s] + found[d]) for s, d in zip(self.starts, self.lengths, strict=True)]
        apart = all(one[1] <= other[0] or other[1] <= one[0] for one, other in combinations(tasks, 2))
        return apart and all(start <= end for start, end in tasks)

    def spelled(self) -> Iterator[Truth | Rule]:
        """For each time, at most one task runs, or for each pair of tasks, which is first."""
        yield from _not_below_0(self.lengths)
        windows = _windows(self.starts, self.lengths, least=1)
        if windows is not None:
            for running in windows:
                yield total(runs for _, runs in running) <= 1
            return
        tasks = [(s, s + d) for s, d in zip(self.starts, self.lengths, strict=True)]
        for (one, ended), (other, other_ended) in combinations(tasks, 2):
            yield (ended <= other) | (other_ended <= one)

    def __str__(self) -> str:
        return f"no_overlap({_list(self.starts)}, {_list(self.lengths)})"


@dataclass(frozen=True, eq=False)
class Cumulative(GlobalRule):
    """The tasks that run at a time need no more than the capacity; nothing of it is below 0."""

    starts: tuple[Expression, ...]
    lengths: tuple[Expression, ...]
    demands: tuple[Expression, ...]
    capacity: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        tasks = [
            (found[s], found[s] + found[d], found[need])
            for s, d, need in zip(self.starts, self.lengths, self.demands, strict=True)
        ]
        needed = [sum(n for start, end, n in tasks if start <= time < end) for time, _, _ in tasks]
        known = found[self.capacity] >= 0 and all(start <= end and n >= 0 for start, end, n in tasks)
        return known and all(each <= found[self.capacity] for each in needed)

    def spelled(self) -> Iterator[Truth | Rule]:
        """For each time, or for each start of a task, what the tasks need that run then."""
        yield from _not_below_0((*self.lengths, *self.demands, self.capacity))
        windows = _windows(self.starts, self.lengths, least=0)
        if windows is not None:
            for running in windows:
                yield total(self.demands[task] * runs for task, runs in running) <= self.capacity
            return
        for time in self.starts:
            needed = [
                need * ((start <= time) & (time < start + length))
                for start, length, need in zip(self.starts, self.lengths, self.demands, strict=True)
            ]
            yield total(needed) <= self.capacity

    def __str__(self) -> str:
        lists = ", ".join(map(_list, (self.starts, self.lengths, self.demands)))
        return f"cumulative({lists}, {self.capacity})"


@dataclass(frozen=True, eq=False)
class Circuit(GlobalRule):
    """The value at a place is the place that follows, counted from `base`; all are on one circle."""

    of: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        after = [found[each] - self.base for each in self.of]
        seen: set[int] = set()
        at = 0
        while at in range(len(after)) and at not in seen:
            seen.add(at)
            at = after[at]
        return len(seen) == len(after) and at == 0

    def spelled(self) -> Iterator[Truth | Rule]:
        """All are different places; from the first one, it takes as many steps as there are to come back."""
        yield from (_within(each, self.base, len(self.of)) for each in self.of)
        yield Different(self.of)
        after = [each - self.base for each in self.of]
        at: Expression = Constant(0)
        for _ in self.of[1:]:
            at = element(after, at)
            yield at != 0

    def __str__(self) -> str:
        return f"circuit({_list(self.of)}{_base(self.base)})"


@dataclass(frozen=True, eq=False)
class Cardinality(GlobalRule):
    """Each of the values occurs so often; with `closed`, no others occur."""

    of: tuple[Expression, ...]
    values: tuple[Value, ...]
    least: tuple[Expression, ...]
    most: tuple[Expression, ...]
    closed: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of]
        counts = zip(self.values, self.least, self.most, strict=True)
        known = not self.closed or all(value in self.values for value in values)
        return known and all(found[low] <= values.count(value) <= found[high] for value, low, high in counts)

    def spelled(self) -> Iterator[Truth | Rule]:
        """A sum of truths for each value."""
        for value, low, high in zip(self.values, self.least, self.most, strict=True):
            number = total([Member(each, (value,)) for each in self.of]) + 0
            if low is high:
                yield number == low
            else:
                yield number >= low
                yield number <= high
        if self.closed:
            yield from (Member(each, self.values) for each in self.of)

    def __str__(self) -> str:
        counts = zip(self.values, self.least, self.most, strict=True)
        pairs = (f"{text(v)}: {low if low is high else f'[{low}, {high}]'}" for v, low, high in counts)
        closed = ", closed=True" if self.closed else ""
        return f"cardinality({_list(self.of)}, {{{', '.join(pairs)}}}{closed})"


@dataclass(frozen=True, eq=False)
class NumberOfValues(GlobalRule):
    """So many different values occur."""

    of: tuple[Expression, ...]
    number: Expression

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return bool(len({found[each] for each in self.of}) == found[self.number])

    def spelled(self) -> Iterator[Truth | Rule]:
        """Whether each value occurs, added up."""
        bounds = Bounds()
        having: dict[Value, list[Expression]] = {}
        for each in self.of:
            for value in dict.fromkeys(_domain(each, bounds)):
                having.setdefault(value, []).append(each)
        occur = [some([Member(each, (value,)) for each in those]) for value, those in having.items()]
        yield total(occur) + 0 == self.number

    def __str__(self) -> str:
        return f"n_values({_list(self.of)}, {self.number})"


@dataclass(frozen=True, eq=False)
class BinPacking(GlobalRule):
    """The value is the bin of each thing, counted from `base`; what is in a bin weighs at most so much."""

    of: tuple[Expression, ...]
    weights: tuple[Expression, ...]
    capacities: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        bins = [found[each] - self.base for each in self.of]
        loads = dict.fromkeys(range(len(self.capacities)), 0)
        for bin_, weight in zip(bins, self.weights, strict=True):
            if bin_ not in loads:
                return False
            loads[bin_] += found[weight]
        return all(loads[number] <= found[most] for number, most in enumerate(self.capacities))

    def spelled(self) -> Iterator[Truth | Rule]:
        """A sum of weights for each bin."""
        yield from (_within(each, self.base, len(self.capacities)) for each in self.of)
        for number, most in enumerate(self.capacities, start=self.base):
            pairs = zip(self.of, self.weights, strict=True)
            yield total([weight * Member(each, (number,)) for each, weight in pairs]) + 0 <= most

    def __str__(self) -> str:
        lists = ", ".join(map(_list, (self.of, self.weights, self.capacities)))
        return f"bin_packing({lists}{_base(self.base)})"


# -- what several have in common -----------------------------------------------------------------------


def _not_below_0(of: Sequence[Expression]) -> Iterator[Truth]:
    for each in dict.fromkeys(of):
        if not isinstance(each, Constant):
            yield each >= 0
        elif isinstance(each.value, int) and each.value < 0:
            yield truth(False)


def _within(of: Expression, base: int, number: int) -> Truth:
    """Whether an expression is one of so many places."""
    return (of >= base) & (of <= base + number - 1)


def _windows(
    starts: Sequence[Expression], lengths: Sequence[Expression], least: int
) -> Iterator[list[tuple[int, Truth]]] | None:
    """For each time at which a task may start, the tasks that may run then, and the truth that they do.

    None if starts are no variables, lengths are not known, or below `least`, or there are too many times.
    """
    variables = [start for start in starts if isinstance(start, Variable)]
    known = [each.value for each in lengths if isinstance(each, Constant) and isinstance(each.value, int)]
    if len(variables) < len(starts) or len(known) < len(lengths) or min(known, default=least) < least:
        return None
    size = sum(len(start.values) * length for start, length in zip(variables, known, strict=True))
    if size * len(starts) > WINDOWS:
        return None
    times: set[Any] = {value for start in variables for value in start.values}
    return (_running(variables, known, time) for time in sorted(times))


def _running(starts: Sequence[Variable], lengths: Sequence[int], time: int) -> list[tuple[int, Truth]]:
    """The tasks that may run at a time, and the truth that each does: it starts at one of these times."""
    found = []
    for task, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        window = [value for value in range(time - length + 1, time + 1) if value in start.values]
        if window:
            found.append((task, start.among(window)))
    return found


def _domain(of: Expression, bounds: Bounds) -> Sequence[Value]:
    """Values that an expression may have, and perhaps some more."""
    match of:
        case Variable():
            return of.values
        case Boolean():
            return (0, 1)
        case Constant():
            return (of.value,)
        case Call(function="element"):
            return [value for part in of.of[:-1] for value in _domain(part, bounds)]
    low, high = bounds(of)
    return range(low, high + 1)


def _list(of: Sequence[Expression]) -> str:
    return f"[{', '.join(map(str, of))}]"


def _base(base: int) -> str:
    return f", base={base}" if base != 1 else ""  # files count places from 1
