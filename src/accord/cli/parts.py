"""Counts in parts: those of one shard, and the whole of all shards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from accord.cli.batch import tell_count
from accord.errors import InputError, UsageError

if TYPE_CHECKING:
    from accord.cli.console import Console
    from accord.cli.kept import Kept
    from accord.exits import Code
    from accord.many.merge import Merged
    from accord.many.parts import Told
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.outcome import Outcome
    from accord.runner.query import RunQuery

ALONE = {  # options of a count that is not shared, and what to do instead
    "checkpoint": "the file of --output is what a later run goes on from, with --resume",
    "node_limit": "each part is searched whole; give --time-limit, and go on with --resume",
}


def refuse(kept: Kept, parts: int | None, query: RunQuery) -> None:
    """Raise UsageError for options that do not go together."""
    from accord.arguments import Arguments, flag

    if not kept.shared:
        if parts is not None:
            raise UsageError("--parts says how a count is shared; give --shard and --output, or --cluster")
        return
    for name in query.given(ALONE):
        raise UsageError(f"{flag(name, Arguments)} is for a count that is not shared: {ALONE[name]}")


def count(puzzle: Puzzle, query: RunQuery, parts: int | None, kept: Kept, console: Console) -> Outcome:
    """What is known of a count once this shard of its parts is done, or was stopped."""
    from accord.cli.units import Units
    from accord.errors import ClusterError, StoppedError, WorkerDiedError
    from accord.many.parts import PARTS, Counted, in_parts, whole
    from accord.runner.limits import Called, Stop
    from accord.runner.run import Run

    run = Run(puzzle, query, workers=None, cancel=console.cancel)
    console.chosen(run)
    known = None if run.symmetries else stated(puzzle, distinct=query.distinct)
    cut = in_parts(run, PARTS if parts is None else parts, known)
    units, found, stop = Units(kept, console, "part"), [], Stop("complete")
    with kept.team(query.workers or 1, console) as team:
        answered = partial(cut.counted, workers=team, cancel=Called(run.limits.over))
        try:
            told = _plain(cut.told)
            for _, counted in units.results("count", cut.terms, cut.units, Counted, answered, told):
                found.append(counted)
                console.warn(cut.repeats(counted))
            if not units.complete:
                stop = run.limits.reached() or stop
        except StoppedError as error:
            stop = Stop.of(error)
        except (ClusterError, WorkerDiedError) as error:
            stop = Stop("failed", kept.way_out(error))
    if len(found) < cut.units:
        stop = Stop("limit" if units.complete else stop.status, units.words(stop.reason), stop.limit)
    return whole(cut.told, cut.units, found, stop)


def whole(merged: Merged, console: Console, as_json: bool) -> Code:
    """Tell the count that these parts make together, as `accord count` does."""
    from accord.many import parts
    from accord.runner.limits import Stop

    units = merged.heading.units
    try:
        told = msgspec.convert(merged.heading.told, parts.Told, strict=False)
    except msgspec.ValidationError as error:
        raise InputError([f"{merged.paths[0]}:1: told: {error}"]) from None
    found = [counted for _, counted in merged.results(parts.Counted)]
    stop = Stop("complete") if len(found) == units else Stop("limit", f"{len(found):,} of {units:,} parts")
    outcome = parts.whole(told, units, found, stop)
    if outcome.method_why:
        console.say(f"distinct by {outcome.method}: {outcome.method_why}")
    return tell(outcome, told.stated, console, as_json=as_json)


def tell(outcome: Outcome, stated: int | None, console: Console, *, as_json: bool) -> Code:
    """Print a count; the code with which to leave."""
    tell_count(outcome, console, as_json=as_json)
    return console.code(outcome, stated if outcome.exact else None)


def stated(puzzle: Puzzle, *, distinct: bool) -> int | None:
    """The count that the model file states."""
    known = puzzle.counts.get("distinct" if distinct else "all")
    return None if known is None else known.count


def _plain(told: Told) -> dict[str, Any]:
    """It as plain JSON, whole numbers that are too large as texts."""
    from accord.json import encode

    plain: dict[str, Any] = msgspec.json.decode(encode(told))
    return plain
