"""Aquarium: each tank is filled with water up to a level, so that rows and columns hold as much as is said.

Cells of a tank that must be filled together are one option; it gives its row as many as it has cells there,
and 1 to each of its columns. A level is a chain of options: water in one of them needs water in those right
below, so each pair is an item `upper>lower` to which the upper gives -1 and the lower 1, at least 0 in all.
(An option for each level, of which exactly one is chosen, would do as well; solvers take five times longer.)

Three readings of the rule are in use, which differ where a tank has two arms:

    reading   cells of a row that share a level                   U: arms up     Pi: arms down
    --------  --------------------------------------------------  -------------  --------------
    region    all cells of the tank                               filled alike   filled alike
    body      those joined through the tank at that row or below  filled alike   each for itself
    adjacent  those side by side                                  each for itself, above what is full

Puzzle sites, editors and files have these text formats:

    task  2_2_1_0_2_3;1,1,2,1,3,2,3,3,3      clues of columns, of rows; tanks row by row (sites' tasks)
          3x2:2_1_?_2_1;1,1,2,1,2,2          columns x rows first, where the board is not square
    url   https://puzz.link/p?aquarium/[r/]WIDTH/HEIGHT/WALLS/CLUES
                                             walls and clues as pzpr encodes them (`accord.pencil.address`);
                                             `r` means the reading `region`, without it the site reads `body`
    page  <!DOCTYPE html> ... task = '2_2_1_0_2_3;1,1,2,1,3,2,3,3,3'; ...
                                             a saved page of puzzle-aquarium.com, with a task
    aqt   puzzle NAME / size H W / columns .. / rows .. / grid / H lines of W labels / end

Labels of tanks are kept in a model file only; else tanks are numbered as they appear row by row. A file of
many holds puzzles in the form aqt, from a line `puzzle NAME` to a line `end`, and task strings or addresses,
one a line; they may be mixed. Empty lines and lines that begin with # are skipped.

    >>> from accord.families.aquarium import RECORD
    >>> spec = RECORD.texts.parse("1_1_0_2;1,1,2,2")
    >>> RECORD.texts.forms["url"](spec, "", "")
    'https://puzz.link/p?aquarium/r/2/2/0o/1102'
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import isqrt
from string import ascii_letters, digits
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.deduce import Forced
from accord.errors import InputError, RefusedError, UsageError, unknown
from accord.grids.regions import Grid, Joined, runs
from accord.model.arrays import unique_rows
from accord.pencil import (
    About,
    DirectModel,
    Fault,
    Flags,
    Instance,
    Kind,
    OwnTexts,
    Reading,
    Regions,
    Side,
    Telling,
    Topic,
    address,
    family,
    making,
)
from accord.pencil.address.address import one_word
from accord.pencil.direct import cell_variables, chain_model, clue_faults, line_topics
from accord.pencil.parts import Words
from accord.puzzles import unread
from accord.puzzles.bounds import LARGEST, NUMBER, check_length, spec_error
from accord.puzzles.family import Faults, SpecError
from accord.puzzles.reading import Bounds, Lines, Readable, Several, gather, several
from accord.puzzles.words import describe, join_words

READINGS = {
    "region": "Fill each tank with water up to a level, the same in all its arms, or leave it empty.",
    "body": "Fill each tank with water, equally high in arms that are joined at that height or below.",
    "adjacent": "Fill cells of tanks with water, which in its tank needs water right below it and beside it.",
}
CLUES = "A number is how many cells of its row or column hold water."
USUAL = 2.0  # tanks for each row of a square board: up to 2.5, nearly all that are drawn have one solution
MOST = 2  # tanks that are spoken of one by one


# -- the model -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Levels:
    """The options of a puzzle under its reading: cells of a tank in one row that are filled together."""

    option: Grid  # [rows, columns]: the option of each cell
    names: tuple[str, ...]  # of the options: by tank, from its lowest row up, from the left
    upper: Grid  # the pairs of options: water in upper[i] needs
    lower: Grid  # water in lower[i], which lies right below


def levels(puzzle: Instance) -> Levels:
    """The options of a puzzle."""
    tank = np.empty((puzzle.height, puzzle.width), np.int64)
    for number, cells in enumerate(puzzle["tanks"].values()):
        tank[tuple(np.array(cells).T)] = number
    labels, reading = [*puzzle["tanks"]], puzzle["reading"]
    key = tank if reading == "region" else _bodies(tank) if reading == "body" else runs(tank)
    row, column = (axis.ravel() for axis in np.indices(tank.shape))
    keys = np.stack([tank.ravel(), -row, key.ravel()], axis=1)
    _, first, option = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    option = option.reshape(tank.shape).astype(np.int64)
    names = tuple(
        f"T{labels[tank.flat[cell]]} r{row[cell] + 1}"
        + (f" c{column[cell] + 1}" if reading != "region" else "")
        for cell in first.tolist()
    )
    touching = tank[:-1] == tank[1:]
    pairs = unique_rows(np.stack([option[:-1][touching], option[1:][touching]], axis=1))
    return Levels(option, names, pairs[:, 0], pairs[:, 1])


def _bodies(tank: Grid) -> Grid:
    """For each cell, the leftmost of its row that is joined to it through the tank at that row or below."""
    height, width = tank.shape
    body, join = np.empty_like(tank), Joined(tank.size)
    for row in reversed(range(height)):
        for column in range(width):
            cell = row * width + column
            if column and tank[row, column - 1] == tank[row, column]:
                join.join(cell - 1, cell)
            if row + 1 < height and tank[row + 1, column] == tank[row, column]:
                join.join(cell, cell + width)
        body[row] = [join.find(row * width + column) for column in range(width)]
    return body


def model(puzzle: Instance) -> DirectModel:
    """The model: items `row 1`.. and `column 1`.. with a clue, then the pairs; options as in `levels`."""
    filled = levels(puzzle)
    made = chain_model(puzzle, filled.option, filled.names, (filled.upper, filled.lower))

    def topics() -> list[Topic]:
        tanks = (filled.names[option].split(" ")[0][1:] for option in filled.upper.tolist())
        return [*line_topics(puzzle), *(Topic(f"tank {label}", "tank", of=label) for label in tanks)]

    return DirectModel(made, partial(cell_variables, filled.option), topics)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Clues whose sums differ."""
    return clue_faults(puzzle, puzzle.cells, "water")


