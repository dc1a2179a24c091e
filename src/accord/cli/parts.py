"""Count one shard of a puzzle's search (`count --shard`), and add up the counts of all shards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from accord.arguments import Arguments, flag
from accord.cli.batch import tell_count
from accord.cli.many import Report, batch_run, finish
from accord.errors import ClusterError, InputError, StoppedError, UsageError, WorkerDiedError
from accord.exits import Code
from accord.json import encode

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.cli.output_options import OutputOptions
    from accord.many.merge import Merged
    from accord.many.parts import Counted, RunHeader
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.outcome import Outcome
    from accord.runner.query import RunQuery

ALONE = {  # options of a count that is not shared, and what to do instead
    "checkpoint": "the file of --output is what a later run goes on from, with --resume",
    "node_limit": "each part is searched whole; give --time-limit, and go on with --resume",
}


def refuse(out: OutputOptions, parts: int | None, query: RunQuery) -> None:
    """Raise UsageError for options that do not go together."""
    if not out.shared:
        if parts is not None:
            raise UsageError("--parts says how a count is shared; give --shard and --output, or --cluster")
        return
    for name in query.filter_given(ALONE):
        raise UsageError(f"{flag(name, Arguments)} is for a count that is not shared: {ALONE[name]}")


def count(
    puzzle: Puzzle, query: RunQuery, parts: int | None, out: OutputOptions, console: Console
) -> Outcome:
    """The outcome of a count once this shard of its parts is done, or was stopped."""
    from accord.many.batch import as_they_come
    from accord.many.parts import PARTS, in_parts, whole
    from accord.many.units import Question
    from accord.runner.limits import Called, Stop
    from accord.runner.run import Run

    run = Run(puzzle, query, workers=None, cancel=console.cancel)
    console.announce(run)
    known = None if run.symmetries else stated_count(puzzle, distinct=query.distinct)
    cut = in_parts(run, PARTS if parts is None else parts, known)
    found: list[Counted] = []
    stop = Stop("complete")

    def note(_: int, counted: Counted) -> None:
        found.append(counted)
        console.warn(cut.repeats(counted))

    answers = as_they_come(cut.search, Called(run.limits.over), cut.piece)
    context = _plain(cut.header)
    batch = PartsReport.batch(range(cut.units), Question(cut.terms), answers, context=context)
    units = batch_run(batch, out, console)
    try:
        finish(units, out, console, query.workers or 1, note)
        if not units.complete:
            stop = run.limits.find_stop() or stop
    except StoppedError as error:
        stop = Stop.of(error)
    except (ClusterError, WorkerDiedError) as error:
        stop = Stop("failed", str(error))
    if len(found) < cut.units:
        stop = Stop("limit" if units.complete else stop.status, units.closing_words(stop.reason), stop.limit)
    return whole(cut.header, cut.units, found, stop)


class PartsReport(Report["Counted"]):
    """The count that parts make together, as `accord count` prints it."""

    command = "count"
    kind = "accord.many.parts:Counted"
    what = "part"

    def __init__(self, console: Console, *, as_json: bool, merged: Merged) -> None:
        """Raises InputError if the heading does not say what was counted."""
        from accord.many.parts import RunHeader

        super().__init__(console, as_json=as_json, merged=merged)
        self._found: list[Counted] = []
        self._units = merged.heading.number
        try:
            self._header = msgspec.convert(merged.heading.told, RunHeader, strict=False)
        except msgspec.ValidationError as error:
            raise InputError([f"{merged.paths[0]}:1: told: {error}"]) from None

    def add(self, counted: Counted) -> None:
        """Add a part."""
        self._found.append(counted)

    def print(self, results: Sequence[Counted]) -> None:
        """Print nothing: a part alone is no count."""

    def end(self) -> Code:
        """Print the count, or its lower bound; return the exit code."""
        from accord.many.parts import whole
        from accord.runner.limits import Stop

        number, units = len(self._found), self._units
        stop = Stop("complete") if number == units else Stop("limit", f"{number:,} of {units:,} parts")
        outcome = whole(self._header, units, self._found, stop)
        if outcome.method_why:
            self.console.say(f"distinct by {outcome.method}: {outcome.method_why}")
        return tell(outcome, self._header.stated, self.console, as_json=self.as_json)


def tell(outcome: Outcome, stated: int | None, console: Console, *, as_json: bool) -> Code:
    """Print a count; the code with which to leave."""
    tell_count(outcome, console, as_json=as_json)
    return console.code(outcome, stated if outcome.exact else None)


def stated_count(puzzle: Puzzle, *, distinct: bool) -> int | None:
    """The count that the model file states."""
    known = puzzle.counts.get("distinct" if distinct else "all")
    return None if known is None else known.count


def _plain(header: RunHeader) -> dict[str, Any]:
    """The header as plain JSON, whole numbers that are too large as texts."""
    plain: dict[str, Any] = msgspec.json.decode(encode(header))
    return plain
