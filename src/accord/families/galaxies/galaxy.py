"""Galaxies: their cells and images; random ones that fill a board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from accord.pencil import Cell, Instance, making


class Galaxy(NamedTuple):
    """A galaxy: the cell that has its centre, and where that is."""

    cell: Cell
    turn: Cell  # the sum of a cell and its image
    core: tuple[Cell, ...]  # the cells around the centre

    @classmethod
    def at(cls, cell: Cell, place: int) -> Galaxy:
        """The galaxy of a centre in a cell (0), on its right side (1), its lower side (2), its corner (3)."""
        (row, column), (down, right) = cell, divmod(place, 2)
        core = product(range(row, row + down + 1), range(column, column + right + 1))
        return cls(cell, (2 * row + down, 2 * column + right), tuple(core))

    @property
    def place(self) -> int:
        """Return where in its cell the centre is, as in `at`."""
        return 2 * (self.turn[0] % 2) + self.turn[1] % 2

    def image(self, cell: Cell) -> Cell:
        """The cell opposite the centre."""
        return self.turn[0] - cell[0], self.turn[1] - cell[1]

    def reach(self, puzzle: Instance, taken: Mapping[Cell, Cell]) -> list[Cell]:
        """The cells that it may have, from its centre on; `taken` are the galaxies of other cells."""
        found = [*self.core]
        known = {*found}
        for cell in found:  # grows while it is walked
            for near in puzzle.near(cell):
                image = self.image(near)
                free = all(taken.get(each, self.cell) == self.cell for each in (near, image))
                if near not in known and free and puzzle.inside([image]):
                    known.add(near)
                    found.append(near)
        return found


def galaxies(puzzle: Instance) -> list[tuple[Galaxy, list[Cell]]]:
    """Return all galaxies, each with the cells that it may have."""
    found = [Galaxy.at(cell, int(place)) for cell, place in puzzle["board"].items()]
    taken = {cell: galaxy.cell for galaxy in found for cell in galaxy.core}
    return [(galaxy, galaxy.reach(puzzle, taken)) for galaxy in found]


def fill(dice: making.Dice, blank: Instance, free: set[Cell], largest: int) -> dict[Galaxy, list[Cell]]:
    """Return galaxies that fill these cells, which are used up."""
    found: dict[Galaxy, list[Cell]] = {}
    while free:
        row, column = dice.choice(sorted(free))
        places = [
            Galaxy.at((row - down, column - right), 2 * down + right) for down in (0, 1) for right in (0, 1)
        ]
        places = [each for each in places if free.issuperset(each.core)]
        wanted = [each for each in places if str(each.place) not in dice.wishes.without]
        galaxy = dice.choice(wanted or places)
        cells = [*galaxy.core]
        most = dice.randint(len(cells), max(len(cells), largest))
        free.difference_update(cells)
        while len(cells) < most:
            edge = sorted({near for cell in cells for near in blank.near(cell) if near in free})
            edge = [cell for cell in edge if galaxy.image(cell) in free]
            if not edge:
                break
            cell = dice.choice(edge)
            pair = [cell, galaxy.image(cell)]
            cells += pair
            free.difference_update(pair)
        found[galaxy] = cells
    return found
