"""`accord solve FILE` where the file holds many puzzles: a line for each, as they are solved."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.arguments import asking, flag
from accord.cli.kept import Kept
from accord.cli.many import Told, code
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.batch import Line
    from accord.cli.console import Console
    from accord.many.source import Named


def solve_many(
    puzzles: Iterator[Named],
    arguments: Mapping[str, Any],
    console: Console,
    *,
    cluster: str | None,
    jsonl: bool,
    style: str,
) -> NoReturn:
    """Solve the puzzles of a file, counted to two; leave with the exit code of the worst."""
    from accord.batch import lines
    from accord.cli.output import wide
    from accord.cli.streams import colour_wanted
    from accord.render import text as drawing

    asked: dict[str, Any] = {**arguments}
    for name in asking(asked, "refused"):
        raise UsageError(f"{flag(name)} is for one puzzle; a file of many is solved puzzle by puzzle")
    asked.pop("limit")
    workers = asked.pop("workers") or 1
    told = Told(console)
    ready = _ready if click.get_current_context().params.get("puzzle") == "-" else None
    draw = drawing.line if style == "line" else partial(drawing.text, colour=colour_wanted(), width=wide())
    more: dict[str, Any] = {"ready": ready, "draw": None if jsonl else draw}
    with Kept(cluster=cluster).team(workers, console) as team:
        for line in lines(puzzles, asked, workers=team, cancel=console.cancel, **more):
            word = "faulty" if line.fault else line.answer
            told.add(word, code(line.status, line.fault, line.status == "complete"))
            click.echo(line.json() if jsonl else _text(line, "" if style == "line" else "\n"))
    told.leave()


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
