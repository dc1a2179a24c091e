"""Rows, columns, boxes and cages of a killer sudoku, and what twins share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from accord.families.sudoku.shape import box_shape, nearest_square, usual
from accord.grids.regions import Grid
from accord.pencil import Cell, Instance, Line, at
from accord.symmetry.canonical import Graph, canonical_form


def units(puzzle: Instance) -> list[Line]:
    """Return the rows, columns and boxes, and the diagonals where they count."""
    return [*puzzle.lines, *boxes(puzzle), *(puzzle.diagonals if puzzle["diagonals"] else [])]


def has_known_boxes(size: int) -> bool:
    """Return whether boards of that size have usual boxes, or none because the boxes would be rows."""
    return usual(size) is not None or nearest_square(size) is None


def usual_boxes(size: int) -> Grid | None:
    """Return the box of each cell of a board of that size; None if the boxes are rows."""
    shape = usual(size)
    return None if shape is None else box_shape(size, *shape).box


def boxes(puzzle: Instance) -> list[Line]:
    """Return the boxes, if they are not the rows."""
    box = usual_boxes(puzzle.width)
    if box is None:
        return []
    found: dict[int, list[Cell]] = {}
    for cell in puzzle.cells:
        found.setdefault(int(box[cell]), []).append(cell)
    return [Line(f"box {number + 1}", cells) for number, cells in found.items()]


def cages(puzzle: Instance) -> Iterator[tuple[Line, int | None]]:
    """Yield the cages, each with its sum."""
    for cells in puzzle["cages"].values():
        total = next((puzzle["sums"][cell] for cell in cells if cell in puzzle["sums"]), None)
        yield Line(f"the cage at {at(cells[0])}", cells), total


def form(puzzle: Instance) -> str:
    """Return what twins share: rows and columns change places where those of a sudoku do."""
    number = {cell: n for n, cell in enumerate(puzzle.cells)}
    lines = len(puzzle.lines)
    groups: list[tuple[int, Sequence[Cell]]] = [
        (1 if n < lines else 2, unit) for n, unit in enumerate(units(puzzle))
    ]
    groups += [(3 if total is None else 3 + total, cage) for cage, total in cages(puzzle)]
    of = np.repeat(len(number) + np.arange(len(groups)), [len(cells) for _, cells in groups])
    graph = Graph(
        np.append(np.zeros(len(number), np.int64), [kind for kind, _ in groups]),
        np.array([number[cell] for _, cells in groups for cell in cells]),
        of,
        np.zeros(len(of), np.int64),
    )
    return f"{puzzle['digits']} {canonical_form(graph).hex()}"
