"""Rules: what must hold beside truths. Data only, so that a problem can be pickled, digested and saved.

    rule         says
    -----------  ------------------------------------------------------------------------------------
    Holds        a truth holds
    Different    all have different values, but for those that have one of `except`
    Table        together, the values are one of these rows (or none of them)
    Ordered      each is at most, or less than, the next
    Lexicographic  read as a word, the first list comes before the second one, or is the same
    Regular      read as a word, the values take an automaton from its start to an accepting state
    Inverse      one list undoes the other: here[i] == j where there[j] == i
    Precedence   the first of each value stands before the first of the next one
    Graphic      a rule on a graph; see `accord.problem.graphs`

A rule has `words`, by which it is known in explanations, and knows by `holds` whether values keep it: that
is its meaning, word for word, and shares nothing with how it is lowered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from accord.problem.evaluate import value_of
from accord.problem.expressions import Atom, Expression, Truth, Value, text

Values = Mapping[Atom, Value]


class Rule(Protocol):
    """What every rule has."""

    @property
    def words(self) -> str:
        """The rule as a person knows it, and as a model file has it unless it was given words of its own."""

    @property
    def parts(self) -> Sequence[Expression]:
        """The expressions that it is about."""

    def holds(self, values: Values) -> bool:
        """Whether values of all variables keep it."""


@dataclass(frozen=True, eq=False, slots=True)
class Holds:
    """A truth holds."""

    truth: Truth
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or str(self.truth)

    @property
    def parts(self) -> Sequence[Expression]:
        return (self.truth,)

    def holds(self, values: Values) -> bool:
        return bool(value_of(self.truth, values))

    def __str__(self) -> str:
        return str(self.truth)


@dataclass(frozen=True, eq=False, slots=True)
class Different:
    """All different, but for those with a value of `apart`."""

    of: tuple[Expression, ...]
    apart: tuple[Value, ...] = ()
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or _shortened(str(self))

    @property
    def parts(self) -> Sequence[Expression]:
        return self.of

    def holds(self, values: Values) -> bool:
        found = [value for each in self.of if (value := value_of(each, values)) not in self.apart]
        return len(set(found)) == len(found)

    def __str__(self) -> str:
        but = f", apart=[{_listed(map(text, self.apart))}]" if self.apart else ""
        return f"different([{_listed(self.of)}]{but})"


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """The values, in this order, are one of the rows; or none of them, if these are `forbidden`."""

    of: tuple[Expression, ...]
    rows: frozenset[tuple[Value, ...]]
    forbidden: bool = False
    called: str = ""

    @property
    def words(self) -> str:
        kind = "no row" if self.forbidden else "a row"
        return self.called or f"[{_shortened(_listed(self.of))}] are {kind} of a table of {len(self.rows):,}"

    @property
    def parts(self) -> Sequence[Expression]:
        return self.of

    def holds(self, values: Values) -> bool:
        return (tuple(value_of(each, values) for each in self.of) in self.rows) != self.forbidden

    def __str__(self) -> str:
        rows = _listed(f"[{_listed(map(text, row))}]" for row in sorted(self.rows, key=repr))
        name = "forbidden" if self.forbidden else "allowed"
        return f"{name}([{_listed(self.of)}], [{rows}])"


@dataclass(frozen=True, eq=False, slots=True)
class Ordered:
    """Each is at most the next one, or less if `strictly`."""

    of: tuple[Expression, ...]
    strictly: bool = False
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or _shortened(str(self))

    @property
    def parts(self) -> Sequence[Expression]:
        return self.of

    def holds(self, values: Values) -> bool:
        found: list[Any] = [value_of(each, values) for each in self.of]
        return all(a < b or (a == b and not self.strictly) for a, b in pairwise(found))

    def __str__(self) -> str:
        return f"increasing([{_listed(self.of)}]{', strictly=True' if self.strictly else ''})"


@dataclass(frozen=True, eq=False, slots=True)
class Lexicographic:
    """The first list, read as a word, comes before the second, or is the same unless `strictly`."""

    first: tuple[Expression, ...]
    second: tuple[Expression, ...]
    strictly: bool = False
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or _shortened(str(self))

    @property
    def parts(self) -> Sequence[Expression]:
        return (*self.first, *self.second)

    def holds(self, values: Values) -> bool:
        one, other = ([value_of(each, values) for each in each] for each in (self.first, self.second))
        return one < other or (one == other and not self.strictly)

    def __str__(self) -> str:
        strictly = ", strictly=True" if self.strictly else ""
        return f"lexicographic([{_listed(self.first)}], [{_listed(self.second)}]{strictly})"


@dataclass(frozen=True, eq=False, slots=True)
class Regular:
    """From `start`, each value takes the automaton to its next state; the last state is `accepting`."""

    of: tuple[Expression, ...]
    moves: tuple[tuple[Value, Value, Value], ...]  # state, value, next state; several for one pair are fine
    start: Value
    accepting: tuple[Value, ...]
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or f"[{_shortened(_listed(self.of))}] is a word of the automaton"

    @property
    def parts(self) -> Sequence[Expression]:
        return self.of

    def holds(self, values: Values) -> bool:
        states = {self.start}
        for each in self.of:
            value = value_of(each, values)
            states = {after for state, read, after in self.moves if state in states and read == value}
        return not states.isdisjoint(self.accepting)

    def __str__(self) -> str:
        moves = _listed(f"[{_listed(map(text, move))}]" for move in self.moves)
        accepting = _listed(map(text, self.accepting))
        return f"regular([{_listed(self.of)}], [{moves}], {text(self.start)}, [{accepting}])"


@dataclass(frozen=True, eq=False, slots=True)
class Inverse:
    """here[i] == j exactly where there[j] == i; places count from `base`."""

    here: tuple[Expression, ...]
    there: tuple[Expression, ...]
    base: int = 0
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or _shortened(str(self))

    @property
    def parts(self) -> Sequence[Expression]:
        return (*self.here, *self.there)

    def holds(self, values: Values) -> bool:
        here, there = ([value_of(each, values) for each in each] for each in (self.here, self.there))
        numbers = range(self.base, self.base + len(there)), range(self.base, self.base + len(here))
        return (
            all(a in numbers[0] for a in here)
            and all(b in numbers[1] for b in there)
            and all(there[a - self.base] == i for i, a in enumerate(here, self.base))  # type: ignore[operator]
            and all(here[b - self.base] == j for j, b in enumerate(there, self.base))  # type: ignore[operator]
        )

    def __str__(self) -> str:
        base = f", base={self.base}" if self.base else ""
        return f"inverse([{_listed(self.here)}], [{_listed(self.there)}]{base})"


@dataclass(frozen=True, eq=False, slots=True)
class Precedence:
    """Where a value stands, the one before it in `chain` stands further ahead."""

    of: tuple[Expression, ...]
    chain: tuple[Value, ...]
    called: str = ""

    @property
    def words(self) -> str:
        return self.called or _shortened(str(self))

    @property
    def parts(self) -> Sequence[Expression]:
        return self.of

    def holds(self, values: Values) -> bool:
        found = [value_of(each, values) for each in self.of]
        return all(
            after not in found or before in found[: found.index(after)]
            for before, after in pairwise(self.chain)
        )

    def __str__(self) -> str:
        return f"precedence([{_listed(self.of)}], [{_listed(map(text, self.chain))}])"


def atoms(parts: Sequence[Expression]) -> Iterator[Atom]:
    """The variables in expressions, each once, in the order in which they stand."""
    from accord.problem.evaluate import atoms_of

    seen: dict[Atom, None] = {}
    for part in parts:
        seen |= dict.fromkeys(atoms_of(part))
    yield from seen


def _listed(of: Any) -> str:
    return ", ".join(map(str, of))


def _shortened(words: str, most: int = 80) -> str:
    return words if len(words) <= most else f"{words[: most - 4]} ...)"
