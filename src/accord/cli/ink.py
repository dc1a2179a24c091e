"""Print boards and moves of plan problems on stdout, with colours and suit symbols."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from accord.cli.streams import colour_wanted
from accord.puzzles.family import Family

_WORD = re.compile(r"[^\s:]\S*")  # a colon by itself is no place of a board


class Ink:
    """How texts of a family come to stdout. Its readers take them plain, and with signs."""

    def __init__(self, family: Family, signs: bool | None = None) -> None:
        """Without `signs` there are some on a terminal. Colours are used wherever they are wanted."""
        self._inked = family.shown.inked
        self._signs = sys.stdout.isatty() if signs is None else signs
        self._colour = colour_wanted()

    def move(self, text: str) -> str:
        """A move, or another line."""
        return _WORD.sub(lambda word: self._word(word[0]), text)

    def board(self, text: str, before: str = "") -> str:
        """A board; in colour, what is at another place than on the board before it stands out."""
        if not before:
            return self.move(text)
        rows = iter(before.split("\n"))
        return "\n".join(self._row(line, _WORD.findall(next(rows, ""))) for line in text.split("\n"))

    def _row(self, line: str, before: list[str]) -> str:
        there = iter(before)
        return _WORD.sub(lambda word: self._word(word[0], moved=word[0] != next(there, "")), line)

    def _word(self, word: str, *, moved: bool = False) -> str:
        signed, colour = self._inked(word) if self._inked is not None else (word, "")
        shown = signed if self._signs else word
        bold = moved and any(map(str.isalnum, word))  # what stands for nothing moves whenever something does
        if not self._colour or not (colour or bold):
            return shown
        return click.style(shown, fg=colour or None, bold=bold or None, reverse=bold or None)

    def frames(self, texts: Iterator[str]) -> Iterator[str]:
        """Boards and moves in turn, the first board first."""
        before = ""
        for number, text in enumerate(texts):
            if number % 2:
                yield self.move(text)
            else:
                yield self.board(text, before)
                before = text
