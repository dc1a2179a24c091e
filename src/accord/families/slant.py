"""Slant (gokigen naname): a diagonal line in each cell, no loop of lines; numbers count lines at corners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from accord.grids.regions import Joined
from accord.pencil import (
    About,
    Board,
    Cell,
    Instance,
    Kind,
    Problem,
    Telling,
    Topic,
    Values,
    address,
    at,
    family,
    making,
    numbers,
    total,
)
from accord.picture import Picture
from accord.problem.graphs import graph_of

DOWN, UP = "\\", "/"  # from the upper left to the lower right, and from the lower left to the upper right
SIGNS = {DOWN: "╲", UP: "╱"}  # in pictures
DRAWS = 60  # of a board at random


def ends(cell: Cell, line: str) -> tuple[Cell, Cell]:
    """Return the corners that a line in a cell joins."""
    row, column = cell
    return ((row, column), (row + 1, column + 1)) if line == DOWN else ((row, column + 1), (row + 1, column))


def lines_at(puzzle: Instance, corner: Cell) -> list[tuple[Cell, str]]:
    """Return the cells around a corner, each with the line that meets it."""
    row, column = corner
    near = (
        ((row - 1, column - 1), DOWN),
        ((row - 1, column), UP),
        ((row, column - 1), UP),
        ((row, column), DOWN),
    )
    return [(cell, line) for cell, line in near if puzzle.inside([cell])]


def rules(puzzle: Instance) -> Problem:
    """Return the problem: which line each cell has."""
    p = puzzle.problem()
    of = puzzle.choices(p, (DOWN, UP))
    for corner, clue in puzzle["board"].items():
        met = total(of[cell] == line for cell, line in lines_at(puzzle, corner))
        p.add(met == clue, about=Topic(f"the {clue} at the corner {at(corner)}", "clue"))
    for corner in product(range(1, puzzle.height), range(1, puzzle.width)):
        around = total(of[cell] != line for cell, line in lines_at(puzzle, corner))
        p.add(around <= 3, about=Topic(f"the loop around the corner {at(corner)}", "loop"))
    joins = {ends(cell, line): of[cell] == line for cell in puzzle.cells for line in (DOWN, UP)}
    p.forest(joins, graph_of([*joins]), words="no loop")
    return p


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `otherwise the loop around the corner r2c2 would be closed, so ..`."""
    if tell.tag == "loop" and tell.step.rule == "bounds":
        return f"otherwise {tell.rule} would be closed, so {tell.verdict}"
    if tell.tag == "clue" and tell.step.rule == "bounds":
        return f"{tell.rule} leaves one way only, so {tell.verdict}"
    return None


def look(puzzle: Instance, drawn: Picture) -> Picture:  # noqa: ARG001
    """Return the picture with lines from corner to corner in drawings."""
    return replace(drawn, figures={**drawn.figures, SIGNS[DOWN]: "line-down", SIGNS[UP]: "line-up"})


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw lines at random, none of which closes a loop; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        line = _draw(dice, blank)
        if line is None:
            continue
        corners = product(range(size[0] + 1), range(size[1] + 1))
        clues = {c: sum(line[cell] == met for cell, met in lines_at(blank, c)) for c in corners}
        said = {"board": making.grid(clues, (size[0] + 1, size[1] + 1))}
        if making.is_unique(KIND.problem(**said)):
            return making.drop_clues(KIND, said, {"board": "-"}, dice)
    raise making.none_found()


def _draw(dice: making.Dice, blank: Instance) -> dict[Cell, str] | None:
    """Return a line for each cell; None if both lines of one close a loop."""
    joined = Joined((blank.height + 1) * (blank.width + 1))
    found: dict[Cell, str] = {}
    cells = [*blank.cells]
    dice.shuffle(cells)
    for cell in cells:
        for line in dice.sample((DOWN, UP), 2):
            one, other = (row * (blank.width + 1) + column for row, column in ends(cell, line))
            if joined.find(one) != joined.find(other):
                joined.join(one, other)
                found[cell] = line
                break
        else:
            return None
    return found


KIND = Kind(
    name="slant",
    about=About(
        "pencil",
        "Draw diagonals without a loop; numbers count them at corners.",
        ("Gokigen Naname", "ごきげんななめ"),
    ),
    rule="Draw a diagonal line in each cell, so that no lines make a loop. A number says how many lines "
    "meet at its corner.",
    source="Nikoli, 2006",
    parts=(
        Board(
            "board",
            "the lines that meet at each corner of cells; . is a corner without a number",
            numbers=(0, 4),
            on_corners=True,
        ),
    ),
    clues={"board": "."},
    solution=Values(among=(DOWN, UP), shown=SIGNS),
    rules=rules,
    faults=numbers.corner_faults,
    words=words,
    look=look,
    make=make,
    example="...0/.4../..../.12.",
    addresses=(
        address.PuzzLink("gokigen", address.Corners(address.FourCells("board", unknown=address.NOTHING))),
        address.Tatham("slant", address.Corners(address.Cells("board", address.games.DIGIT, whole=True))),
    ),
)
RECORD = family(KIND)
