"""Clue sets: which cells of a solved sudoku are to be given so that it is the only solution?

An option gives a cell. The items: each cell, `clues` for their number, and the unavoidable sets of the grid,
each of which must have a clue: those that are seen at a glance from the start, all others are lazy
(`accord.families.clue_sets.unavoidable`).

    item                   demand        options that give to it
    ---------------------  ------------  -----------------------------------------------------------
    r1c1                   [0, 1]        r1c1=1, unless the mask says that it must not be given;
                           [1, 1]        if the mask says that it must be
    clues                  [low, high]   all
    {r1c1 r1c2 r3c1 r3c2}  [1, -]        r1c1=1, r1c2=2, r3c1=2, r3c2=1

Where there may be more clues or fewer, the best solution is one of the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

import msgspec
import numpy as np

from accord.families.clue_sets.unavoidable import Unavoidable, at_a_glance
from accord.families.sudoku.shape import LARGEST, SIGNS, Shape, boxed, jigsaw, usual
from accord.model import Model
from accord.model.origin import with_origin
from accord.picture import EMPTY, Picture
from accord.puzzles.family import Fault, SpecError
from accord.puzzles.words import found

__all__ = ["ClueSets", "Unavoidable"]

MUST, MUST_NOT, MAY = "X", "-", "."


class ClueSets(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """The spec: a grid, how many clues, and which cells they may be."""

    grid: str  # a picture of the solved board, or its cells in a line; 1-9, then A-Z, then a-z
    clues: int | tuple[int, int]  # how many, or at least and at most
    mask: str = ""  # a picture: a digit or X must be given, - must not, . may
    minimal: bool = False  # only puzzles of which every clue is needed
    box: str = ""  # columns x rows of a box, as in 3x2
    boxes: str = ""  # a picture of boxes of any shape, a sign each
    diagonals: bool = False  # whether both diagonals have every digit too


def parse(text: str) -> ClueSets:
    """`17:<grid>` -> the puzzles of 17 clues of that grid; `16-17:<grid>` of 16 or 17. Raises SpecError."""
    clues, colon, grid = text.partition(":")
    least, dash, most = clues.partition("-")
    numbers = [least, most] if dash else [least]
    if not colon or not all(n.isascii() and n.isdigit() and len(n) < 5 for n in numbers):
        raise SpecError([Fault("clues", f"found {found(clues)}; expected a number, a colon and a grid")])
    several = (int(least), int(most)) if dash else int(least)
    return ClueSets(grid=grid, clues=several)


def build(spec: ClueSets) -> Model:
    """The model. Raises SpecError with every fault."""
    lazy, mask = _read(spec)
    cells = range(len(lazy.grid))
    names = lazy.shape.cell_names
    options = lazy.options(cells)
    sets = at_a_glance(lazy)
    items: dict[str, int | tuple[int, int | None]] = {
        names[cell]: 1 if mask[cell] == MUST else (0, 1) for cell in cells
    }
    items["clues"] = lazy.clues
    gives: dict[str, list[str]] = {
        options[cell]: [names[cell], "clues"] for cell in cells if mask[cell] != MUST_NOT
    }
    for cells_of_set in sets:
        item = lazy.item(cells_of_set)
        items[item.name] = (1, None)
        for option in item.gives:
            if option in gives:
                gives[option].append(item.name)
    fewest = dict.fromkeys(gives, 1) if lazy.clues[0] < lazy.clues[1] else None
    model = Model.build(items, gives, order=names, minimize=fewest, family="clue-sets", lazy=lazy)
    return with_origin(model, spec, [(cell, lazy.grid[cell]) for cell in cells if mask[cell] != MUST_NOT])


def picture(spec: ClueSets, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The puzzle: the clues that are given; of no solution, the whole grid."""
    lazy = model.lazy
    assert isinstance(lazy, Unavoidable)
    signs = {
        (0, cell // lazy.size, cell % lazy.size): SIGNS[digit - 1] if options is None else EMPTY
        for cell, digit in enumerate(lazy.grid)
    }
    number = model.item_index
    for option in options or ():
        cell = int(model.items_of(option)[0])
        assert cell < number["clues"]
        signs[0, cell // lazy.size, cell % lazy.size] = SIGNS[lazy.grid[cell] - 1]
    return Picture("square", signs)


# -- reading the spec --------------------------------------------------------------------------------


def _read(spec: ClueSets) -> tuple[Unavoidable, str]:
    """The lazy part, and for each cell whether it must, must not or may be given."""
    faults: list[Fault] = []
    signs = _picture(spec.grid, "grid", faults)
    size = isqrt(len(signs))
    if not faults:
        wrong = sorted(set(signs) - set(SIGNS[:size]))
        if wrong:
            expected = f"expected a solved board of {size} rows, with the signs {SIGNS[:size]}"
            faults.append(Fault("grid", f"found {', '.join(map(repr, wrong[:5]))}; {expected}"))
    if faults:
        raise SpecError(faults)
    grid = tuple(SIGNS.index(sign) + 1 for sign in signs)
    shape = _shape(spec, size, faults)
    if shape is not None:
        faults += [_no_solution(shape, *clash) for clash in shape.clashes(np.array(grid))[:10]]
    mask = _mask(spec, size, signs, faults)
    clues = _clues(spec, len(signs), mask, faults)
    if faults or shape is None:
        raise SpecError(faults)
    boxes = tuple(shape.box.ravel().tolist())
    return Unavoidable(size, grid, boxes, spec.diagonals, spec.minimal, clues), mask


def _picture(text: str, key: str, faults: list[Fault]) -> str:
    """The signs of a square picture, or of a line of as many, without line ends and blanks."""
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    signs = "".join(rows)
    size = isqrt(len(signs))
    if not signs or len(signs) > LARGEST**2 or size * size != len(signs):
        what = f"found {len(signs)} cells; expected a square number of them, at most {LARGEST} x {LARGEST}"
        faults.append(Fault(key, what))
    elif len(rows) > 1 and any(len(row) != size for row in rows):
        lengths = sorted({len(row) for row in rows})
        what = f"found {len(rows)} rows of {' and '.join(map(str, lengths[:3]))} cells"
        faults.append(Fault(key, f"{what}; expected {size} of {size}"))
    return signs


def _shape(spec: ClueSets, size: int, faults: list[Fault]) -> Shape | None:
    if spec.boxes:
        if spec.box:
            faults.append(Fault("boxes", "boxes are given twice, by box and by boxes; expected one of them"))
        before = len(faults)
        signs = _picture(spec.boxes, "boxes", faults)
        if len(faults) > before:
            return None
        counts = {sign: signs.count(sign) for sign in signs}
        if len(signs) != size * size or len(counts) != size or set(counts.values()) != {size}:
            what = f"found {len(counts)} boxes on {len(signs)} cells"
            faults.append(Fault("boxes", f"{what}; expected {size} boxes of {size} cells"))
            return None
        return jigsaw(tuple(signs[k : k + size] for k in range(0, len(signs), size)), spec.diagonals)
    if not spec.box:
        sides = usual(size)
        if sides is None:
            faults.append(Fault("box", f"{size} rows have no usual boxes; expected box or boxes"))
            return None
        return boxed(size, *sides, spec.diagonals)
    columns, _, rows = spec.box.partition("x")
    if not (columns.isascii() and rows.isascii() and columns.isdigit() and rows.isdigit()):
        faults.append(Fault("box", f"found {found(spec.box)}; expected columns x rows, as in 3x2"))
        return None
    if len(spec.box) > 9 or int(columns) * int(rows) != size:
        faults.append(Fault("box", f"found {found(spec.box)}; expected a box of {size} cells"))
        return None
    return boxed(size, int(columns), int(rows), spec.diagonals)


def _no_solution(shape: Shape, unit: str, digit: int, cells: list[int]) -> Fault:
    kind = {"r": "row", "c": "column", "b": "box", "d": "diagonal"}[unit[0]]
    places = " and ".join(shape.cell_names[cell] for cell in cells)
    return Fault(
        "grid", f"{kind} {unit[1:]} has {SIGNS[digit - 1]} twice, in {places}; expected a solved board"
    )


def _mask(spec: ClueSets, size: int, grid: str, faults: list[Fault]) -> str:
    """A sign for each cell: X, - or a point."""
    if not spec.mask:
        return MAY * len(grid)
    before = len(faults)
    signs = _picture(spec.mask, "mask", faults)
    if len(faults) == before and len(signs) != len(grid):
        faults.append(Fault("mask", f"found {len(signs)} cells; expected {size} x {size}, as in the grid"))
    read = []
    for sign, own in zip(signs, grid, strict=False):
        if sign in (MUST_NOT, MAY, MUST) and not (sign == MUST and own == MUST):
            read.append(sign)
        elif sign == own:
            read.append(MUST)
        elif len(faults) < before + 10:
            cell = f"r{len(read) // size + 1}c{len(read) % size + 1}"
            expected = "X or the grid's digit (it must be given), - (it must not) or . (it may)"
            faults.append(
                Fault("mask", f"found {sign!r} at {cell}, where the grid has {own}; expected {expected}")
            )
            read.append(MAY)
        else:
            break
    return "".join(read)


def _clues(spec: ClueSets, cells: int, mask: str, faults: list[Fault]) -> tuple[int, int]:
    low, high = (spec.clues, spec.clues) if isinstance(spec.clues, int) else spec.clues
    must, may = mask.count(MUST), len(mask) - mask.count(MUST_NOT)
    if not 0 <= low <= high:
        faults.append(Fault("clues", f"found {low} to {high}; expected 0 or more, the lesser first"))
    elif low > cells:
        faults.append(Fault("clues", f"found {low}; the grid has {cells} cells"))
    elif len(mask) != cells:
        pass  # which is told of already
    elif low > may:
        faults.append(Fault("clues", f"found {low}; the mask leaves {may} cells that may be given"))
    elif high < must:
        faults.append(Fault("clues", f"found {high}; the mask has {must} cells that must be given"))
    return low, high
