"""Pictures as data: characters at positions; families make them, `render` and `scene` draw them.

A place is (layer, row, column) as a text shows it. On a hexagonal board the rows are staggered, so that
columns of one row are two apart and those of the next lie between them. So are edges: a row of those that lie
begins half an edge to the right of a row of those that stand. Elsewhere columns are one apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Place: TypeAlias = tuple[int, int, int]
Vertex: TypeAlias = tuple[int, int]  # row, column
Edge: TypeAlias = tuple[Vertex, Vertex]

EMPTY = "."  # a cell with nothing on it yet
OPTIONAL = "+"  # a cell that may stay empty, and on which nothing lies
HOLE = "#"  # a place within the board's outline that is no cell
VERTEX = "+"  # where edges meet
CORNERS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # of lines, by which arms they have: 1 up, 2 right, 4 down, 8 left
STAGGERED = {"hexagonal": 0, "edges": 1}  # lattices with rows half a step apart: where the first one begins
FULL = "#"  # a cell that is filled, on a board drawn with walls, which has no holes


@dataclass(frozen=True, slots=True)
class Network:
    """Edges on a flat board: from cell to cell, or along the sides of cells, from dot to dot.

    A vertex on cells is the row and column of the cell's place. The cell (r, c) of a square board is between
    the dots (r, c) and (r + 1, c + 1). A hexagon has dots on four rows: for the cell in row r and
    column c of the text these are (2r, c + 1), (2r + 1, c), (2r + 1, c + 2), ..., (2r + 3, c + 1).
    """

    on: Literal["cells", "dots"]
    vertices: tuple[Vertex, ...]
    chosen: frozenset[Edge] = frozenset()  # the edges that are lines
    given: frozenset[Edge] = frozenset()  # the chosen edges that the puzzle states
    crossed: frozenset[Edge] = frozenset()  # edges that are known to be none, which get a cross
    new: frozenset[Edge] = frozenset()  # the edges, lines or crosses, that a hint adds
    double: frozenset[Edge] = frozenset()  # the chosen edges that are two lines side by side
    labels: Mapping[Vertex, str] = field(default_factory=dict)  # what stands in the place of a dot


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with what stands on it. Places between cells that are not listed are holes.

    With `regions` it is drawn as a square board with walls; only there the fields after it are shown.
    """

    lattice: str  # square, hexagonal, cubic, triangular or edges
    signs: Mapping[Place, str]  # one character a cell, or a name such as 6-17
    lines: tuple[str, ...] | None = None  # instead of signs, for a puzzle without a board
    regions: Mapping[Place, int] | None = None  # cells of different regions have a wall between them
    fills: Mapping[Place, str] = field(default_factory=dict)  # what a cell is full of
    colours: Mapping[str, int] = field(default_factory=dict)  # of fills: its number among 256 colours
    top: tuple[str, ...] = ()  # what stands above the columns
    left: tuple[str, ...] = ()  # what stands to the left of the rows
    bottom: tuple[str, ...] = ()  # what stands below the columns
    right: tuple[str, ...] = ()  # what stands to the right of the rows
    marks: Mapping[Place, str] = field(default_factory=dict)  # shown instead of signs, as in hints
    dark: frozenset[Place] = frozenset()  # cells that are black, with white signs; holes among them
    network: Network | None = None  # edges between the cells, or around them; the signs are clues
    # what only drawings show; texts do without
    clues: Mapping[Place, str] = field(default_factory=dict)  # stand in cells that have no other sign
    panels: tuple[tuple[str, Picture], ...] = ()  # instead of lines: boards, and what stands below each
    undrawn: str = ""  # why there is no drawing, if there are only lines
    corners: Mapping[Place, str] = field(default_factory=dict)  # what stands small in the corner of a cell
    shapes: Mapping[Place, str] = field(default_factory=dict)
    # figures in given or filled cells, by their names in `scene.figures`, in place of sign and fill
    cages: Mapping[Place, int] = field(default_factory=dict)  # cells of one number have a dashed line around
    note: str = ""  # stands below the board
    pieces: tuple[tuple[Place, ...], ...] = ()  # the cells that one piece covers, piece by piece
    names: tuple[
        str, ...
    ] = ()  # the signs of all pieces there are, for their colours; none: those on the board
    given: frozenset[Place] = frozenset()  # signs that the puzzle states; none: they are not distinguished
    shades: Mapping[Place, int] = field(default_factory=dict)  # groups of cells that are marked from behind
    heat: Mapping[Place, float] = field(default_factory=dict)  # how often something is there: 0 to 1
    hottest: float = 1.0  # the share that is shown as dark as can be
    boxes: Mapping[Place, int] | None = None  # regions that drawings have in place of the text's
    faint: Mapping[Place, str] = field(default_factory=dict)  # signs that are there, but not shown
    figures: Mapping[str, str] = field(default_factory=dict)  # of signs, by their names in `scene.figures`
    checkered: bool = False  # every second cell is darker
    tubes: tuple[tuple[Place, ...], ...] = ()  # the cells of each thermometer, from its bulb on
    arcs: tuple[tuple[Place, Place], ...] = ()  # cells that belong together
    wrap: str = ""  # how its sides are joined, as `accord.grids.wrap` calls it
    outline: tuple[int, int, int] | None = None  # layers, rows, and cells in the longest row, holes included

    def __str__(self) -> str:
        """The drawing, as `accord.render.text` makes it, without colours."""
        from accord.render.text import text  # only now: most pictures are never printed

        return text(self)


def column_step(lattice: str) -> int:
    """How far apart the columns of one row are on such a lattice."""
    return 2 if lattice in STAGGERED else 1


def first_column(lattice: str, row: int) -> int:
    """The column of the first cell in a row: every second row of a staggered lattice begins further right."""
    return (STAGGERED[lattice] + row) % 2 if lattice in STAGGERED else 0


def cell_name(picture: Picture, place: Place) -> str:
    """Return the name of a cell, as options of commands take it: r3c4; of a solid with its layer, l2r3c4."""
    layer, row, column = place
    number = (column - first_column(picture.lattice, row)) // column_step(picture.lattice) + 1
    return f"{f'l{layer + 1}' if outline_of(picture)[0] > 1 else ''}r{row + 1}c{number}"


def outline_of(picture: Picture) -> tuple[int, int, int]:
    """Return the layers, rows, and cells of the longest row of a board: as stated, or as its cells need."""
    if picture.outline is not None:
        return picture.outline
    layers, lines, columns = (max(numbers) + 1 for numbers in zip(*picture.signs, strict=True))
    if picture.lattice == "edges":
        return layers, lines, columns // 2 + 1
    return layers, lines, (columns - 1) // column_step(picture.lattice) + 1


def width_of(picture: Picture, row: int, longest: int) -> int:
    """How many cells a row has. Of edges, rows that lie have one less, unless sides are joined."""
    return longest - (picture.lattice == "edges" and not picture.wrap and row % 2 == 0)
