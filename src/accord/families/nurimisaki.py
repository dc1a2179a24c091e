"""Nurimisaki: circles are all the ends of white, connected cells; no square of 2 x 2 has one colour."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    shading,
    total,
)
from accord.pencil.other_solution import anneal
from accord.puzzles.bounds import LARGEST

ANY = "?"
DRAWS, MOVES = 3, 2_000  # of white cells; of changes of their colours
NEAR = 0.8  # how often cells change where another solution differs, or beside; else anywhere
AT_ONCE = (1, 1, 2)  # how many cells change


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is black."""
    p = puzzle.problem()
    black = puzzle.flags(p)
    for cell in puzzle.cells:
        near = [black[other] for other in puzzle.near(cell)]
        if cell in puzzle["board"]:
            words = f"the circle at {at(cell)}"
            p.add(~black[cell], words=words)
            p.add(total(near) == len(near) - 1, words=words)
        elif puzzle["board"]:  # so no white cell is alone
            white = total(~each for each in near)
            p.add(white + 2 * black[cell] >= 2, about=no_end(cell))
        else:  # a white cell is alone, or two more are beside it
            for one in near:
                others = total(~each for each in near if each is not one)
                p.add(black[cell] + one + others >= 1, about=no_end(cell))
    for cell, clue in puzzle["board"].items():
        if clue != ANY:
            rays = [[*puzzle.ray(cell, way, black)][1 : clue + 1] for way in shading.WAYS]
            seen = total(truth for ray in rays for truth in shading.in_sight(ray, black))
            p.add(seen == clue - 1, words=f"the {clue} at {at(cell)}")
    shading.add_mixed_squares(puzzle, p, black)
    p.connected({cell: ~each for cell, each in black.items()}, puzzle.graph, words="the white cells")
    return p


def no_end(cell: Cell) -> Topic:
    """Return the topic of the rule that a cell without a circle is no end of white cells."""
    return Topic(f"no circle at {at(cell)}", "no end", [cell])


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells of a line from their circle."""
    for cell, clue in puzzle["board"].items():
        if clue != ANY and clue not in (some := lengths(puzzle, cell)):
            expected = f"2 to {some[-1]}, the cells in sight" if some else "no number on a board of one cell"
            yield puzzle.fault("board", cell, f"found {clue}; expected {expected}")


def lengths(puzzle: Instance, cell: Cell) -> range:
    """Return how many cells a white line from a cell can have, with itself."""
    row, column = cell
    return range(2, max(row + 1, puzzle.height - row, column + 1, puzzle.width - column) + 1)


def clue_words(puzzle: Instance, _key: str, cell: Cell) -> Iterator[str]:
    """Yield the numbers that a circle can have."""
    if cell in puzzle["board"]:
        yield from map(str, lengths(puzzle, cell))


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `r1c2 has no circle, so it is no end, so r1c3 is white`."""
    if tell.step.rule != "bounds" or tell.tag != "no end":
        return None
    return f"{tell.cells[0]} has no circle, so it is no end, so {tell.verdict}"


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw white cells, a circle with its number at each end; change colours while there is another solution.

    Then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    blank = Instance(KIND.name, size, {})

    def say(black: set[Cell]) -> dict[str, Any]:
        return {"board": making.grid(_circles(blank, black), size)}

    def problem_of(black: set[Cell]) -> tuple[Problem, making.Known]:
        return KIND.problem(**say(black)), {at(cell): cell in black for cell in blank.cells}

    def change(black: set[Cell], names: Collection[str]) -> set[Cell] | None:
        differs = [cell for cell in blank.cells if at(cell) in names]
        near = sorted({*differs}.union(*(blank.around(cell) for cell in differs)))
        among = near if dice.random() < NEAR else blank.cells
        changed = black ^ {*dice.sample(among, min(len(among), dice.choice(AT_ONCE)))}
        return changed if shading.is_mixed(blank, changed) else None

    for _ in range(DRAWS):
        black = anneal(dice, shading.draw_mixed(dice, blank), change, problem_of, MOVES)
        if black is not None:
            return making.drop_clues(KIND, say(black), {"board": ANY}, dice)
    raise making.none_found()


def _circles(blank: Instance, black: Collection[Cell]) -> dict[Cell, int]:
    """Return the number of each white cell that has one white cell beside it: how many are in sight."""
    white = {cell for cell in blank.cells if cell not in black}
    ends = [cell for cell in white if sum(other in white for other in blank.near(cell)) == 1]
    return {cell: sum(len([*blank.ray(cell, way, white)]) - 1 for way in shading.WAYS) + 1 for cell in ends}


KIND = Kind(
    name="nurimisaki",
    about=About(
        "pencil",
        "Circles are all ends of connected white cells; no square has one colour.",
        ("ぬりみさき",),
    ),
    rule="Black out cells without a circle. A white cell has a circle if and only if exactly one white cell "
    "shares a side with it. A number in a circle is how many white cells are in line from its cell, itself "
    "among them, up to a black cell. The white cells are connected by their sides, and no square of 2 x 2 "
    "has one colour.",
    source="Nikoli",
    parts=(
        Board(
            "board",
            "a circle: its number, or ? if it has none; . is another cell",
            signs=(Sign(ANY, "a circle without a number"),),
            numbers=(2, LARGEST),
        ),
    ),
    clues={"board": ANY},
    clue_words=clue_words,
    solution=Flags("black cell", state="black", contrary="white", fill="ink"),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    example=".?.../?..../...2./...../?....",
    addresses=(
        address.PuzzLink("nurimisaki", address.Cells("board", address.NUMBER16)),
        address.Penpa("nurimisaki", address.drawn.Numbers("board", "?")),
    ),
)
RECORD = family(KIND)
