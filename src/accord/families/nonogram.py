"""Nonograms: cells are inked so that each row and column shows its runs of ink, in their order.

The model is an exact cover. A cell is an item of its row and an item of its column; `blank` is an option
that covers both; and a run at a place is an option that covers its cells in its row, or in its column. So
where a run of a row inks, a run of the column must ink as well.

    >>> from accord.families.nonogram import RECORD
    >>> RECORD.made.model(RECORD.texts.parse("2x2:1;2;2;1"))
    <Model nonogram: 12 items, 10 options, exact cover>

Runs keep their order by how far they are moved from where they begin when all stand as far left as they can:
run 2 is moved as far as run 1, or further. So `row 3 runs 1,2 by 4` takes at most one of: run 1 moved by 4 or
more, run 2 moved by less than 4.

(With an option for each way to fill a line, whose cells agree by colours, pictures of 20 x 20 have 140,000
entries, and of 30 x 30 millions; here they have 8,300 and 32,000, and CP-SAT and SAT are as fast.)

A person looks at a line at a time. So whatever one rule forces in the cells and runs of a line is one hint.
Variables are cells, and runs at places: `r1c2` and `row 1 run 2 at 4`.

Three forms of text are read, of which the first is written:

    line   3x2:2;0;1;1.1;1     columns x rows, and the runs of columns, then of rows: as the game Pattern in
                               Simon Tatham's collection has it, which writes 3x2:2//1/1.1/1
    lines  1 1     a line for each row, with blanks or commas between the runs,
           1       an empty line, and a line for each column
    non    the same after lines that say `rows` and `columns` (S. Simpson's .non); `width` and `height` are
           obeyed, title, author and goal are passed over, and all else is refused, such as colours

A line without ink is 0, or in the first form nothing; in a .non it may be empty if the sides are stated. A
line without a clue is ?. In a file of blocks (`accord.puzzles.blocks`) a problem is a line for each column,
from the left, then for each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.deduce import Step
from accord.grids.regions import Grid
from accord.model import Model
from accord.model.arrays import ranges, starts
from accord.pencil import (
    About,
    DirectModel,
    Fault,
    Flags,
    Instance,
    Kind,
    OwnTexts,
    Side,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
)
from accord.pencil.parts import NUMBER, Size, Words
from accord.pencil.solutions import cell_of
from accord.puzzles.bounds import check_knob, check_length
from accord.puzzles.family import Faults
from accord.puzzles.words import describe, join_words, list_numbers

Line: TypeAlias = tuple[int, ...] | Literal["?"]
LARGEST = 100  # rows, and columns
MOST_ENTRIES = 5_000_000  # of the model
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


# -- the model -------------------------------------------------------------------------------------


def model(puzzle: Instance) -> DirectModel:
    """The model: options `r1c1 blank`.., row by row, then the runs, by line, run and place."""
    row, column = (axis.ravel() + 1 for axis in np.indices((puzzle.height, puzzle.width)))
    cells = [*map(at, puzzle.cells)]
    names = [f"{cell} blank" for cell in cells]
    items: list[str] = []
    low: list[int] = []
    entries: list[tuple[Grid, Grid]] = []
    topics: list[Topic] = []
    for kind, lines, clues, across, along in (
        ("row", puzzle.rows, puzzle["rows"], row, column),
        ("column", puzzle.columns, puzzle["columns"], column, row),
    ):
        for number, line in enumerate(clues, start=1):
            if line is None:
                continue
            here = np.flatnonzero(across == number)
            entries.append((here, len(items) + along[here] - 1))
            option, item, slack = _line(line, len(here))
            entries.append((len(names) + option, len(items) + item))
            items += [f"{kind} {number} cell {cell + 1}" for cell in range(len(here))]
            items += [f"{kind} {number} run {run + 1}" for run in range(len(line))]
            pairs = [(run, by) for run in range(1, len(line)) for by in range(1, slack + 1)]
            items += [f"{kind} {number} runs {run},{run + 1} by {by}" for run, by in pairs]
            low += [1] * (len(here) + len(line)) + [0] * len(pairs)
            topics += [lines[number - 1].topic] * (len(items) - len(topics))
            first = np.cumsum([1, *(length + 1 for length in line)])
            names += [
                f"{kind} {number} run {run + 1} at {first[run] + by}"
                for run in range(len(line))
                for by in range(slack + 1)
            ]
    option, item = (np.concatenate([part[i] for part in entries] or [np.empty(0, int)]) for i in range(2))
    start = starts(np.bincount(option, minlength=len(names)))
    item = item[np.argsort(option, kind="stable")]

    def variables() -> dict[str, dict[Any, int | None]]:
        placed = {name: {True: len(cells) + n, False: None} for n, name in enumerate(names[len(cells) :])}
        return {cell: {False: number, True: None} for number, cell in enumerate(cells)} | placed

    return DirectModel(
        Model.from_arrays(items, start, item, low=low, names=names, family=puzzle.name),
        variables,
        lambda: topics,
    )


def _line(runs: Sequence[int], cells: int) -> tuple[Grid, Grid, int]:
    """The entries of one line's options, counted from 0 in the line: options, items; and its slack."""
    length = np.array(runs, np.int64)
    first = np.cumsum(length + 1) - length - 1
    slack = cells - int((length + 1).sum()) + 1 if runs else 0
    run, by = (axis.ravel() for axis in np.indices((len(runs), slack + 1)))
    before = cells + len(runs) + run * slack  # the pair of this run and the next
    gives = (  # the first item, and how many in a row
        (cells + run, np.ones_like(run)),
        (first[run] + by, length[run]),
        (before, np.where(run + 1 < len(runs), by, 0)),
        (before - slack + by, np.where(run > 0, slack - by, 0)),
    )
    option = np.concatenate([np.repeat(np.arange(len(run)), count) for _, count in gives])
    item = np.concatenate([ranges(begin, count) for begin, count in gives])
    return option, item, slack


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Rows and columns that differ in their ink, and a model that would be too large."""
    columns, rows = (puzzle[key] for key in ("columns", "rows"))
    if None not in (*columns, *rows) and sum(map(sum, columns)) != sum(map(sum, rows)):
        found = f"found {sum(map(sum, columns))} cells of ink by columns and {sum(map(sum, rows))} by rows"
        yield Fault("columns", f"{found}; expected the same")
    entries = 0
    for clues, cells in ((columns, puzzle.height), (rows, puzzle.width)):
        for runs in clues:
            number, slack = len(runs or ()), cells + 1 - sum(runs or ()) - len(runs or ())
            entries += (slack + 1) * (sum(runs or ()) + number + max(0, number - 1) * slack)
    if entries > MOST_ENTRIES:
        yield Fault("rows", f"found a model of {entries:,} entries; expected at most {MOST_ENTRIES:,}")


# -- words -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Line:
    """The line that a step is about: what its options and runs are called."""

    tell: Telling
    runs: tuple[int, ...]

    @property
    def name(self) -> str:
        """What a person calls the line."""
        return self.tell.rule

    def blank(self, option: int) -> int | None:
        """The place in the line of the cell that an option leaves blank, from 1; None of a run."""
        cell = cell_of(self.tell.choices[option][0])
        return None if cell is None else cell[self.tell.tag == "row"] + 1

    def run_place(self, option: int) -> tuple[int, int]:
        """Return a run of the line, from 1, and its first cell."""
        words = self.tell.choices[option][0].split()
        return int(words[3]), int(words[5])

    def run(self, run: int) -> str:
        """`the run of 8`; where the line has several such, `the second run of 8`."""
        length = self.runs[run - 1]
        if self.runs.count(length) == 1:
            return f"the run of {length}"
        which = self.runs[:run].count(length)
        return f"the {ORDINALS[which - 1] if which <= len(ORDINALS) else f'{which}th'} run of {length}"

    def cells(self, run: int, first: int) -> str:
        """`cells 3 to 8`."""
        return list_numbers("cell", range(first, first + self.runs[run - 1]))


def words(tell: Telling) -> str | None:
    """A step in a sentence, as in `row 5: wherever the run of 8 goes, it covers cells 3 to 8`."""
    step = tell.step
    if any(forced.chosen != (step.rule == "bounds") for forced in step.forced):
        return None
    line = _Line(tell, tell.puzzle[f"{tell.tag}s"][tell.topic.of - 1])
    parts = step.parts or (step,)
    if step.rule != "bounds":
        clauses = [_common(line, part) for part in parts]
    elif not line.runs:
        clauses = ["it has no ink, so all its cells are blank"]
    else:
        clauses = _only_ways(line, parts)
    return f"{line.name}: {'; '.join(clauses)}"


def truth_words(name: str, holds: bool) -> str:
    """Return in words that a run has a place, as in `run 2 of row 1 begins at cell 4`."""
    kind, number, _, run, _, first = name.split()
    return f"run {run} of {kind} {number} {'begins' if holds else 'does not begin'} at cell {first}"


def _item(line: _Line, part: Step) -> tuple[str, int]:
    """Return what an item of the line is about: a cell or a run, and which, from 1.

    The items of a line are those of its cells, of its runs, and of runs that follow each other.
    """
    tell = line.tell
    place, cells = part.items[0] - tell.topics.index(tell.topic), len(tell.topic.cells)
    if place < cells:
        return "cell", place + 1
    return ("run" if place < cells + len(line.runs) else "runs"), place - cells + 1


def _only_ways(line: _Line, parts: tuple[Step, ...]) -> list[str]:
    """Return clauses about what has one way left: runs, cells with ink, and blank ones."""
    clauses, blank = [], []
    for part in parts:
        what, which = _item(line, part)
        for forced in part.forced:
            cell = line.blank(forced.option)
            if cell is not None:
                blank.append(cell)
                continue
            run, first = line.run_place(forced.option)
            cells = line.cells(run, first)
            if what == "cell":
                clauses.append(f"only {line.run(run)} at {cells} covers the ink of cell {which}")
            else:
                clauses.append(f"{line.run(run)} fits only at {cells}")
    if blank:
        verdict = "it is" if len(blank) == 1 else "they are"
        clauses.append(f"no run can reach {list_numbers('cell', sorted(blank))}, so {verdict} blank")
    return clauses


def _common(line: _Line, part: Step) -> str:
    """Return what all places of a run, or all runs at a cell, have in common."""
    what, which = _item(line, part)
    ink: list[int] = []
    lost: dict[str, list[int]] = {}
    for forced in part.forced:
        cell = line.blank(forced.option)
        if cell is not None:
            ink.append(cell)
        else:
            run, first = line.run_place(forced.option)
            lost.setdefault(line.run(run), []).append(first)
    common = [f"it covers {list_numbers('cell', sorted(ink))}"] if ink else []
    common += [
        f"{run} cannot begin at {list_numbers('cell', sorted(firsts))}" for run, firsts in lost.items()
    ]
    if what == "run":
        return f"wherever {line.run(which)} goes, {join_words(common)}"
    return f"whichever run covers the ink of cell {which}, {join_words(common)}"


# -- texts -----------------------------------------------------------------------------------------


SIDE_OF = {"columns": "width", "rows": "height"}  # the sections of a .non, and what says how long they are
PASSED_OVER = ("title", "by", "copyright", "license", "catalogue", "goal")  # of a .non; a goal is a solution
EXPECTED = f"one of {', '.join((*SIDE_OF, *SIDE_OF.values(), *PASSED_OVER))}, or runs after rows or columns"
LONGEST = 100_000  # characters; 200 lines of 50 runs have fewer
_SIZED = re.compile(r"\s*([0-9]{1,4})x([0-9]{1,4}):(.*)", re.DOTALL)


@dataclass(frozen=True)
class Runs(Side):
    """The runs of each row or each column: a tuple, or None where nothing is said."""

    none: str = "?"

    lists = True

    expected = "the runs of each line, ? for nothing said"

    @property
    def kind(self) -> Any:
        """A list of lists of numbers."""
        return tuple[Line, ...]

    def words(self, value: tuple[Line, ...]) -> Words:
        """The runs of each line; 0 if there are none."""
        return [[*map(str, line or (0,))] for line in value]

    def value(self, words: Words) -> tuple[Line, ...]:
        """The runs; -1 for what is no number."""
        return tuple(
            "?" if line == ["?"] else tuple(int(w) if NUMBER.fullmatch(w) else -1 for w in _runs(line))
            for line in words
        )

    def clue_words(self, cells: int, most: int) -> Iterator[str]:
        """Yield the runs that fit into so many cells, shorter ones first."""
        yield "0"
        found: list[tuple[tuple[int, ...], int]] = [((length,), length) for length in range(1, cells + 1)]
        for runs, needed in found:  # grows while it is walked
            yield " ".join(map(str, runs))
            longer = range(1, cells - needed) if len(found) <= most else ()
            found += [((*runs, length), needed + 1 + length) for length in longer]

    def count(self, words: Words) -> int:
        """How many lines there are."""
        return len(words)

    def label(self, clue: tuple[int, ...] | None) -> str:
        """The runs below each other at a column, beside each other at a row."""
        between = "\n" if self.stands == "top" else " "
        return self.none if clue is None else between.join(map(str, clue or (0,)))

    def block_rows(self, size: Size) -> int:
        """A line for each."""
        return size[self.of == "columns"]

    def to_block(self, words: Words, size: Size) -> Words:  # noqa: ARG002
        """The runs of each line."""
        return words

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The runs of each line, None where nothing is said."""
        lines, cells = size if self.of == "rows" else size[::-1]
        if len(words) != lines:
            faults.add(self.key, f"found {len(words)} lines; expected {lines}")
        found: list[tuple[int, ...] | None] = []
        for number, line in enumerate(words, start=1):
            strange = next((word for word in _runs(line) if not NUMBER.fullmatch(word)), None)
            runs = None if line == ["?"] else tuple(map(int, _runs(line))) if strange is None else ()
            needed = sum(runs or ()) + len(runs or ()) - 1
            if runs is not None and strange is not None:
                faults.add(
                    f"{self.key}[{number}]", f"found {describe(strange)}; expected numbers, or ? alone"
                )
            elif 0 in (runs or ()):
                faults.add(f"{self.key}[{number}]", "found a run of 0; expected 1 or more")
            elif needed > cells:
                message = f"found runs that need {needed} cells; expected at most {cells}"
                faults.add(f"{self.key}[{number}]", message)
            found.append(runs)
        return tuple(found)


