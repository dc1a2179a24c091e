"""Grids of a sudoku as text: a line with all cells, or rows as people draw and paste them.

53..7....          rows; `.` `0` `_` `*` `?` or `·` is an empty cell, and letters follow 9: A is 10
5 3 . | . 7 .      blanks and bars between cells are passed over, and lines that only draw
------+------
 10  2  0  16      numbers, if there are blanks between all of them
53..7....6..195..  and so on: all cells in one line, row by row
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

import numpy as np

from accord.families.sudoku.shape import LARGEST, SIGNS, USUAL
from accord.grids.regions import Grid
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.words import describe

MOST_LINES = 4 * LARGEST  # of a drawing
LONGEST = 16 * LARGEST * LARGEST  # characters of a grid

EMPTY = ".0_*?·"
BARS = "|┃│║¦"
_BLANK = str.maketrans(dict.fromkeys(BARS, " "))
DRAWN = re.compile(r"[-+=\s─-╿]*")  # a line without cells
_VALUE = {sign: value for value, sign in enumerate(SIGNS, start=1)} | dict.fromkeys(EMPTY, 0)
_PLAIN = bytes(_VALUE.get(chr(code), 255) if chr(code) in "123456789.0" else 255 for code in range(256))


def lines(drawn: str | Sequence[str]) -> list[str]:
    """Return the rows of a picture without blanks around them; empty lines at its ends are dropped."""
    rows = drawn.strip().split("\n", MOST_LINES) if isinstance(drawn, str) else list(drawn[: MOST_LINES + 1])
    return [row.strip() for row in rows]


def givens(drawn: str | Sequence[str]) -> Grid:
    """Return the givens of a grid, int64 [size, size], 0 for an empty cell. Raises SpecError."""
    plain = _plain(drawn) if isinstance(drawn, str) else None
    if plain is not None:
        return plain
    length = len(drawn) if isinstance(drawn, str) else sum(map(len, drawn))
    if length > LONGEST:
        raise spec_error("grid", f"found {length:,} characters; expected at most {LONGEST:,}")
    rows = [(number, line) for number, line in enumerate(lines(drawn), start=1) if not DRAWN.fullmatch(line)]
    if not rows:
        raise spec_error("grid", "found no cells; draw each as a sign, `.` for an empty one")
    found = [(number, cells(line)) for number, line in rows]
    if len(found) == 1:
        return _one_line(found[0][1])
    size = len(found)
    Faults(_sizes(found)).end()
    places = [f"grid[{number}], column {column}" for number, _ in found for column in range(1, size + 1)]
    return _values([cell for _, row in found for cell in row], size, places)


def cells(line: str) -> list[str]:
    """Return the cells of a row: signs, or numbers if they are more than 9 words, some of several digits."""
    words = line.translate(_BLANK).split()
    return words if len(words) > 9 and any(len(word) > 1 for word in words) else list("".join(words))


def grid_line(grid: Grid) -> str:
    """Return all cells in one line, `.` for an empty one: what `givens` reads."""
    return "".join(SIGNS[value - 1] if value else "." for value in np.asarray(grid).ravel().tolist())


def grid_rows(grid: Grid) -> tuple[str, ...]:
    """Return the rows of a grid, `.` for an empty cell: what `givens` reads."""
    return tuple(map(grid_line, np.asarray(grid)))


def _plain(text: str) -> Grid | None:
    """Return the grid of a plain line of 81 digits, fast, for files of thousands; None for other texts."""
    if len(text) != 81 or not text.isascii():
        return None
    values = np.frombuffer(text.encode().translate(_PLAIN), np.uint8)
    return values.astype(np.int64).reshape(9, 9) if values.max() < 10 else None


def _one_line(row: list[str]) -> Grid:
    """Return the grid of one line. Raises SpecError."""
    size = isqrt(len(row))
    if size * size != len(row) or not 1 <= size <= LARGEST:
        raise SpecError([wrong_length(row)])
    places = [f"grid, character {i + 1} (row {i // size + 1}, column {i % size + 1})" for i in range(size**2)]
    return _values(row, size, places)


def wrong_length(line: Sequence[str]) -> Fault:
    """Return the fault of a line that has no square number of cells; it names the nearest of a usual grid."""
    fault = candidates_fault(line)
    if fault is not None:
        return fault
    near = min((size * size for size in USUAL[1:]), key=lambda cells: abs(cells - len(line)))
    rows = f"{near}, row by row, for a grid of {isqrt(near)} rows"
    return Fault("grid", f"found {len(line)} cells in a line; expected {rows}")


def candidates_fault(drawn: str | Sequence[str]) -> Fault | None:
    """Return the fault of a line that lists the candidates of each cell; None for all other texts.

    Such a line has `size` signs for each cell, and stands for a digit by its place: 1..4 are the candidates 1
    and 4 of a cell of a 4x4 board. So 729 signs are a 9x9 board, and not a grid of 27 rows.
    """
    line = "".join(drawn.split()) if isinstance(drawn, str) else drawn
    size = round(len(line) ** (1 / 3))
    if size**3 != len(line) or not 4 <= size <= len(SIGNS):
        return None
    of_cells = [line[first : first + size] for first in range(0, len(line), size)]
    if not all(_is_candidates(signs) for signs in of_cells):
        return None
    found = f"found {len(line)} signs, the candidates of the {size * size} cells of a {size}x{size} board"
    return Fault(
        "grid", f"{found}; only givens are read: expected {size * size} cells, `.` where none is given"
    )


def _is_candidates(signs: Sequence[str]) -> bool:
    """Whether each sign is empty or the digit of its place, and some digit is there."""
    some = [sign in EMPTY for sign in signs]
    return not all(some) and all(
        empty or sign == digit for empty, sign, digit in zip(some, signs, SIGNS, strict=False)
    )


def _sizes(rows: list[tuple[int, list[str]]]) -> list[Fault]:
    size, widths = len(rows), {len(row) for _, row in rows}
    if size > LARGEST:
        return [Fault("grid", f"found {size} rows; expected at most {LARGEST}")]
    if len(widths) == 1 and widths != {size}:
        message = f"found {size} rows of {min(widths)} cells; expected as many rows as columns"
        return [Fault("grid", message)]
    return [
        Fault(f"grid[{number}]", f"found {len(row)} cells; expected {size}, as there are {size} rows")
        for number, row in rows
        if len(row) != size
    ]


def _values(row: list[str], size: int, places: list[str]) -> Grid:
    """Return the digits of cells, each a sign or a number."""
    signs = SIGNS[:size]
    table = {sign: value for value, sign in enumerate(signs, start=1)} | dict.fromkeys(EMPTY, 0)
    if size <= 35:
        table |= {sign.lower(): value for sign, value in table.items()}
    present = set(row)
    if size > 9 and not present & set("123456789") and present - table.keys():
        # big grids are also written in letters alone, from A
        letters = SIGNS[9 : 9 + size]
        table = {sign: value for value, sign in enumerate(letters, start=1)} | dict.fromkeys(EMPTY, 0)
        table |= {sign.lower(): value for sign, value in table.items()} if size <= 26 else {}
    if any(len(cell) > 1 for cell in present):
        table = {str(value): value for value in range(1, size + 1)} | dict.fromkeys([*EMPTY, "00"], 0)
        table |= {f"0{value}": value for value in range(1, min(size, 9) + 1)}
    if size > 9 and {"0", "."} <= present:
        message = "found both 0 and `.`; expected one of them for empty cells, and digits from 1: 1-9, A, B"
        raise spec_error("grid", message)
    if not present <= table.keys():
        placed = zip(row, places, strict=True)
        raise SpecError([_strange(cell, place, size) for cell, place in placed if cell not in table])
    return np.array([table[cell] for cell in row], np.int64).reshape(size, size)


def _is_candidates_word(cell: str, size: int) -> bool:
    """Whether a cell is a list of different digits, such as 1679."""
    return 1 < len(set(cell)) == len(cell) and set(cell) <= set(SIGNS[: min(size, 9)])


def _strange(cell: str, place: str, size: int) -> Fault:
    signs = f"1-{size}" if size <= 9 else f"1-9, A-{SIGNS[size - 1]}" if size > 10 else "1-9, A"
    several = "several digits are candidates, which are not read; " * _is_candidates_word(cell, size)
    message = f"found {describe(cell)}; {several}expected a digit {signs}, or `.` for an empty cell"
    key, _, place = place.partition(", ")
    return Fault(key, f"{place}: {message}")
