"""The board of thermometers: the cells of each, from its bulb on, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from accord.pencil import Cell, Fault

BULB, NOTHING = "o", "."
STEPS = {">": (0, 1), "v": (1, 0), "<": (0, -1), "^": (-1, 0)}  # rows, columns


def before(cell: Cell, sign: str) -> Cell:
    """The place from which a cell with that sign is reached; itself for a bulb."""
    down, right = STEPS.get(sign, (0, 0))
    return cell[0] - down, cell[1] - right


def tubes(board: Mapping[Cell, str]) -> list[list[Cell]]:
    """The cells of each thermometer, from its bulb on, in the order of the bulbs."""
    after = {before(cell, sign): cell for cell, sign in board.items() if sign != BULB}
    found = [[cell] for cell, sign in board.items() if sign == BULB]
    for tube in found:
        while tube[-1] in after:
            tube.append(after[tube[-1]])
    return found


def board_faults(board: Mapping[Cell, str]) -> Iterator[Fault]:
    """Yield faults of a board: cells that no bulb leads to, or two ways on."""
    behind: dict[Cell, list[Cell]] = {}  # a place -> the cells that are reached from it
    for cell, sign in board.items():
        if sign != BULB:
            behind.setdefault(before(cell, sign), []).append(cell)
    reached = [cell for cell, sign in board.items() if sign == BULB]
    loose = [cell for place, cells in behind.items() if place not in board for cell in cells]
    forks = [cell for cells in behind.values() if len(cells) > 1 for cell in cells]
    reached += loose
    for cell in reached:  # grows while it is walked
        reached += behind.get(cell, ())
    for bad, message in (
        (loose, "to which no cell leads; expected one before it"),
        (forks, "where a thermometer forks; expected one cell after another"),
        ({*board} - {*reached}, f"in a ring without a bulb; expected {BULB!r} where it begins"),
    ):
        for row, column in sorted(bad):
            found = f"found {board[row, column]!r} at column {column + 1}"
            yield Fault(f"board[{row + 1}]", f"{found}, {message}")