def _runs(line: Sequence[str]) -> Sequence[str]:
    """The words of runs: none if the line says that it has no ink."""
    return () if list(line) in (["0"], [""]) else line


class OneLine:
    """The three forms, of which the first is written."""

    def read(self, text: str) -> dict[str, Words]:
        """The words of columns and rows. Raises SpecError."""
        check_length(text, LONGEST)
        faults = Faults()
        if sized := _SIZED.fullmatch(text):
            words = [line.strip().split(".") for line in re.split("[/;]", sized[3])]
            width, height = int(sized[1]), int(sized[2])
            columns, rows = words[:width], words[width:]
            if len(words) != width + height:
                expected = f"{width + height}, for {width}x{height}"
                faults.add("text", f"found {len(words)} lines; expected {expected}")
        else:
            columns, rows = _read_non(text, faults) if is_non(text) else _read_lines(text, faults)
        faults.end()
        return {"columns": columns, "rows": rows}

    def write(self, words: Mapping[str, Words]) -> str:
        """Columns x rows, then the runs of columns and of rows."""
        columns, rows = words["columns"], words["rows"]
        return f"{len(columns)}x{len(rows)}:" + ";".join(map(".".join, (*columns, *rows)))


def is_non(text: str) -> bool:
    """Whether a text is in the format .non: a line says `rows`, and another `columns`."""
    lines = [line.strip() for line in text.split("\n")]
    return "rows" in lines and "columns" in lines


