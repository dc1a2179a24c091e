"""The inventory of a packing: its pieces, and how many copies of each may be used.

Everything that can be wrong with board and pieces is found here, but for what only the placements can tell.

Pieces with coloured cells: their distinct orientations, and which pieces are equal.

A look is a shape as it lies, each cell with its colour, "" for none. Turning and flipping take the colours
along, so a domino of black and white lies in 4 ways, where a plain one lies in 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from accord.errors import UsageError, no_such
from accord.families.packing.spec import COLOURS, Copies, Packing, faults_of, gives_pieces
from accord.grids import sets
from accord.grids.board import NAME, Board
from accord.grids.drawing import DrawingError, rows
from accord.grids.lattice import LATTICES, Integers, Lattice, lattice
from accord.grids.names import BACKGROUND
from accord.grids.polyforms import Cell, Shape, canonical, mirror_image, moved_by, normalise
from accord.grids.sets import Piece, PieceSet
from accord.picture import OPTIONAL, Place
from accord.puzzles.family import Fault, Faults
from accord.scene.palette import BLACK


@dataclass(frozen=True, slots=True)
class Stock:
    """A piece, and how many of it are to be laid, at the least and at the most: None for any number."""

    piece: Piece
    least: int
    most: int | None
    colours: Colours = ()  # of its cells, "" for none; empty if none has one

    @property
    def copies(self) -> tuple[int, int] | None:
        """The least and the most; None if any number may be laid."""
        return None if self.most is None else (self.least, self.most)

    @property
    def painted(self) -> Colours:
        """The colour of each cell."""
        return self.colours or ("",) * len(self.piece.shape)

    def ways(self, spec: Packing, grid: Lattice) -> list[Look]:
        """Return the different ways to lay it."""
        flipping, turning = spec.flipping, spec.turning
        return ways(self.piece.shape, self.painted, grid, flipping=flipping, turning=turning)

    def form(self, spec: Packing, grid: Lattice) -> Look:
        """Return a form that is equal for two pieces just if they are the same."""
        flipping, turning = spec.flipping, spec.turning
        return form(self.piece.shape, self.painted, grid, flipping=flipping, turning=turning)

    def image(self, grid: Lattice, isometry: Integers) -> Stock:
        """Return the piece under an isometry, with the same bounds."""
        (look,) = looks(self.piece.shape, self.painted, grid, isometry[None])
        shape, colours = zip(*look, strict=True)
        return replace(self, piece=Piece(self.piece.name, shape), colours=colours)


def stock_of(
    spec: Packing, board: Board | None, colours: Sequence[str] | None, faults: Faults
) -> list[Stock]:
    """Return the pieces of a spec; `board` is None if it could not be read, `colours` are of its cells."""
    if board and gives_pieces(spec, board):
        return _stock_of_solved(spec, board, colours, faults)
    if spec.lattice not in LATTICES:
        return []
    return _with_copies(_pieces(spec, faults), spec, faults)


def _pieces(spec: Packing, faults: Faults) -> list[tuple[Piece, Colours]]:
    match spec.pieces:
        case None:
            known = ", ".join([*sets.SETS, *sets.EXAMPLES])
            faults.add("pieces", f"missing; name a set ({known}), draw the pieces, or draw the board solved")
            return []
        case str(name):
            return [(piece, ()) for piece in _named_set(name, spec, faults)]
        case list(names):
            return [(piece, ()) for piece in _named_set(" + ".join(names), spec, faults)]
        case drawings:
            return _drawn_pieces(drawings, spec, faults)


def _named_set(name: str, spec: Packing, faults: Faults) -> list[Piece]:
    try:
        found = sets.piece_set(name)
    except UsageError as error:
        faults.add("pieces", str(error))
        return []
    if found.lattice != spec.lattice:
        faults.add("lattice", f"found {spec.lattice!r}; the set {name!r} needs {found.lattice!r}")
    if not found.flipping and spec.flipping and (not found.turning or _has_a_twin(found)):
        faults.add("flipping", f"the set {name!r} has mirror twins as two pieces; set flipping = false")
    if not found.turning and spec.turning:
        faults.add("turning", f"the set {name!r} has each way to lie as a piece; set turning = false")
    return list(found.pieces)


def _has_a_twin(found: PieceSet) -> bool:
    """Whether the mirror image of any of these pieces is another one; dicubes have none that is."""
    grid = lattice(found.lattice)
    forms = ((canonical(each.shape, grid, flipping=False), each.shape) for each in found.pieces)
    return any(form != canonical(mirror_image(shape, grid), grid, flipping=False) for form, shape in forms)


def _drawn_pieces(drawings: dict[str, str], spec: Packing, faults: Faults) -> list[tuple[Piece, Colours]]:
    """Return the pieces of a table sign -> drawing, with their colours if the board has colours."""
    grid = lattice(spec.lattice)
    pieces: list[tuple[Piece, Colours]] = []
    twin: dict[Look, str] = {}
    if not drawings:
        faults.add("pieces", "found no pieces; draw each one under its sign")
    known = frozenset(spec.colours or ()) & COLOURS
    for sign, drawing in drawings.items():
        key = f"pieces.{sign}"
        if not NAME.fullmatch(sign):
            faults.add(key, f"found the sign {sign!r}; expected one letter or digit")
            continue
        if sign in known:
            faults.add(key, f"{sign!r} is a colour as well; call the piece or the colour otherwise")
            continue
        try:
            shape, signs = _cells_of(drawing, grid)
        except DrawingError as error:
            faults += faults_of(key, error)
            continue
        if not shape or set(signs) - known - {sign}:
            found = ", ".join(map(repr, dict.fromkeys(signs))) or "no cells"
            also = f", or its colour ({', '.join(sorted(known))})," if known else ""
            faults.add(key, f"found {found}; expected {sign!r}{also} for each cell, '.' for the rest")
            continue
        colours = tuple("" if each == sign else each for each in signs) if known else ()
        piece = Stock(Piece(sign, shape), 1, 1, colours)
        form = piece.form(spec, grid)
        if form in twin:
            way = "turned or flipped" if spec.flipping else "turned" if spec.turning else "shifted"
            faults.add(key, f"the same piece as {twin[form]}, {way}; draw it once and set copies")
        twin.setdefault(form, sign)
        pieces.append((piece.piece, colours))
    return pieces


def _cells_of(drawing: str, grid: Lattice) -> tuple[Shape, tuple[str, ...]]:
    """Return the shape that a drawing shows, and the sign of each cell of it. Raises DrawingError."""
    signs = {
        place: sign
        for row in rows(drawing, grid)
        for place, sign in row.signs.items()
        if sign not in BACKGROUND
    }
    if not signs:
        return (), ()
    cells = map(tuple, grid.cells_at(np.array(list(signs), np.int64)).tolist())
    return _shift(dict(zip(cells, signs.values(), strict=True)), grid)


def _shift(signs: dict[tuple[int, ...], str], grid: Lattice) -> tuple[Shape, tuple[str, ...]]:
    """Return the shape of some cells, wherever they lie, and their signs in its order."""
    return normalise(signs, grid), tuple(signs[cell] for cell in sorted(signs))


def _with_copies(pieces: list[tuple[Piece, Colours]], spec: Packing, faults: Faults) -> list[Stock]:
    names = [piece.name for piece, _ in pieces]
    copies = spec.copies if isinstance(spec.copies, dict) else dict.fromkeys(names, spec.copies)
    for name, number in copies.items():
        key = f"copies.{name}" if isinstance(spec.copies, dict) else "copies"
        if name not in names and names:
            faults.add(key, no_such("piece", name, names))
        message = _wrong_copies(number)
        if message and Fault(key, message) not in faults:
            faults.add(key, message)
    return [Stock(piece, *_bounds(copies.get(piece.name, 1)), colours) for piece, colours in pieces]


def _wrong_copies(copies: Copies) -> str:
    if isinstance(copies, int) and copies < 1:
        return f'found {copies}; expected 1 or more, or "any"'
    if isinstance(copies, tuple) and not 0 <= copies[0] <= copies[1] > 0:
        return f"found {list(copies)}; expected [least, most], the second 1 or more"
    return ""


def _bounds(copies: Copies) -> tuple[int, int | None]:
    match copies:
        case "any":
            return 0, None
        case int():
            return copies, copies
        case _:
            return copies


def _stock_of_solved(
    spec: Packing, board: Board, colours: Sequence[str] | None, faults: Faults
) -> list[Stock]:
    """Return the pieces that lie on a solved board. Equal ones count as copies of the first of them.

    Where the board has colours, their cells have the colours on which they lie.
    """
    if spec.copies != 1:
        why = "the board is drawn solved, so it gives the pieces"
        faults.add("copies", f"{why}; leave this out, or draw cells as '.'")
    regions: dict[str, list[int]] = {}
    for cell, sign in enumerate(board.signs):
        if sign != OPTIONAL:
            regions.setdefault(sign, []).append(cell)
    equal: dict[Look, list[Stock]] = {}
    for sign in sorted(regions):
        shapes = board.shapes_of(regions[sign])
        found = {(one := Stock(Piece(sign, shape), 1, 1)).form(spec, board.lattice): one for shape in shapes}
        if len(found) != 1 or (colours and board.wrap is not None):
            what = (
                f"{len(found)} shapes"
                if len(found) > 1
                else "no shape, or too many,"
                if not found
                else "colours"
            )
            faults.add("board", f"found {what} for {sign}, as sides are joined; draw its piece in `pieces`")
            continue
        (piece,) = found.values()
        if colours:
            cells = map(tuple, board.cells[regions[sign]].tolist())
            of_cell = dict(zip(cells, (colours[cell] for cell in regions[sign]), strict=True))
            shape, painted = _shift(of_cell, board.lattice)
            piece = Stock(Piece(sign, shape), 1, 1, painted if any(painted) else ())
        equal.setdefault(piece.form(spec, board.lattice), []).append(piece)
    return [replace(same[0], least=len(same), most=len(same)) for same in equal.values()]


Colours: TypeAlias = tuple[str, ...]  # one for each cell of a shape, "" for none
Look: TypeAlias = tuple[tuple[Cell, str], ...]  # cells ascending


def looks(shape: Shape, colours: Colours, grid: Lattice, isometries: Integers) -> list[Look]:
    """Return the shape with its colours under each of the isometries, in their order."""
    moved = moved_by(shape, grid, isometries)
    return [tuple(sorted(zip(cells, colours, strict=True))) for cells in moved]  # no cell is there twice


def ways(
    shape: Shape, colours: Colours, grid: Lattice, *, flipping: bool, turning: bool = True
) -> list[Look]:
    """Return the different ways to lay the shape, ascending."""
    return sorted(set(looks(shape, colours, grid, grid.isometries(flipping, turning))))


def form(shape: Shape, colours: Colours, grid: Lattice, *, flipping: bool, turning: bool = True) -> Look:
    """Return the least of these ways: equal for two pieces just if they are the same piece."""
    return min(looks(shape, colours, grid, grid.isometries(flipping, turning)))


def shades_of(colours: Sequence[str], places: Sequence[Place], known: Sequence[str]) -> dict[Place, int]:
    """Return the colours of some places as drawings show them: groups, by the alphabet of all `known`.

    Where b and w are the only ones they are black and white, and drawn as such.
    """
    names = sorted(set(known) - {""})
    first = BLACK if [name.casefold() for name in names] == ["b", "w"] else 0
    number = {colour: first + i for i, colour in enumerate(names)}
    return {place: number[colour] for place, colour in zip(places, colours, strict=True) if colour in number}
