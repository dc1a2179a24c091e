"""The model-file keys of a packing, the reading of its board, and other drawings of that board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from string import ascii_letters, digits
from typing import Literal, TypeAlias

import msgspec

from accord.errors import no_such
from accord.grids.board import Board, full_board, read
from accord.grids.drawing import DrawingError, rows
from accord.grids.lattice import LATTICES, lattice
from accord.grids.wrap import WRAPS
from accord.picture import HOLE, OPTIONAL
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults, SpecError
from accord.puzzles.words import describe

COLOURS = frozenset(ascii_letters + digits)
Range: TypeAlias = tuple[int, int]  # first and last, counted from 1 as in the picture
Number: TypeAlias = int | tuple[int, int]  # so many; from a number to another
Copies: TypeAlias = Number | Literal["any"]  # or any number


class Confine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A limit for a piece: for the centre of the box around it, or for all of its cells."""

    piece: str
    layers: Range | None = None
    rows: Range | None = None
    columns: Range | None = None
    cells: Literal["centre", "all"] = "centre"


class Choose(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """How many of some pieces are laid together."""

    pieces: tuple[str, ...]
    copies: Number


class Packing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a board, the pieces for it, and what may be done with them."""

    lattice: str = "square"  # the shape of the cells
    wrap: str | None = None  # how the sides of the board are joined
    board: str | None = None  # a drawing, perhaps with pieces placed; a solved one gives the pieces too
    size: list[int] | None = None  # instead of a board without holes: its sides
    pieces: str | list[str] | dict[str, str] | None = None  # sets in words, or a drawing for each sign
    flipping: bool = True  # whether pieces may be reflected
    turning: bool = True  # whether pieces may be rotated
    crossing: bool = False  # for edges: whether pieces may cross
    copies: Copies | dict[str, Copies] = 1  # copies of each piece; [0, 1] for at most one
    total: Number | None = None  # number of pieces in all; [10, 12] for 10 to 12
    choose: Choose | tuple[Choose, ...] = ()  # number of some pieces together
    empty: Number | None = None  # how many cells drawn as '+' stay empty; with a size, of all cells
    confine: Confine | tuple[Confine, ...] = ()  # where a piece may lie
    forbid: dict[str, str] | None = None  # for a piece: the board, '#' on the cells that it may not cover
    colours: str | None = None  # the board with a letter or digit for each colour, '.' for any colour
    symmetry: Literal["all", "rotations", "none"] = "all"  # what counts as the same solution


def board_of(spec: Packing) -> Board:
    """Return the board. Raises SpecError.

    With a size and a number of cells that stay empty, all of them may: as if each were drawn as '+'.
    """
    size = None if spec.size is None else tuple(spec.size)
    return _board(spec.lattice, spec.board, size, spec.wrap, spec.empty is not None)


@lru_cache(maxsize=16)  # a board is read for each picture of a solution
def _board(
    name: str, drawing: str | None, size: tuple[int, ...] | None, wrap: str | None, some: bool
) -> Board:
    if name not in LATTICES:
        raise spec_error("lattice", no_such("lattice", name, LATTICES))
    if (drawing is None) == (size is None):
        found = "neither a board nor a size" if size is None else "a board and a size"
        raise spec_error("board", f"found {found}; expected one of the two")
    if wrap is not None and wrap not in WRAPS:
        raise spec_error("wrap", no_such("wrap", wrap, WRAPS))
    grid = lattice(name)
    try:
        if drawing is not None:
            return read(drawing, grid, wrap)
        board = full_board(size or (), grid, wrap)
        return replace(board, signs=(OPTIONAL,) * len(board.cells)) if some else board
    except DrawingError as error:
        raise SpecError(faults_of("board" if size is None else "size", error)) from None


def faults_of(key: str, error: DrawingError) -> list[Fault]:
    """Return the flaws of the drawing under a key as faults."""
    return [Fault(f"{key}[{flaw.line}]" if flaw.line else key, flaw.message) for flaw in error.flaws]


def gives_pieces(spec: Packing, board: Board) -> bool:
    """Whether the board is drawn solved, and no pieces are named: then it gives them."""
    return board.solved and spec.pieces is None


def signs_on_board(
    key: str, text: str, board: Board, known: Callable[[str], bool], expected: str
) -> list[str]:
    """Return the sign of each cell in another drawing of the board. Raises SpecError.

    Args:
        key: where it stands, for messages.
        text: the drawing, of the same outline; '#' where the board has no cell.
        board: the board.
        known: whether a sign may stand on a cell.
        expected: which ones these are, in words.
    """
    faults = Faults()
    signs: dict[tuple[int, int, int], str] = {}
    on_board = set(board.place_tuples)
    try:
        for row in rows(text, board.lattice):
            line = f"{key}[{row.line}]"
            for place, sign in row.signs.items():
                if place not in on_board and sign != HOLE:
                    faults.add(line, f"found {describe(sign)} where the board has no cell; expected '#'")
                elif place in on_board and not known(sign):
                    faults.add(line, f"found {describe(sign)}; expected {expected}")
            signs |= row.signs
    except DrawingError as error:
        faults += faults_of(key, error)
    faults.end()
    missing = [
        name for place, name in zip(board.place_tuples, board.names, strict=True) if place not in signs
    ]
    if missing:
        raise spec_error(key, f"found no sign for {missing[0]}; expected the whole board, as it is drawn")
    return [signs[place] for place in board.place_tuples]
