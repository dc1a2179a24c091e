"""Build the model of clue sets: choices of cells of a solved sudoku that leave it as the only solution.

An option gives a cell. The items: each cell, `clues` for their number, and the unavoidable sets of the grid,
each of which must have a clue: some small sets from the start, all others are lazy
(`accord.families.clue_sets.unavoidable`).

    item                   demand        options of it
    ---------------------  ------------  -----------------------------------------------------------
    r1c1                   [0, 1]        r1c1=1, unless the mask says that it must not be given;
                           [1, 1]        if the mask says that it must be
    clues                  [low, high]   all
    {r1c1 r1c2 r3c1 r3c2}  [1, -]        r1c1=1, r1c2=2, r3c1=2, r3c2=1

Where there may be more clues or fewer, the best solution is one of the fewest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from accord.families.clue_sets.unavoidable import Unavoidable, at_a_glance
from accord.families.sudoku.shape import KINDS, SIGNS, Shape
from accord.families.sudoku.spec import Sudoku, layout
from accord.model import Model
from accord.model.data import with_origin
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import spec_error
from accord.puzzles.family import Fault, Faults
from accord.puzzles.words import describe

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
    last: tuple[int, ...] = ()  # where the last band of the grid is empty: which bands complete it; none: all
    case: int = 0  # likewise: only clue sets of this case of `runs.entry_case`; 0: all


def parse(text: str) -> ClueSets:
    """Parse `17:<grid>`, the puzzles of 17 clues of that grid, or `16-17:<grid>`. Raises SpecError."""
    clues, colon, grid = text.partition(":")
    least, dash, most = clues.partition("-")
    numbers = [least, most] if dash else [least]
    if not colon or not all(n.isascii() and n.isdigit() and len(n) < 5 for n in numbers):
        raise spec_error("clues", f"found {describe(clues)}; expected a number, a colon and a grid")
    several = (int(least), int(most)) if dash else int(least)
    return ClueSets(grid=grid, clues=several)


def build(spec: ClueSets) -> Model:
    """Return the model. Raises SpecError with every fault."""
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
    """Return the puzzle with its clues; without a solution, the whole grid."""
    lazy = model.lazy
    assert isinstance(lazy, Unavoidable)
    places = [(0, cell // lazy.size, cell % lazy.size) for cell in range(len(lazy.grid))]
    grid = {place: SIGNS[digit - 1] for place, digit in zip(places, lazy.grid, strict=True)}
    signs = grid if options is None else dict.fromkeys(places, EMPTY)
    number = model.item_index
    for option in options or ():
        cell = int(model.items_of(option)[0])
        assert cell < number["clues"]
        signs[places[cell]] = grid[places[cell]]
    boxes = dict(zip(places, lazy.shape.box.ravel().tolist(), strict=True))
    return Picture("square", signs, boxes=boxes, faint=grid)


# -- reading the spec --------------------------------------------------------------------------------


def _read(spec: ClueSets) -> tuple[Unavoidable, str]:
    """Return the lazy part, and for each cell whether it must, must not or may be given."""
    board = layout(
        Sudoku(grid=spec.grid, box=spec.box or None, boxes=spec.boxes or None, diagonals=spec.diagonals)
    )
    shape, grid = board.shape, tuple(board.givens.ravel().tolist())
    blank = (
        Fault("grid", f"found no digit in {shape.cell_names[cell]}; expected a solved board")
        for cell, digit in enumerate(grid)
        if not digit
    )
    faults = Faults(islice(blank, 10))
    faults += [_no_solution(shape, *clash) for clash in shape.clashes(board.givens)[:10]]
    mask = _mask(spec.mask, shape, grid, faults)
    clues = _clues(spec, len(grid), mask, faults)
    faults.end()
    boxes = tuple(shape.box.ravel().tolist())
    return Unavoidable(shape.size, grid, boxes, spec.diagonals, spec.minimal, clues), mask


def _no_solution(shape: Shape, unit: str, digit: int, cells: list[int]) -> Fault:
    places = " and ".join(shape.cell_names[cell] for cell in cells)
    return Fault(
        "grid",
        f"{KINDS[unit[0]]} {unit[1:]} has {SIGNS[digit - 1]} twice, in {places}; expected a solved board",
    )


def _mask(text: str, shape: Shape, grid: Sequence[int], faults: Faults) -> str:
    """Return a sign for each cell: X, - or a point."""
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    if not rows:
        return MAY * len(grid)
    signs, size = "".join(rows), shape.size
    if len(signs) != len(grid) or (len(rows) > 1 and {len(row) for row in rows} != {size}):
        several = f" in {len(rows)} rows" if len(rows) > 1 else ""
        what = f"found {len(signs)} cells{several}"
        faults.add("mask", f"{what}; expected {size} x {size}, as in the grid")
        return signs
    wrong, read = [], ""
    for cell, (sign, digit) in enumerate(zip(signs, grid, strict=True)):
        own = SIGNS[digit - 1]
        if sign not in (MUST, MUST_NOT, MAY, own):
            found_at = f"found {sign!r} at {shape.cell_names[cell]}, where the grid has {own}"
            expected = "X or the grid's digit (it must be given), - (it must not) or . (it may)"
            wrong.append(Fault("mask", f"{found_at}; expected {expected}"))
        read += MUST if sign == own else sign
    faults += wrong[:10]
    return read


def _clues(spec: ClueSets, cells: int, mask: str, faults: Faults) -> tuple[int, int]:
    low, high = (spec.clues, spec.clues) if isinstance(spec.clues, int) else spec.clues
    must, may = mask.count(MUST), len(mask) - mask.count(MUST_NOT)
    if not 0 <= low <= high:
        faults.add("clues", f"found {low} to {high}; expected 0 or more, the lesser first")
    elif low > cells:
        faults.add("clues", f"found {low}; expected at most {cells}, as the grid has {cells} cells")
    elif len(mask) != cells:
        pass  # that is a fault already
    elif low > may:
        faults.add("clues", f"found {low}; the mask leaves {may} cells that may be given")
    elif high < must:
        faults.add("clues", f"found {high}; the mask has {must} cells that must be given")
    return low, high
