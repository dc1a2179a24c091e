"""Suguru (number blocks): the numbers from 1 in each region; equal ones do not touch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from operator import itemgetter
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Regions,
    Values,
    address,
    at,
    family,
    making,
    random_regions,
    turning,
)
from accord.pencil.parts import Words
from accord.puzzles.bounds import check_knob

LARGEST_REGION = 200
DRAWS = 200


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a number for each cell, up to the size of its region."""
    p = puzzle.problem()
    number: dict[Cell, Any] = {}
    for region in puzzle.regions():
        number |= puzzle.integers(p, 1, len(region), region, puzzle["board"])
        p.different(*(number[cell] for cell in region), words=region.name)
    for square in puzzle.squares:
        p.different(*(number[cell] for cell in square), words=square.name)
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells of their region."""
    for region in puzzle.regions():
        for cell in region:
            number = puzzle["board"].get(cell, 1)
            if number > len(region):
                message = f"found {number}; expected 1 to {len(region)}, the cells of {region.name}"
                yield puzzle.fault("board", cell, message)


def clue_words(puzzle: Instance, _key: str, cell: Cell) -> Iterator[str]:
    """Yield the numbers that fit into the region of a cell."""
    region = next(region for region in puzzle.regions() if cell in region)
    yield from map(str, range(1, len(region) + 1))


def namings(words: Mapping[str, Words]) -> Iterator[Mapping[str, Words]]:
    """Yield the words with numbers in new order that the same regions have, as 1 to 3 if none is smaller."""
    sizes = sorted({0, *Counter(label for row in words["regions"] for label in row).values()})
    classes = [[*map(str, range(less + 1, size + 1))] for less, size in pairwise(sizes)]
    return turning.rename(words, "board", classes)


def make(dice: making.Dice, size: tuple[int, int], *, largest: int = 5) -> Mapping[str, Any]:
    """Grow regions at random and fill them; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        largest: the most cells that a region has; 4 or more, as each 2 x 2 needs four numbers.
    """
    check_knob("largest", largest, 4, 9)
    for _ in range(DRAWS):
        regions = _grow(dice, size, largest)
        said: dict[str, Any] = {
            "board": making.grid({}, size),
            "regions": random_regions.draw_regions(regions, size),
        }
        known = making.random_solution(KIND.problem(**said), dice)
        if known is not None:
            numbers = {cell: known[at(cell)] for cell in regions}
            return making.drop_clues(KIND, said | {"board": making.grid(numbers, size)}, {"board": "-"}, dice)
    raise making.none_found()


def _grow(dice: making.Dice, size: tuple[int, int], largest: int) -> random_regions.Labels:
    """Return regions of at most so many cells; small ones only where nothing is left."""
    free = {(row, column) for row in range(size[0]) for column in range(size[1])}
    found: random_regions.Labels = {}
    label = 0
    while free:
        label += 1
        free_near = {cell: sum(near in free for near in random_regions.beside(cell)) for cell in sorted(free)}
        edge = [min(free_near, key=lambda cell: (free_near[cell], dice.random()))]
        for _ in range(largest):
            edge = [cell for cell in edge if cell in free]
            if not edge:
                break
            cell = dice.choice(edge)
            found[cell] = label
            free.discard(cell)
            edge += [near for near in random_regions.beside(cell) if near in free]
    return found


KIND = Kind(
    name="suguru",
    about=About(
        "pencil",
        "Fill each region with 1 to its size; equal numbers do not touch.",
        ("Tectonic", "Number Blocks"),
    ),
    rule="Fill each region with the numbers from 1 to the number of its cells. Equal numbers do not touch, "
    "not even at a corner.",
    source="Naoki Inaba, as number blocks",
    parts=(
        Board("board", "given numbers; . is an empty cell", numbers=(1, LARGEST_REGION)),
        Regions("regions", "a picture with a sign for each region"),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    solution=Values(given="board"),
    namings=namings,
    rules=rules,
    faults=faults,
    make=make,
    arranged=itemgetter("board"),
    example=".4../5..3/..../...2;1122/1222/1334/1333",
    addresses=(
        address.PuzzLink("suguru", address.Regions("regions"), address.Cells("board", address.NUMBER16)),
        address.Penpa("suguru", address.drawn.Regions("regions"), address.drawn.Numbers("board")),
    ),
)
RECORD = family(KIND)
