"""Akari (light up): lamps that light every cell, along rows and columns up to walls, and never each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
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
    numbers,
    random_regions,
    total,
)
from accord.puzzles.bounds import check_knob
from accord.puzzles.wishes import wish_error
from accord.puzzles.words import join_words

WALL = "x"


def free(puzzle: Instance) -> list[Cell]:
    """Return the cells without a wall."""
    return [cell for cell in puzzle.cells if cell not in puzzle["board"]]


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell without a wall, whether it has a lamp."""
    p = puzzle.problem()
    lamp = puzzle.flags(p, free(puzzle))
    lit_from: dict[Cell, dict[Cell, None]] = {cell: {} for cell in lamp}  # in order
    for run in puzzle.runs(lamp):
        for cell in run:
            lit_from[cell] |= dict.fromkeys(run)
        if len(run) > 1:
            p.add(total(lamp[cell] for cell in run) <= 1, words=f"the run {run.name}")
    for cell in lamp:
        about = Topic(f"the light of {at(cell)}", "light", [cell])
        p.add(total(lamp[other] for other in lit_from[cell]) >= 1, about=about)
    for cell, clue in puzzle["board"].items():
        if clue != WALL:
            beside = total(lamp[other] for other in puzzle.near(cell) if other in lamp)
            p.add(beside == clue, words=f"the {clue} at {at(cell)}")
    return p


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `only r3c7 can light r3c4, so r3c7 has a lamp`."""
    if tell.tag != "light":
        return None
    (cell,) = tell.cells
    if tell.step.rule == "bounds":
        how = "nothing else can light" if tell.open == [cell] else f"only {join_words(tell.open)} can light"
        return f"{how} {cell}, so {tell.verdict}"
    return f"wherever the lamp is that lights {cell}, {tell.verdict}"


def make(dice: making.Dice, size: tuple[int, int], *, walls: float = 0.2) -> Mapping[str, Any]:
    """Put lamps between random walls; add walls where another solution has a lamp.

    Args:
        dice: random numbers.
        size: rows and columns.
        walls: the share of cells with a wall at first.
    """
    check_knob("walls", walls, 0.0, 0.9)
    cells, wishes = [*Instance(KIND.name, size, {}).cells], dice.wishes
    dice.shuffle(cells)
    number = round(walls * len(cells))
    board: dict[Cell, object] = {}
    for cell in [*filter(lambda cell: wishes.must([cell]), cells), *cells]:
        if (len(board) < number or wishes.must([cell])) and wishes.may(wishes.orbit(cell)):
            board |= dict.fromkeys(wishes.orbit(cell), WALL)
    lamps: set[Cell] = set()
    while True:
        _light(Instance(KIND.name, size, {"board": board}), cells, lamps)
        said = {"board": making.grid(_count_lamps(board, lamps), size)}
        known = {at(cell): cell in lamps for cell in cells if cell not in board}
        other = making.another(KIND.problem(**said), known)
        if other is None:
            return making.drop_clues(KIND, said, {"board": WALL}, dice)
        lit = (cell for cell in cells if other.get(at(cell)) and not known[at(cell)])
        wall = next((orbit for orbit in map(wishes.orbit, lit) if wishes.may(orbit)), None)
        if wall is None:
            raise wish_error()
        board |= dict.fromkeys(wall, WALL)
        lamps.difference_update(wall)


def _light(puzzle: Instance, cells: Sequence[Cell], lamps: set[Cell]) -> None:
    """Put lamps where it is dark, in this order."""
    inside = {*free(puzzle)}
    lit: set[Cell] = set()
    for cell in [*sorted(lamps), *(each for each in cells if each in inside)]:
        if cell in lamps or cell not in lit:
            lamps.add(cell)
            for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                lit.update(puzzle.ray(cell, step, inside))


def _count_lamps(walls: Iterable[Cell], lamps: Collection[Cell]) -> dict[Cell, int]:
    return {cell: sum(near in lamps for near in random_regions.beside(cell)) for cell in walls}


KIND = Kind(
    name="akari",
    about=About(
        "pencil", "Place lamps that light every cell and never each other.", ("Light Up", "美術館 bijutsukan")
    ),
    rule="Put lamps into cells so that each cell is lit, along its row or column up to a wall, and no lamp "
    "lights another. A number says how many lamps are beside a wall.",
    source="Nikoli, 2001",
    parts=(
        Board(
            "board",
            "walls: x, or the number of lamps beside it; . is a cell",
            signs=(Sign(WALL, "a wall", shown="#", dark=True),),
            numbers=(0, 4),
            dark=True,
        ),
    ),
    clues={"board": WALL},
    not_clues=(WALL,),
    solution=Flags("lamp", word="o", sign="o", figure="lamp", rest=WALL),
    rules=rules,
    faults=partial(numbers.wall_faults, wall=WALL),
    words=words,
    make=make,
    arranged=itemgetter("board"),
    addresses=(
        address.PuzzLink("akari", address.FourCells("board", unknown="x"), also=["lightup"]),
        address.Tatham(
            "lightup",
            address.Cells("board", address.games.LIGHT, {"x": "B"} | {n: n for n in "01234"}, whole=True),
            letters="(?:b[0-9]+)?(?:s[0-9])?(?:d[0-9]|r)?",
        ),
        address.Penpa("akari", address.drawn.NumberedWalls("board", "x")),
    ),
    example=".1./x../..2",
)
RECORD = family(KIND)
