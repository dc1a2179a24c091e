"""Thermometers: each is filled with mercury from its bulb up to some cell, so that rows and columns add up.

The board shows how each is walked from its bulb: `o` is a bulb; `>`, `v`, `<` and `^` are cells that are
reached by a step in that direction; `.` is a place without a thermometer. Here are one of eight cells, and
one of three:

    o>>v        An option is a full cell, which needs the cell before it: `r2c4>r1c4`. So the level of a
    ^<<v        thermometer is a chain of options, as that of a tank is in aquarium.
    o>>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from accord.deduce import Forced
from accord.families.thermometers.growing import grow
from accord.families.thermometers.texts import OneLine, Tubes
from accord.families.thermometers.tubes import BULB, NOTHING, STEPS, before, tubes
from accord.pencil import (
    About,
    Cell,
    DirectModel,
    Fault,
    Flags,
    Instance,
    Kind,
    OwnTexts,
    Side,
    Sign,
    Telling,
    at,
    family,
    making,
)
from accord.pencil.direct import cell_variables, chain_model, clue_faults
from accord.picture import Picture
from accord.puzzles.bounds import LARGEST, check_knob
from accord.puzzles.words import join_words


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Clues that cannot be."""
    return clue_faults(puzzle, puzzle["board"], "mercury")


def model(puzzle: Instance) -> DirectModel:
    """The model: an option for each cell of a thermometer, row by row."""
    board: dict[Cell, str] = puzzle["board"]
    number = {cell: n for n, cell in enumerate(board)}
    option = np.full((puzzle.height, puzzle.width), -1, np.int64)
    for cell, n in number.items():
        option[cell] = n
    upper = [cell for cell, sign in board.items() if sign != BULB]
    pairs = (
        np.array([number[cell] for cell in upper], np.int64),
        np.array([number[before(cell, board[cell])] for cell in upper], np.int64),
    )
    made = chain_model(puzzle, option, [*map(at, board)], pairs)

    def rules() -> list[str]:
        bulb = {cell: tube[0] for tube in tubes(board) for cell in tube}
        lines = made.item_names[: made.items - len(upper)]
        return [*lines, *(f"the thermometer at {at(bulb[cell])}" for cell in upper)]

    return DirectModel(made, partial(cell_variables, option), rules)


def look(puzzle: Instance, drawn: Picture) -> Picture:
    """The board with walls around thermometers, and their tubes."""
    found = [tuple((0, *cell) for cell in tube) for tube in tubes(puzzle["board"])]
    region = {place: number for number, tube in enumerate(found) for place in tube}
    marks = {place: drawn.marks.get(place, NOTHING) for place in drawn.signs if place not in drawn.fills}
    regions = {place: region.get(place, -1) for place in drawn.signs}
    return replace(drawn, regions=regions, marks=marks, tubes=tuple(found))


def words(tell: Telling) -> str | None:
    """Return what a line says, as in `row 1: 3 more cells of mercury; with r1c4 there ...`."""
    step = tell.step
    need = step.demand[0] - step.given
    if not tell.rule.startswith(("row ", "column ")) or need in (0, step.left):
        return None
    more = f"{tell.rule}: {need} more {'cell' if need == 1 else 'cells'} of mercury"
    verdicts = [(each.chosen, tell.model.option_name(each.option), each.amount) for each in _telling(tell)]
    if step.rule == "subset sums":
        common = [f"{'all have' if full else 'none has'} {cell}" for full, cell, _ in verdicts]
        return f"{more}; of the ways to make {need}, {join_words(common)}"
    reasons = [
        f"without {cell} only {step.left - amount} would be free, so it is full"
        if full
        else f"with {cell} there would be {amount}, so it is empty"
        for full, cell, amount in verdicts
    ]
    return f"{more}; {'; '.join(reasons)}"


def _telling(tell: Telling) -> list[Forced]:
    """Return of each thermometer in the line what says most: its last full cell, its first empty one."""
    bulb = {at(cell): tube[0] for tube in tubes(tell.puzzle["board"]) for cell in tube}
    found: dict[tuple[Cell, bool], Forced] = {}
    for forced in tell.step.forced:
        key = bulb[tell.model.option_name(forced.option)], forced.chosen
        if key not in found or forced.amount < found[key].amount:
            found[key] = forced
    return [*found.values()]


def make(
    dice: making.Dice, size: tuple[int, int], *, longest: int | None = None, partial: float = 0.3
) -> Mapping[str, Any]:
    """Thermometers that are grown one by one and do not touch themselves, so that there is a solution.

    There may be several. Where only a bulb fits there is no thermometer.

    Args:
        dice: random numbers.
        size: rows and columns.
        longest: cells of a thermometer, at most; the longer side of the board if None.
        partial: the share of thermometers that are full up to a random cell; others are full or empty. The
            more, the fewer boards have only one solution: of 20 of 15 x 15, 7 had, and 3 with 1.0.
    """
    longest = max(2, *size) if longest is None else longest
    check_knob("longest", longest, 2, LARGEST)
    check_knob("partial", partial, 0.0, 1.0)
    board, wet = grow(dice, size, longest, partial)
    return {
        "board": tuple("".join(row) for row in board.tolist()),
        "columns": tuple(wet.sum(axis=0).tolist()),
        "rows": tuple(wet.sum(axis=1).tolist()),
    }


KIND = Kind(
    name="thermometers",
    about=About("edge", "Fill thermometers from the bulb; numbers at the edge count mercury."),
    rule="Fill each thermometer with mercury from its bulb up to some cell, or leave it empty. A number is "
    "how many cells of its row or column are full.",
    source="as on puzzle-thermometers.com",
    parts=(
        Tubes(
            "board",
            "o for a bulb; > v < ^ for a cell that is reached by a step in that direction; . for none",
            signs=(Sign(BULB, "a bulb"), *(Sign(sign, "a step") for sign in STEPS)),
            blanks=(NOTHING,),
            mark=True,
            directions="^>v<",
        ),
        Side("columns", "number of full cells; ? is a missing clue", of="columns", stands="top", none="?"),
        Side("rows", "the same for rows", none="?"),
    ),
    texts=OwnTexts(line=OneLine(), block=("columns", "rows", "board")),
    clues={"columns": "?", "rows": "?"},
    solution=Flags("mercury", fill="mercury", contrary="empty", mass=True),
    model=model,
    faults=faults,
    words=words,
    look=look,
    make=make,
    example="2_1_1_2;o>,o>",
)
RECORD = family(KIND)
