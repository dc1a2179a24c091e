"""Thermometers: each is filled with mercury from its bulb up to some cell, so that rows and columns add up.

The board shows how each is walked from its bulb: `o` is a bulb; `>`, `v`, `<` and `^` are cells that are
reached by a step in that direction; `.` is a place without a thermometer. Here are one of eight cells, and
one of three:

    o>>v        An option is a full cell, which needs the cell before it: `r2c4>r1c4`. So the level of a
    ^<<v        thermometer is a chain of options, as that of a tank is in aquarium.
    o>>.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from random import Random as Dice
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from accord.deduce import Forced, Step
from accord.deduce import words as plain
from accord.families.reading import clues
from accord.grids.regions import Grid
from accord.model import Model
from accord.picture import EMPTY, FULL, Picture, Place
from accord.puzzles import lines
from accord.puzzles.blocks import Problem
from accord.puzzles.family import Block, Family, Fault, Faults, Made, Random, Shown, Texts
from accord.puzzles.lines import LARGEST, Clue, Clues
from accord.puzzles.stated import Signs
from accord.puzzles.words import found as shown
from accord.puzzles.words import joined

BULB, NOTHING = "o", "."
MERCURY = 160  # among 256 colours
STRAIGHT = 0.8  # how often a thermometer that is made goes on straight where it can
NO_CELLS = ("-", ".", "@")  # in a file of blocks: places without a thermometer
STEPS = {">": (0, 1), "v": (1, 0), "<": (0, -1), "^": (-1, 0)}  # rows, columns


class Thermometers(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: thermometers on a board, and how many cells of each column and row are full."""

    board: str | tuple[str, ...]
    columns: tuple[Clue, ...]  # from the left; "?" or "-" where nothing is said
    rows: tuple[Clue, ...]  # from the top


