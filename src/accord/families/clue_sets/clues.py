"""Find all puzzles with k clues whose solution is a given sudoku grid: the public function and its records.

found = clue_puzzles("1234567894567891237982315642346...", 17)
found.puzzles        ("..3.5..........8.1...", ...): 81 characters each
found.exhaustive     True: there are no others
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import fields
from functools import partial
from math import isqrt
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
from msgspec import structs

from accord.arguments import Limited, values
from accord.backends.statistics import Statistics  # at run time too: msgspec reads the types of Clues
from accord.errors import InputError, StoppedError
from accord.exits import Status
from accord.families.clue_sets.entry_model import EntryRule
from accord.families.clue_sets.model import ClueSets
from accord.families.clue_sets.unavoidable import Unavoidable
from accord.families.sudoku.shape import SIGNS
from accord.families.sudoku.spec import Sudoku, layout
from accord.families.sudoku.text import EMPTY
from accord.puzzles.family import SpecError
from accord.puzzles.loader import Parse, of_text, read
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.reading import STANDARD_INPUT, Lines, open_input, several, unreadable
from accord.puzzles.source import is_there
from accord.puzzles.stretches import Collected
from accord.runner.findings import Step
from accord.runner.query import ask
from accord.runner.result import Result
from accord.runner.run import Run

Mode = Literal["all", "exists"]
USUAL = 17
UNLIMITED = Limited()
LONGEST_NAME = 200
LONGEST_LINE = 10_000
LINE = re.compile(
    r"(?P<bands>\d+)(:(?=\d|:\d)(?P<last>\d+(,\d+)*)?(:(?P<case>\d))?)?", re.ASCII
)  # of an entry


class Watch(Protocol):
    """An observer of a search."""

    def announce(self, run: Run) -> None:
        """Take note of a run whose engine is chosen."""

    def progress(self, step: Step) -> None:
        """Take note of a slice of work."""


class Clues(Result, frozen=True, kw_only=True):
    """The k-clue puzzles found of a grid; `exhaustive`: there are no others."""

    effort: dict[str, int]
    status: Status = "complete"
    grid: str
    k: int | tuple[int, int]  # or at least and at most
    count: int
    puzzles: tuple[str, ...]  # sorted; a character a cell, `.` where it is empty
    exhaustive: bool
    seconds: dict[str, float]  # total, load; preparation and search apart, where the engine tells
    mode: Mode = "all"
    limit: int | None = None  # type: ignore[assignment]  # puzzles after which the search was to stop
    mask: str = ""
    grids: tuple[str, ...] | None = None  # of an entry: of each puzzle its solution
    stats: dict[str, Statistics] | None = None  # by engine: the runs, if they were asked for and are kept

    @property
    def part(self) -> str:
        """The part of a question about many that it answers: its grid."""
        return self.grid

    @property
    def words(self) -> str:
        """The result in a sentence, which says `exhaustive` only where it is."""
        if self.fault:
            return self.fault
        number = "no puzzle" if not self.count else f"{self.count:,} puzzle{'s' * (self.count > 1)}"
        clues = f"{self.k}" if isinstance(self.k, int) else f"{self.k[0]} to {self.k[1]}"
        if self.exhaustive:
            return f"{number} of {clues} clues (exhaustive)"
        if self.mode == "exists" and self.count:
            return f"there is a puzzle of {clues} clues; others were not looked for"
        found = f"at least {number}" if self.count else f"{number} found"
        return f"{found} of {clues} clues: not exhaustive, {self.reason or 'not finished'}"


def clue_puzzles(
    grid: str | Puzzle, k: int | None = None, *, mask: str = "", exists: bool = False, **asked: Any
) -> Clues:
    """Return all puzzles with k clues of a finished grid.

    Args:
        grid: its digits in reading order, 81 of a 9x9, 16 or 36 of a smaller one; or a puzzle of the family
            sudoku, whose one solution is the grid, or of the family clue-sets.
        k: how many cells are given; 17 by default.
        mask: a picture of the grid: a digit or `X` must be given, `-` must not be, `.` may be.
        exists: stop at the first one.
        **asked: see `accord.arguments.Arguments`: backend, engine, limit, workers, time_limit, ...

    Raises:
        UsageError: for an argument or a name that there is not.
        InputError: if the grid is none, or the mask does not fit.
        RefusedError: if the backend or the engine does not take it.
    """
    ask("first" if exists else "all", asked)
    limits = limits_among(asked)
    return search_clues(clue_sets_puzzle(grid, k, mask, limits), exists=exists, **asked)


def limits_among(asked: Mapping[str, Any]) -> Limited:
    """Return the limits that are among the arguments of a run."""
    return Limited(**{each.name: asked[each.name] for each in fields(Limited) if each.name in asked})


def clue_sets_puzzle(
    grid: str | Puzzle,
    k: int | None = None,
    mask: str = "",
    limits: Limited = UNLIMITED,
) -> Puzzle:
    """Return the question as a puzzle of the family clue-sets.

    Raises:
        InputError: for a puzzle that hides no grid.
        StoppedError: at the limit, or on `cancel`, before the puzzle of a grid was solved.
    """
    from accord.families.clue_sets.model import ClueSets
    from accord.puzzles.puzzle import Puzzle

    source = of_text(f"sudoku:{''.join(grid.split())}") if isinstance(grid, str) else grid
    if source.family == "clue-sets":
        spec = structs.replace(
            source.spec, clues=source.spec.clues if k is None else k, mask=mask or source.spec.mask
        )
    else:
        board = source.spec
        spec = ClueSets(
            grid=solve_grid(source, limits),
            clues=USUAL if k is None else k,
            mask=mask,
            box=board.box or "",
            boxes=board.boxes if isinstance(board.boxes, str) else "\n".join(board.boxes or ()),
            diagonals=board.diagonals,
        )
    return Puzzle(family="clue-sets", spec=spec, name=source.name, title=source.title)


def solve_grid(puzzle: Puzzle, limits: Limited = UNLIMITED) -> str:
    """Return the only solution of a puzzle of the family sudoku as a line; see `clue_sets_puzzle`."""
    from accord.runner.api import unique

    if puzzle.family != "sudoku":
        expected = "expected a sudoku grid, or a puzzle of the families sudoku and clue-sets"
        raise InputError([f"{puzzle.name[:100]}: found a puzzle of the family {puzzle.family}; {expected}"])
    whole = _whole(puzzle.spec)
    if whole is not None:
        return whole
    found = unique(puzzle, **values(limits, Limited))
    if found.answer == "undecided":
        status: Literal["time", "cancelled"] = "cancelled" if found.status == "cancelled" else "time"
        raise StoppedError(f"{puzzle.name[:100]}: {found.reason}, before it was solved", status=status)
    if found.answer != "unique":
        several = found.answer != "impossible"
        what = "the grid is unfinished: it has several solutions" if several else "the grid has no solution"
        expected = "expected a finished grid, or a puzzle with one solution"
        raise InputError([f"{puzzle.name[:100]}: {what}; {expected}"])
    origin = puzzle.model.origin
    assert origin is not None
    cells = len(puzzle.model.order)  # a sudoku is filled cell by cell
    return _signs(cells, origin.table[list(found.solutions[0].options)])


def search_clues(puzzle: Puzzle, *, exists: bool = False, watch: Watch | None = None, **asked: Any) -> Clues:
    """Search for the puzzles of a clue-sets puzzle; `watch` observes it."""
    from accord.runner.run import Run

    run = Run(puzzle, "first" if exists else "all", **asked)
    if watch is not None:
        watch.announce(run)
    found: list[tuple[str, str]] = []
    lazy, origin = puzzle.model.lazy, puzzle.model.origin
    assert isinstance(lazy, Unavoidable | EntryRule)
    assert origin is not None
    with closing(iter(run)) as steps:
        for step in steps:
            if watch is not None:
                watch.progress(step)
            found += [_puzzle_and_grid(lazy, origin.table[row[row >= 0]]) for row in step.solutions]
    outcome, effort = run.outcome, run.outcome.effort
    parts = {name: effort[f"{name}_us"] / 1e6 for name in ("preparation", "search") if f"{name}_us" in effort}
    found.sort()  # engines and threads have orders of their own
    return Clues(
        grid=name_of_grid(puzzle.spec) if isinstance(lazy, EntryRule) else _line(lazy.grid),
        k=puzzle.spec.clues,
        count=len(found),
        puzzles=tuple(clues for clues, _ in found),
        grids=tuple(grid for _, grid in found) if isinstance(lazy, EntryRule) else None,
        exhaustive=outcome.status == "complete" and not (exists and found),
        effort=dict(effort),
        seconds={"total": outcome.seconds.total, "load": outcome.seconds.load, **parts},
        mode="exists" if exists else "all",
        limit=asked.get("limit"),
        mask="".join(puzzle.spec.mask.split()),
        status=outcome.status,
        reason=outcome.reason,
        backend=outcome.backend,
        engine=outcome.engine,
        stats=outcome.stats,
        warnings=outcome.warnings,
    )


def _whole(spec: Sudoku) -> str | None:
    """Return the grid as a line, if no cell is empty and all is right."""
    with suppress(SpecError):  # a solver reports that too, with the name of the puzzle
        board = layout(spec)
        if board.givens.all() and not board.shape.clashes(board.givens):
            return "".join(SIGNS[digit - 1] for digit in board.givens.ravel().tolist())
    return None


def _puzzle_and_grid(lazy: Unavoidable | EntryRule, table: npt.NDArray[np.int32]) -> tuple[str, str]:
    """Return the puzzle of a solution, and its grid, from the cells and digits of the chosen options."""
    if isinstance(lazy, Unavoidable):
        return _signs(len(lazy.grid), table), ""
    cells = lazy.size**2
    third = int(table[:, 0].max()) - cells  # the option that this is the last band
    return _signs(cells, table[table[:, 0] < cells]), _line(lazy.upper + lazy.thirds[third])


def _line(digits: Sequence[int]) -> str:
    return "".join(SIGNS[digit - 1] for digit in digits)


def _signs(cells: int, table: npt.NDArray[np.int32]) -> str:
    """Return a board of so many cells as a line, from cells and their digits; `.` for all others."""
    signs = ["."] * cells
    for cell, digit in table.tolist():
        signs[cell] = SIGNS[digit - 1]
    return "".join(signs)


def faulty(name: str, k: int | None, error: InputError | StoppedError) -> Clues:
    """Return the record of a name that is no grid, or not known to be one."""
    status: Status = error.status if isinstance(error, StoppedError) else "failed"
    return Clues(
        grid=name[:LONGEST_NAME], k=USUAL if k is None else k, count=0, puzzles=(), exhaustive=False,
        effort={}, seconds={}, status=status, fault=str(error),
    )  # fmt: skip


def failure_of(name: str, k: int | None, reason: str) -> Clues:
    """Return the record of a grid whose search ended by a fault of ours."""
    return Clues(
        grid=name[:LONGEST_NAME], k=USUAL if k is None else k, count=0, puzzles=(), exhaustive=False,
        effort={}, seconds={}, status="failed", reason=reason,
    )  # fmt: skip


# -- grids as commands take them ---------------------------------------------------------------------


def grids_of(name: str) -> Parse | Collected:
    """Return a function that parses the puzzle of a grid, or the puzzles of a file of many.

    Args:
        name: a line of digits; a file, or `-`, with a grid a line; a puzzle of the families sudoku and
            clue-sets.

    A puzzle of another family is an InputError, once it is parsed.
    """
    text = "".join(name.split())
    if _is_line(text) and not is_there(name):
        return partial(of_text, f"sudoku:{text}")
    found = read(name)
    return partial(_grid_in, name, found) if callable(found) else found


def entries_of(name: str) -> Parse | Collected:
    """Return a function that parses the puzzle of an entry, or the puzzles of a file of many.

    Args:
        name: all bands of a grid but the last, as a line of digits; behind a colon the numbers of the last
            bands that are wanted, and behind another one the case, as `accord sudoku entries` writes them; a
            file, or `-`, with such lines.
    """
    if is_there(name) or name == STANDARD_INPUT:
        return _entries_in(name)
    return partial(_entry, name, "".join(name.split()))


def _entries_in(name: str) -> Collected:
    with open_input(name, "a file of entries") as file:
        yield from several(file, LONGEST_LINE, _entries_of_lines)


def _entries_of_lines(lines: Lines, place: str) -> Collected:
    for number, line in lines:
        at = f"{place}:{number}"
        if line is None:
            yield at, InputError([f"{at}: {unreadable(LONGEST_LINE)}"])
        elif line and line[0] != "#":
            try:
                yield at, _entry(at, "".join(line.split()))
            except InputError as error:
                yield at, error


def _entry(name: str, digits: str) -> Puzzle:
    """Return the puzzle of all grids with these bands."""
    from accord.families.clue_sets.model import ClueSets

    line = LINE.fullmatch(digits)
    bands, numbers, case = line.group("bands", "last", "case") if line else (digits, None, None)
    last = {54: 27, 24: 12, 8: 8}.get(len(bands))
    if line is None or last is None:
        expected = "expected the digits of all bands but the last, 54 of a 9x9 grid, 24 of 6x6, 8 of 4x4"
        more = ", and perhaps a colon, numbers of last bands, a colon and a case" if ":" in digits else ""
        raise InputError([f"{name[:100]}: found {len(bands.split(':')[0])} signs; {expected}{more}"])
    which = tuple(int(number[:9]) for number in (numbers or "").split(",") if number)
    spec = ClueSets(grid=bands + "." * last, clues=USUAL, last=which, case=int(case or 0))
    return Puzzle(family="clue-sets", spec=spec, name=name)


def name_of_grid(spec: ClueSets) -> str:
    """Return how a record names its grid: its cells in a line; of an entry also last bands, and the case."""
    cells = "".join(spec.grid.split())
    chosen = [",".join(map(str, spec.last)), *([str(spec.case)] if spec.case else [])]
    return ":".join([cells, *chosen]) if any(chosen) else cells


def _grid_in(name: str, parse: Parse) -> Puzzle:
    puzzle = parse()
    if puzzle.family not in ("sudoku", "clue-sets"):
        expected = "expected a sudoku grid, or a puzzle of the families sudoku and clue-sets"
        raise InputError([f"{name[:100]}: found a puzzle of the family {puzzle.family}; {expected}"])
    return puzzle


def _is_line(text: str) -> bool:
    """Whether a text looks like the cells of a board, and not like the name of a puzzle or of a file."""
    if len(text) > 1 and all(sign.isdigit() or sign in EMPTY for sign in text):
        return True  # one that has a cell too few, or no clue, is reported as a grid
    cells = len(text)
    square = cells >= 16 and isqrt(cells) ** 2 == cells
    signs = all(sign.isalnum() or sign in EMPTY for sign in text)
    return square and signs and any(sign.isdigit() for sign in text)
