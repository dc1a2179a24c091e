"""The drawing on a board of penpa-edit: numbers, shaded cells, symbols and edges, by cell.

A cell is (row, column), counted from 0 in the board's first cell; those beside the board have numbers below
0, or beyond the last row or column. In the text of an address a cell is a number: with two rows and columns
more on each side of the page, all cells in rows, then all corners of cells (each the lower right one), then
edges.

Readers of a kind take from the drawing what they know. What is left over at the end is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from accord.errors import AccordError
from accord.grids.regions import Grid, Walls, parts
from accord.pencil.address import penpa_text as penpa
from accord.pencil.address.address import Size
from accord.puzzles.bounds import LARGEST
from accord.puzzles.words import describe

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Cell, Cell]  # between two cells, of which the first is above or to the left

_SHAPES = ("square", "sudoku", "kakuro")  # all of them of square cells
_AROUND = 2  # rows and columns that the site adds on each side
_PLAIN = ("1", "2", "5", "6", "8", "10")
# modes of numbers that are one text: normal, arrow (_0 up, _1 left, _2 right, _3 down), small, medium, ..
_DISCS = (5, 6, 7, 11)  # styles of numbers on a disc
_WALLS = (2, 21)  # styles of edges: bold, bolder
_GRID = (80,)  # a line like the grid's
_READ = ("number", "numberS", "surface", "symbol", "lineE", "killercages")
_OTHERS = {  # what else may be drawn, in words; what is not listed has its own name
    "line": "lines", "wall": "walls", "cage": "cages", "thermo": "thermometers",
    "nobulbthermo": "thermometers", "freeline": "free lines", "freelineE": "free edges",
    "deletelineE": "erased edges", "squareframe": "frames", "polygon": "polygons", "direction": "directions",
}  # fmt: skip
_OWN_COLOURS, _COLOURED = 13, 14  # lines: whether setters use colours of their own, and where


class Number(NamedTuple):
    """A number, or another text, in a cell; perhaps on a disc."""

    text: str
    disc: bool


class Symbol(NamedTuple):
    """A symbol as penpa-edit calls it, in one of its styles."""

    name: str
    style: int


@dataclass
class Drawing:
    """A board and what is drawn on it and beside it, by cell."""

    size: Size
    title: str
    holes: set[Cell]  # places within the board's outline that are no cells
    numbers: dict[Cell, Number] = field(default_factory=dict)
    corners: dict[tuple[Cell, int], str] = field(default_factory=dict)
    # small numbers in a cell, by corner: 0 upper left, 1 upper right, 2 lower left, 3 lower right
    shades: dict[Cell, int] = field(default_factory=dict)  # number of the colour
    symbols: dict[Cell, Symbol] = field(default_factory=dict)
    between: dict[tuple[Cell, int], Symbol] = field(default_factory=dict)
    # symbols of a cell that stand on its lower right corner (1), its lower side (2) or its right side (3)
    cages: list[list[Cell]] = field(default_factory=list)
    edges: dict[Edge, int] = field(default_factory=dict)  # between two cells of the board: style

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1]

    def at(self, cell: Cell) -> str:
        """Return the place of a cell in words."""
        if cell in self:
            return f"at {_place(cell)}"
        (row, column), (height, width) = cell, self.size
        if 0 <= column < width:
            return f"beside column {column + 1}"
        return f"beside row {row + 1}" if 0 <= row < height else "near a corner of the board"

    def regions(self) -> Grid:
        """Take the edges; return the regions that they make. Raises SpecError for one that ends inside."""
        height, width = self.size
        right, below = np.zeros((height, width - 1), np.bool_), np.zeros((height - 1, width), np.bool_)
        for pair, style in self.edges.items():
            if style not in _WALLS:
                expected = "bold edges (style 2) between regions"
                raise penpa.fault(f"found {_edge_words(pair)} of style {style}; expected {expected}")
            _set(right, below, pair)
        for pair in self._sides_of_holes():
            _set(right, below, pair)
        region = parts(right, below)
        inside = next((pair for pair in self.edges if region[pair[0]] == region[pair[1]]), None)
        if inside is not None:
            expected = "whole borders of regions"
            raise penpa.fault(f"found {_edge_words(inside)} that ends within a region; expected {expected}")
        self.edges.clear()
        return region

    def _sides_of_holes(self) -> Iterator[Edge]:
        for row, column in self.holes:
            for down, along in ((0, 1), (1, 0)):
                before, behind = (row - down, column - along), (row + down, column + along)
                yield from ((before, (row, column)) for _ in range(before in self))
                yield from (((row, column), behind) for _ in range(behind in self))

    def refuse_rest(self, kind: str) -> None:
        """Raise SpecError if anything is left."""
        found = next(self._left(), "")
        if found:
            raise penpa.fault(f"found {found}, which {kind} does not have; expected a board without it")

    def _left(self) -> Iterator[str]:
        if self.holes:
            yield f"a place that is no cell {self.at(min(self.holes))}"
        for cell, number in self.numbers.items():
            yield f"{describe(number.text)} {self.at(cell)}"
        for (cell, _), text in self.corners.items():
            yield f"{describe(text)} in a corner {self.at(cell)}"
        for cell, shade in self.shades.items():
            yield f"a cell of colour {shade} {self.at(cell)}"
        for cell, symbol in self.symbols.items():
            yield f"the symbol {symbol.name} (style {symbol.style}) {self.at(cell)}"
        for (cell, _), symbol in self.between.items():
            yield f"the symbol {symbol.name} (style {symbol.style}) on a side or a corner {self.at(cell)}"
        yield from (f"a cage {self.at(cells[0])}" for cells in self.cages)
        yield from map(_edge_words, self.edges)


def _edge_words(edge: Edge) -> str:
    return f"an edge between {_place(edge[0])} and {_place(edge[1])}"


def _set(right: Walls, below: Walls, edge: Edge) -> None:
    """Set the wall between two cells, of which the first is above or to the left."""
    (right if edge[0][0] == edge[1][0] else below)[edge[0]] = True


def _place(cell: Cell) -> str:
    """Return the name of a cell of the board."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def read(text: str) -> Drawing:
    """The drawing of an address. Raises SpecError for what is on no square board, or of a sort not known."""
    lines = penpa.lines(text)
    try:
        return _Page(lines).drawing(lines)
    except AccordError:
        raise
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError) as error:
        raise penpa.fault(f"found what penpa-edit does not write ({type(error).__name__}: {error})") from None


