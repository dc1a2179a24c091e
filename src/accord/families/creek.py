"""Creek: numbers at corners count the shaded cells around them; the other cells are connected."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from accord.pencil import (
    About,
    Board,
    Flags,
    Instance,
    Kind,
    Problem,
    address,
    at,
    family,
    making,
    numbers,
    shading,
    total,
)
from accord.puzzles.bounds import check_knob


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is shaded."""
    p = puzzle.problem()
    shaded = puzzle.flags(p)
    for corner, clue in puzzle["board"].items():
        around = total(shaded[cell] for cell in puzzle.at_corner(corner))
        p.add(around == clue, words=f"the {clue} at the corner {at(corner)}")
    p.connected({cell: ~each for cell, each in shaded.items()}, puzzle.graph, words="the white cells")
    return p


def make(dice: making.Dice, size: tuple[int, int], *, shaded: float = 0.5) -> Mapping[str, Any]:
    """Shade cells at random, the others connected, and count them at all corners; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        shaded: the share of shaded cells, as far as the others are connected.
    """
    check_knob("shaded", shaded, 0.1, 0.9)
    blank = Instance(KIND.name, size, {})
    white = shading.thin_out(dice, blank.cells, (1 - shaded) * len(blank.cells))
    corners = product(range(size[0] + 1), range(size[1] + 1))
    clues = {c: sum(cell not in white for cell in blank.at_corner(c)) for c in corners}
    said = {"board": making.grid(clues, (size[0] + 1, size[1] + 1))}
    return making.drop_clues(KIND, said, {"board": "-"}, dice)


KIND = Kind(
    name="creek",
    about=About(
        "pencil", "Shade cells; numbers at corners count them, the others are connected.", ("クリーク",)
    ),
    rule="Shade cells. A number says how many of the cells around its corner are shaded. The other cells are "
    "connected by their sides.",
    source="Nikoli",
    parts=(
        Board(
            "board",
            "the shaded cells around each corner of cells; . or ? is a corner without a number",
            blanks=("-", "?", "."),
            numbers=(0, 4),
            on_corners=True,
        ),
    ),
    clues={"board": "."},
    solution=Flags("shaded cell", state="shaded", contrary="white", fill="ink"),
    rules=rules,
    faults=numbers.corner_faults,
    make=make,
    example="1.1/.2./...",
    addresses=(
        address.PuzzLink("creek", address.Corners(address.FourCells("board", unknown=address.NOTHING))),
    ),
)
RECORD = family(KIND)
