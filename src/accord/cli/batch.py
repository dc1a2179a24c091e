"""`accord solve FILE` and `accord count FILE` on files of many puzzles: print a line per puzzle."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments import Arguments, asking, flag
from accord.cli import streams
from accord.cli.many import Report
from accord.cli.options import in_flags
from accord.cli.output import wide
from accord.cli.streams import colour_wanted, put
from accord.errors import UsageError
from accord.exits import Code

if TYPE_CHECKING:
    from accord.batch import Line
    from accord.cli.console import Console
    from accord.cli.output_options import OutputOptions
    from accord.many.pool import Work, Workers
    from accord.many.source import Named, Source
    from accord.runner.outcome import Outcome
    from accord.runner.query import RunQuery
    from accord.runner.run import Run


# -- solve -----------------------------------------------------------------------------------------


def solve_many(
    source: Source, query: RunQuery, console: Console, out: OutputOptions, *, jsonl: bool, style: str
) -> NoReturn:
    """Solve the puzzles of a file, counted to two; leave with the exit code of the worst."""
    from accord.batch import groups, question
    from accord.many.batch import in_order
    from accord.render import text as drawing

    for refused in asking(query, "refused"):
        option = flag(refused, Arguments)
        raise UsageError(f"{option} is for one puzzle; a file of many is solved puzzle by puzzle")
    asked = replace(query, task="unique", limit=None, workers=None)
    report = SolveReport(console, as_json=jsonl, prints=out.output is None)
    report.between = "" if style == "line" else "\n"
    draw = drawing.line if style == "line" else partial(drawing.text, colour=colour_wanted(), width=wide())
    more: dict[str, Any] = {
        "ready": _ready if "-" in source.names else None,
        "draw": draw if report.prints and not jsonl else None,
    }
    answers = in_order(partial(groups, query=asked, cancel=console.cancel, **more))
    with console:
        report.leave(source, question("solve", asked), answers, out, query.workers or 1)


class SolveReport(Report["Line"]):
    """Puzzles that were counted to two, with their boards."""

    command = "solve"
    kind = "accord.batch:Line"
    between = "\n"  # stands between rows that are not drawn

    def word(self, line: Line) -> tuple[str, Code]:
        """Whether it is unique, and the exit code."""
        return "faulty" if line.fault else line.answer, line.code(line.status == "complete")

    def text(self, line: Line) -> str:
        """The answer about a puzzle in words, and its board."""
        return _text(line, self.between)


def _ready() -> bool:
    """Whether there is a whole line on stdin, so that reading it need not wait for its writer."""
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
    """The answer about a puzzle in words, and its board; `between` stands between rows that are not drawn."""
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


def count_many(
    source: Source, query: RunQuery, console: Console, out: OutputOptions, *, as_json: bool
) -> NoReturn:
    """Count each puzzle of a file, with limits of its own; leave with the exit code of the worst."""
    from accord.batch import counting, question
    from accord.many.batch import in_order
    from accord.many.pool import results

    if query.checkpoint:
        raise click.UsageError("--checkpoint is for one puzzle; name one of the file as FILE:NAME")

    def watch(run: Run) -> None:
        console.announce(run)
        with console:
            for step in run:
                console.progress(step)

    def answer(puzzles: Iterator[Named], workers: Workers) -> Iterator[Sequence[Outcome]]:
        work: Work[Named, Outcome] = partial(counting, query, watch if workers == 1 else None)
        return results(work, puzzles, workers=workers, cancel=console.cancel)

    report = CountReport(console, as_json=as_json, prints=out.output is None)
    report.leave(source, question("count", query), in_order(answer), out)


class CountReport(Report["Outcome"]):
    """Counts of puzzles."""

    command = "count"
    kind = "accord.runner.outcome:Outcome"
    summary = ""  # each says all

    def word(self, outcome: Outcome) -> tuple[str, Code]:
        """The word `counted`, and the exit code."""
        is_open = outcome.limit in ("nodes", "memory")
        return "counted", outcome.code(outcome.status != "time" and not is_open)

    def print(self, results: Sequence[Outcome]) -> None:
        """Print counts on stdout; what is wrong with a puzzle goes to stderr in any case."""
        for outcome in results:
            if self.prints or outcome.fault:
                tell_count(outcome, self.console, name=outcome.puzzle, as_json=self.as_json)


def tell_count(outcome: Outcome, console: Console, name: str = "", *, as_json: bool) -> None:
    """A count on stdout, of one of many behind its `name`, and what it took on stderr."""
    fault = getattr(outcome, "fault", "")
    if fault:
        console.clear()
        streams.tell(f"accord: {in_flags(fault)}")
    elif as_json:
        put(outcome.json())
    else:
        number = str(outcome.count) if outcome.counts_all else outcome.words
        put(f"{name}: {number}" if name else number)
        console.statistics(outcome)
