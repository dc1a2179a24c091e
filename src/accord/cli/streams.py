"""The standard streams of a command, which may be closed, full, or read by nobody any more."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import click


def open_closed() -> None:
    """Open the streams that the process was started without (`2>&-`), so that no file takes their place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115


def colours() -> bool | None:
    """Whether the environment asks for colours: NO_COLOR says no, else FORCE_COLOR yes; else None."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None


def colour_wanted() -> bool:
    """Whether stdout is to be coloured: as the environment asks, else on a terminal."""
    asked = colours()
    return sys.stdout.isatty() if asked is None else asked


def silence(stream: TextIO) -> None:
    """What is still to be written to a stream goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(line: str) -> None:
    """A line on stderr. If it cannot be written, the command goes on without: its result is on stdout."""
    try:
        click.echo(line, err=True)
    except OSError:
        silence(sys.stderr)
