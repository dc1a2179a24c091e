"""Files of many puzzles: `accord solve FILE`, a line for each as they are solved, and `accord count FILE`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments import Arguments, asking, flag
from accord.cli import streams
from accord.cli.kept import Kept, Many
from accord.cli.many import Told
from accord.cli.options import in_flags
from accord.cli.streams import put
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.batch import Line
    from accord.cli.console import Console
    from accord.exits import Code
    from accord.many.merge import Merged
    from accord.many.pool import Work, Workers
    from accord.many.source import Named, Source
    from accord.runner.outcome import Outcome
    from accord.runner.query import RunQuery
    from accord.runner.run import Run


# -- solve -----------------------------------------------------------------------------------------


def solve_many(
    source: Source, query: RunQuery, console: Console, kept: Kept, *, jsonl: bool, style: str
) -> NoReturn:
    """Solve the puzzles of a file, counted to two; leave with the exit code of the worst."""
    from accord.batch import Line, groups, question
    from accord.cli.output import wide
    from accord.cli.streams import colour_wanted
    from accord.render import text as drawing

    for refused in asking(query, "refused"):
        option = flag(refused, Arguments)
        raise UsageError(f"{option} is for one puzzle; a file of many is solved puzzle by puzzle")
    asked = replace(query, task="unique", limit=None, workers=None)
    told = Told(console)
    shows = not jsonl and kept.output is None
    draw = drawing.line if style == "line" else partial(drawing.text, colour=colour_wanted(), width=wide())
    more: dict[str, Any] = {"ready": _ready if "-" in source.names else None, "draw": draw if shows else None}
    many = Many(
        source=source,
        question=question("solve", asked),
        answered=partial(groups, query=asked, cancel=console.cancel, **more),
        kind=Line,
        lines="accord solve --jsonl",
        workers=query.workers or 1,
    )
    with console:
        for some in told.kept(many, kept, partial(_note, told)):
            for line in some:
                if jsonl or shows:
                    put(line.json() if jsonl else _text(line, "" if style == "line" else "\n"))
    told.leave()


def whole(merged: Merged, console: Console, as_json: bool) -> Code:
    """The lines of all shards, as they are told of a file."""
    from accord.batch import Line

    told = Told(console)
    for _, line in merged.results(Line):
        _note(told, line)
        put(line.json() if as_json else _text(line, "\n"))
    return told.end()


def _note(told: Told, line: Line) -> None:
    done = line.status == "complete"
    told.add("faulty" if line.fault else line.answer, line.code(done))


def _ready() -> bool:
    """Whether there is a whole line on stdin, so that reading it need not wait for whoever writes it."""
    if sys.stdin.isatty():
        return False
    try:
        file = sys.stdin.fileno()
        blocking = os.get_blocking(file)
        os.set_blocking(file, False)
    except (OSError, ValueError, AttributeError):  # not a file at all: it is all there
        return True
    try:
        seen: bytes = getattr(sys.stdin.buffer, "peek", bytes)()
        return b"\n" in seen
    finally:
        os.set_blocking(file, blocking)


def _text(line: Line, between: str) -> str:
    """What one puzzle comes to, in words, and its board; `between` stands between rows that are not drawn."""
    if line.fault:
        return line.fault if line.puzzle in line.fault else f"{line.puzzle}: {line.fault}"
    said = f"{line.puzzle}: {line.answer}"
    if line.reason:
        said += f", {line.reason}"
    if line.cells:
        said += f"; two solutions differ in {', '.join(line.cells)}"
    if line.clash:
        said += f"; these cannot all be met: {'; '.join(line.clash)}"
    return "\n".join(filter(None, [said, line.drawn or between.join(line.solution)]))


# -- count -----------------------------------------------------------------------------------------


def count_many(source: Source, query: RunQuery, console: Console, kept: Kept, *, as_json: bool) -> NoReturn:
    """Count each puzzle of a file, with limits of its own; leave with the exit code of the worst."""
    from accord.batch import counting, question
    from accord.many.pool import results
    from accord.runner.outcome import Outcome

    if query.checkpoint:
        raise click.UsageError("--checkpoint is for one puzzle; name one of the file as FILE:NAME")

    def watch(run: Run) -> None:
        console.chosen(run)
        with console:
            for step in run:
                console.progress(step)

    def answered(puzzles: Iterator[Named], workers: Workers) -> Iterator[Sequence[Outcome]]:
        work: Work[Named, Outcome] = partial(counting, query, watch if workers == 1 else None)
        return results(work, puzzles, workers=workers, cancel=console.cancel)

    told = Told(console)
    many = Many(
        source=source,
        question=question("count", query),
        answered=answered,
        kind=Outcome,
        lines="accord count --json",
    )
    for (outcome,) in told.kept(many, kept, partial(_note_count, told)):
        if as_json or kept.output is None or outcome.fault:
            tell_count(outcome, console, name=outcome.puzzle, as_json=as_json)
    told.leave("")


def whole_counts(merged: Merged, console: Console, as_json: bool) -> Code:
    """The counts of all shards, as they are told of a file."""
    from accord.runner.outcome import Outcome

    told = Told(console)
    for _, outcome in merged.results(Outcome):
        _note_count(told, outcome)
        tell_count(outcome, console, name=outcome.puzzle, as_json=as_json)
    return told.end("")


def _note_count(told: Told, outcome: Outcome) -> None:
    is_open = outcome.limit in ("nodes", "memory")
    told.add("counted", outcome.code(outcome.status != "time" and not is_open))


def tell_count(outcome: Outcome, console: Console, name: str = "", *, as_json: bool) -> None:
    """A count on stdout, of one of many behind its `name`, and what it took on stderr."""
    fault = getattr(outcome, "fault", "")
    if fault:
        console.clear()
        streams.tell(f"accord: {in_flags(fault)}")
    elif as_json:
        put(outcome.json())
    else:
        number = str(outcome.count) if outcome.exact else outcome.words
        put(f"{name}: {number}" if name else number)
        console.statistics(outcome)