def _read_lines(text: str, faults: Faults) -> tuple[Words, Words]:
    """The words of columns and rows, from a line for each row, an empty line, and a line for each column."""
    sections: list[Words] = []
    begins = True
    for number, line in enumerate(text.split("\n"), start=1):
        words = _words_of(line)
        if not words:
            begins = True
            continue
        if begins:
            sections.append([])
            begins = False
        if not _is_clue(line):
            faults.add("text", f"found {describe(line)} in line {number}; expected runs, as in 3 1 2")
        elif len(sections) > 2:
            found = f"found runs in line {number} after a second empty line"
            faults.add("text", f"{found}; expected rows, an empty line and columns; 0 is a line without ink")
            break
        else:
            sections[-1].append(words)
    rows, columns = [*sections, [], []][:2]
    return columns, rows


def _read_non(text: str, faults: Faults) -> tuple[Words, Words]:
    """The words of columns and rows of a .non. What it says besides and we do not know is a fault."""
    lines: dict[str, list[str]] = {}
    side: dict[str, int] = {}
    into: list[str] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        key, *rest = line.split(maxsplit=1) or [""]
        known = key in SIDE_OF or key in SIDE_OF.values() or key in PASSED_OVER
        if known and (key in lines or key in side):
            faults.add("text", f"found {key} twice, in line {number}; expected it once")
        if key in SIDE_OF and not rest:
            into = lines[key] = []
        elif key in SIDE_OF.values() and rest and NUMBER.fullmatch(rest[0].strip()):
            side[key] = int(rest[0])
        elif key in PASSED_OVER:
            into = None
        elif into is not None and (not key or _is_clue(line)):
            into.append(line)
        elif key:
            reason = "coloured nonograms are not read" if key == "color" else f"expected {EXPECTED}"
            faults.add("text", f"found {describe(line)} in line {number}; {reason}")
    return (
        _section("columns", lines.get("columns", []), side.get(SIDE_OF["columns"]), faults),
        _section("rows", lines.get("rows", []), side.get(SIDE_OF["rows"]), faults),
    )


