"""Mines: mines lie in cells without a number; a number is how many mines are around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Problem,
    at,
    family,
    making,
    total,
)
from accord.puzzles.bounds import check_knob


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell without a number, whether it has a mine."""
    p = puzzle.problem()
    mine = puzzle.flags(p, [cell for cell in puzzle.cells if cell not in puzzle["board"]])
    for cell, clue in puzzle["board"].items():
        around = total(mine[other] for other in puzzle.around(cell) if other in mine)
        p.add(around == clue, words=f"the {clue} at {at(cell)}")
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers above the cells around them."""
    for cell, clue in puzzle["board"].items():
        most = sum(other not in puzzle["board"] for other in puzzle.around(cell))
        if clue > most:
            yield puzzle.fault("board", cell, f"found {clue}; expected 0 to {most}, the cells around it")


def make(dice: making.Dice, size: tuple[int, int], *, mines: float = 0.2) -> Mapping[str, Any]:
    """Lay mines at random, give all numbers, and take a mine away while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
        mines: the share of cells with a mine.
    """
    check_knob("mines", mines, 0.0, 0.9)
    blank = Instance(KIND.name, size, {})
    laid: set[Cell] = {cell for cell in blank.cells if dice.random() < mines}
    while True:
        numbers = {
            cell: sum(other in laid for other in blank.around(cell))
            for cell in blank.cells
            if cell not in laid
        }
        said = {"board": making.grid(numbers, size)}
        other = making.another(KIND.problem(**said), {at(cell): True for cell in laid})
        if other is None:
            return said
        laid.discard(dice.choice([cell for cell in sorted(laid) if not other[at(cell)]]))


KIND = Kind(
    name="mines",
    about=About("pencil", "Find the mines; a number counts the mines around it.", ("Minesweeper",)),
    rule="Find the cells with a mine. A number is how many mines are around it; its cell has none.",
    source="Tatham's collection, 2005",
    parts=(Board("board", "numbers, and . for cells", numbers=(0, 8)),),
    solution=Flags("mine", word="x", sign="*"),
    rules=rules,
    faults=faults,
    make=make,
    example="1.1/..1/1..",
)
RECORD = family(KIND)
