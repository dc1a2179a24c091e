"""Ships: their places on a board, the signs of their parts, and a fleet at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from accord.pencil import Cell, Instance, Line, area_name, making, random_regions

TRIES = 500  # to lay a fleet


def ships(puzzle: Instance) -> Iterator[Line]:
    """Yield each ship of the fleet in each place that it has on the board."""
    for length, number in enumerate(puzzle["fleet"][: max(puzzle.height, puzzle.width)], start=1):
        for row, column in puzzle.cells if number else ():
            for down, right in ((0, 1), (1, 0))[: 1 if length == 1 else 2]:
                ship = [(row + down * n, column + right * n) for n in range(length)]
                if len(puzzle.inside(ship[-1:])):
                    yield Line(area_name(ship[0], ship[-1]), ship)


def part(ship: Sequence[Cell], cell: Cell) -> str:
    """Return the sign of a part of a ship: an end by its side (n is the top), the middle, or a whole ship."""
    if len(ship) == 1:
        return "o"
    ends = "we" if ship[0][0] == ship[1][0] else "ns"
    return ends[0] if cell == ship[0] else ends[1] if cell == ship[-1] else "m"


def part_signs(puzzle: Instance, cells: Sequence[Cell]) -> dict[Cell, str]:  # noqa: ARG001
    """Return the sign of each cell with a part of a ship."""
    full = set(cells)
    return {cell: part(sorted({cell, *random_regions.beside(cell)} & full), cell) for cell in cells}


def drawn_part(cell: Cell, sign: str, known: Mapping[Cell, str]) -> str:
    """Return the sign of a part; of a middle, h or v if a neighbour shows how the ship lies."""
    row, column = cell
    if sign == "m" and ((row, column - 1) in known or (row, column + 1) in known):
        return "h"
    return "v" if sign == "m" and ((row - 1, column) in known or (row + 1, column) in known) else sign


def lay_fleet(dice: making.Dice, blank: Instance) -> dict[Cell, str] | None:
    """Return the signs of a fleet at random, the longest ships first; None if it does not fit."""
    fleet = [length for length, number in enumerate(blank["fleet"], start=1) for _ in range(number)]
    for _ in range(TRIES):
        free = [*ships(blank)]
        laid: list[Line] = []
        for length in reversed(fleet):
            places = [ship for ship in free if len(ship) == length]
            if not places:
                break
            laid.append(dice.choice(places))
            taken = {*laid[-1], *(near for cell in laid[-1] for near in blank.around(cell))}
            free = [ship for ship in free if taken.isdisjoint(ship)]
        else:
            return {cell: part(ship, cell) for ship in laid for cell in ship}
    return None
