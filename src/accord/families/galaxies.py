"""Galaxies (tentai show): the board is cut into galaxies, each the same when it is turned around its centre.

The value of a cell is the cell in which the board has the centre of its galaxy, such as `r2c3`. A galaxy can
have a cell if the cell and its image, opposite the centre, are on the board and at no other centre; and so on
all the way there. The cell opposite another one, for a centre on the right side of r2c2:

    >>> from accord.families.galaxies import Galaxy
    >>> Galaxy.at((1, 1), 1).image((0, 1))
    (2, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from accord.grids.turns import Way, turn_rows
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Pieces,
    Problem,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    total,
)
from accord.pencil.address.dots import gather, spread
from accord.pencil.parts import Words

DRAWS, CUTS = 8, 400  # of a board at random; of galaxies that are cut anew
LARGEST_GALAXY = 16  # cells of a galaxy that is made


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


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell, which galaxy it is in."""
    p = puzzle.problem()
    reach = galaxies(puzzle)
    may: dict[Cell, list[str]] = {cell: [] for cell in puzzle.cells}
    for galaxy, cells in reach:
        for cell in cells:
            may[cell].append(at(galaxy.cell))
    of = {cell: p.choice(at(cell), values=names) for cell, names in may.items() if names}
    for cell in may.keys() - of.keys():
        p.add(False, words=f"a galaxy of {at(cell)}")
    for galaxy, cells in reach:
        name = at(galaxy.cell)
        inside = {cell: of[cell] == name for cell in cells}
        graph = {cell: [other for other in puzzle.near(cell) if other in inside] for cell in cells}
        for cell in cells:
            image = galaxy.image(cell)
            if cell < image:
                p.add(inside[cell] == inside[image], about=in_galaxy("the image of", "opposite", cell, name))
            if cell not in galaxy.core:
                near = total(inside[other] for other in graph[cell])
                p.add(near >= inside[cell], about=in_galaxy("a neighbour of", "beside", cell, name))
        p.connected(inside, graph, root=galaxy.cell, how="cuts", words=f"the galaxy at {name}")
    return p


def in_galaxy(what: str, tag: str, cell: Cell, galaxy: str) -> Topic:
    """Return the topic of a rule on a cell in a galaxy."""
    return Topic(f"{what} {at(cell)} in the galaxy at {galaxy}", tag, [cell], galaxy)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for centres at the edge or too close to others, and for cells that no galaxy can reach."""
    taken: dict[Cell, Cell] = {}
    good = True
    for cell, place in puzzle["board"].items():
        core = Galaxy.at(cell, int(place)).core
        missing = len(puzzle.inside(core)) < len(core)
        close = next((taken[each] for each in core if each in taken), None)
        if missing or close:
            good = False
            other = f"a centre that shares no cell with that at {at(close)}" if close else ""
            expected = other or "a centre with cells of the board on all its sides"
            yield puzzle.fault("board", cell, f"found {place}; expected {expected}")
        taken |= dict.fromkeys(core, cell)
    if good:
        reached = {cell for _, cells in galaxies(puzzle) for cell in cells}
        for cell in (cell for cell in puzzle.cells if cell not in reached):
            yield puzzle.fault("board", cell, "found a cell that no galaxy can reach; expected more centres")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `r1c1 would have no neighbour in the galaxy at r2c2, so ...`."""
    if tell.is_cell and tell.step.rule == "bounds" and not tell.closes:
        return f"no other galaxy can have {tell.rule}, so {tell.verdict}"
    if tell.tag == "beside" and tell.closes and tell.step.rule == "bounds":
        where = f"in the galaxy at {tell.topic.of}"
        return f"{tell.cells[0]} would have no neighbour {where}, so {tell.verdict}"
    return f"by {tell.rule}, {tell.verdict}" if tell.tag in ("beside", "opposite") else None


def turn(words: Mapping[str, Words], way: Way) -> Mapping[str, Words]:
    """Return the words of a puzzle that is turned: its centres move with the sides on which they lie."""
    return {"board": gather(turn_rows(spread(words["board"]), way))}


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int], *, largest: int = LARGEST_GALAXY) -> Mapping[str, Any]:
    """Cut the board into galaxies at random; cut those anew that another solution cuts otherwise.

    Args:
        dice: random numbers.
        size: rows and columns.
        largest: about the most cells of a galaxy.
    """
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        cut = fill(dice, blank, {*blank.cells}, largest)
        for _ in range(CUTS):
            said = {"board": making.grid({g.cell: g.place for g in cut}, size)}
            known = {at(cell): at(galaxy.cell) for galaxy, cells in cut.items() for cell in cells}
            other = making.another(KIND.problem(**said), known)
            if other is None:
                return said
            wrong = [g for g, cells in cut.items() if any(other[at(cell)] != at(g.cell) for cell in cells)]
            again = dice.choice(wrong)
            cells = {*cut.pop(again)}
            cut |= fill(dice, blank, cells, max(1, len(cells) // 2))
    raise making.none_found()


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


KIND = Kind(
    name="galaxies",
    about=About(
        "pencil",
        "Cut the board into galaxies, each symmetric about its centre.",
        ("Spiral Galaxies", "Tentai Show", "天体ショー tentai shō"),
    ),
    rule="Cut the board along the lines into galaxies. Each has one centre, and is the same after half a "
    "turn around it.",
    source="Nikoli, 2001",
    parts=(
        Board(
            "board",
            "centres: 0 in the cell, 1 on its right side, 2 on its lower side, 3 at its lower right corner",
            signs=(
                Sign("0", "a centre in the cell", shown="o", figure="dot"),
                Sign("1", "a centre on its right side", shown=">", figure="dot-right"),
                Sign("2", "a centre on its lower side", shown="v", figure="dot-below"),
                Sign("3", "a centre at its lower right corner", shown="\\", figure="dot-corner"),
            ),
            holes=True,
        ),
    ),
    solution=Pieces("galaxy", says_value="in the galaxy at {}"),
    turn=turn,
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    example="01../1.00/.2../...0",
    addresses=(
        address.PuzzLink("tentaisho", address.Dots("board")),
        address.Tatham("galaxies", address.Gapped("board")),
        address.Penpa("galaxies", address.drawn.Dots("board")),
    ),
)
RECORD = family(KIND)