@dataclass(frozen=True, eq=False)
class Layout:
    """A spec that was read and found right. Around the board lies a frame; places are numbered with it."""

    signs: npt.NDArray[np.str_]  # [rows + 2, columns + 2]
    cells: Grid  # the places of cells, row by row
    before: Grid  # [places]: the cell before each; itself for a bulb
    bulb: Grid  # [places]: the bulb of its thermometer
    columns: Clues
    rows: Clues

    @cached_property
    def tubes(self) -> list[tuple[Place, ...]]:
        """The cells of each thermometer, from its bulb on."""
        after = {before: place for place, before in enumerate(self.before.tolist()) if before != place}
        width = self.signs.shape[1]
        found = []
        for place in self.cells[self.before[self.cells] == self.cells].tolist():
            tube = [place]
            while tube[-1] in after:
                tube.append(after[tube[-1]])
            found.append(tuple((0, cell // width - 1, cell % width - 1) for cell in tube))
        return found

    def board(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """What a board has of values for all places."""
        return values.reshape(self.signs.shape)[1:-1, 1:-1]


@lru_cache(maxsize=16)  # a spec is read for its model and again for each picture
def layout(spec: Thermometers) -> Layout:
    """The layout of a spec. Raises SpecError with every fault."""
    rows = lines.board(spec.board, (BULB, *STEPS, NOTHING))
    signs = np.pad(np.array([list(row) for row in rows]), 1, constant_values=NOTHING)
    sign, width = signs.ravel(), signs.shape[1]
    step = np.zeros(signs.size, np.int64)
    for name, (down, right) in STEPS.items():
        step[sign == name] = down * width + right
    before = np.arange(signs.size) - step
    bulb = before
    for _ in range(signs.size.bit_length()):
        bulb = bulb[bulb]
    after = np.bincount(before[step != 0], minlength=signs.size)
    faults = Faults(
        Fault(f"board[{place // width}]", f"found {str(sign[place])!r} at column {place % width}, {message}")
        for bad, message in (
            ((sign != NOTHING) & (sign[before] == NOTHING), "to which no cell leads; expected one before it"),
            ((step != 0) & (after[before] > 1), "where a thermometer forks; expected one cell after another"),
            (step[bulb] != 0, f"in a ring without a bulb; expected {BULB!r} where it begins"),
        )
        for place in np.flatnonzero(bad).tolist()
    )
    demanded = lines.known(spec.columns), lines.known(spec.rows)
    found = Layout(signs, np.flatnonzero(sign != NOTHING), before, bulb, *demanded)
    faults += lines.faults(spec.rows, spec.columns, found.board(sign != NOTHING), "mercury")
    faults.end()
    return found


def build(spec: Thermometers) -> Model:
    """The model: an option for each cell of a thermometer, row by row."""
    found = layout(spec)
    option = np.full(found.signs.size, -1, np.int64)
    option[found.cells] = np.arange(len(found.cells))
    upper = found.cells[found.before[found.cells] != found.cells]
    names = ["r{}c{}".format(*divmod(place, found.signs.shape[1])) for place in found.cells.tolist()]
    pairs = option[upper], option[found.before[upper]]
    return lines.model(found.board(option), names, pairs, found.rows, found.columns, "thermometers")


def picture(spec: Thermometers, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """The thermometers with their clues, and with the mercury of a solution."""
    found = layout(spec)
    full = np.zeros(found.signs.size, np.bool_)
    full[found.cells[list(options or ())]] = True
    region = np.where(found.signs.ravel() == NOTHING, -1, found.bulb)
    top, left = lines.labels(found.columns), lines.labels(found.rows)
    return lines.picture(
        found.board(full),
        found.board(region),
        "mercury",
        top,
        left,
        MERCURY,
        found.board(found.signs),
        found.tubes,
    )


# -- hints in words --------------------------------------------------------------------------------


def words(spec: Thermometers, model: Model, step: Step) -> str:
    """A step in a sentence, as in `row 1: 3 more cells of mercury, and only 3 are free, so ...`."""
    line = model.item_names[step.items[0]]
    if step.rule == "lookahead":
        return _lookahead(model, step)
    if not line.startswith(("row ", "column ")):
        return plain(model, step)
    need = step.demand[0] - step.given
    verdicts = _verdicts(spec, model, step)
    if need == 0:
        empty = [cell for _, cell, _ in verdicts]
        return f"{line}: all its mercury is there, so {joined(empty)} {_are(empty)} empty"
    more = f"{line}: {need} more {'cell' if need == 1 else 'cells'} of mercury"
    if need == step.left:
        full = [model.option_name(forced.option) for forced in step.forced]
        free = f"only {need} {'is' if need == 1 else 'are'} free"
        return f"{more}, and {free}, so {joined(full)} {_are(full)} full"
    if step.rule == "subset sums":
        common = [f"{'all have' if full else 'none has'} {cell}" for full, cell, _ in verdicts]
        return f"{more}; of the ways to make {need}, {joined(common)}"
    reasons = [
        f"without {cell} only {step.left - amount} would be free, so it is full"
        if full
        else f"with {cell} there would be {amount}, so it is empty"
        for full, cell, amount in verdicts
    ]
    return f"{more}; {'; '.join(reasons)}"


def _are(cells: Sequence[str]) -> str:
    return "is" if len(cells) == 1 else "are"


def _verdicts(spec: Thermometers, model: Model, step: Step) -> list[tuple[bool, str, int]]:
    """Of each thermometer in the line what says most: its last full cell, its first empty one.

    With each, what the contrary would add or take.
    """
    found = layout(spec)
    bulb = found.bulb[found.cells].tolist()
    says_most: dict[tuple[int, bool], Forced] = {}
    for forced in step.forced:
        key = bulb[forced.option], forced.chosen
        if key not in says_most or forced.amount < says_most[key].amount:
            says_most[key] = forced
    return [(each.chosen, model.option_name(each.option), each.amount) for each in says_most.values()]


def _lookahead(model: Model, step: Step) -> str:
    (forced,) = step.forced
    *way, last = (model.item_names[item] for item in step.items)
    contrary, verdict = ("empty", "full") if forced.chosen else ("full", "empty")
    through = f", by way of {joined(way)}" if way else ""
    cell = model.option_name(forced.option)
    return f"if {cell} were {contrary}, {last} could not add up{through}; so it is {verdict}"


# -- texts, and random puzzles ---------------------------------------------------------------------


def parse(text: str) -> Thermometers:
    """`2_1_1_3_?_0;o>>,o.v,v.v`: clues of columns, then of rows, and the board. Raises SpecError."""
    given, _, board = text.partition(";")
    rows = tuple(row.strip() for row in board.split(",", LARGEST + 1))
    faults = Faults()
    numbers = clues(given.split("_"), "clues", faults)
    faults.end()
    spec = Thermometers(board=rows, columns=numbers[: len(rows[0])], rows=numbers[len(rows[0]) :])
    layout(spec)
    return spec


def write(spec: Thermometers) -> str:
    """The text that `parse` reads. Raises SpecError."""
    found = layout(spec)
    numbers = "_".join((*lines.labels(found.columns), *lines.labels(found.rows)))
    return f"{numbers};{','.join(''.join(row) for row in found.board(found.signs).tolist())}"


def read_block(problem: Problem) -> Thermometers:
    """The puzzle in a file of blocks: clues of columns, of rows, and for each cell THERMOMETER.PLACE.

    Places count from the bulb, which is 1. Raises SpecError.
    """
    height, width = problem.sizes()[:2]
    given = {key: problem.line(key) for key in ("columns", "rows")}
    labels = problem.lines("board", height)
    problem.end()
    faults = Faults()
    columns, rows = (clues(words, key, faults) for key, words in given.items())
    place_of: dict[tuple[int, int], tuple[int, int]] = {}
    for row, words in enumerate(labels):
        key = f"board[{row + 1}]"
        if len(words) != width:
            faults.add(key, f"found {len(words)} cells; expected {width}")
        for column, word in enumerate(words):
            label = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", word)
            if label is None:
                if word not in NO_CELLS:
                    faults.add(
                        key, f"found {shown(word)}; expected THERMOMETER.PLACE, as in 3.1, or - for none"
                    )
            elif place_of.setdefault((int(label[1]), int(label[2])), (row, column)) != (row, column):
                faults.add(key, f"found {word} twice; expected each cell once")
    faults.end()
    sign_of = {step: sign for sign, step in STEPS.items()}
    board = [[NOTHING] * width for _ in range(height)]
    for (which, at), (row, column) in place_of.items():
        before = place_of.get((which, at - 1), (-9, -9))
        sign = BULB if at == 1 else sign_of.get((row - before[0], column - before[1]))
        if sign is None:
            message = f"found {which}.{at}; expected {which}.{at - 1} beside it, or {which}.1 for a bulb"
            faults.add(f"board[{row + 1}]", message)
        board[row][column] = sign or NOTHING
    faults.end()
    spec = Thermometers(board=tuple(map("".join, board)), columns=columns, rows=rows)
    layout(spec)
    return spec


def write_block(spec: Thermometers) -> list[Sequence[object]]:
    """The words of the lines that `read_block` reads; thermometers are numbered as their bulbs come."""
    found = layout(spec)
    number = {bulb: at for at, bulb in enumerate(np.unique(found.bulb[found.cells]).tolist(), start=1)}
    words = np.full(found.signs.size, NO_CELLS[0], object)
    for place in found.cells.tolist():
        at, cell = 1, place
        while (before := int(found.before[cell])) != cell:
            at, cell = at + 1, before
        words[place] = f"{number[cell]}.{at}"
    board = found.board(words).tolist()
    return [(len(board), len(board[0])), lines.labels(found.columns), lines.labels(found.rows), *board]


def generate(
    seed: int, size: tuple[int, int], *, longest: int | None = None, partial: float = 0.3
) -> Thermometers:
    """A random puzzle that has a solution, perhaps several.

    Thermometers are grown one by one, and do not touch themselves; where only a bulb fits there is none.

    Args:
        seed: the same one gives the same puzzle, on every machine.
        size: rows, columns.
        longest: cells of a thermometer, at most; the longer side of the board if None.
        partial: the share of thermometers that are full up to a random cell; others are full or empty. The
            more, the fewer boards have only one solution: of 20 of 15 x 15, 7 had, and 3 with 1.0.

    Raises:
        UsageError: if there can be no such puzzle.
    """
    longest = max(2, *size) if longest is None else longest
    for name, value, least in (("rows", size[0], 1), ("columns", size[1], 1), ("longest", longest, 2)):
        lines.asked(name, value, least, LARGEST)
    lines.asked("partial", partial, 0.0, 1.0)
    random = Dice(seed)
    signs = np.full((size[0] + 2, size[1] + 2), NOTHING)
    free = np.pad(np.ones(size, np.bool_), 1).ravel()
    full = np.zeros_like(free)
    sign_of = {down * signs.shape[1] + right: sign for sign, (down, right) in STEPS.items()}
    starts = np.flatnonzero(free).tolist()
    random.shuffle(starts)
    for start in starts:
        path = list(_walk(start, free, tuple(sign_of), longest, random))
        if len(path) > 1:
            signs.flat[path] = [BULB, *(sign_of[b - a] for a, b in pairwise(path))]
            some = random.random() < partial
            full[path[: random.randint(0, len(path)) if some else random.choice((0, len(path)))]] = True
        free[path] = len(path) == 1
    board, wet = signs[1:-1, 1:-1], full.reshape(signs.shape)[1:-1, 1:-1]
    return Thermometers(
        board=tuple("".join(row) for row in board.tolist()),
        columns=tuple(wet.sum(axis=0).tolist()),
        rows=tuple(wet.sum(axis=1).tolist()),
    )


def _walk(place: int, free: lines.Full, steps: Sequence[int], longest: int, random: Dice) -> Iterator[int]:
    """Places over free ones, mostly straight on, as long as it goes, and never beside an earlier one."""
    walked: list[int] = []
    ways = [place] if free[place] else []
    while ways and len(walked) < longest:
        on = place + walked[-1] - walked[-2] if len(walked) > 1 else 0
        place = on if on in ways and random.random() < STRAIGHT else random.choice(ways)
        walked.append(place)
        yield place
        ways = [place + step for step in steps]
        ways = [way for way in ways if free[way] and not {way, *(way + s for s in steps)} & {*walked[:-1]}]


RECORD = Family(
    name="thermometers",
    spec=Thermometers,
    texts=Texts(
        parse=parse,
        emit=write,
        example="2_1_1_2;o>,o>",
        block=Block(read=read_block, write=write_block, solution=Signs({FULL: "x", EMPTY: "-"})),
    ),
    shown=Shown(picture=picture, words=words, signs={"#": "mercury"}),
    made=Made(model=build),
    random=Random(generate=generate),
)
