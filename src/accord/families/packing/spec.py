"""What a packing's model file says: the spec, and reading it into a board and a stock of pieces.

Everything that can be wrong with a spec is found here, but for what only the placements can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec
import numpy as np

from accord.errors import UsageError
from accord.families.reading import wrong
from accord.grids import sets
from accord.grids.board import NAME, Board, read, sized
from accord.grids.drawing import DrawingError
from accord.grids.lattice import LATTICES, Integers, lattice
from accord.grids.names import shapes_in
from accord.grids.polyforms import Shape, canonical
from accord.grids.sets import Piece
from accord.grids.wrap import WRAPS
from accord.names import no_such
from accord.picture import EMPTY
from accord.puzzles.family import Fault, Faults, SpecError

Range: TypeAlias = tuple[int, int]  # first and last, counted from 1 as in the picture
Copies: TypeAlias = int | tuple[int, int] | Literal["any"]  # so many; from a number to another; any number


class Confine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Where a piece may lie: the centre of the box around it, or all of its cells."""

    piece: str
    layers: Range | None = None
    rows: Range | None = None
    columns: Range | None = None
    cells: Literal["centre", "all"] = "centre"


class Packing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a board, the pieces for it, and what may be done with them."""

    lattice: str = "square"
    wrap: str | None = None  # how the sides of the board are joined
    board: str | None = None  # a drawing, perhaps with pieces placed; a solved one gives the pieces too
    size: list[int] | None = None  # or: the lattice's sides
    pieces: str | list[str] | dict[str, str] | None = None  # sets in words, or sign -> drawing
    flipping: bool = True  # whether a piece may be laid as its mirror image
    turning: bool = True  # whether a piece may be turned
    crossing: bool = False  # of edges: whether pieces may cross where they meet
    copies: Copies | dict[str, Copies] = 1
    confine: Confine | tuple[Confine, ...] = ()
    symmetry: Literal["all", "rotations", "none"] = "all"  # what counts as the same solution


@dataclass(frozen=True, slots=True)
class Stock:
    """A piece, and how many of it are to be laid, at the least and at the most: None for any number."""

    piece: Piece
    least: int
    most: int | None

    @property
    def copies(self) -> tuple[int, int] | None:
        """The two bounds; None if there are none."""
        return None if self.most is None else (self.least, self.most)

    @property
    def cells(self) -> tuple[int, float]:
        """How many cells they cover, at the least and at the most."""
        size = len(self.piece.shape)
        return size * self.least, float("inf") if self.most is None else size * self.most


def board_of(spec: Packing) -> Board:
    """The board. Raises SpecError."""
    return _board(spec.lattice, spec.board, None if spec.size is None else tuple(spec.size), spec.wrap)


@lru_cache(maxsize=16)  # a board is read for each picture of a solution
def _board(name: str, drawing: str | None, size: tuple[int, ...] | None, wrap: str | None) -> Board:
    if name not in LATTICES:
        raise wrong("lattice", f"found {name!r}; expected one of {', '.join(LATTICES)}")
    if (drawing is None) == (size is None):
        found = "neither a board nor a size" if size is None else "a board and a size"
        raise wrong("board", f"found {found}; expected one of the two")
    if wrap is not None and wrap not in WRAPS:
        raise wrong("wrap", no_such("wrap", wrap, WRAPS))
    grid = lattice(name)
    try:
        return read(drawing, grid, wrap) if drawing is not None else sized(size or (), grid, wrap)
    except DrawingError as error:
        raise SpecError(_faults("board" if size is None else "size", error)) from None


def _faults(key: str, error: DrawingError) -> list[Fault]:
    return [Fault(f"{key}[{flaw.line}]" if flaw.line else key, flaw.message) for flaw in error.flaws]


def board_and_stock(spec: Packing) -> tuple[Board, list[Stock]]:
    """The board, and the pieces for it. Raises SpecError with all that is wrong with either."""
    faults = Faults()
    board = faults.of(board_of, spec)
    stock: list[Stock] = []
    if board and board.solved:
        stock = _stock_of_solved(spec, board, faults)
    elif spec.lattice in LATTICES:
        stock = _with_copies(_pieces(spec, faults), spec, faults)
    faults += _laying_faults(spec, board)
    if board and not faults:
        faults += _area_faults(board, stock)
    if faults or not board:
        raise SpecError(faults)
    return board, stock


def _laying_faults(spec: Packing, board: Board | None) -> list[Fault]:
    """Whether pieces may be turned, flipped and crossed where the rest of the spec says so."""
    found = []
    if spec.flipping and not spec.turning:
        found.append(Fault("flipping", "pieces that are not turned cannot be flipped; set flipping = false"))
    if board and board.wrap and board.wrap.twisted and not spec.flipping:
        found.append(Fault("flipping", f"wrap = {spec.wrap!r} flips what goes around; set flipping = true"))
    if spec.crossing and spec.lattice != "edges":
        found.append(Fault("crossing", f"found true; pieces of the lattice {spec.lattice} never cross"))
    return found


def _area_faults(board: Board, stock: list[Stock]) -> list[Fault]:
    """The pieces must be able to have as many cells as the board."""
    (least, most), cells = map(sum, zip(*(entry.cells for entry in stock), strict=True)), len(board.cells)
    if least <= cells <= most:
        return []
    number = str(least) if least == most else f"at least {least}" if least > cells else f"at most {most}"
    return [Fault("pieces", f"the pieces cover {number} cells; the board has {cells}")]


def placed(
    board: Board, stock: list[Stock], flipping: bool, turning: bool = True
) -> list[tuple[str, Integers]]:
    """The pieces that lie on a board which is not full: the name of each, and its cells, ascending.

    Cells with the same sign are one piece: the one called so, or, if none is, the one of that shape. Raises
    SpecError.
    """
    faults = Faults()
    form_of = {
        each.piece.name: canonical(each.piece.shape, board.lattice, flipping=flipping, turning=turning)
        for each in stock
    }
    found: list[tuple[str, Integers]] = []
    for sign in sorted({*board.signs} - {EMPTY}):
        cells = np.array([cell for cell, drawn in enumerate(board.signs) if drawn == sign], np.int64)
        forms = forms_of(board, cells, flipping=flipping, turning=turning)
        alike = [
            name for name, each in form_of.items() if each in forms and (name == sign or sign not in form_of)
        ]
        if alike:
            found.append((alike[0], cells))
        else:
            which = f"the piece {sign}" if sign in form_of else "any piece"
            message = f"found {sign} on {len(cells)} cells, another shape than {which}"
            faults.add("board", f"{message}; expected a whole piece, with a sign of its own")
    for entry in stock:
        number = sum(name == entry.piece.name for name, _ in found)
        if entry.most is not None and number > entry.most:
            faults.add(
                "board", f"found {number} of the piece {entry.piece.name}; expected at most {entry.most}"
            )
    faults.end()
    return found


def forms_of(board: Board, cells: Integers, *, flipping: bool, turning: bool) -> set[Shape]:
    """The canonical forms that cells can have, by their indices: of several where they go all around."""
    shapes = board.shapes_of(cells.tolist())
    return {canonical(shape, board.lattice, flipping=flipping, turning=turning) for shape in shapes}


def _pieces(spec: Packing, faults: Faults) -> list[Piece]:
    match spec.pieces:
        case None:
            known = ", ".join([*sets.SETS, *sets.EXAMPLES])
            faults.add("pieces", f"missing; name a set ({known}), draw the pieces, or draw the board solved")
            return []
        case str(name):
            return _named_set(name, spec, faults)
        case list(names):
            return _named_set(" + ".join(names), spec, faults)
        case drawings:
            return _drawn(drawings, spec, faults)


def _named_set(name: str, spec: Packing, faults: Faults) -> list[Piece]:
    try:
        found = sets.piece_set(name)
    except UsageError as error:
        faults.add("pieces", str(error))
        return []
    if found.lattice != spec.lattice:
        faults.add("lattice", f"found {spec.lattice!r}; the set {name!r} needs {found.lattice!r}")
    if not found.flipping and spec.flipping:
        faults.add("flipping", f"the set {name!r} has mirror twins as two pieces; set flipping = false")
    if not found.turning and spec.turning:
        faults.add("turning", f"the set {name!r} has each way to lie as a piece; set turning = false")
    return list(found.pieces)


def _drawn(drawings: dict[str, str], spec: Packing, faults: Faults) -> list[Piece]:
    """The pieces of a table sign -> drawing."""
    grid = lattice(spec.lattice)
    pieces: list[Piece] = []
    twin: dict[Shape, str] = {}
    if not drawings:
        faults.add("pieces", "found no pieces; draw each one under its sign")
    for sign, drawing in drawings.items():
        key = f"pieces.{sign}"
        if not NAME.fullmatch(sign):
            faults.add(key, f"found the sign {sign!r}; expected one letter or digit")
            continue
        try:
            shapes = shapes_in(drawing, grid)
        except DrawingError as error:
            faults += _faults(key, error)
            continue
        if set(shapes) != {sign}:
            found = ", ".join(map(repr, shapes)) or "no cells"
            faults.add(key, f"found {found}; expected {sign!r} for each cell, '.' for the rest")
            continue
        form = canonical(shapes[sign], grid, flipping=spec.flipping, turning=spec.turning)
        if form in twin:
            way = "turned or flipped" if spec.flipping else "turned" if spec.turning else "shifted"
            faults.add(key, f"the same piece as {twin[form]}, {way}; draw it once and set copies")
        twin.setdefault(form, sign)
        pieces.append(Piece(sign, shapes[sign]))
    return pieces


def _with_copies(pieces: list[Piece], spec: Packing, faults: Faults) -> list[Stock]:
    names = [piece.name for piece in pieces]
    copies = spec.copies if isinstance(spec.copies, dict) else dict.fromkeys(names, spec.copies)
    for name, number in copies.items():
        key = f"copies.{name}" if isinstance(spec.copies, dict) else "copies"
        if name not in names and names:
            faults.add(key, no_such("piece", name, names))
        message = _wrong_copies(number)
        if message and Fault(key, message) not in faults:
            faults.add(key, message)
    return [_stock(piece, copies.get(piece.name, 1)) for piece in pieces]


def _wrong_copies(copies: Copies) -> str:
    if isinstance(copies, int) and copies < 1:
        return f'found {copies}; expected 1 or more, or "any"'
    if isinstance(copies, tuple) and not 0 <= copies[0] <= copies[1] > 0:
        return f"found {list(copies)}; expected [least, most], the second 1 or more"
    return ""


def _stock(piece: Piece, copies: Copies) -> Stock:
    match copies:
        case "any":
            return Stock(piece, 0, None)
        case int():
            return Stock(piece, copies, copies)
        case _:
            return Stock(piece, *copies)


def _stock_of_solved(spec: Packing, board: Board, faults: Faults) -> list[Stock]:
    """The pieces that lie on a solved board. Equal ones count as copies of one piece, the first of them."""
    faults += [
        Fault(key, "the board is drawn solved, so it gives the pieces; leave this out, or draw cells as '.'")
        for key, given in (("pieces", spec.pieces is not None), ("copies", spec.copies != 1))
        if given
    ]
    regions: dict[str, list[int]] = {}
    for cell, sign in enumerate(board.signs):
        regions.setdefault(sign, []).append(cell)
    equal: dict[Shape, list[Piece]] = {}
    for sign in sorted(regions):
        cells = np.array(regions[sign], np.int64)
        forms = forms_of(board, cells, flipping=spec.flipping, turning=spec.turning)
        if len(forms) == 1:
            equal.setdefault(forms.pop(), []).append(Piece(sign, board.shapes_of(regions[sign])[0]))
        else:
            shapes = f"{len(forms)} shapes" if forms else "no shape, or too many,"
            faults.add("board", f"found {shapes} for {sign}, as sides are joined; draw its piece in `pieces`")
    return [Stock(same[0], len(same), len(same)) for same in equal.values()]
