"""The checked content of a packing's spec: the board, the pieces, and how many cells and pieces to use.

Everything that can be wrong with a spec is found here, but for what only the placements can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np

from accord.errors import no_such
from accord.families.packing.inventory import Stock, stock_of
from accord.families.packing.spec import COLOURS, Choose, Number, Packing, board_of, signs_on_board
from accord.grids.board import Board
from accord.grids.lattice import Integers
from accord.picture import EMPTY, OPTIONAL
from accord.puzzles.family import Fault, Faults, SpecError

TOTAL = "total"  # names of items; for `choose` they are the keys
CHOOSE = "choose"
STAYS_EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Sum:
    """How many of some pieces are laid together, at the least and at the most."""

    name: str
    pieces: frozenset[str]
    least: int
    most: int


@dataclass(frozen=True, eq=False)
class Declaration:
    """A spec as read, without contradictions that can be seen before pieces are laid."""

    board: Board
    stock: list[Stock]
    sums: list[Sum]  # only sums that a choice of pieces could miss
    optional: Integers  # the cells that may stay empty, ascending
    empty: tuple[int, int]  # how many of them do, at the least and at the most
    colours: tuple[str, ...]  # of each cell, "" where it may be any; empty if the board has none


def declaration_of(spec: Packing) -> Declaration:
    """Return what a spec declares. Raises SpecError with every fault."""
    faults = Faults()
    board = faults.of(board_of, spec)
    colours = (faults.of(colours_on, spec, board) if board else None) or ()
    stock = stock_of(spec, board, colours, faults)
    sums = _sums(spec, stock, faults) if stock else []
    faults += _laying_faults(spec, board)
    optional, empty = _empty(spec, board, faults) if board else (np.empty(0, np.int64), (0, 0))
    if board and not faults:
        empty = _empty_bounds(board, stock, sums, empty, faults)
    if board and colours and not faults:
        _check_colours(colours, set(optional.tolist()), stock, faults)
    if faults or not board:
        raise SpecError(faults)
    sizes = {len(entry.piece.shape) for entry in stock}
    covered = [(len(board.cells) - number) / size for size in sizes for number in empty]
    found = [each for each in sums if each.name != TOTAL or len(sizes) > 1 or not _holds(each, covered)]
    return Declaration(board, stock, found, optional if empty[1] else optional[:0], empty, colours)


def _holds(sum_: Sum, numbers: Sequence[float]) -> bool:
    return all(sum_.least <= number <= sum_.most for number in numbers)


def colours_on(spec: Packing, board: Board) -> tuple[str, ...]:
    """Return the colour of each cell, "" for any; empty if the board has none. Raises SpecError."""
    return () if spec.colours is None else _colours(spec.colours, board)


@lru_cache(maxsize=16)  # as boards are
def _colours(drawing: str, board: Board) -> tuple[str, ...]:
    expected = "a letter or digit, or '.' where any colour may be"
    signs = signs_on_board("colours", drawing, board, lambda sign: sign in COLOURS or sign == EMPTY, expected)
    return tuple("" if sign == EMPTY else sign for sign in signs)


# -- how many --------------------------------------------------------------------------------------


def _bounds(number: Number, key: str, least: int, faults: Faults) -> tuple[int, int]:
    """Return the least and the most; the most must be `least` or more."""
    low, high = (number, number) if isinstance(number, int) else number
    if not 0 <= low <= high or high < least:
        shown = number if isinstance(number, int) else list(number)
        what = f"{least} or more, or [least, most]" if isinstance(number, int) else "[least, most]"
        faults.add(key, f"found {shown}; expected {what}")
    return low, high


def choices(spec: Packing) -> list[tuple[str, Choose]]:
    """Return each entry of `choose`, with the key that leads to it."""
    if isinstance(spec.choose, Choose):
        return [(CHOOSE, spec.choose)]
    return [(f"{CHOOSE}[{i}]", choose) for i, choose in enumerate(spec.choose, start=1)]


def _sums(spec: Packing, stock: list[Stock], faults: Faults) -> list[Sum]:
    """Return how many of some pieces, and of all, are laid together, where copies do not imply it."""
    names = [entry.piece.name for entry in stock]
    wanted: list[tuple[str, str, Sequence[str], Number]] = []
    if spec.total is not None:
        wanted.append((TOTAL, TOTAL, names, spec.total))
    for key, choose in choices(spec):
        wanted.append((key, f"{key}.copies", choose.pieces, choose.copies))
        for name in choose.pieces:
            if name not in names:
                faults.add(f"{key}.pieces", no_such("piece", name, names))
        if len(set(choose.pieces)) < max(2, len(choose.pieces)):
            faults.add(f"{key}.pieces", "expected two pieces or more, each once; for one there is `copies`")
    found = []
    for name, key, pieces, number in wanted:
        low, high = _bounds(number, key, 1, faults)
        some = [entry for entry in stock if entry.piece.name in pieces]
        least = sum(entry.least for entry in some)
        most = sum(inf if entry.most is None else entry.most for entry in some)
        if not faults and (low > most or high < least):
            adds = str(least) if least == most else f"{least} or more" if high < least else f"at most {most}"
            way = "; so that a piece may be left out, say copies = [0, 1]" if high < least else ""
            faults.add(
                key, f"found {_range_text(low, high)}; the copies of these pieces add up to {adds}{way}"
            )
        elif low > least or high < most:
            found.append(Sum(name, frozenset(pieces), low, high))
    return found


def _range_text(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _empty(spec: Packing, board: Board, faults: Faults) -> tuple[Integers, tuple[int, int]]:
    """Return the cells that may stay empty, and how many of them do."""
    optional = np.array([cell for cell, sign in enumerate(board.signs) if sign == OPTIONAL], np.int64)
    if spec.empty is None:
        return optional, (0, len(optional))
    low, high = _bounds(spec.empty, "empty", 0, faults)
    if low > len(optional):
        cells = f"{len(optional)} {'cell' if len(optional) == 1 else 'cells'}"
        faults.add(
            "empty", f"found {_range_text(low, high)}; {cells} of the board may stay empty, drawn as '+'"
        )
    return optional, (low, min(high, len(optional)))


def _laying_faults(spec: Packing, board: Board | None) -> list[Fault]:
    """Whether pieces may be turned, flipped and crossed where the rest of the spec says so."""
    found = []
    if spec.flipping and not spec.turning:
        found.append(Fault("flipping", "pieces that are not turned cannot be flipped; set flipping = false"))
    if board and board.wrap and board.wrap.twisted:
        flips = f"wrap = {spec.wrap!r} flips what goes around"
        if not spec.flipping:
            found.append(Fault("flipping", f"{flips}; set flipping = true"))
        if spec.symmetry == "rotations":  # each is a reflection as well, if one goes around once more
            found.append(Fault("symmetry", f'{flips}, so no rotation differs from a reflection; say "all"'))
    if spec.crossing and spec.lattice != "edges":
        found.append(Fault("crossing", f"found true; pieces of the lattice {spec.lattice} never cross"))
    return found


# -- whether it can be -----------------------------------------------------------------------------


def _area(stock: list[Stock], total: tuple[int, float]) -> tuple[int, float]:
    """Return how many cells the pieces cover, at least and at most, if so many are laid in all."""
    laid = sum(entry.least for entry in stock)
    fixed = sum(entry.least * len(entry.piece.shape) for entry in stock)
    room = [(len(e.piece.shape), inf if e.most is None else e.most - e.least) for e in stock]

    def more(pieces: float, largest: bool) -> float:
        cells = 0.0
        for size, free in sorted(room, reverse=largest):
            taken = min(free, pieces)
            cells += size * taken if taken else 0
            pieces -= taken
            if not pieces:
                break
        return cells

    return fixed + int(more(max(0, total[0] - laid), False)), fixed + more(total[1] - laid, True)


def _empty_bounds(
    board: Board, stock: list[Stock], sums: list[Sum], empty: tuple[int, int], faults: Faults
) -> tuple[int, int]:
    """Return how many cells can stay empty; add a fault if the pieces cannot cover the other cells."""
    total = next(((each.least, each.most) for each in sums if each.name == TOTAL), (0, inf))
    (least, most), cells = _area(stock, total), len(board.cells)
    low, high = max(empty[0], cells - most), min(empty[1], cells - least)
    if low > high:
        too_many = least > cells - empty[0]
        number = str(least) if least == most else f"at least {least}" if too_many else f"at most {int(most)}"
        stay = f"at least {empty[0]} stay empty" if too_many else f"at most {empty[1]} may stay empty"
        also = f", of which {stay}" if empty[not too_many] else ""
        each_once = all(entry.least == entry.most == 1 for entry in stock)
        hint = "; with copies = [0, 1] each may be left out" if too_many and each_once else ""
        faults.add("pieces", f"the pieces cover {number} cells; the board has {cells}{also}{hint}")
    return int(low), int(high)


def _check_colours(colours: Sequence[str], optional: set[int], stock: list[Stock], faults: Faults) -> None:
    """Add a fault for a colour of which the pieces have too many cells, or too few, for the board."""
    on_board = Counter(colours)
    to_cover = Counter(colour for cell, colour in enumerate(colours) if cell not in optional)
    of_pieces = [(Counter(entry.painted), entry) for entry in stock]
    for colour in sorted(on_board.keys() - {""}):
        least = sum(each[colour] * entry.least for each, entry in of_pieces)
        most = sum(
            number * (inf if entry.most is None else entry.most)
            for each, entry in of_pieces
            if (number := each[colour] + each[""])
        )
        if least > on_board[colour] + on_board[""]:
            there = f"{on_board[colour]}" + (f", and {on_board['']} of any" if on_board[""] else "")
            faults.add(
                "colours", f"the pieces have at least {least} cells of {colour}; the board has {there}"
            )
        if most < to_cover[colour]:
            faults.add(
                "colours",
                f"the board has {to_cover[colour]} cells of {colour} to cover; the pieces have at most "
                f"{int(most)} that may lie there",
            )
