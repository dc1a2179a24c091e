"""The sheets of a problem file: its pictures, such as clues, regions and drawn boards, as grids of signs.

data.number       cells   561332...    a picture under [data] that has the size of a board
variables.black   cells   ##...        the board itself, where it is drawn: . a cell, # none
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from accord.families.problem.spec import Cells, Declared
from accord.picture import EMPTY, HOLE
from accord.puzzles.family import Faults
from accord.puzzles.sheets import PLAIN, Editing, Sheet, Words
from accord.puzzles.words import describe

CHOICES = ((EMPTY, "a cell"), (HOLE, "no cell"))


def sheets(spec: Declared) -> list[Sheet]:
    """Return a sheet for each picture as large as a board of squares, and for each key of one word."""
    return [*PLAIN.sheets(spec), *_pictures(spec)]


def _pictures(spec: Declared) -> Iterator[Sheet]:
    boards = {
        name: cells for name, cells in spec.variables.items()
        if isinstance(cells, Cells) and cells.board is not None and cells.lattice == "square"
    }  # fmt: skip
    sizes = {size for cells in boards.values() if (size := _size(cells))}
    for name, value in spec.data.items():
        if isinstance(value, str) and (rows := value.split()) and _size_of(rows) in sizes:
            signs = sorted({*"".join(rows)})
            blank = EMPTY if name == spec.drawing.clues or EMPTY in value else ""
            yield Sheet(
                key=f"data.{name}", about=name, on="cells", words=[[*row] for row in rows], blank=blank,
                choices=tuple((sign, "") for sign in signs if not sign.isdigit()), free="one sign",
                numbers=(0, 9) if any(map(str.isdigit, signs)) else None,
                labels=name == spec.drawing.regions, fixed=True,
            )  # fmt: skip
    for name, cells in boards.items():
        if isinstance(cells.board, str) and _size(cells):
            words = [[*row] for row in cells.board.split()]
            yield Sheet(
                key=f"variables.{name}", about=f"the board {name}", on="cells", words=words, blank=EMPTY,
                choices=CHOICES, fixed=True,
            )  # fmt: skip


def _size(cells: Cells) -> tuple[int, int] | None:
    """Return rows and columns of a flat board; None for another one."""
    if isinstance(cells.board, str):
        return _size_of(cells.board.split())
    return (cells.board[0], cells.board[1]) if cells.board is not None and len(cells.board) == 2 else None


def _size_of(rows: list[str]) -> tuple[int, int] | None:
    return (len(rows), len(rows[0])) if rows and len({*map(len, rows)}) == 1 else None


def with_words(spec: Declared, words: Mapping[str, Words]) -> Declared:
    """Return the spec with these words. Raises SpecError with every fault."""
    found, faults = PLAIN.spec(spec, words), Faults()
    data: dict[str, Any] = dict(spec.data)
    variables: dict[str, Any] = dict(spec.variables)
    for sheet in _pictures(spec):
        rows = words[sheet.key]
        for number, row in enumerate(rows, start=1):
            for word in row:
                if len(word) != 1 or word.isspace():
                    faults.add(f"{sheet.key}[{number}]", f"found {describe(word)}; expected one sign")
        text = "".join("".join(row) + "\n" for row in rows)
        table, _, name = sheet.key.partition(".")
        if table == "data":
            data[name] = text
        else:
            variables[name] = structs.replace(variables[name], board=text)
    faults.end()
    return structs.replace(found, data=data, variables=variables)


EDITING = Editing(sheets, with_words)