def _section(key: str, lines: list[str], number: int | None, faults: Faults) -> Words:
    """The runs of the lines of a section. An empty line is one without ink if there are too few others.

    `number` is how many lines the width or the height asks for; None if it is not stated.
    """
    full = [words for line in lines if (words := _words_of(line))]
    if number is None:
        inner = "\n".join(lines).strip().split("\n")
        if full and not all(map(_words_of, inner)):
            expected = "expected 0 for a line without ink, or width and height"
            faults.add(key, f"found an empty line between others; {expected}")
        return full
    first, rest = lines[:number], lines[number:]
    if len(full) == number:
        return full
    if len(first) == number and not any(map(_words_of, rest)):
        return [_words_of(line) or ["0"] for line in first]
    faults.add(key, f"found {len(full)} lines; expected {number}, as `{SIDE_OF[key]}` says")
    return full


def _words_of(line: str) -> list[str]:
    """The runs of a line."""
    return line.replace(",", " ").split()


def _is_clue(line: str) -> bool:
    """Whether a line begins as runs do."""
    return line.lstrip()[:1] in set("0123456789?")


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int], *, density: float = 0.6) -> Mapping[str, Any]:
    """The runs of a random picture of blots, so that there is a solution, or several.

    Args:
        dice: random numbers.
        size: rows and columns.
        density: the share of ink; much less than by default, and few have only one solution.
    """
    check_knob("density", density, 0.0, 1.0)
    noise = np.array([dice.random() for _ in range(size[0] * size[1])]).reshape(size)
    around = np.pad(noise, 1, mode="edge")
    blots = 2 * noise + around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    ink = np.zeros(size, np.bool_)
    ink.flat[np.argsort(blots, axis=None, kind="stable")[: round(density * blots.size)]] = True
    return clues_of(ink)


