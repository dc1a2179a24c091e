"""Print a command's output: JSON, boards and tables that fit the terminal, and files written atomically."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from accord.atomic_write import atomic_write, check_output
from accord.cli.streams import colour_wanted, visible
from accord.json import encode as json

if TYPE_CHECKING:
    from accord.picture import Picture
    from accord.runner.limits import Limits

__all__ = [
    "board", "board_within", "check_output", "definition_list", "json", "under_name", "wide", "wrap", "write",
]  # fmt: skip

WIDTH = 80  # characters of a line where no terminal says otherwise


def wide() -> int | None:
    """How wide a board may be: as the terminal, or as COLUMNS says; None where there is neither."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS"):
        import shutil  # only now, as it imports compressors

        return shutil.get_terminal_size().columns
    return None


def board(picture: Picture, *, colour: bool = True) -> str:
    """A picture as lines, painted if that is wanted, and narrow if the terminal is."""
    from accord.render.text import text

    paints = colour and colour_wanted()
    return visible(text(picture, colour=paints, width=wide()), painted=paints)


def board_within(limits: Limits, picture: Callable[[], Picture | None]) -> str:
    """Return the board of what was found, made and drawn within what is left of limits; empty without one.

    Raises StoppedError.
    """

    def draw() -> str:
        made = picture()
        return "" if made is None else board(made)

    return limits.to_show().guard("the board was drawn").do(draw)


def wrap(text: str) -> str:
    """Wrap a text to the width of the terminal, or to 80 characters where there is none."""
    lines = (
        textwrap.wrap(line, wide() or WIDTH, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    )
    return "\n".join("\n".join(some) for some in lines)


def under_name(what: str, names: Iterable[str]) -> str:
    """Names behind a heading, indented, in as many lines as that takes."""
    return textwrap.fill(
        f"{what}: {', '.join(names)}",
        wide() or WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def definition_list(rows: Iterable[tuple[str, str]]) -> str:
    """A name a line, and its description behind it, in as many lines as that takes."""
    table = list(rows)
    margin = max((len(name) for name, _ in table), default=0) + 2
    width = max((wide() or WIDTH) - margin, WIDTH // 4)
    lines = []
    for name, said in table:
        first, *rest = textwrap.wrap(said, width, break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"{name:{margin}}{first}".rstrip(), *(" " * margin + line for line in rest)]
    return "\n".join(lines)


def write(name: str, content: str | bytes | Iterator[str]) -> None:
    """Write a file, whole or not at all; see `atomic_write`. A long text is in parts. Raises AccordError."""
    with atomic_write(name) as place, place.open("wb") as file:
        for part in [content] if isinstance(content, str | bytes) else content:
            file.write(part.encode() if isinstance(part, str) else part)