# -- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Verdict:
    """A verdict of a line on a tank."""

    wet: bool
    tank: str
    here: str  # where it is wet or dry
    amount: int  # cells that the contrary would add or take


def words(tell: Telling) -> str | None:
    """A step in a sentence, as in `row 4: 3 more cells of water; tank B would take 4, so it is dry here`."""
    step = tell.step
    if tell.tag not in ("row", "column"):
        return None
    need = step.demand[0] - step.given
    cells = f"{need} more {'cell' if need == 1 else 'cells'} of water" if need else "all its water is there"
    verdicts = _verdicts(tell)
    if step.rule == "subset sums":
        common = [f"{'all have' if each.wet else 'none has'} {each.tank}" for each in verdicts]
        return f"{tell.rule}: {cells}; of the ways to make {need}, {join_words(common)}"
    if need == 0:
        return (
            f"{tell.rule}: {cells}, so {join_words([f'{each.tank} is dry {each.here}' for each in verdicts])}"
        )
    if need == step.left:
        free, verdict = ("is", "it is") if need == 1 else ("are", "all are")
        return f"{tell.rule}: {cells}, and only {need} {free} free, so {verdict} water"
    reasons: list[str] = []
    for wet in (True, False):
        same = [each for each in verdicts if each.wet == wet]
        if len(same) > MOST:
            tanks = f"tanks {', '.join(each.tank.removeprefix('tank ') for each in same)}"
            reason = "are each needed, so they have" if wet else "would each take too much, so they lack"
            reasons.append(f"{tanks} {reason} water {'here' if tell.tag == 'row' else 'in part'}")
        else:
            reasons += [_reason(each, step.left) for each in same]
    return f"{tell.rule}: {cells}; {'; '.join(reasons)}"


def _reason(of: _Verdict, left: int) -> str:
    """Why a tank is wet or dry, where so many cells are left."""
    if not of.wet:
        return f"{of.tank} would take {of.amount}, so it is dry {of.here}"
    free = left - of.amount
    return f"without {of.tank} only {free} {'is' if free == 1 else 'are'} free, so it has water {of.here}"


