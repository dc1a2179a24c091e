"""`accord solve FILE` where the file holds many puzzles: a line for each, as they are solved."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NoReturn

import click

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.batch import Line, Named
    from accord.cli.console import Console
    from accord.runner.asked import Arguments

ALONE = {  # what is asked of one puzzle only, by the arguments of a run
    "distinct": "--distinct",
    "method": "--method",
    "root": "--root",
    "with_digest": "--digest",
}
WORST_FIRST = (130, 1, 3, 5, 0)


def solve_many(puzzles: Iterator[Named], arguments: Arguments, console: Console, *, jsonl: bool) -> NoReturn:
    """Solve the puzzles of a file, counted to two; leave with the exit code of the worst."""
    from accord.batch import json, lines

    asked: dict[str, Any] = {**arguments}
    for name, option in ALONE.items():
        if asked.pop(name):
            raise UsageError(f"{option} is for one puzzle; a file of many is solved puzzle by puzzle")
    asked.pop("limit")
    workers = asked.pop("workers") or 1
    found: Counter[str] = Counter()
    codes = {0}
    ready = _ready if click.get_current_context().params.get("puzzle") == "-" else None
    for line in lines(puzzles, asked, workers=workers, cancel=console.cancel, ready=ready):
        found[line.answer if not line.fault else "faulty"] += 1
        codes.add(_code(line))
        click.echo(json(line) if jsonl else _text(line))
    console.say(", ".join(f"{number:,} {answer}" for answer, number in found.most_common()) or "no puzzle")
    if console.cancel.is_set():
        codes.add(130)
    raise click.exceptions.Exit(next(code for code in WORST_FIRST if code in codes))


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


def _code(line: Line) -> int:
    if line.fault:
        return 3
    return {"complete": 0, "failed": 1}.get(line.status, 5)


def _text(line: Line) -> str:
    """What one puzzle comes to, in words, and its board."""
    if line.fault:
        return f"{line.puzzle}: {line.fault}"
    said = f"{line.puzzle}: {line.answer}"
    if line.reason:
        said += f", {line.reason}"
    if line.cells:
        said += f"; two solutions differ in {', '.join(line.cells)}"
    if line.clash:
        said += f"; these cannot all be met: {'; '.join(line.clash)}"
    return "\n".join([said, *line.solution])
