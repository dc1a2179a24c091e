"""The rule of lookahead: make one choice and follow the bounds. If an item cannot be met, it was wrong.

A trial looks at an item only if its least and its most have come so close to its demand that it may force
something (`Sums`). A trial ends where it leads to a choice that is known to be wrong. No trial is made of the
consequences of a choice that was not refuted: they have no refutation either.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from accord.deduce import rules
from accord.deduce.rules import Found
from accord.deduce.structure import OPEN, Choice, Structure

Look: TypeAlias = Callable[[int, int], None]  # called before each trial: how many were made, of how many

NOTHING: Mapping[Choice, int] = MappingProxyType({})
SHORTEST = 4  # items by which refutations are followed at first
LONGER = 4  # times as many each further time
TO_THE_END = 1 << 60  # items: more than any refutation has


@dataclass(frozen=True, slots=True)
class Refutation:
    """A choice that leads to an item that cannot be met."""

    choice: Choice
    items: tuple[int, ...]  # those on the way, as they come up; the last one cannot be met


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of following a choice."""

    fired: int  # items that forced something
    refutation: Refutation | None = None
    cut: bool = False  # it was not followed to its end
    consequences: frozenset[Choice] = frozenset()  # of one followed to its end: none of them has a refutation


class Sums:
    """The least and the most that each item can still get, as choices are made."""

    def __init__(self, structure: Structure, state: list[int]) -> None:
        self._structure = structure
        self._least = [0] * len(structure.entries)
        self._most = list(self._least)
        for item, entries in enumerate(structure.entries):
            for option, amount in entries:
                value = state[option]
                if value != 0 and (value == 1 or amount < 0):
                    self._least[item] += amount
                if value != 0 and (value == 1 or amount > 0):
                    self._most[item] += amount

    def copy(self) -> Sums:
        """Return sums that change alone."""
        other = Sums.__new__(Sums)
        other._structure, other._least, other._most = self._structure, self._least.copy(), self._most.copy()
        return other

    def add(self, made: Iterable[Choice]) -> None:
        """Note choices of open options."""
        least, most, gives = self._least, self._most, self._structure.gives
        for option, value in made:
            for item, amount in gives[option]:
                if (amount > 0) == (value == 1):
                    least[item] += abs(amount)
                else:
                    most[item] -= abs(amount)

    def quiet(self, item: int) -> bool:
        """Whether an item can be met, whichever choice is made next. An item with colours is never quiet."""
        structure = self._structure
        up, down = structure.reach(item)
        return (
            self._least[item] + up <= structure.high[item] and self._most[item] - down >= structure.low[item]
        )


def lookahead(
    structure: Structure,
    state: list[int],
    choice: Choice,
    most: int,
    sums: Sums | None = None,
    wrong: Mapping[Choice, int] = NOTHING,
) -> Trial:
    """Make a choice and follow the bounds until an item cannot be met, or nothing follows.

    Args:
        structure: of the model.
        state: not changed.
        choice: what to try.
        most: a refutation is of interest if fewer items than that lead to it.
        sums: those of the state, not changed; None: they are added up.
        wrong: choices that have a refutation, and the item that each of them breaks. One of them ends the
            trial, and only the item is in its refutation.
    """
    sums = Sums(structure, state) if sums is None else sums.copy()
    state = list(state)
    made, broken = structure.spread(state, [choice])
    if broken is not None:
        return Trial(0, Refutation(choice, (broken,)))
    fired: list[tuple[int, int]] = []  # item, how many choices were made before it
    cause = [-1] * len(made)  # of each choice made, the place in `fired` of the item that forced it
    waiting: OrderedDict[int, None] = OrderedDict()  # items to look at
    new = list(made)
    while True:
        for known in new if wrong else ():
            if known in wrong:
                return Trial(len(fired), Refutation(choice, (wrong[known],)))
        sums.add(new)
        waiting |= dict.fromkeys(sorted(structure.watched_items(option for option, _ in new)))
        found = _first_forcing(structure, state, sums, waiting)
        if found is None:
            return Trial(len(fired), consequences=frozenset(made))
        fired.append((found.item, len(made)))
        if len(fired) >= most:
            return Trial(len(fired), cut=True)
        if not found.contradiction:
            new, broken = structure.spread(state, found.choices)
            made += new
            cause += [len(fired) - 1] * len(new)
        if found.contradiction or broken is not None:
            items = _needed_items(structure, made, cause, fired)
            return Trial(len(fired), Refutation(choice, (*items, broken) if broken is not None else items))


def _first_forcing(
    structure: Structure, state: list[int], sums: Sums, waiting: OrderedDict[int, None]
) -> Found | None:
    """Return what the first item that forces something forces; take it and those before it off `waiting`."""
    while waiting:
        item, _ = waiting.popitem(last=False)
        if not sums.quiet(item):
            found = rules.bounds(structure, state, item)
            if found.contradiction or found.choices:
                return found
    return None


def _needed_items(
    structure: Structure, made: list[Choice], cause: list[int], fired: list[tuple[int, int]]
) -> tuple[int, ...]:
    """The items that the last one rests on, in the order in which they came up."""
    place = {option: at for at, (option, _) in enumerate(made)}
    needed, stack = set(), [len(fired) - 1]
    while stack:
        at = stack.pop()
        if at in needed or at < 0:
            continue
        needed.add(at)
        item, before = fired[at]
        stack += [cause[place[o]] for o in structure.options(item) if place.get(o, before) < before]
    return tuple(dict.fromkeys(fired[at][0] for at in sorted(needed)))


def trials(state: list[int], structure: Structure) -> list[Choice]:
    """The choices to try: those first from which most follows, so that others need not be tried."""
    unset = [option for option, value in enumerate(state) if value == OPEN]
    both = [(option, value) for option in unset for value in (1, 0)]
    return sorted(both, key=lambda choice: -len(structure.closure(choice)))


def find_shortest(
    structure: Structure, state: list[int], choices: Collection[Choice], look: Look
) -> Refutation | None:
    """Return the shortest refutation of a choice. All are followed a little, then further, until one ends."""
    sums = Sums(structure, state)
    hopeless: set[Choice] = set()
    length = SHORTEST
    while choices:
        best: Refutation | None = None
        longer: list[Choice] = []
        for number, choice in enumerate(choices):
            if choice in hopeless:
                continue
            look(number, len(choices))
            trial = lookahead(structure, state, choice, length, sums)
            if trial.refutation is not None:
                best, length = trial.refutation, trial.fired
            elif trial.cut:
                longer.append(choice)
            else:
                hopeless |= trial.consequences
        if best is not None:
            return best
        choices, length = longer, length * LONGER
    return None


def find_wrong(structure: Structure, state: list[int], look: Look) -> dict[Choice, int]:
    """Return all choices that have a refutation, with an item that each of them breaks."""
    sums, choices = Sums(structure, state), trials(state, structure)
    hopeless: set[Choice] = set()
    wrong: dict[Choice, int] = {}
    for number, choice in enumerate(choices):
        if choice in hopeless:
            continue
        look(number, len(choices))
        trial = lookahead(structure, state, choice, TO_THE_END, sums, wrong)
        if trial.refutation is None:
            hopeless |= trial.consequences
        else:
            wrong[choice] = trial.refutation.items[-1]
    return wrong
