"""Nonograms as text. Three forms are read; what is read is checked as a model file is.

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
from collections.abc import Sequence
from typing import Literal, TypeAlias

from accord.families.reading import bounded
from accord.puzzles.blocks import Problem
from accord.puzzles.family import Faults
from accord.puzzles.words import found as shown

Line: TypeAlias = tuple[int, ...] | Literal["?"]
Lines: TypeAlias = tuple[Line, ...]

LONGEST = 100_000  # characters; 200 lines of 50 runs have fewer
_SIZED = re.compile(r"\s*([0-9]{1,4})x([0-9]{1,4}):(.*)", re.DOTALL)
_RUN = re.compile(r"[0-9]{1,4}")


def read(text: str) -> tuple[Lines, Lines]:
    """The runs of columns, and of rows. Raises SpecError."""
    bounded(text, LONGEST)
    faults = Faults()
    if sized := _SIZED.fullmatch(text):
        words = [line.strip().split(".") for line in re.split("[/;]", sized[3])]
        width, height = int(sized[1]), int(sized[2])
        columns, rows = words[:width], words[width:]
        if len(words) != width + height:
            faults.add("text", f"found {len(words)} lines; expected {width + height}, for {width}x{height}")
    else:
        columns, rows = _sections(text.split("\n"), faults)
    found = _lines(columns, "columns", faults), _lines(rows, "rows", faults)
    faults.end()
    return found


def written(columns: Sequence[Line], rows: Sequence[Line]) -> str:
    """The first form."""
    return f"{len(columns)}x{len(rows)}:" + ";".join(
        ".".join(map(str, line or (0,))) for line in (*columns, *rows)
    )


def of_block(problem: Problem) -> tuple[Lines, Lines]:
    """The runs of columns, and of rows, in a file of blocks. Raises SpecError."""
    height, width = problem.sizes()[:2]
    words = problem.lines("columns", width), problem.lines("rows", height)
    problem.end()
    faults = Faults()
    columns, rows = _lines(words[0], "columns", faults), _lines(words[1], "rows", faults)
    faults.end()
    return columns, rows


def _sections(text: Sequence[str], faults: Faults) -> tuple[list[list[str]], list[list[str]]]:
    """The words of columns and rows, line by line."""
    columns: list[list[str]] = []
    rows: list[list[str]] = []
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
            faults.add("text", f"found {shown(line)} in line {number}; expected runs, as in 3 1 2")
    return columns, rows


def _lines(lines: Sequence[Sequence[str]], key: str, faults: Faults) -> Lines:
    found: list[Line] = []
    for number, words in enumerate(lines, start=1):
        strange = next((word for word in words if not _RUN.fullmatch(word)), None)
        if list(words) in (["?"], [""]):
            found.append("?" if words[0] else ())
        elif strange is not None:
            faults.add(f"{key}[{number}]", f"found {shown(strange)}; expected numbers, or ? alone")
        else:
            found.append(tuple(map(int, words)) if list(words) != ["0"] else ())
    return tuple(found)
