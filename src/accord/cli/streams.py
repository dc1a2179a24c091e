"""The standard streams of a command, and clean handling of closed pipes and full disks.

All that is printed goes by `put` or `tell`. Titles, names and paths come from files of others, and a terminal
does what it reads: so no control character of theirs gets there.
"""

from __future__ import annotations

import os
import re
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


# the C0 and C1 sets but for tabs and line ends, what turns the direction of text, half characters
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
# what `accord.render` and `accord.cli.ink` paint with: colours, bold, reverse, and their end
_PAINT = re.compile("\x1b\\[(?:0|1|7|3[1-7]|9[0-7]|38;5;([0-9]+);48;5;(?!\\1m)[0-9]+)m")


def visible(text: str, *, painted: bool = False) -> str:
    """Return a text with its control characters as JSON would write them, so that JSON stays the same JSON.

    In a text that is `painted` colours stay, and nothing else.
    """
    if _CONTROLS.search(text) is None:
        return text
    shown, end = [], 0
    for paint in _PAINT.finditer(text) if painted else ():
        shown += [_CONTROLS.sub(_escape, text[end : paint.start()]), paint[0]]
        end = paint.end()
    return "".join([*shown, _CONTROLS.sub(_escape, text[end:])])


def _escape(control: re.Match[str]) -> str:
    return f"\\u{ord(control[0]):04x}"


def put(text: object = "", *, nl: bool = True) -> None:
    """Print a text on stdout, with a line end unless `nl` is false."""
    click.echo(visible(str(text), painted=colour_wanted()), nl=nl)


def silence(stream: TextIO) -> None:
    """Discard what is still to be written to a stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def tell(line: str) -> None:
    """Print a line on stderr. If that fails, the command continues without: its result is on stdout."""
    try:
        click.echo(visible(line), err=True)
    except OSError:
        silence(sys.stderr)
