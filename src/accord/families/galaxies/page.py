"""Galaxies (tentai show): the board is cut into galaxies, each the same when it is turned around its centre.

The value of a cell is the cell in which the board has the centre of its galaxy, such as `r2c3`. A galaxy can
have a cell if the cell and its image, opposite the centre, are on the board and at no other centre; and so on
all the way there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from accord.families import addresses
from accord.families.galaxies.galaxy import Galaxy, fill, galaxies
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
    at,
    family,
    making,
    total,
)
from accord.pencil.address.dots import gather, spread
from accord.pencil.parts import Words

OPPOSITE, BESIDE, GALAXY = "the image of ", "a neighbour of ", "the galaxy at "
DRAWS, CUTS = 8, 400  # of a board at random; of galaxies that are cut anew
LARGEST_GALAXY = 16  # cells of a galaxy that is made


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
                p.add(inside[cell] == inside[image], words=f"{OPPOSITE}{at(cell)} in the galaxy at {name}")
            if cell not in galaxy.core:
                near = total(inside[other] for other in graph[cell])
                p.add(near >= inside[cell], words=f"{BESIDE}{at(cell)} in the galaxy at {name}")
        p.connected(inside, graph, root=galaxy.cell, how="cuts", words=f"{GALAXY}{name}")
    return p


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
    if tell.rule.startswith(BESIDE):
        if tell.closes and tell.step.rule == "bounds":
            cell, _, where = tell.rule.removeprefix(BESIDE).partition(" ")
            return f"{cell} would have no neighbour {where}, so {tell.verdict}"
        return f"by {tell.rule}, {tell.verdict}"
    if tell.rule.startswith(OPPOSITE):
        return f"by {tell.rule}, {tell.verdict}"
    return None


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


def turn(words: Mapping[str, Words], way: Way) -> Mapping[str, Words]:
    """Return the words of a puzzle that is turned: its centres move with the sides on which they lie."""
    return {"board": gather(turn_rows(spread(words["board"]), way))}


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
    addresses=addresses.GALAXIES,
)
RECORD = family(KIND)
