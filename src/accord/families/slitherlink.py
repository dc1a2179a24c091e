"""Slitherlink: one loop along the sides of cells; a number is how many sides of its cell are on the loop."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Instance,
    Kind,
    Problem,
    Sides,
    address,
    at,
    family,
    making,
    random_lines,
    total,
)

DRAWS = 30  # of a loop whose numbers leave no other


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each side of a cell, whether the loop runs along it."""
    p = puzzle.problem()
    side = puzzle.sides(p)
    p.single_loop(side, words="the loop")
    for cell, clue in puzzle["board"].items():
        p.add(total(side.around(*cell)) == clue, words=f"the {clue} at {at(cell)}")
    return p


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw a loop at random, and leave out numbers as long as there is no other.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    for _ in range(DRAWS):
        loop = random_lines.outline(random_lines.random_area(dice, size))
        said = {"board": making.grid(_count_sides(loop, size), size)}
        if making.is_unique(KIND.problem(**said)):
            return making.drop_clues(KIND, said, {"board": "-"}, dice)
    raise making.none_found()


def _count_sides(loop: set[random_lines.Edge], size: tuple[int, int]) -> dict[Cell, int]:
    """Return how many sides of each cell are on a loop."""
    blank = Instance(KIND.name, size, {})
    return {cell: len(loop & random_lines.outline([cell])) for cell in blank.cells}


KIND = Kind(
    name="slitherlink",
    about=About(
        "pencil",
        "Draw one loop along the sides of cells; numbers count them.",
        ("Fences", "Loop the Loop", "スリザーリンク surizārinku"),
    ),
    rule="Draw one loop along the sides of cells, which neither branches nor crosses itself. A number is how "
    "many sides of its cell are on the loop.",
    source="Nikoli, 1989",
    parts=(Board("board", "the sides of a cell on the loop; . is a cell without a number", numbers=(0, 4)),),
    clues={"board": "-"},
    solution=Sides(),
    rules=rules,
    make=make,
    arranged=itemgetter("board"),
    addresses=(
        address.PuzzLink(
            "slither", address.FourCells("board", unknown=address.NOTHING), also=["slitherlink"]
        ),
        address.Tatham(
            "loopy",
            address.Cells("board", address.games.FENCE, whole=True),
            letters="t0(?:d[a-z])?",
            always="t0",
        ),
        address.Penpa("slitherlink", address.drawn.Numbers("board", address.NOTHING)),
    ),
    example=".13/..3/3..",
)
RECORD = family(KIND)
