"""Rules: what must hold, as data, so that a problem can be pickled, digested and saved.

Rules on lists are in `accord.problem.global_rules`, and those on graphs in `accord.problem.graphs`. A rule
has all that others ask of it:

    str(rule)        its text in a file
    holds            its meaning, word for word; it shares nothing with what follows
    write_rows       its rows in a model
    write_integers   its constraints in CP-SAT
    sizes            how large its rows are, about
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from accord.errors import RefusedError
from accord.problem.evaluate import value_of
from accord.problem.expressions import Expression, Truth
from accord.problem.roles import Seen
from accord.problem.topic import Topic
from accord.problem.writers import IntegerWriter, Sizes

MOST_WORDS = 80  # characters of a rule that was given no words of its own


@dataclass(frozen=True, eq=False, kw_only=True)
class Rule:
    """A rule; printed, it is the text that a model file has for it."""

    called: str = ""  # words of its own, by which explanations know it
    about: Topic | None = None  # what it is about, as its writer says
    by_values: ClassVar[bool] = False  # whether it only compares its parts with values, each by itself

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

    @property
    def broken(self) -> str:
        """What would become of it if it could not be met, as hints say it; "" is for them to say."""
        return ""

    def hint(self, seen: Seen) -> str | None:
        """Return the sentence on a step by one of its items; None: it has no words of its own."""
        del seen
        return None

    @property
    def parts(self) -> Sequence[Expression]:
        """The expressions that it is about."""
        return [part for held in vars(self).values() for part in _expressions(held)]

    @property
    def written(self) -> Iterable[Any]:
        """The values and expressions that a file has of it, apart from its words and its topic."""
        names = [each.name for each in fields(self) if each.name not in ("called", "about")]
        stack: list[Any] = [vars(self)[name] for name in names]
        while stack:
            each = stack.pop()
            if isinstance(each, tuple | frozenset | list):
                stack += each
            elif isinstance(each, Mapping):
                stack += [*each, *each.values()]
            else:
                yield each

    def call(
        self, boards: Mapping[str, Any], links: Mapping[str, Any], place: Callable[[Any], object]
    ) -> str:
        """Return the call that states it in a file with these boards and edges; `place` names a vertex.

        Raises RefusedError where a file cannot say it.
        """
        del boards, links, place
        return str(self)

    def holds(
        self, values: Mapping[Any, Any], evaluate: Callable[[Expression, Mapping[Any, Any]], Any] = value_of
    ) -> bool:
        """Whether values of all variables keep it. Raises OutsideError.

        `evaluate` returns the value of a part; a referee may have one that shares no code with ours.
        """
        found = {part: evaluate(part, values) for part in self.parts}
        return self._accepts(found)

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        """Whether it holds for values of its parts."""
        raise NotImplementedError

    def write_rows(self, rows: Any, words: str) -> None:
        """Write its rows, known by these words. Raises RefusedError where they are too many.

        `rows` is an `accord.problem.lower.rules.Rows`.
        """
        raise NotImplementedError

    def write_integers(self, to: IntegerWriter) -> None:  # noqa: ARG002
        """Write its constraints for CP-SAT. Raises RefusedError where CP-SAT takes it by options only."""
        raise RefusedError(f"{self.words}: cpsat takes such a rule by options only")

    def sizes(self, seen: Sizes) -> Iterator[int]:
        """Yield about how many entries each part of it adds to a model."""
        yield from map(seen.of, self.parts)
        yield sum(map(seen.values, self.parts))

    @property
    def has_circuit(self) -> bool:
        """Whether CP-SAT sees a circuit in it, which it bounds well where the best is wanted."""
        return False


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

    def _accepts(self, found: Mapping[Expression, Any]) -> bool:
        return bool(found[self.truth])

    def write_rows(self, rows: Any, words: str) -> None:
        """Write the truth itself."""
        rows.truths.holds(self.truth, words)

    def write_integers(self, to: IntegerWriter) -> None:
        """Write the truth itself."""
        to.holds(self.truth)

    def sizes(self, seen: Sizes) -> Iterator[int]:
        """Yield about how many entries the truth adds."""
        yield seen.of(self.truth)

    def __str__(self) -> str:
        return str(self.truth)