class _Page:
    """The numbers of cells, corners and edges of a page."""

    def __init__(self, lines: list[str]) -> None:
        head = lines[0].split(",")
        if head[0] not in _SHAPES:
            known = "; open and save it in penpa-edit again" if head[0].isdigit() else ""
            raise penpa.fault(
                f"found a board of the shape {describe(head[0])}; expected {', '.join(_SHAPES)}{known}"
            )
        if head[4:7] != ["0", "1", "1"]:
            raise penpa.fault("found a board that is turned or reflected; expected the upright one")
        self.columns, self.rows = int(head[1]), int(head[2])
        self.title = head[14].removeprefix("Title: ") if len(head) > 14 else ""
        if len(head) > 20 and re.search('"url":"[^"]', penpa.inflate(head[20])):
            raise penpa.fault("found a picture behind the board; expected a board that is drawn")
        board, at = set[Cell](), 0
        for step in penpa.value(lines, 5):
            at += int(step)
            board.add(self._where(at)[1])
        rows, columns = ({cell[axis] for cell in board} for axis in (0, 1))
        self.first = (min(rows), min(columns))
        self.size = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
        if max(self.size) > LARGEST:
            found = f"{self.size[1]} columns and {self.size[0]} rows"
            raise penpa.fault(f"found {found}; expected at most {LARGEST} of each")
        outline = {(row, column) for row in range(self.size[0]) for column in range(self.size[1])}
        self.holes = outline - {(row - self.first[0], column - self.first[1]) for row, column in board}

    def _where(self, number: int) -> tuple[int, Cell]:
        """The sort of place that a number stands for (0 cells, 1 corners, 2 and 3 edges), and where it is."""
        wide, high = self.columns + 2 * _AROUND, self.rows + 2 * _AROUND
        sort, at = divmod(number, wide * high)
        return sort, divmod(at, wide)

    def cell(self, key: str, what: str) -> Cell:
        """The cell of a key. Raises SpecError for a place that is no cell."""
        sort, (row, column) = self._where(int(key)) if key.isdigit() else (-1, (0, 0))
        if sort != 0:
            raise penpa.fault(f"found {what} between cells (place {describe(key)}); expected all in cells")
        return row - self.first[0], column - self.first[1]

    def drawing(self, lines: list[str]) -> Drawing:
        """Return the drawing of the setter."""
        layer = penpa.value(lines, 3)
        found = Drawing(self.size, self.title, self.holes)
        for key, (text, style, mode, *_) in _items(layer, "number"):
            if str(mode) not in _PLAIN:
                raise penpa.fault(f"found a number of mode {mode}; expected one of {', '.join(_PLAIN)}")
            number = Number(str(text).strip(), style in _DISCS)
            if number.text or number.disc:  # or nothing is seen
                found.numbers[self.cell(key, "a number")] = number
        for key, (text, *_) in _items(layer, "numberS"):
            sort, (row, column) = self._where(int(key) // 4)
            corner = (sort - 1) * 4 + int(key) % 4
            found.corners[(row - self.first[0], column - self.first[1]), corner] = str(text).strip()
        for key, colour in _items(layer, "surface"):
            found.shades[self.cell(key, "a colour")] = int(colour)
        for key, (style, name, *_) in _items(layer, "symbol"):
            if isinstance(style, list):
                raise penpa.fault(f"found the symbol {name} in several directions; expected plain symbols")
            sort, (row, column) = self._where(int(key))
            cell, symbol = (row - self.first[0], column - self.first[1]), Symbol(str(name), int(style))
            if sort == 0:
                found.symbols[cell] = symbol
            else:
                found.between[cell, sort] = symbol
        for key, style in _items(layer, "lineE"):
            found.edges |= {pair: int(style) for pair in self._edge(key) if int(style) not in _GRID}
        for cage in filter(None, layer.get("killercages") or ()):
            found.cages.append([self.cell(str(number), "a cage") for number in cage])
        self._refuse_others(lines, layer, found)
        return found

    def _refuse_others(self, lines: list[str], layer: Mapping[str, Any], found: Drawing) -> None:
        """Raise SpecError for what is drawn otherwise; the lines around cages belong to these."""
        for name, some in layer.items():
            known = name in _READ or name.startswith("command_") or (name == "cage" and found.cages)
            if some and not known:
                what = _OTHERS.get(name, name)
                raise penpa.fault(f"found {what}; expected numbers, shaded cells, symbols and edges")
        own = penpa.value(lines, _COLOURED) if penpa.value(lines, _OWN_COLOURS) else None
        if own and own.get("surface"):
            raise penpa.fault("found cells in colours of the setter; expected the colours of penpa-edit")

    def _edge(self, key: str) -> Iterator[Edge]:
        """The two cells of the board that an edge is between; nothing if it is on the border, or outside."""
        ends = [self._where(int(end)) for end in key.split(",")]
        if len(ends) != 2 or any(sort != 1 for sort, _ in ends):
            raise penpa.fault(
                f"found an edge that is no side of a cell (place {describe(key)}); expected sides"
            )
        (_, (top, left)), (_, (bottom, right)) = sorted(ends)
        if (bottom - top, right - left) not in ((0, 1), (1, 0)):
            raise penpa.fault("found a diagonal edge; expected sides of cells")
        row, column = bottom - self.first[0], right - self.first[1]
        pair = ((row, column), (row + 1, column)) if top == bottom else ((row, column), (row, column + 1))
        height, width = self.size
        if all(0 <= row < height and 0 <= column < width for row, column in pair):
            yield pair


def _items(layer: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """Return the drawn marks of a sort, by place; an erased one is null."""
    yield from ((key, value) for key, value in (layer.get(name) or {}).items() if value is not None)
