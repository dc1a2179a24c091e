"""Thermometers: each is filled with mercury from its bulb up to some cell, so that rows and columns add up.

The board shows how each is walked from its bulb: `o` is a bulb; `>`, `v`, `<` and `^` are cells that are
reached by a step in that direction; `.` is a place without a thermometer. Here are one of eight cells, and
one of three:

    o>>v        An option is a full cell, which needs the cell before it: `r2c4>r1c4`. So the level of a
    ^<<v        thermometer is a chain of options, as that of a tank is in aquarium.
    o>>.

The cells of each thermometer, from its bulb on:

    >>> from accord.families.thermometers import tubes
    >>> tubes({(0, 0): "o", (0, 1): ">", (1, 1): "v"})
    [[(0, 0), (0, 1), (1, 1)]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.deduce import Forced
from accord.pencil import (
    About,
    Board,
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
    Topic,
    at,
    family,
    making,
)
from accord.pencil.direct import cell_variables, chain_model, clue_faults, line_topics
from accord.pencil.parts import Size, Words
from accord.picture import Picture
from accord.puzzles.bounds import LARGEST, check_knob
from accord.puzzles.family import Faults
from accord.puzzles.words import describe, join_words

BULB, NOTHING = "o", "."
STEPS = {">": (0, 1), "v": (1, 0), "<": (0, -1), "^": (-1, 0)}  # rows, columns
NO_CELLS = ("-", ".", "@")  # in a file of blocks: places without a thermometer
STRAIGHT = 0.8  # how often a thermometer goes straight on where it can


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

    def topics() -> list[Topic]:
        bulbs = {cell: tube[0] for tube in tubes(board) for cell in tube}
        tube_of = {bulb: Topic(f"the thermometer at {at(bulb)}", "tube", [bulb]) for bulb in bulbs.values()}
        return [*line_topics(puzzle), *(tube_of[bulbs[cell]] for cell in upper)]

    return DirectModel(made, partial(cell_variables, option), topics)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Clues that cannot be."""
    return clue_faults(puzzle, puzzle["board"], "mercury")


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
    if tell.tag not in ("row", "column") or need in (0, step.left):
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


# -- the board -------------------------------------------------------------------------------------


def before(cell: Cell, sign: str) -> Cell:
    """The place from which a cell with that sign is reached; itself for a bulb."""
    down, right = STEPS.get(sign, (0, 0))
    return cell[0] - down, cell[1] - right


def tubes(board: Mapping[Cell, str]) -> list[list[Cell]]:
    """The cells of each thermometer, from its bulb on, in the order of the bulbs."""
    after = {before(cell, sign): cell for cell, sign in board.items() if sign != BULB}
    found = [[cell] for cell, sign in board.items() if sign == BULB]
    for tube in found:
        while tube[-1] in after:
            tube.append(after[tube[-1]])
    return found


def board_faults(board: Mapping[Cell, str]) -> Iterator[Fault]:
    """Yield faults of a board: cells that no bulb leads to, or two ways on."""
    behind: dict[Cell, list[Cell]] = {}  # a place -> the cells that are reached from it
    for cell, sign in board.items():
        if sign != BULB:
            behind.setdefault(before(cell, sign), []).append(cell)
    reached = [cell for cell, sign in board.items() if sign == BULB]
    loose = [cell for place, cells in behind.items() if place not in board for cell in cells]
    forks = [cell for cells in behind.values() if len(cells) > 1 for cell in cells]
    reached += loose
    for cell in reached:  # grows while it is walked
        reached += behind.get(cell, ())
    for bad, message in (
        (loose, "to which no cell leads; expected one before it"),
        (forks, "where a thermometer forks; expected one cell after another"),
        ({*board} - {*reached}, f"in a ring without a bulb; expected {BULB!r} where it begins"),
    ):
        for row, column in sorted(bad):
            found = f"found {board[row, column]!r} at column {column + 1}"
            yield Fault(f"board[{row + 1}]", f"{found}, {message}")


# -- texts: a line, and a board that stands in blocks as numbers of cells --------------------------


class OneLine:
    """`2_1_1_3_?_0;o>>,o.v,v.v`: clues of columns, then of rows, and the board."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of the parts."""
        given, _, drawn = text.partition(";")
        board = [[*row.strip()[: LARGEST + 1]] for row in drawn.split(",", LARGEST + 1)]
        clues, columns = given.split("_", 2 * LARGEST + 1), len(board[0])
        return {"board": board, "columns": [clues[:columns]], "rows": [clues[columns:]]}

    def write(self, words: Mapping[str, Words]) -> str:
        """The text that `read` reads."""
        board = ",".join("".join(row) for row in words["board"])
        return f"{'_'.join((*words['columns'][0], *words['rows'][0]))};{board}"


