"""Read the clues and regions of drawings from the data of a problem file.

`[drawing]` names the data: the signs in cells, the regions, the clues beside the board. Without it the first
picture that fits a board has its clues.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from accord.families.problem.spec import SIDES, Declared, Drawing
from accord.grids.board import Board as Grid
from accord.picture import EMPTY, HOLE, Place
from accord.problem import Board, Problem
from accord.problem.domains import cells_of
from accord.problem.expressions import Boolean
from accord.puzzles.family import Fault
from accord.puzzles.words import describe


def drawing_of(spec: object) -> Drawing:
    """Return what a spec states about drawings; nothing for a Problem of Python."""
    return spec.drawing if isinstance(spec, Declared) else Drawing()


def data_signs(spec: object, name: str) -> dict[tuple[int, int], str]:
    """Return the signs of a picture of the data, or of a list of rows, by row and column from 0."""
    value = spec.data.get(name) if isinstance(spec, Declared) else None
    if isinstance(value, str) and "\n" in value:
        return {(r, c): sign for r, row in enumerate(value.split()) for c, sign in enumerate(row)}
    if isinstance(value, list) and all(isinstance(row, list) for row in value):
        return {(r, c): str(sign) for r, row in enumerate(value) for c, sign in enumerate(row)}
    return {}


def board_signs(spec: object, cells: Collection[Any], key: str) -> dict[Any, str]:
    """Return the signs for the cells of a board that a key of `[drawing]` names; none if they do not fit.

    Without a name, clues are the first picture of the data that fits and has no other use.
    """
    drawing = drawing_of(spec)
    names = [getattr(drawing, key)] if getattr(drawing, key) else []
    if not names and key == "clues" and isinstance(spec, Declared):
        names = [name for name, value in spec.data.items() if isinstance(value, str)]
        names = [name for name in names if name != drawing.regions]
    for name in names:
        signs = data_signs(spec, name)
        if signs and {*cells} == {cell for cell, sign in signs.items() if cell in cells or sign != HOLE}:
            return {
                cell: signs[cell] for cell in cells if key == "regions" or signs[cell] not in (EMPTY, HOLE)
            }
    return {}


def side_clues(spec: object, side: str, grid: Grid) -> tuple[str, ...]:
    """Return the clues on a side of a board; none if there are not as many as rows or columns."""
    value = spec.data.get(getattr(drawing_of(spec), side)) if isinstance(spec, Declared) else None
    rows, columns = ends(grid)
    if not isinstance(value, list) or len(value) != (columns if side in ("top", "bottom") else rows):
        return ()
    between = "\n" if side in ("top", "bottom") else " "
    return tuple(
        between.join(map(str, clue)) if isinstance(clue, list) else "" if clue == EMPTY else str(clue)
        for clue in value
    )


def region_numbers(spec: object, places: Mapping[Any, Place]) -> dict[Place, int]:
    """Return the number of the region of each place; nothing if no regions are stated."""
    signs = board_signs(spec, places, "regions")
    number = {sign: n for n, sign in enumerate(dict.fromkeys(signs.values()), start=1)}
    return {places[cell]: number[sign] for cell, sign in signs.items()}


def drawing_faults(spec: Declared, problem: Problem) -> Iterator[Fault]:
    """Yield what is wrong with `[drawing]`."""
    drawing = spec.drawing
    grids = [board.grid for board in problem.boards.values()]
    grids += [grid for each in problem.links.values() if (grid := each.graph.dots_of or each.graph.board)]
    squares = [grid for grid in grids if grid.lattice.name == "square"]
    for key in ("clues", "regions", *SIDES):
        name = getattr(drawing, key)
        if not name:
            continue
        if name not in spec.data:
            known = ", ".join(spec.data) or "none"
            yield Fault(f"drawing.{key}", f"found {describe(name)}; expected a name of the data: {known}")
        elif key in SIDES and not any(side_clues(spec, key, grid) for grid in squares):
            of = "column" if key in ("top", "bottom") else "row"
            yield Fault(f"drawing.{key}", f"{name} is no list with a clue for each {of} of a square board")
        elif key not in SIDES:
            of = "square board" if key == "regions" else "board"
            if not any(
                board_signs(spec, cells_at(grid), key) for grid in (grids if key == "clues" else squares)
            ):
                yield Fault(
                    f"drawing.{key}", f"{name} is no picture of a {of}: a sign for each cell, # for none"
                )
    if drawing.figure and not any(map(is_truths, problem.boards.values())):
        yield Fault("drawing.figure", "there is no board of truths; figures are for its true cells")


def cells_at(grid: Grid) -> dict[Any, Place]:
    """Return the place of each cell of a board in a picture."""
    return dict(zip(cells_of(grid), grid.place_tuples, strict=True))


def ends(grid: Grid) -> tuple[int, int]:
    """Return the number of rows and of columns of a flat board."""
    _, rows, columns = (max(numbers) + 1 for numbers in zip(*grid.place_tuples, strict=True))
    return rows, columns


def is_truths(board: Board[Any]) -> bool:
    """Whether the variables of a board are true or false."""
    return isinstance(board.cells[0], Boolean)
