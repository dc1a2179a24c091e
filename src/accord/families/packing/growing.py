"""The order in which B. Hoyt's program of March 2000 tries placements: each grows from its first cell.

From the first cell on, the next cell of a placement is the first one, in the order of the board, that touches
the cells so far. Placements at a cell come in the order of these lists. His program follows a tree of squares
that it tests for being empty; this is the order of its leaves.

    A B    from A on a board of two rows: A B before A C, so the L-tromino A B C comes before A C D; the order
    C D    of a 6 x 10 board runs along its short side, as all orders of this family do
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.families.packing.spec import Packing, board_of
from accord.model import Model


def growing_ranks(spec: Packing, model: Model) -> list[int]:
    """Return the rank of each option of the model in that order; equal cells keep the order of the model."""
    near = [{*cells} for cells in board_of(spec).neighbours]
    keys = [
        (_growth([item for item in model.items_of(option).tolist() if item < len(near)], near), option)
        for option in range(model.options)
    ]
    rank = {option: place for place, (_, option) in enumerate(sorted(keys))}
    return [rank[option] for option in range(model.options)]


def _growth(cells: Sequence[int], near: Sequence[set[int]]) -> list[int]:
    """Return the cells in the order in which they are reached; one that touches none comes as it stands."""
    left = sorted(cells)
    found = left[:1]
    touched = {*near[found[0]]} if found else set()
    del left[:1]
    while left:
        cell = next((each for each in left if each in touched), left[0])
        left.remove(cell)
        found.append(cell)
        touched |= near[cell]
    return found