@dataclass(frozen=True)
class Tubes(Board):
    """A board that stands in blocks as THERMOMETER.PLACE in each cell; the bulb has place 1."""

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The signs, each in a thermometer."""
        board = super().read(words, size, faults)
        faults += board_faults(board)
        return board

    def from_block(self, words: Words, size: Size, faults: Faults) -> Words:
        """The signs."""
        place_of: dict[tuple[int, int], Cell] = {}
        good = self.fits(words, size, faults)
        for row, line in enumerate(words):
            key = f"{self.key}[{row + 1}]"
            for column, word in enumerate(line):
                label = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", word)
                if label is None:
                    if word not in NO_CELLS:
                        expected = "THERMOMETER.PLACE, as in 3.1, or - for none"
                        faults.add(key, f"found {describe(word)}; expected {expected}")
                elif place_of.setdefault((int(label[1]), int(label[2])), (row, column)) != (row, column):
                    faults.add(key, f"found {word} twice; expected each cell once")
        sign_of = {step: sign for sign, step in STEPS.items()}
        board = [[NOTHING] * size[1] for _ in range(size[0])]
        for (which, number), (row, column) in place_of.items() if good and not faults else ():
            previous = place_of.get((which, number - 1), (-9, -9))
            sign = BULB if number == 1 else sign_of.get((row - previous[0], column - previous[1]))
            if sign is None:
                expected = f"{which}.{number - 1} beside it, or {which}.1 for a bulb"
                faults.add(f"{self.key}[{row + 1}]", f"found {which}.{number}; expected {expected}")
            board[row][column] = sign or NOTHING
        return board

    def to_block(self, words: Words, size: Size) -> Words:
        """The numbers; thermometers are numbered as their bulbs come."""
        board = self.meaning([((r, c), word) for r, row in enumerate(words) for c, word in enumerate(row)])
        found = [[NO_CELLS[0]] * size[1] for _ in range(size[0])]
        for number, tube in enumerate(tubes(board), start=1):  # type: ignore[arg-type]
            for place, (row, column) in enumerate(tube, start=1):
                found[row][column] = f"{number}.{place}"
        return found


# -- puzzles at random -----------------------------------------------------------------------------


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


def grow(
    dice: making.Dice, size: tuple[int, int], longest: int, partial: float
) -> tuple[NDArray[np.str_], NDArray[np.bool_]]:
    """Return a board of thermometers, grown one by one, and which of its cells are full.

    Where only a bulb fits there is no thermometer.

    Args:
        dice: random numbers.
        size: rows and columns.
        longest: cells of a thermometer, at most.
        partial: the share of thermometers that are full up to a random cell; others are full or empty.
    """
    signs = np.full((size[0] + 2, size[1] + 2), NOTHING)
    free = np.pad(np.ones(size, np.bool_), 1).ravel()
    full = np.zeros_like(free)
    sign_of = {down * signs.shape[1] + right: sign for sign, (down, right) in STEPS.items()}
    starts = np.flatnonzero(free).tolist()
    dice.shuffle(starts)
    for start in starts:
        path = list(_walk(start, free, tuple(sign_of), longest, dice))
        if len(path) > 1:
            signs.flat[path] = [BULB, *(sign_of[b - a] for a, b in pairwise(path))]
            some = dice.random() < partial
            full[path[: dice.randint(0, len(path)) if some else dice.choice((0, len(path)))]] = True
        free[path] = len(path) == 1
    return signs[1:-1, 1:-1], full.reshape(signs.shape)[1:-1, 1:-1]


def _walk(
    place: int, free: NDArray[np.bool_], steps: Sequence[int], longest: int, dice: making.Dice
) -> Iterator[int]:
    """Places over free ones, mostly straight on, as long as it goes, and never beside an earlier one."""
    walked: list[int] = []
    ways = [place] if free[place] else []
    while ways and len(walked) < longest:
        on = place + walked[-1] - walked[-2] if len(walked) > 1 else 0
        place = on if on in ways and dice.random() < STRAIGHT else dice.choice(ways)
        walked.append(place)
        yield place
        ways = [place + step for step in steps]
        ways = [way for way in ways if free[way] and not {way, *(way + s for s in steps)} & {*walked[:-1]}]


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