def _verdicts(tell: Telling) -> list[_Verdict]:
    """Return a verdict for each tank, by what says most: its highest row with water, its lowest without."""
    found: dict[tuple[str, bool], list[tuple[int, Forced]]] = defaultdict(list)
    for forced in tell.step.forced:
        tank, row, *column = tell.model.option_name(forced.option).split(" ")  # `T3 r5` or `T3 r5 c2`
        beside = f" (column {column[0][1:]})" if column else ""
        found[f"tank {tank[1:]}{beside}", forced.chosen].append((int(row[1:]), forced))
    verdicts = []
    for (tank, wet), these in found.items():
        rows = [row for row, _ in these]
        along = f"up to row {min(rows)}" if wet else f"from row {max(rows)} up"
        here = "here" if tell.tag == "row" else along
        verdicts.append(_Verdict(wet, tank, here, min(forced.amount for _, forced in these)))
    return verdicts


# -- texts: tanks ----------------------------------------------------------------------------------


LONGEST = 400_000  # characters of a puzzle; 200 x 200 cells with labels of five digits have fewer
MOST_LINES = 3 * LARGEST  # of one puzzle: two pictures and some facts
BOUNDS = Bounds(
    longest=LONGEST,
    most=LONGEST,
    lines=MOST_LINES,
    expected=f"found more than {MOST_LINES} lines or {LONGEST:,} characters in one puzzle; expected fewer; "
    "end each puzzle with a line `end`",
)
KEYS = ("puzzle", "size", "columns", "rows", "reading")  # of an aqt, besides grid
PASSED_OVER = ("solution", "source", "site-id", "level", "tanks", "counts", "solutions")
EXPECTED = f"one of {', '.join((*KEYS, 'grid', *PASSED_OVER))}, # before a remark, or `end`"
SIGNS = digits[1:] + ascii_letters  # of tanks in a picture, where they are enough
_BEGINS = re.compile(r"puzzle\s|(var +task *= *)?['\"]?([0-9]+[xX][0-9]+:)?[0-9?-]+(_[0-9?-]+)+ *;")
_SCRIPT = re.compile(r"var +task *= *")  # as the page of the site has it
_TASK = re.compile(r"\btask\s*=\s*(['\"])([0-9?_-]+;[0-9,]+)\1")  # in a script of a page of the site
SITE_NAME = "puzzle-aquarium.com"
_SIZE = re.compile(r"([0-9]{1,4})[xX]([0-9]{1,4}):")
_TANKS = re.compile(r"tanks\[([0-9]+)\]")


@dataclass(frozen=True)
class Tanks(Regions):
    """The tanks. Any label will do that can be printed."""

    def words(self, value: str | tuple[str, ...]) -> Words:
        """The labels, row by row; blanks at the ends of rows mean nothing."""
        rows = value.rstrip().split("\n", LARGEST + 1) if isinstance(value, str) else value
        return super().words(tuple(row.strip() for row in rows[: LARGEST + 2]))

    def value(self, words: Words) -> tuple[str, ...]:
        """A picture, in words."""
        return draw_labels(words)

    def knows(self, word: str) -> bool:
        """Whether it can be printed."""
        return word.isprintable()


