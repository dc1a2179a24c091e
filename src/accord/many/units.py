"""The names of a batch's results: question, shard, heading of a file, numbered result lines.

unit      a part of the whole, with a number from 0: a puzzle of a file, a part of a count
shard     i/n: the units whose number is i - 1 modulo n, so 3/8 has 2, 10, 18, ...
question  asked of each unit
heading   the question, the sources, and how many units there are: the first line of a file of results
result    of a unit: a line of JSON that says neither where nor when

The numbers depend on nothing but the question: not on shards, workers or machines. So files of shards that
were cut in several ways may be compared, unit by unit; see `accord.many.result_file` and
`accord.many.merge`.

    >>> Shard.of_text("3/8")
    Shard(number=3, of=8)
    >>> [unit for unit in range(20) if Shard(3, 8).has(unit)]
    [2, 10, 18]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, Generic, Protocol, TypeVar

import msgspec

from accord.errors import UsageError
from accord.exits import Status
from accord.json import with_check, without_check
from accord.many.source import Named

STAMP = re.compile(rb',"unit":([0-9]{1,18}),"question":"([0-9a-f]{32})"}\n?$')  # at the end, before the check
MOST = 1_000_000_000  # shards
LONGEST = 100  # characters of a value in a message


class Result(Protocol):
    """The result of one unit."""

    @property
    def status(self) -> Status:
        """How it ended; what was cancelled is no result yet."""

    def json(self) -> str:
        """The result as one line of JSON, an object with a key at least."""


AResult = TypeVar("AResult", bound=Result)


def _its_name(result: Result, named: Named) -> Mapping[str, object]:  # noqa: ARG001 (others look at it)
    return {"puzzle": named[0]}


@dataclass(frozen=True, slots=True)
class Question(Generic[AResult]):
    """The question to each unit.

    terms     all that decides what the results are, but for limits: an answer found within less stays one
    expected  the attributes that the result of a puzzle must have
    """

    terms: Mapping[str, object]
    expected: Callable[[AResult, Named], Mapping[str, object]] = _its_name


@dataclass(frozen=True, slots=True)
class Shard:
    """The units that one of several runs does: number `number` of `of`, from 1."""

    number: int
    of: int

    @staticmethod
    def of_text(text: str) -> Shard:
        """The shard of a text such as 3/8. Raises UsageError."""
        found = re.fullmatch(r"\s*([0-9]{1,12})\s*/\s*([0-9]{1,12})\s*", text)
        number, of = (int(found[1]), int(found[2])) if found else (0, 0)
        if not 1 <= number <= of <= MOST:
            expected = "expected I/N with I from 1 to N, as 1/8 for the first of eight"
            raise UsageError(f"shard {text[:40]!r}: {expected}")
        return Shard(number, of)

    def has(self, unit: int) -> bool:
        """Whether the unit is one of this shard."""
        return unit % self.of == self.number - 1

    def units(self, number: int) -> range:
        """Its units, of so many in all."""
        return range(self.number - 1, number, self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


ALL = Shard(1, 1)


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """The question to all units: the first line of a file of their results."""

    command: str  # as a user calls it, such as `plan`: it tells the whole
    sources: str  # Accord's version, and a hash of its code
    question: str  # the digest of the terms, with which each result is stamped
    terms: dict[str, Any]  # all that decides what the results are, but for limits of time and memory
    units: Annotated[int, msgspec.Meta(ge=0)] | None  # how many there are; None: they are not counted
    shard: str  # which of them are meant to be here, as 1/8; empty: whatever there was
    told: dict[str, Any] = {}  # facts for the result of the whole, which no unit has

    @staticmethod
    def of(
        command: str,
        terms: Mapping[str, Any],
        units: int | None,
        shard: Shard | None,
        told: Mapping[str, Any] | None = None,
    ) -> Heading:
        """The heading of a question that is asked now; terms and facts become plain JSON."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(terms, order="deterministic"))
        more: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told or {}))
        return Heading(
            command=command, sources=sources(), question=digest({"command": command, **plain}), terms=plain,
            units=units, shard=str(shard or ""), told=more,
        )  # fmt: skip

    @property
    def number(self) -> int:
        """How many units there are, in a heading of a shard or of several."""
        assert self.units is not None
        return self.units

    def line(self) -> bytes:
        """The heading as the first line of a file."""
        return with_check(msgspec.json.encode(self) + b"\n")

    def difference(self, other: Heading) -> tuple[str, object, object] | None:
        """The first difference of the questions: its name, the value here, and there; or None."""
        for name in ("command", "sources"):
            if (here := getattr(self, name)) != (there := getattr(other, name)):
                return name, here, there
        for name in sorted({*self.terms, *other.terms}):
            if (here := self.terms.get(name)) != (there := other.terms.get(name)):
                return name, here, there
        for name in ("units", "question"):
            if (here := getattr(self, name)) != (there := getattr(other, name)):
                return name, here, there
        return None


def digest(terms: Mapping[str, Any]) -> str:
    """The digest of the question: 32 hexadecimal digits, whatever the order of the terms."""
    return blake2b(msgspec.json.encode(terms, order="deterministic"), digest_size=16).hexdigest()


def stamp(result: Result, question: str, unit: int) -> bytes:
    """The line of a result in a file: with the number of its unit, and the question."""
    return with_check(f'{result.json()[:-1]},"unit":{unit},"question":"{question}"}}\n'.encode())


def unstamp(line: bytes) -> tuple[bytes, int, str] | None:
    """The result in a line of a shard, as JSON; its unit; the question. None if the line is none.

    Raises ValueError if the line was changed.
    """
    plain = without_check(line)
    found = STAMP.search(plain)
    return None if found is None else (plain[: found.start()] + b"}", int(found[1]), found[2].decode())


def short(value: object) -> str:
    """A value in a message."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


@cache
def sources() -> str:
    """The version of Accord, and a hash of its code: results of two of them are not put together."""
    from accord.runner import checkpoint  # only now: it imports much

    return checkpoint.sources()
