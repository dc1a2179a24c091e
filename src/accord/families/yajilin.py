"""Yajilin: cells are shaded, none beside another, and one loop passes all others but those with clues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Lines,
    Problem,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    random_lines,
    total,
)
from accord.pencil.instance import line_name
from accord.pencil.lines import SIDES
from accord.picture import Picture

UNKNOWN = "?"  # a cell that is neither shaded nor on the loop, without a clue
ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
DRAWS, MOVES = 6, 60  # of a loop; of a cell inside it or outside, while there is another solution


def free(puzzle: Instance) -> list[Cell]:
    """Return the cells without a clue."""
    return [cell for cell in puzzle.cells if cell not in puzzle["board"]]


def cells_ahead(puzzle: Instance, cell: Cell, side: str) -> list[Cell]:
    """Return the cells without a clue in a direction, up to the edge of the board."""
    down, right = SIDES[side]
    ray = [*puzzle.ray((cell[0] + down, cell[1] + right), (down, right), puzzle.cells)]
    return [each for each in ray if each not in puzzle["board"]]


def rules(puzzle: Instance) -> Problem:
    """Return the problem: truths for cells, whether they are shaded, and for edges of the loop."""
    p = puzzle.problem()
    shaded = puzzle.flags(p, free(puzzle))
    line = puzzle.lines_between(p, shaded)
    p.single_loop(line, words="the loop")
    for cell in shaded:
        p.add(
            total(line.at(*cell)) + 2 * shaded[cell] == 2,
            about=Topic(f"the way through {at(cell)}", "way", [cell]),
        )
    for one, other in puzzle.pairs:
        if one in shaded and other in shaded:
            p.add(total([shaded[one], shaded[other]]) <= 1, words=f"the pair {at(one)}-{at(other)}")
    for cell, clue in puzzle["board"].items():
        if clue != UNKNOWN:
            some = total(shaded[each] for each in cells_ahead(puzzle, cell, clue[-1]))
            p.add(some == int(clue[:-1]), words=f"the {clue} at {at(cell)}")
    return p


def most_shaded(puzzle: Instance, cell: Cell, side: str) -> int:
    """Return how many cells in a direction can be shaded, no two of them side by side."""
    lengths = [
        len(run) for run in puzzle.runs(cells_ahead(puzzle, cell, side), SIDES["s" if side in "ns" else "e"])
    ]
    return sum((length + 1) // 2 for length in lengths)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers for which there is no room."""
    for cell, clue in puzzle["board"].items():
        if clue != UNKNOWN and int(clue[:-1]) > (most := most_shaded(puzzle, cell, clue[-1])):
            message = f"found {clue}; expected 0 to {most}, the cells there that can be shaded"
            yield puzzle.fault("board", cell, message)


def clue_words(puzzle: Instance, key: str, cell: Cell) -> Iterable[str]:  # noqa: ARG001 (there is one part)
    """Return the words that a clue may have."""
    return [f"{number}{side}" for side in SIDES for number in range(most_shaded(puzzle, cell, side) + 1)]


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `r1c1 is shaded or on the loop, so r1c1 is shaded`."""
    return f"{tell.cells[0]} is shaded or on the loop, so {tell.verdict}" if tell.tag == "way" else None


def look(puzzle: Instance, drawn: Picture) -> Picture:
    """Return the picture with arrows."""
    signs = {**drawn.signs}
    for (row, column), clue in puzzle["board"].items():
        if clue != UNKNOWN:
            signs[0, row, column] = clue[:-1] + ARROWS[clue[-1]]
    assert drawn.network is not None
    return replace(drawn, signs=signs, network=replace(drawn.network, vertices=tuple(free(puzzle))))


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw a loop and shade cells beside it; change it while there is another solution; leave out clues.

    Args:
        dice: random numbers.
        size: rows and columns.
    """

    def say(loop: set[random_lines.Edge]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        said, shaded = _clues(dice, loop, size)
        return said, {line_name(*edge): True for edge in loop} | {at(cell): True for cell in shaded}

    said = random_lines.draw_unique(KIND, dice, size, say, (DRAWS, MOVES))
    return making.drop_clues(KIND, said, {"board": UNKNOWN}, dice)


def _clues(
    dice: making.Dice, loop: set[random_lines.Edge], size: tuple[int, int]
) -> tuple[dict[str, Any], set[Cell]]:
    """Return what a model file says of a loop, and the cells that are shaded; others have clues."""
    blank = Instance(KIND.name, size, {"board": {}})
    on_loop = {cell for edge in loop for cell in edge}
    rest = [cell for cell in blank.cells if cell not in on_loop]
    dice.shuffle(rest)
    shaded: set[Cell] = set()
    for cell in rest:
        if shaded.isdisjoint(blank.near(cell)):
            shaded.add(cell)
    clues = {}
    for cell in sorted({*rest} - shaded):
        counts = {side: len(shaded.intersection(cells_ahead(blank, cell, side))) for side in SIDES}
        side = max(SIDES, key=lambda each: (counts[each], dice.random()))
        clues[cell] = f"{counts[side]}{side}"
    return {"board": making.grid(clues, size)}, shaded


KIND = Kind(
    name="yajilin",
    about=About(
        "pencil",
        "Shade cells that arrows count, and draw one loop through all others.",
        ("Arrow Ring", "Straight and Turn", "ヤジリン yajirin"),
    ),
    rule="Shade some cells, no two of which share a side, and draw one loop from cell to cell through all "
    "others without a clue. The number of a clue is how many cells are shaded in the direction of its arrow.",
    source="Nikoli, 1999",
    parts=(
        Board(
            "board",
            "clues: a number and n, e, s or w, as in 2e; ? is a cell with no clue to read, . a cell to fill",
            signs=(Sign(UNKNOWN, "a cell that is not to be filled"),),
            pattern="[0-9]{1,3}[nesw]",
            pattern_about="a number and n, e, s or w",
            directions="nesw",
        ),
    ),
    clues={"board": UNKNOWN},
    not_clues=(UNKNOWN,),
    clue_words=clue_words,
    solution=Lines(shaded=Flags("shaded cell", state="shaded", fill="ink")),
    rules=rules,
    faults=faults,
    words=words,
    look=look,
    make=make,
    addresses=(
        address.PuzzLink(
            "yajilin", address.Cells("board", address.ARROWS), also=["yajirin"], flags={"": {}, "b": {}}
        ),
        address.Penpa("yajilin", address.drawn.Arrows("board", "?")),
    ),
    example="._?_._./1e_._._./._._._./._._._.",
)
RECORD = family(KIND)