def draw_labels(rows: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return a picture of labels in words; in signs where a row is one label, which is no word."""
    number: dict[object, int] = {}
    if len(rows[0]) > 1:
        return tuple(" ".join(map(str, row)) for row in rows)
    order = [number.setdefault(row[0], len(number)) for row in rows]
    return tuple(SIGNS[n] if n < len(SIGNS) else chr(0x4E00 + n) for n in order)


def _numbers(tanks: Words) -> Words:
    """The tanks numbered as they appear row by row."""
    number: dict[str, int] = {}
    return [[str(number.setdefault(label, len(number) + 1)) for label in row] for row in tanks]


# -- texts: one line -------------------------------------------------------------------------------


class OneLine:
    """Task strings; the lines of an aqt are read as well."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of the parts. Raises SpecError."""
        if is_page(text):
            return _read_page(text)
        check_length(text, LONGEST)
        if text.split(maxsplit=1)[:1] in (["puzzle"], ["size"]):
            return _read_aqt(text.split("\n"))
        return _read_task(text)

    def write(self, words: Mapping[str, Words]) -> str:
        """The task string of a puzzle. Raises RefusedError for a reading that it cannot say."""
        reading = one_word(words["reading"])
        if reading != "region":
            raise RefusedError(
                f"a task string has the reading 'region'; this puzzle has {reading!r}: write it as aqt"
            )
        columns, rows, tanks = words["columns"][0], words["rows"][0], _numbers(words["tanks"])
        size = "" if len(rows) == len(columns) else f"{len(columns)}x{len(rows)}:"
        return f"{size}{'_'.join((*columns, *rows))};{','.join(map(','.join, tanks))}"


def is_page(text: str) -> bool:
    """Whether a text is a page of the site with the task of a puzzle."""
    return text.lstrip()[:1] == "<" and "aquarium" in text.lower() and _TASK.search(text) is not None


def _read_page(text: str) -> dict[str, Words]:
    """The words of the task in a page. Raises SpecError if it has several."""
    tasks = dict.fromkeys(task for _, task in _TASK.findall(text))
    if len(tasks) > 1:
        raise spec_error("task", f"found {len(tasks)} tasks in the page; expected one")
    return _read_task(next(iter(tasks)))


def _read_task(text: str) -> dict[str, Words]:
    task = _SCRIPT.sub("", text.strip(), count=1).strip(" ;'\"")
    sized = _SIZE.match(task)
    line, semicolon, grid = task[sized.end() if sized else 0 :].partition(";")
    if not semicolon and SITE_NAME in text:
        found = f"found an address of {SITE_NAME}, which has only the number of a puzzle"
        raise spec_error("task", f"{found}; {unread.SAVE_THE_PAGE}")
    if not semicolon:
        example = "clues and tanks, as in 1_1_0_2;1,1,2,2, or an address"
        raise spec_error("task", f"found {describe(text)}; expected {example}")
    clues, cells = [word.strip() for word in line.split("_")], [cell.strip() for cell in grid.split(",")]
    width, height = (int(sized[1]), int(sized[2])) if sized else _square(len(clues), len(cells))
    faults = Faults()
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        faults.add("task", f"found {width}x{height}; expected 1 to {LARGEST} columns and rows")
    if len(clues) != width + height:
        expected = f"{width + height}, for {width} columns and {height} rows"
        faults.add("clues", f"found {len(clues)} clues; expected {expected}")
    if len(cells) != width * height:
        expected = f"{width * height} for {width}x{height}"
        faults.add("tanks", f"found {len(cells)} cells; expected {expected}")
    faults += [
        Fault(f"tanks[{i // width + 1}]", f"found {describe(cell)}; expected the number of a tank")
        for i, cell in enumerate(cells[: LARGEST * LARGEST])
        if not NUMBER.fullmatch(cell) and width
    ]
    faults.end()
    tanks = [cells[i : i + width] for i in range(0, len(cells), width)]
    return {"tanks": tanks, "columns": [clues[:width]], "rows": [clues[width:]]}


def _square(clues: int, cells: int) -> tuple[int, int]:
    """The sides of the square board with so many clues and cells. Raises SpecError if there is none."""
    side = clues // 2
    if clues == 2 * side and cells == side * side:
        return side, side
    square = clues * clues - 4 * cells  # of the sides' difference, as width + height = clues
    hint = "n clues for columns, n for rows and n * n cells, or columns x rows in front, as in 3x2:"
    if square > 0 and isqrt(square) ** 2 == square:
        long = (clues + isqrt(square)) // 2
        hint = f"begin with {long}x{clues - long}: or {clues - long}x{long}: (columns x rows)"
    raise spec_error("task", f"found {clues} clues and {cells} cells; expected {hint}")


# -- texts: aqt ------------------------------------------------------------------------------------


def aqt(words: Mapping[str, Words], name: str) -> str:
    """A puzzle with a line for each thing, from its name to `end`."""
    reading, tanks = one_word(words["reading"]), _numbers(words["tanks"])
    lines = [f"puzzle {' '.join(name.split()) or 'aquarium'}", f"size {len(tanks)} {len(tanks[0])}"]
    lines += [f"reading {reading}"] if reading != "region" else []
    lines += [" ".join(["columns", *words["columns"][0]]), " ".join(["rows", *words["rows"][0]]), "grid"]
    return "\n".join([*lines, *map(" ".join, tanks), "end"])


def _read_aqt(lines: Sequence[str]) -> dict[str, Words]:
    """The words in the lines of one `puzzle` .. `end`. Raises SpecError.

    The faults' keys are those of a model file; `size` and `grid` are two more. The solution, and facts that
    change nothing, are passed over; unknown ones are faults, since they might change the rule.
    """
    faults = Faults()
    facts: dict[str, list[str]] = {}
    tanks: list[list[str]] = []
    height = width = 0
    end = next((i for i, line in enumerate(lines) if line.split() == ["end"]), len(lines))  # no row is that
    rest = iter(lines[:end])
    for line in rest:
        key, *words = line.split() or [""]
        if key in ("grid", "solution"):
            rows = [row.split() for row in islice(rest, height)]
            tanks = rows if key == "grid" else tanks
            if "size" not in facts and key == "grid":
                faults.add("grid", "found before a line that begins with size; expected after it")
        elif key and key[0] != "#" and key not in (*KEYS, *PASSED_OVER):
            faults.add(key, f"found an unknown word before {describe(' '.join(words))}; expected {EXPECTED}")
        elif key in facts and key in KEYS:
            faults.add(key, "found twice in one puzzle; expected once")
        else:
            facts[key] = words
            if key == "size":
                height, width = _size(words, faults)
    faults += [
        Fault(key, f"found nothing; expected a line that begins with {key}")
        for key in ("size", "columns", "rows")
        if key not in facts
    ]
    if not tanks and not faults:
        expected = "a line that says grid, and the rows of the tanks"
        faults.add("grid", f"found nothing; expected {expected}")
    faults += [
        Fault(f"tanks[{number}]", f"found {len(row)} labels; expected {width}")
        for number, row in enumerate(tanks, start=1)
        if len(row) != width
    ]
    faults.end()
    reading = " ".join(facts.get("reading", ["region"]))
    return {"tanks": tanks, "columns": [facts["columns"]], "rows": [facts["rows"]], "reading": [[reading]]}


def _size(words: Sequence[str], faults: Faults) -> tuple[int, int]:
    """Rows and columns, as the words of `size` say; 0 where they say nothing of use."""
    sides = [int(word) for word in words if NUMBER.fullmatch(word)]
    if len(words) == len(sides) == 2 and min(sides) >= 1 and max(sides) <= LARGEST:
        return sides[0], sides[1]
    expected = f"rows and columns, 1 to {LARGEST}, before the grid"
    faults.add("size", f"found {describe(' '.join(words))}; expected {expected}")
    return 0, 0


# -- texts: files of many --------------------------------------------------------------------------


def begins(line: str) -> bool:
    """Whether a file of aquariums may begin with this line."""
    return bool(_BEGINS.match(line))


def puzzles(read: Callable[[str], Any], file: Readable) -> Several[Any]:
    """The puzzles of a file, lazily: the name of each, and its spec or what is wrong with it.

    A name is what stands after `puzzle`, or FILE:LINE for a task string or an address; an InputError has a
    line FILE:LINE for each fault. `read` reads the text of one.
    """

    def each(lines: Lines, place: str) -> Several[Any]:
        for block in gather(lines, BOUNDS):
            text = [line for _, line in block.lines]
            if block.name is None and text and text[0][:1] in ("", "#"):
                continue
            name = block.name or f"{place}:{block.first}"
            if block.fault is not None:
                number, why = block.fault
                yield name, InputError([f"{place}:{number}: {why}"])
                continue
            try:
                yield name, read("\n".join(text))
            except SpecError as error:
                faults = [(block.first + _line(fault.key, text), fault) for fault in error.faults]
                yield (
                    name,
                    InputError([f"{place}:{at}: {fault.key}: {fault.message}" for at, fault in faults]),
                )

    return several(file, LONGEST, each)


def _line(key: str, text: Sequence[str]) -> int:
    """Which line of the puzzle has a key, from 0; of a picture's row, the line of that row."""
    words = [line.split(maxsplit=1)[:1] for line in text]
    row = _TANKS.fullmatch(key)
    word = ["grid" if key.startswith("tanks") else key.partition("[")[0]]
    return words.index(word) + int(row[1] if row else 0) if word in words else 0


# -- puzzles at random -----------------------------------------------------------------------------


def make(
    dice: making.Dice, size: tuple[int, int], *, tanks: int | None = None, reading: str = "region"
) -> Mapping[str, Any]:
    """Tanks that grow from random cells until they meet, each filled equally high up to a random level.

    Args:
        dice: random numbers.
        size: rows and columns.
        tanks: how many; by default two for each row of a square board with as many cells.
        reading: of the rule: region, body or adjacent.
    """
    height, width = size
    if reading not in READINGS:
        raise unknown("reading", reading, READINGS)
    cells = width * height
    number = min(max(1, round(USUAL * cells**0.5)), cells) if tanks is None else tanks
    if not 1 <= number <= cells:
        raise UsageError(f"found {number} tanks; expected 1 to {cells}, as many as the board has cells")
    tank = partition(dice, width, height, number)
    wet = _fill(dice, tank, number)
    return {
        "tanks": draw_labels(tank.tolist()),
        "columns": tuple(wet.sum(axis=0).tolist()),
        "rows": tuple(wet.sum(axis=1).tolist()),
        "reading": reading,
    }


def partition(dice: making.Dice, width: int, height: int, number: int) -> Grid:
    """A board cut into connected parts, [height, width], that grow from random cells by a cell at random.

    Parts are numbered from 1 as they appear row by row, as formats number tanks.
    Of the dice only random() is used, whose numbers stay the same from one Python to the next.
    """
    cells = width * height
    part = [0] * cells
    edge: list[tuple[int, int]] = []  # a cell beside a part, and that part
    steps = -1, 1, -width, width

    def take(cell: int, which: int) -> None:
        part[cell] = which
        row, column = divmod(cell, width)
        inside = column > 0, column + 1 < width, row > 0, row + 1 < height
        edge.extend((cell + step, which) for step, fits in zip(steps, inside, strict=True) if fits)

    free = list(range(cells))
    for which in range(1, number + 1):
        at = int(dice.random() * len(free))
        free[at], free[-1] = free[-1], free[at]
        take(free.pop(), which)
    while edge:
        at = int(dice.random() * len(edge))
        edge[at], edge[-1] = edge[-1], edge[at]
        cell, which = edge.pop()
        if not part[cell]:
            take(cell, which)
    order: dict[int, int] = {}
    numbered = [order.setdefault(which, len(order) + 1) for which in part]
    return np.array(numbered, np.int64).reshape(height, width)


def _fill(dice: making.Dice, tank: Grid, number: int) -> npt.NDArray[np.bool_]:
    """Which cells hold water: each tank is filled to one of its levels, empty and full among them."""
    wet = np.zeros(tank.shape, np.bool_)
    row_of_cell = np.indices(tank.shape)[0]
    for which in range(1, number + 1):
        here = tank == which
        rows = row_of_cell[here]
        top, bottom = int(rows.min()), int(rows.max())
        level = int(dice.random() * (bottom - top + 2))
        wet |= here & (row_of_cell > bottom - level)
    return wet


KIND = Kind(
    name="aquarium",
    about=About("edge", "Fill tanks with water; numbers at the edge count the water."),
    rule=f"{READINGS['region']}\n{CLUES}",
    source="Inaba Naoki, 2004, as PuzzlePicnic says",
    parts=(
        Tanks("tanks", "a picture with a sign for each cell; or words with blanks between them", what="tank"),
        Side("columns", 'from the left; "?" or "-" is a missing clue', of="columns", stands="top", none="?"),
        Side("rows", "from the top", none="?"),
        Reading(
            "reading",
            "which cells of a tank are filled together",
            READINGS,
            rules={name: f"{rule}\n{CLUES}" for name, rule in READINGS.items()},
        ),
    ),
    texts=OwnTexts(line=OneLine(), forms={"aqt": aqt}, begins=begins, several=puzzles, is_file=is_page),
    addresses=(
        address.PuzzLink(
            "aquarium",
            address.Regions("tanks"),
            address.Sign("/"),
            address.Lines([["columns"]], [["rows"]]),
            flags={"": {"reading": "body"}, "r": {"reading": "region"}},
        ),
        address.Penpa("aquarium", address.drawn.Regions("tanks"), *address.beside.COUNTS),
    ),
    clues={"columns": "?", "rows": "?"},
    turns="left-right",
    solution=Flags("water", fill="water", contrary="dry", mass=True),
    model=model,
    faults=faults,
    words=words,
    make=make,
    example="1_1_0_2;1,1,2,2",
)
RECORD = family(KIND)
