"""Shikaku: the board is cut into rectangles, each with one number, which is how many cells it has.

The truths are the rectangles that can be: `r1c1-r3c2` says that there is one from r1c1 to r3c2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from accord.errors import RefusedError
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Rectangles,
    Sign,
    Telling,
    address,
    area_name,
    at,
    family,
    making,
    total,
)
from accord.puzzles.bounds import LARGEST

ANY = "?"
COVER = "the rectangle over "
CLUE = "the rectangle of the "
MOST = 3_000_000  # cells of all rectangles that can be
LARGEST_AREA = 12  # of a rectangle that is made, on a large board
DRAWS, MOVES = 20, 60  # of a board at random; of its numbers


def areas(puzzle: Instance) -> Iterator[tuple[Cell, Cell, Cell]]:
    """Yield each rectangle that a clue can have: the cell of the clue, the first cell and the last."""
    board = puzzle["board"]
    below = [[0] * (puzzle.width + 1) for _ in range(puzzle.height + 1)]  # clues above and to the left
    for row, column in product(range(puzzle.height), range(puzzle.width)):
        before = below[row][column + 1] + below[row + 1][column] - below[row][column]
        below[row + 1][column + 1] = before + ((row, column) in board)
    for (row, column), clue in board.items():
        for height in range(1, puzzle.height + 1):
            widths = range(1, puzzle.width + 1) if clue == ANY else [clue // height] * (clue % height == 0)
            for width in widths:
                tops = range(max(0, row - height + 1), min(row, puzzle.height - height) + 1)
                lefts = range(max(0, column - width + 1), min(column, puzzle.width - width) + 1)
                for top, left in product(tops, lefts):
                    end, edge = top + height, left + width
                    held = below[end][edge] - below[top][edge] - below[end][left] + below[top][left]
                    if held == 1:
                        yield (row, column), (top, left), (end - 1, edge - 1)


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each rectangle that can be; each cell is in one of them."""
    p = puzzle.problem()
    over: dict[Cell, list[Any]] = {cell: [] for cell in puzzle.cells}
    covered = 0
    for _, first, last in areas(puzzle):
        covered += (last[0] - first[0] + 1) * (last[1] - first[1] + 1)
        if covered > MOST:
            raise RefusedError(f"the rectangles that can be have more than {MOST:,} cells; expected fewer")
        there = p.boolean(area_name(first, last))
        for cell in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            over[cell].append(there)
    for cell, some in over.items():
        clue = puzzle["board"].get(cell)
        p.add(total(some) == 1, words=f"{COVER if clue is None else f'{CLUE}{clue} at '}{at(cell)}")
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for clues that no rectangle fits."""
    roomy = {cell for cell, _, _ in areas(puzzle)}
    for cell, clue in puzzle["board"].items():
        if cell not in roomy:
            message = f"found {clue}; expected a size for which there is room without other clues"
            yield puzzle.fault("board", cell, message)


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the rectangle of the 6 at r1c2 can only go from r1c1 to r2c3`."""
    if tell.step.rule == "intersection":
        return f"wherever {tell.rule} is, {tell.verdict}"
    if tell.step.rule != "bounds":
        return None
    if tell.closes:
        return f"{tell.rule} is known, so {tell.verdict}"
    name = tell.choices[tell.step.forced[0].option][0]
    return f"{tell.rule} can only go from {name.replace('-', ' to ')}"


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Cut the board at random; move numbers within their rectangles while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    for _ in range(DRAWS):
        cut = _cut(dice, size)
        place = {name: dice.choice(cells) for name, cells in cut.items()}
        for _ in range(MOVES):
            clues = {place[name]: len(cells) for name, cells in cut.items()}
            said = {"board": making.grid(clues, size)}
            other = making.another(KIND.problem(**said), dict.fromkeys(cut, True))
            if other is None:
                return said
            areas = [{*cells} for _, cells in Rectangles.areas(other)]
            name = dice.choice([name for name in cut if not other[name]])
            taken = next(area for area in areas if place[name] in area)
            place[name] = dice.choice([cell for cell in cut[name] if cell not in taken])
    raise making.none_found()


def _cut(dice: making.Dice, size: tuple[int, int]) -> dict[str, list[Cell]]:
    """Return rectangles at random that cover the whole board, by name."""
    free = {*product(range(size[0]), range(size[1]))}
    largest = min(LARGEST_AREA, max(2, len(free) // 6))
    found: dict[str, list[Cell]] = {}
    while free:
        row, column = min(free)
        room = len([*Instance.ray((row, column), (0, 1), free)])
        shapes = [
            (height, width)
            for height in range(1, size[0] - row + 1)
            for width in range(1, room + 1)
            if 2 <= height * width <= largest and not (row + 1 == size[0] and width + 1 == room)
        ]
        height, width = dice.choice(shapes or [(1, 1)])
        last = row + height - 1, column + width - 1
        cells = [*product(range(row, last[0] + 1), range(column, last[1] + 1))]
        found[area_name((row, column), last)] = cells
        free.difference_update(cells)
    return found


KIND = Kind(
    name="shikaku",
    about=About(
        "pencil",
        "Cut the board into rectangles; each has one number, its area.",
        ("Rectangles", "四角に切れ shikaku ni kire"),
    ),
    rule="Cut the board into rectangles along the lines, so that each has one number, which is how many "
    "cells it has.",
    source="Nikoli, 1989",
    parts=(
        Board(
            "board",
            "numbers: the cells of a rectangle; ? is one of any size, . a cell",
            signs=(Sign(ANY, "a rectangle of any size"),),
            numbers=(1, LARGEST**2),
        ),
    ),
    solution=Rectangles(),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    example="4.2/.../3..",
    addresses=(
        address.PuzzLink("shikaku", address.Cells("board", address.NUMBER16)),
        address.Tatham(
            "rect", address.Cells("board", address.games.NUMBER, whole=True), letters="(?:e[0-9.]+)?a?"
        ),
        address.Penpa("shikaku", address.drawn.Numbers("board", "?")),
    ),
)
RECORD = family(KIND)
