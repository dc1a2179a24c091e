"""Nonograms as text: the runs of lines as a part of the page, and three forms, which are read.

    line   3x2:2;0;1;1.1;1     columns x rows, and the runs of columns, then of rows: as the game Pattern in
                               Simon Tatham's collection has it, which writes 3x2:2//1/1.1/1
    lines  1 1     a line for each row, with blanks or commas between the runs,
           1       an empty line, and a line for each column
    non    the same after lines that say `rows` and `columns`; other facts are passed over (S. Simpson's .non)

A line without ink is 0, or in the first form nothing. One of which nothing is said is ?. In a file of blocks
(`accord.puzzles.blocks`) a problem is a line for each column, from the left, then for each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from accord.pencil import Side
from accord.pencil.parts import NUMBER, Size, Words
from accord.puzzles.bounds import check_length
from accord.puzzles.family import Faults
from accord.puzzles.words import describe

Line: TypeAlias = tuple[int, ...] | Literal["?"]

LONGEST = 100_000  # characters; 200 lines of 50 runs have fewer
_SIZED = re.compile(r"\s*([0-9]{1,4})x([0-9]{1,4}):(.*)", re.DOTALL)


@dataclass(frozen=True)
class Runs(Side):
    """The runs of each row or each column: a tuple, or None where nothing is said."""

    none: str = "?"

    lists = True

    expected = "the runs of each line, ? for nothing said"

    @property
    def kind(self) -> Any:
        """A list of lists of numbers."""
        return tuple[Line, ...]

    def words(self, value: tuple[Line, ...]) -> Words:
        """The runs of each line; 0 if there are none."""
        return [[*map(str, line or (0,))] for line in value]

    def value(self, words: Words) -> tuple[Line, ...]:
        """The runs; -1 for what is no number."""
        return tuple(
            "?" if line == ["?"] else tuple(int(w) if NUMBER.fullmatch(w) else -1 for w in _runs(line))
            for line in words
        )

    def clue_words(self, cells: int, most: int) -> Iterator[str]:
        """Yield the runs that fit into so many cells, shorter ones first."""
        yield "0"
        found: list[tuple[tuple[int, ...], int]] = [((length,), length) for length in range(1, cells + 1)]
        for runs, needed in found:  # grows while it is walked
            yield " ".join(map(str, runs))
            longer = range(1, cells - needed) if len(found) <= most else ()
            found += [((*runs, length), needed + 1 + length) for length in longer]

    def count(self, words: Words) -> int:
        """How many lines there are."""
        return len(words)

    def label(self, clue: tuple[int, ...] | None) -> str:
        """The runs below each other at a column, beside each other at a row."""
        between = "\n" if self.stands == "top" else " "
        return self.none if clue is None else between.join(map(str, clue or (0,)))

    def block_rows(self, size: Size) -> int:
        """A line for each."""
        return size[self.of == "columns"]

    def to_block(self, words: Words, size: Size) -> Words:  # noqa: ARG002
        """The runs of each line."""
        return words

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The runs of each line, None where nothing is said."""
        lines, cells = size if self.of == "rows" else size[::-1]
        if len(words) != lines:
            faults.add(self.key, f"found {len(words)} lines; expected {lines}")
        found: list[tuple[int, ...] | None] = []
        for number, line in enumerate(words, start=1):
            strange = next((word for word in _runs(line) if not NUMBER.fullmatch(word)), None)
            runs = None if line == ["?"] else tuple(map(int, _runs(line))) if strange is None else ()
            needed = sum(runs or ()) + len(runs or ()) - 1
            if runs is not None and strange is not None:
                faults.add(
                    f"{self.key}[{number}]", f"found {describe(strange)}; expected numbers, or ? alone"
                )
            elif 0 in (runs or ()):
                faults.add(f"{self.key}[{number}]", "found a run of 0; expected 1 or more")
            elif needed > cells:
                message = f"found runs that need {needed} cells; expected at most {cells}"
                faults.add(f"{self.key}[{number}]", message)
            found.append(runs)
        return tuple(found)


def _runs(line: Sequence[str]) -> Sequence[str]:
    """The words of runs: none if the line says that it has no ink."""
    return () if list(line) in (["0"], [""]) else line


class OneLine:
    """The three forms, of which the first is written."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of columns and rows. Raises SpecError."""
        check_length(text, LONGEST)
        faults = Faults()
        if sized := _SIZED.fullmatch(text):
            words = [line.strip().split(".") for line in re.split("[/;]", sized[3])]
            width, height = int(sized[1]), int(sized[2])
            columns, rows = words[:width], words[width:]
            if len(words) != width + height:
                expected = f"{width + height}, for {width}x{height}"
                faults.add("text", f"found {len(words)} lines; expected {expected}")
        else:
            columns, rows = _sections(text.split("\n"), faults)
        faults.end()
        return {"columns": columns, "rows": rows}

    def write(self, words: Mapping[str, Words]) -> str:
        """Columns x rows, then the runs of columns and of rows."""
        columns, rows = words["columns"], words["rows"]
        return f"{len(columns)}x{len(rows)}:" + ";".join(map(".".join, (*columns, *rows)))


def _sections(text: Sequence[str], faults: Faults) -> tuple[Words, Words]:
    """The words of columns and rows, line by line."""
    columns: Words = []
    rows: Words = []
    into = rows
    named = any(line.split()[:1] == ["rows"] for line in text)
    for number, line in enumerate(text, start=1):
        words = line.replace(",", " ").split()
        if not words:
            into = columns if rows and not named else into
        elif named and words[0] in ("rows", "columns"):
            into = rows if words[0] == "rows" else columns
        elif line.lstrip()[0] in "0123456789?":
            into.append(words)
        elif not named:
            faults.add("text", f"found {describe(line)} in line {number}; expected runs, as in 3 1 2")
    return columns, rows