def clues_of(ink: npt.NDArray[np.bool_]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The runs of columns and of rows of a picture: bool [rows, columns]."""
    return {
        key: tuple(tuple(len(list(run)) for full, run in groupby(line) if full) for line in board.tolist())
        for key, board in (("columns", ink.T), ("rows", ink))
    }


KIND = Kind(
    name="nonogram",
    about=About(
        "edge",
        "Ink cells; numbers at the edge are the lengths of the runs of ink.",
        ("Picross", "Griddlers", "Hanjie", "お絵かきロジック oekaki logic"),
    ),
    rule="Ink cells so that each row and column shows its runs of ink, in their order, with a blank cell "
    "between them.",
    source="Non Ishida and Tetsuya Nishio, 1987",
    parts=(
        Runs(
            "columns",
            "from the left, each from the top; [] is a line without ink, ? a missing clue",
            of="columns",
            stands="top",
        ),
        Runs("rows", "from the top, each from the left"),
    ),
    texts=OwnTexts(line=OneLine(), is_file=is_non),
    clues={"columns": "?", "rows": "?"},
    solution=Flags("ink", fill="ink", contrary="blank", mass=True),
    model=model,
    faults=faults,
    words=words,
    truth_words=truth_words,
    seen_as=lambda line: line,
    make=make,
    largest=LARGEST,
    example="6x5:2.1;1;4;5;5;2.1;1.2;1.4;4;3;6",
    addresses=(
        address.PuzzLink("nonogram", address.RunsOfLines("columns", "rows")),
        address.Penpa("nonogram", address.beside.RunsBeside("columns", "rows"), address.drawn.Lines()),
    ),
)
RECORD = family(KIND)
