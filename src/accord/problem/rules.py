"""Rules: what must hold beside truths. Data only, so that a problem can be pickled, digested and saved.

    rule           says
    -------------  ----------------------------------------------------------------------------------
    Holds          a truth holds
    Different      all have different values, except values of `apart`
    Table          together, the values are one of these rows (or none of them)
    Ordered        each is at most, or less than, the next
    Lexicographic  read as a word, the first list comes before the second one, or is the same
    Regular        read as a word, the values take an automaton from its start to an accepting state
    Inverse        one list undoes the other: here[i] == j where there[j] == i
    Precedence     the first of each value stands before the first of the next one

Rules on graphs are in `accord.problem.graphs`. A rule knows by `holds` whether values keep it: that is its
meaning, word for word, and shares nothing with how it is lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from accord.problem.evaluate import value_of
from accord.problem.expressions import Atom, Expression, Truth, Value
from accord.problem.notation import text
from accord.problem.topic import Topic

MOST_WORDS = 80  # characters of a rule that was given no words of its own


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule:
    """A rule; printed, it is the text that a model file has for it."""

    called: str = ""  # words of its own, by which explanations know it
    about: Topic | None = None  # what it is about, as its writer says

    @property
    def words(self) -> str:
        """The rule as a person knows it."""
        own = self.called or self._short()
        return own if len(own) <= MOST_WORDS else f"{own[: MOST_WORDS - 4]} ..."

    @property
    def topic(self) -> Topic:
        """What it is about; its words alone, if its writer says no more."""
        words, about = self.words, self.about
        if about is None:
            return Topic(words)
        return about if about.words == words else replace(about, words=words)

    def _short(self) -> str:
        return str(self)

    def cuts(self, name: str) -> bool:
        """Whether a lazy item of that name is a cut of this rule."""
        return name.startswith(f"{self.words}: ")

    @property
    def parts(self) -> Sequence[Expression]:
        """The expressions that it is about."""
        return [part for held in vars(self).values() for part in _expressions(held)]

    def holds(self, values: Mapping[Atom, Value]) -> bool:
        """Whether values of all variables keep it. Raises OutsideError."""
        found = {part: value_of(part, values) for part in self.parts}
        return self._accepts(found)

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        """Whether it holds for values of its parts."""
        raise NotImplementedError


def _expressions(held: object) -> Iterable[Expression]:
    if isinstance(held, Expression):
        yield held
    elif isinstance(held, tuple):
        yield from (each for each in held if isinstance(each, Expression))


@dataclass(frozen=True, eq=False)
class Holds(Rule):
    """A truth holds."""

    truth: Truth

    @property
    def parts(self) -> Sequence[Expression]:
        """The truth."""
        return (self.truth,)

    def holds(self, values: Mapping[Atom, Value]) -> bool:
        """Whether the truth holds for values of all variables. Raises OutsideError."""
        return bool(value_of(self.truth, values))

    def __str__(self) -> str:
        return str(self.truth)


@dataclass(frozen=True, eq=False)
class Different(Rule):
    """All different, but for those with a value of `apart`."""

    of: tuple[Expression, ...]
    apart: tuple[Value, ...] = ()

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of if found[each] not in self.apart]
        return len(set(values)) == len(values)

    def __str__(self) -> str:
        but = f", apart=[{_join(map(text, self.apart))}]" if self.apart else ""
        return f"different([{_join(self.of)}]{but})"


@dataclass(frozen=True, eq=False)
class Table(Rule):
    """The values, in this order, are one of the rows; or none of them, if these are `forbidden`."""

    of: tuple[Expression, ...]
    rows: frozenset[tuple[Value, ...]]
    forbidden: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return (tuple(found[each] for each in self.of) in self.rows) != self.forbidden

    def _short(self) -> str:
        name = "forbidden" if self.forbidden else "table"
        return f"{name} of {len(self.rows):,} rows: {_join(self.of)}"

    def __str__(self) -> str:
        rows = _join(f"[{_join(map(text, row))}]" for row in sorted(self.rows, key=repr))
        return f"{'forbidden' if self.forbidden else 'table'}([{_join(self.of)}], [{rows}])"


@dataclass(frozen=True, eq=False)
class Ordered(Rule):
    """Each is at most the next one, or less if `strictly`."""

    of: tuple[Expression, ...]
    strictly: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        pairs = pairwise(found[each] for each in self.of)
        return all(a < b or (a == b and not self.strictly) for a, b in pairs)

    def __str__(self) -> str:
        return f"increasing([{_join(self.of)}]{_strictly(self.strictly)})"


@dataclass(frozen=True, eq=False)
class Lexicographic(Rule):
    """The first list, read as a word, comes before the second, or is the same unless `strictly`."""

    first: tuple[Expression, ...]
    second: tuple[Expression, ...]
    strictly: bool = False

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        one, other = ([found[each] for each in some] for some in (self.first, self.second))
        return one < other or (one == other and not self.strictly)

    def __str__(self) -> str:
        lists = f"[{_join(self.first)}], [{_join(self.second)}]"
        return f"lexicographic({lists}{_strictly(self.strictly)})"


@dataclass(frozen=True, eq=False)
class Regular(Rule):
    """From `start`, each value takes the automaton to its next state; the last state is `accepting`."""

    of: tuple[Expression, ...]
    moves: tuple[tuple[Value, Value, Value], ...]  # state, value, next state; several for one pair are fine
    start: Value
    accepting: tuple[Value, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        states = {self.start}
        for each in self.of:
            states = {after for state, read, after in self.moves if state in states and read == found[each]}
        return not states.isdisjoint(self.accepting)

    def _short(self) -> str:
        return f"regular: {_join(self.of)}"

    def __str__(self) -> str:
        moves = _join(f"[{_join(map(text, move))}]" for move in self.moves)
        accepting = _join(map(text, self.accepting))
        return f"regular([{_join(self.of)}], [{moves}], {text(self.start)}, [{accepting}])"


@dataclass(frozen=True, eq=False)
class Inverse(Rule):
    """here[i] == j exactly where there[j] == i; places count from `base`."""

    here: tuple[Expression, ...]
    there: tuple[Expression, ...]
    base: int = 0

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        here, there = (
            {place: found[each] for place, each in enumerate(some, self.base)}
            for some in (self.here, self.there)
        )
        return all(there.get(j) == i for i, j in here.items()) and all(
            here.get(i) == j for j, i in there.items()
        )

    def __str__(self) -> str:
        base = f", base={self.base}" if self.base != 1 else ""  # files count places from 1
        return f"inverse([{_join(self.here)}], [{_join(self.there)}]{base})"


@dataclass(frozen=True, eq=False)
class Precedence(Rule):
    """Each value comes after the first place of the value before it in `chain`."""

    of: tuple[Expression, ...]
    chain: tuple[Value, ...]

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        values = [found[each] for each in self.of]
        return all(
            after not in values or before in values[: values.index(after)]
            for before, after in pairwise(self.chain)
        )

    def __str__(self) -> str:
        return f"precedence([{_join(self.of)}], [{_join(map(text, self.chain))}])"


def _join(of: Iterable[object]) -> str:
    return ", ".join(map(str, of))


def _strictly(strictly: bool) -> str:
    return ", strictly=True" if strictly else ""
