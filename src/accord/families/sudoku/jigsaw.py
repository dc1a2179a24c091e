"""Random boxes for a jigsaw: cells of the usual boxes change places, and every box stays in one piece."""

from __future__ import annotations

from random import Random

from accord.families.sudoku.shape import SIGNS, boxed, usual

EXCHANGES = 3  # for each row: enough that few boxes keep their shape; many more leave boxes that no grid fits


def jigsaw(random: Random, size: int) -> tuple[str, ...]:
    """A picture of boxes that are in one piece each. Of `random` only random() is used."""
    columns, rows = usual(size) or (size, 1)
    box = boxed(size, columns, rows).box.ravel().tolist()
    for _ in range(EXCHANGES * size * (size > 3)):  # smaller boards have nothing to exchange
        _exchange(random, box, size)
    number: dict[int, int] = {}
    letters = SIGNS[9:] + SIGNS[:9]
    signs = "".join(letters[number.setdefault(which, len(number))] for which in box)
    return tuple(signs[start : start + size] for start in range(0, size * size, size))


def _exchange(random: Random, box: list[int], size: int) -> None:
    """Let two cells change their boxes, so that both stay in one piece."""
    while True:
        one, other = (int(random.random() * len(box)) for _ in range(2))
        first, second = box[one], box[other]
        if first == second:
            continue
        box[one], box[other] = second, first
        if _whole(box, size, first) and _whole(box, size, second):
            return
        box[one], box[other] = first, second


def _whole(box: list[int], size: int, which: int) -> bool:
    """Whether the cells of a box are in one piece."""
    cells = {cell for cell, other in enumerate(box) if other == which}
    reached = [cells.pop()]
    while reached:
        cell = reached.pop()
        row, column = divmod(cell, size)
        beside = (
            (cell - size, row > 0),
            (cell + size, row + 1 < size),
            (cell - 1, column > 0),
            (cell + 1, column + 1 < size),
        )
        for near, there in beside:
            if there and near in cells:
                cells.remove(near)
                reached.append(near)
    return not cells
