"""Nonograms as text: the runs of lines as a part of the page, and three forms, which are read.

    line   3x2:2;0;1;1.1;1     columns x rows, and the runs of columns, then of rows: as the game Pattern in
                               Simon Tatham's collection has it, which writes 3x2:2//1/1.1/1
    lines  1 1     a line for each row, with blanks or commas between the runs,
           1       an empty line, and a line for each column
    non    the same after lines that say `rows` and `columns` (S. Simpson's .non); `width` and `height` are
           obeyed, title, author and goal are passed over, and all else is refused, such as colours

A line without ink is 0, or in the first form nothing; in a .non it may be empty if the sides are stated. A
line without a clue is ?. In a file of blocks (`accord.puzzles.blocks`) a problem is a line for each column,
from the left, then for each row.
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

SIDE_OF = {"columns": "width", "rows": "height"}  # the sections of a .non, and what says how long they are
PASSED_OVER = ("title", "by", "copyright", "license", "catalogue", "goal")  # of a .non; a goal is a solution
EXPECTED = f"one of {', '.join((*SIDE_OF, *SIDE_OF.values(), *PASSED_OVER))}, or runs after rows or columns"
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
            columns, rows = _read_non(text, faults) if is_non(text) else _read_lines(text, faults)
        faults.end()
        return {"columns": columns, "rows": rows}

    def write(self, words: Mapping[str, Words]) -> str:
        """Columns x rows, then the runs of columns and of rows."""
        columns, rows = words["columns"], words["rows"]
        return f"{len(columns)}x{len(rows)}:" + ";".join(map(".".join, (*columns, *rows)))


def is_non(text: str) -> bool:
    """Whether a text is in the format .non: a line says `rows`, and another `columns`."""
    lines = [line.strip() for line in text.split("\n")]
    return "rows" in lines and "columns" in lines


def _read_lines(text: str, faults: Faults) -> tuple[Words, Words]:
    """The words of columns and rows, from a line for each row, an empty line, and a line for each column."""
    sections: list[Words] = []
    begins = True
    for number, line in enumerate(text.split("\n"), start=1):
        words = _words_of(line)
        if not words:
            begins = True
            continue
        if begins:
            sections.append([])
            begins = False
        if not _is_clue(line):
            faults.add("text", f"found {describe(line)} in line {number}; expected runs, as in 3 1 2")
        elif len(sections) > 2:
            found = f"found runs in line {number} after a second empty line"
            faults.add("text", f"{found}; expected rows, an empty line and columns; 0 is a line without ink")
            break
        else:
            sections[-1].append(words)
    rows, columns = [*sections, [], []][:2]
    return columns, rows


def _read_non(text: str, faults: Faults) -> tuple[Words, Words]:
    """The words of columns and rows of a .non. What it says besides and we do not know is a fault."""
    lines: dict[str, list[str]] = {}
    side: dict[str, int] = {}
    into: list[str] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        key, *rest = line.split(maxsplit=1) or [""]
        known = key in SIDE_OF or key in SIDE_OF.values() or key in PASSED_OVER
        if known and (key in lines or key in side):
            faults.add("text", f"found {key} twice, in line {number}; expected it once")
        if key in SIDE_OF and not rest:
            into = lines[key] = []
        elif key in SIDE_OF.values() and rest and NUMBER.fullmatch(rest[0].strip()):
            side[key] = int(rest[0])
        elif key in PASSED_OVER:
            into = None
        elif into is not None and (not key or _is_clue(line)):
            into.append(line)
        elif key:
            reason = "coloured nonograms are not read" if key == "color" else f"expected {EXPECTED}"
            faults.add("text", f"found {describe(line)} in line {number}; {reason}")
    return (
        _section("columns", lines.get("columns", []), side.get(SIDE_OF["columns"]), faults),
        _section("rows", lines.get("rows", []), side.get(SIDE_OF["rows"]), faults),
    )


def _section(key: str, lines: list[str], number: int | None, faults: Faults) -> Words:
    """The runs of the lines of a section. An empty line is one without ink if there are too few others.

    `number` is how many lines the width or the height asks for; None if it is not stated.
    """
    full = [words for line in lines if (words := _words_of(line))]
    if number is None:
        inner = "\n".join(lines).strip().split("\n")
        if full and not all(map(_words_of, inner)):
            expected = "expected 0 for a line without ink, or width and height"
            faults.add(key, f"found an empty line between others; {expected}")
        return full
    first, rest = lines[:number], lines[number:]
    if len(full) == number:
        return full
    if len(first) == number and not any(map(_words_of, rest)):
        return [_words_of(line) or ["0"] for line in first]
    faults.add(key, f"found {len(full)} lines; expected {number}, as `{SIDE_OF[key]}` says")
    return full


def _words_of(line: str) -> list[str]:
    """The runs of a line."""
    return line.replace(",", " ").split()


def _is_clue(line: str) -> bool:
    """Whether a line begins as runs do."""
    return line.lstrip()[:1] in set("0123456789?")
