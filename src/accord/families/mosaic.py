"""Mosaic (fill-a-pix): a number is how many of its cell and those around it are shaded.

Two numbers whose cells overlap differ by the cells that only one of them has. That follows, and is stated all
the same: people see it, and hints know rules one by one only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from operator import itemgetter
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
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    total,
)
from accord.puzzles.bounds import check_knob


def about(puzzle: Instance, cell: Cell) -> list[Cell]:
    """Return a cell and the cells around it."""
    return sorted([cell, *puzzle.around(cell)])


def numbers(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is shaded, and a rule for each number."""
    p = puzzle.problem()
    shaded = puzzle.flags(p)
    for cell, clue in puzzle["board"].items():
        p.add(total(shaded[each] for each in about(puzzle, cell)) == clue, words=f"the {clue} at {at(cell)}")
    return p


def rules(puzzle: Instance) -> Problem:
    """Return the problem of `numbers`, with a rule for each two numbers whose cells overlap."""
    p = numbers(puzzle)
    near = {cell: {each: p[at(each)] for each in about(puzzle, cell)} for cell in puzzle["board"]}
    for cell, other in overlapping(puzzle["board"]):
        one, two = near[cell], near[other]
        only = total(shaded for each, shaded in one.items() if each not in two)
        but = total(shaded for each, shaded in two.items() if each not in one)
        clue, its = puzzle["board"][cell], puzzle["board"][other]
        words = f"the {clue} at {at(cell)} and the {its} at {at(other)}"
        p.add(only - but == clue - its, about=Topic(words, "two", [cell, other], abs(clue - its)))
    return p


def overlapping(cells: Collection[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield each two of these cells whose surroundings overlap; within the board, in three cells or more."""
    near = product(range(3), range(-2, 3))
    steps = [step for step in near if step > (0, 0) and (3 - step[0]) * (3 - abs(step[1])) > 2]
    for row, column in cells:
        for down, right in steps:
            if (row + down, column + right) in cells:
                yield (row, column), (row + down, column + right)


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the 5 at r2c2 and the 2 at r2c3 differ by 3, so in ...`."""
    if tell.tag != "two" or tell.step.rule == "subset sums":
        return None
    differ = tell.topic.of
    how = f"differ by {differ}" if differ else "are the same"
    return f"{tell.rule} {how}, so in the cells that they do not share {tell.verdict}"


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells there are."""
    for cell, clue in puzzle["board"].items():
        most = len(about(puzzle, cell))
        if clue > most:
            yield puzzle.fault(
                "board", cell, f"found {clue}; expected 0 to {most}, the cells around it and its own"
            )


def make(dice: making.Dice, size: tuple[int, int], *, shaded: float = 0.5) -> Mapping[str, Any]:
    """Shade cells at random, and other ones while there is another solution; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        shaded: the share of shaded cells at first.
    """
    check_knob("shaded", shaded, 0.0, 1.0)
    blank = Instance(KIND.name, size, {})

    def clues_of(full: set[Cell]) -> dict[str, Any]:
        clues = {cell: sum(each in full for each in about(blank, cell)) for cell in blank.cells}
        return {"board": making.grid(clues, size)}

    said = making.shade(KIND, dice, size, shaded, clues_of, numbers)
    return making.drop_clues(KIND, said, {"board": "-"}, dice)


KIND = Kind(
    name="mosaic",
    about=About("pencil", "Shade cells; a number counts the shaded cells around it.", ("Fill-a-Pix",)),
    rule="Shade cells. A number is how many cells are shaded among its own and those around it, corners too.",
    source="Trevor Truran; Conceptis, as Fill-a-Pix",
    parts=(Board("board", "numbers from 0 to 9; . is a cell without one", numbers=(0, 9)),),
    clues={"board": "."},
    plain=numbers,
    solution=Flags("shaded cell", state="shaded", fill="ink"),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    arranged=itemgetter("board"),
    example=".24./2.43/..21",
    addresses=(
        address.Tatham(
            "mosaic", address.Cells("board", address.games.DIGIT, whole=True), letters="(?:h[0-9]*)?"
        ),
        address.Penpa("mosaic", address.drawn.Numbers("board", address.NOTHING)),
    ),
)
RECORD = family(KIND)
