"""Answer many units (puzzles, deals, blocks of a count), with shards and resume; store and yield each result.

    batch     units, the question to each, the function that answers, and the kind of the results
    BatchRun  one pass over all units, or over those of a shard, perhaps resumed from the file of a run before

A unit is a puzzle of a `Source`, or a number of a range, such as a part of a count. Answers are functions
that get (unit, thing) and return (unit, result), in this process, in several, or on a cluster; `each`,
`in_order` and `as_they_come` make them of simpler functions. Here each thing is a number, and its result the
square of it:

    >>> import msgspec
    >>> from accord.many.units import Question
    >>> class Square(msgspec.Struct):
    ...     square: int
    ...     status: str = "complete"
    ...     def json(self) -> str:
    ...         return msgspec.json.encode(self).decode()
    >>> def square(number, cancel):
    ...     return Square(number * number)
    >>> batch = Batch(
    ...     command="square", question=Question({}), units=range(4), answers=each(square), kind=Square
    ... )
    >>> [(unit, found.square) for some in BatchRun(batch).results() for unit, found in some]
    [(0, 0), (1, 1), (2, 4), (3, 9)]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from accord.errors import InputError, StoppedError, UsageError
from accord.many import pool
from accord.many.pool import Workers
from accord.many.result_file import ResultFile
from accord.many.source import Listed, Named, Source, list_puzzles
from accord.many.units import ALL, Heading, Question, Result, Shard, short
from accord.runner.limits import Cancel

AResult = TypeVar("AResult", bound=Result)
Found = TypeVar("Found", bound=Result, covariant=True)
Thing = TypeVar("Thing")
Some: TypeAlias = "Sequence[tuple[int, AResult]]"  # units, each with its result


class Answers(Protocol[Found]):
    """Answers units, which are read as results leave: some results at a time, as soon as they are there."""

    def __call__(self, units: Iterator[tuple[int, Any]], *, workers: Workers = 1) -> Iterator[Some[Found]]:
        """Return results with their units, in any order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch(Generic[AResult]):
    """Units, and the question to each."""

    command: str  # as a user calls it, such as `plan`: with it a file of results begins
    question: Question[AResult]
    units: Source | range
    answers: Answers[AResult]
    kind: type[AResult]  # of the results
    terms: Mapping[str, object] = field(default_factory=dict)  # of the heading, beside the question's
    context: Mapping[str, Any] = field(default_factory=dict)  # what the whole needs beside the results
    what: str = "puzzle"  # a unit is, for people


def each(function: Callable[[Any, Cancel | None], AResult], cancel: Cancel | None = None) -> Answers[AResult]:
    """Return answers by `function`, thing by thing in their order; for several workers it is pickled."""
    return in_order(partial(pool.results, partial(_one, function), cancel=cancel))


def in_order(answers: Callable[..., Iterator[Sequence[AResult]]]) -> Answers[AResult]:
    """Return answers by a function of (things, workers=...) that gives their results in their order."""

    def of_units(units: Iterator[tuple[int, Thing]], *, workers: Workers = 1) -> Iterator[Some[AResult]]:
        under_way: deque[int] = deque()

        def things() -> Iterator[Thing]:
            for unit, thing in units:
                under_way.append(unit)
                yield thing

        for some in answers(things(), workers=workers):
            yield [(under_way.popleft(), result) for result in some]

    return of_units


def as_they_come(
    work: pool.Work[Any, tuple[int, AResult]],
    cancel: Cancel | None = None,
    thing: Callable[[int], Any] = int,
) -> Answers[AResult]:
    """Return answers by `work` of what `thing` makes of each number, which gives results with their numbers.

    One that takes long holds up no other.
    """

    def of_units(units: Iterator[tuple[int, int]], *, workers: Workers = 1) -> Iterator[Some[AResult]]:
        things = (thing(unit) for unit, _ in units)
        return pool.results(work, things, workers=workers, cancel=cancel, ordered=False)

    return of_units


def _one(
    function: Callable[[Thing, Cancel | None], AResult], thing: Thing, cancel: Cancel | None
) -> Iterator[Sequence[AResult]]:
    yield [function(thing, cancel)]


