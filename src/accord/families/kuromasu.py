"""Kuromasu (kurodoko): a number counts the white cells in sight of its cell, up to black cells."""

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
    Sign,
    address,
    at,
    family,
    making,
    shading,
    total,
)
from accord.puzzles.bounds import LARGEST, check_knob

ANY = "?"


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is black."""
    p = puzzle.problem()
    black = puzzle.flags(p)
    for cell, clue in puzzle["board"].items():
        words = f"the {clue} at {at(cell)}"
        p.add(~black[cell], words=words)
        if clue == ANY:
            continue
        rays = [[*puzzle.ray(cell, way, black)][1 : clue + 1] for way in shading.WAYS]
        seen = total(truth for ray in rays for truth in shading.in_sight(ray, black))
        p.add(seen == clue - 1, words=words)
    shading.add_apart(puzzle, p, black, "the white cells")
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells of their row and column."""
    most = puzzle.height + puzzle.width - 1
    for cell, clue in puzzle["board"].items():
        if clue != ANY and clue > most:
            yield puzzle.fault("board", cell, f"found {clue}; expected 1 to {most}, the cells in sight")


def clue_words(puzzle: Instance, _key: str, _cell: Cell) -> Iterator[str]:
    """Yield the clues that a cell can have."""
    yield ANY
    yield from map(str, range(1, puzzle.height + puzzle.width))


def make(dice: making.Dice, size: tuple[int, int], *, black: float = 0.25) -> Mapping[str, Any]:
    """Black out cells at random, and count what each other cell sees; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        black: the share of black cells, as far as there is room.
    """
    check_knob("black", black, 0.0, 0.5)
    blank = Instance(KIND.name, size, {})
    white = {*blank.cells} - shading.draw_apart(dice, blank, black)
    seen = {cell: sum(len([*blank.ray(cell, way, white)]) - 1 for way in shading.WAYS) + 1 for cell in white}
    return making.drop_clues(KIND, {"board": making.grid(seen, size)}, {"board": "-"}, dice)


KIND = Kind(
    name="kuromasu",
    about=About(
        "pencil",
        "Black out cells so that each number counts the white cells in sight.",
        ("Kurodoko", "Where Are the Black Cells", "Range", "黒どこ"),
    ),
    rule="Black out cells without a number. A number is how many white cells are in sight from its cell, "
    "itself among them, along its row and column up to black cells. No two black cells share a side. The "
    "white cells are connected by their sides.",
    source="Nikoli, 1991",
    parts=(
        Board(
            "board",
            "numbers from 1; ? is a white cell without its number; . is an empty cell",
            signs=(Sign(ANY, "a white cell without its number"),),
            numbers=(1, 2 * LARGEST),
        ),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    solution=Flags("black cell", state="black", contrary="white", fill="ink"),
    rules=rules,
    faults=faults,
    words=shading.apart_words,
    make=make,
    example="..6../2..4./....3/...../...4.",
    addresses=(
        address.PuzzLink("kurodoko", address.Cells("board", address.NUMBER16)),
        address.Tatham("range", address.Cells("board", address.games.NUMBER, whole=True)),
        address.Penpa("kuromasu", address.drawn.Numbers("board", "?")),
    ),
)
RECORD = family(KIND)