class BatchRun(Generic[AResult]):
    """One pass over the units of a batch; `done` of them have a result by now."""

    def __init__(
        self,
        batch: Batch[AResult],
        *,
        output: Path | None = None,
        resume: bool = False,
        shard: Shard | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Nothing is read or written before `results`.

        Args:
            batch: units, and the question to each.
            output: the file of the results, if they are to be kept.
            resume: whether the results that are there stay, and are not asked for again.
            shard: which units are to be done; None for all.
            cancel: ends the numbering of the units, once it is set; the answers have one of their own.
        """
        self.done = 0
        self.batch, self.shard = batch, shard
        self._output, self._resume, self._cancel = output, resume, cancel
        self._number = batch.units.number if isinstance(batch.units, Source) else len(batch.units)

    @property
    def of(self) -> int | None:
        """How many units are to be done, if that is known by now."""
        if self._number is None or self.shard is None:
            return self._number
        return len(self.shard.units(self._number))

    @property
    def complete(self) -> bool:
        """Whether all units that are to be done are done; False if their number is unknown."""
        return self.done == self.of

    @property
    def words(self) -> str:
        """How many are done: of all, or of a shard."""
        if self.shard is None and isinstance(self.batch.units, Source):
            return f"{self.done:,} {self.batch.what}s"
        return f"shard {self.shard or ALL}: {self.done:,} of its {self.of:,} {self.batch.what}s"

    def closing_words(self, reason: str) -> str:
        """How many are done at the end, and the reason if that is not the whole shard."""
        if self.complete:
            return f"shard {self.shard or ALL}: {self.done:,} of {self._number:,} {self.batch.what}s"
        return f"{self.words}: {reason}"

    def results(
        self,
        workers: Workers = 1,
        *,
        note: Callable[[int, AResult], object] = lambda unit, result: None,  # noqa: ARG005
        begin: Callable[[], object] = lambda: None,
    ) -> Iterator[Some[AResult]]:
        """Yield the results that the file has not, some at a time; each is in the file before it leaves.

        Args:
            workers: processes, of which a single one is this process; or a cluster.
            note: gets each unit and its result, those in the file included, before it leaves.
            begin: is called once the file was read, before anything is answered.

        Raises UsageError or InputError if the file belongs to another question or is none, and what the batch
        raises.
        """
        batch = self.batch
        with ExitStack() as stack:
            file: ResultFile[AResult] | None = None
            if isinstance(batch.units, Source):
                units: Iterator[tuple[int, Any]] = enumerate(batch.units.read())
            else:
                units = ((unit, unit) for unit in (self.shard or ALL).units(len(batch.units)))
            if self._output is not None:
                check = partial(self._check, units) if self._in_order else lambda *_: None
                file = ResultFile(
                    self._output,
                    self._heading(),
                    batch.kind,
                    resume=self._resume,
                    note=partial(self._note, note, check),
                )
                stack.enter_context(file)
            begin()
            left = self._left(units, set() if file is None else file.done)
            for some in batch.answers(left, workers=workers):
                for unit, result in some:
                    note(unit, result)
                if file is not None:
                    file.write(*some)
                self.done += sum(result.status != "cancelled" for _, result in some)
                yield some

    @property
    def _in_order(self) -> bool:
        """Whether results are written in the order of the puzzles, which are not counted."""
        return self.shard is None and isinstance(self.batch.units, Source)

    def _left(self, units: Iterator[tuple[int, Any]], done: set[int]) -> Iterator[tuple[int, Any]]:
        """The units that are to be done, and are not in the file."""
        return (each for each in units if each[0] not in done and (self.shard or ALL).has(each[0]))

    def _heading(self) -> Heading:
        """The heading: the question, and the number of units. Raises what reading them all raises."""
        batch = self.batch
        terms, number, shard = {**batch.question.terms, **batch.terms}, self._number, self.shard
        if isinstance(batch.units, range):
            shard = shard or ALL
        elif shard is None:
            number = None
        else:
            found = self._list_puzzles(batch.units)
            number = self._number = found.number
            terms = {**terms, **found.terms}
        return Heading.of(batch.command, terms, number, shard, batch.context)

    def _list_puzzles(self, source: Source) -> Listed:
        """How many puzzles there are, and which. Raises UsageError, StoppedError."""
        if "-" in source.names:
            raise UsageError(
                "`shard` numbers all before it begins, and standard input can be read once; name a file"
            )
        found = list_puzzles(source.names, pool.until(self._cancel, source.read()))
        if self._cancel is not None and self._cancel.is_set():
            raise StoppedError("stopped while all were numbered; nothing was begun", status="cancelled")
        return found

    def _note(
        self,
        note: Callable[[int, AResult], object],
        check: Callable[[str, int, AResult], object],
        place: str,
        unit: int,
        result: AResult,
    ) -> None:
        check(place, unit, result)
        note(unit, result)
        self.done += 1

    def _check(self, units: Iterator[tuple[int, Named]], place: str, unit: int, result: AResult) -> None:
        """Raise UsageError if a result in the file is not the result of the next puzzle."""
        way_out = "ask the same, or name another file"
        number, named = next(units, (None, None))
        if named is None:
            name = short(getattr(result, "part", ""))
            raise UsageError(f"{place}: found {name}, a puzzle more than are asked about; {way_out}")
        if unit != number:
            why = "results of all puzzles are in order; the file is damaged, name another"
            raise InputError([f"{place}: found the unit {unit}; expected {number}: {why}"])
        for key, value in self.batch.question.expected(result, named).items():
            if (found := getattr(result, key)) != value:
                said = f"found {key} {short(found)}; expected {short(value)}, as is asked now"
                raise UsageError(f"{place}: {said}; {way_out}")
