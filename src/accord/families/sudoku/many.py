"""The native engine for 9x9 sudokus with exactly the standard rules; many in one kernel call.

A model's origin says which digit of which cell each option is; its items are compared with that, option by
option. Options may be missing: givens, and pencil marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request, Search
from accord.backends.native.engine import (
    Engine,
    Kernel,
    Walk,
    jobs_wanted,
    load_kernel,
    lowered_or_why,
    output,
)
from accord.backends.native.many import Found
from accord.backends.native.walks import run_jobs
from accord.errors import EngineError, RefusedError
from accord.families.sudoku.shape import box_shape
from accord.kernels import load
from accord.model import Kind, Model
from accord.puzzles.family import SpecError
from accord.puzzles.puzzle import Puzzle
from accord_native.sudoku.layout import LANES, SCRATCH, STATES, UNDECIDED

FAMILY = "sudoku"
CHOSEN = "a 9x9 sudoku by the standard rules"
CELLS, DIGITS, ITEMS, OPTIONS = 81, 9, 324, 729

Candidates = npt.NDArray[np.bool_]  # [cells, digits]: which may be chosen
Indices = npt.NDArray[np.int32]


@cache
def rules() -> Indices:
    """Return the four items of each option, by cell * 9 + digit - 1: [options, 4], as they are built."""
    return box_shape(9, 3, 3).full.item.reshape(OPTIONS, 4)


def lower(model: Model) -> Indices:
    """Return the model's option for each of the 729, cell * 9 + digit - 1; -1 where it is missing.

    Raises:
        RefusedError: with the test that the model fails.
    """
    if model.kind != Kind.EXACT_COVER:
        raise RefusedError(f"sudoku takes an exact cover; this model is {model.kind.words}")
    if model.items != ITEMS or not model.primary.all():
        raise RefusedError(f"sudoku takes the {ITEMS} items of a 9x9 board, each to be met exactly once")
    if model.hidden.any():
        raise RefusedError("sudoku takes no hidden options")
    if model.origin is None:
        raise RefusedError("sudoku takes boards as they were built; here no option says which digit it is")
    if (np.diff(model.start) != 4).any():
        raise RefusedError("sudoku takes options of four items: a cell, and a row, a column and a box")
    cell, digit = model.origin.table.T
    right = (cell >= 0) & (cell < CELLS) & (digit >= 1) & (digit <= DIGITS)
    option = np.where(right, cell * DIGITS + digit - 1, 0)
    right &= (rules()[option] == model.item.reshape(-1, 4)).all(axis=1)
    if not right.all():
        wrong = int(np.flatnonzero(~right)[0])
        name = model.names[wrong] if model.names else f"number {wrong}"
        raise RefusedError(
            f"sudoku takes a digit in a cell with its row, its column and its box; {name} is not"
        )
    if len(np.unique(option)) < len(option):
        raise RefusedError("sudoku takes each digit of a cell once; an option is there twice")
    model_option = np.full(OPTIONS, -1, np.int32)
    model_option[option] = np.arange(model.options)
    return model_option


class Sudoku(Engine):
    """The 9x9 kernel as an engine."""

    name: ClassVar[str] = "sudoku"
    specialist: ClassVar[str] = CHOSEN

    def refusal(self, model: Model, request: Request) -> str | None:
        """Return which test the model fails, if any."""
        if model.family != FAMILY:
            return "sudoku takes models of the family sudoku"
        if request.root is not None:
            return "sudoku chooses the cells itself; it takes no item to start with"
        lowered = lowered_or_why(model, lower)
        return lowered if isinstance(lowered, str) else None

    def search(self, model: Model, request: Request) -> Search:
        """Search; yield slices."""
        kernel = yield from load_kernel("accord_native.sudoku.search")
        option = lowered_or_why(model, lower)
        if isinstance(option, str):
            raise RefusedError(option)
        yield from run_jobs(SudokuJobs(option, kernel, request), request)


class SudokuJobs:
    """Jobs: boards that differ in some cells; a single one where the search is not to be shared."""

    def __init__(self, option: Indices, kernel: Kernel, request: Request) -> None:
        self._option = np.append(option, np.int32(-1))
        self._kernel, self._request = kernel, request
        self._boards = cut((option >= 0).reshape(CELLS, DIGITS), jobs_wanted(request))
        self.count = len(self._boards)

    def begin(self, job: int) -> Walk:
        """Return a walk from one of the boards."""
        board, state = np.zeros(SCRATCH, np.uint32), np.zeros(STATES, np.uint64)
        board[0] = words(self._boards[job], board.shape[1])
        found = output(self._request, CELLS)
        return Walk(
            call=partial(self._kernel, board, state, found),
            state=state,
            output=found,
            option=self._option,
            written={"board": board},
        )


def cut(board: Candidates, wanted: int) -> list[Candidates]:
    """Return disjoint boards, `wanted` or more, that together have all solutions of one."""
    boards = [board]
    while len(boards) < wanted:
        digits = np.array([each.sum(axis=1) for each in boards]).max(axis=0)
        if digits.max() < 2:
            break
        cell = int(np.where(digits > 1, digits, DIGITS + 1).argmin())
        boards = [
            _place_digit(each, cell, int(digit)) for each in boards for digit in np.flatnonzero(each[cell])
        ]
    return boards


def _place_digit(board: Candidates, cell: int, digit: int) -> Candidates:
    """Return the board with a digit in a cell, and not elsewhere in its units."""
    needs = rules().reshape(CELLS, DIGITS, 4)[:, digit, 1:]
    clash = (needs == needs[cell]).any(axis=1)
    left = board.copy()
    left[clash, digit] = False
    left[cell] = False
    left[cell, digit] = True
    return left


def words(board: Candidates, width: int) -> npt.NDArray[np.uint32]:
    """Return a row of the kernel's board; see `accord_native.sudoku.board`."""
    row = np.zeros(width, np.uint32)
    bits = np.uint32(1) << np.arange(27, dtype=np.uint32)
    for band in range(3):
        cells = board[27 * band : 27 * band + 27]
        row[band * LANES : band * LANES + DIGITS] = (cells * bits[:, None]).sum(axis=0, dtype=np.uint32)
    return row


NODES = 4000  # of one puzzle; hard ones take some hundreds. Then it is left to a search with limits

Grids = npt.NDArray[np.uint8]  # [number, 81], 0 for an empty cell
EVERY_DIGIT = 0b1111111110


class SudokuMany:
    """The 9x9 kernel on batches; see `accord.backends.native.many`."""

    engine: ClassVar[str] = "sudoku"
    why: ClassVar[str] = CHOSEN

    def form(self, puzzle: Puzzle) -> Grids | None:
        """Return the 81 digits of a puzzle with the usual boxes and without diagonals; None for others."""
        from accord.families.sudoku.text import givens

        spec = puzzle.spec
        if spec.box is not None or spec.boxes is not None or spec.diagonals:
            return None
        try:
            grid = givens(spec.grid)
        except SpecError:
            return None
        return grid.astype(np.uint8).ravel() if grid.shape == (9, 9) else None

    def solve(self, forms: Sequence[Grids]) -> list[Found]:
        """Return up to two solutions of each."""
        several = load("accord_native.sudoku.search", "several")
        puzzles = np.stack(forms)
        counts, nodes = np.zeros((2, len(puzzles)), np.uint64)
        first, second = np.zeros((2, *puzzles.shape), np.uint8)
        several(puzzles, np.uint64(NODES), counts, first, second, nodes, np.empty(SCRATCH, np.uint32))
        decided = counts != UNDECIDED
        _check(puzzles, first, decided & (counts > 0))
        _check(puzzles, second, decided & (counts > 1))
        if (first == second)[decided & (counts > 1)].all(axis=1).any():
            raise EngineError("native/sudoku found one solution twice")
        texts = [(grids + ord("0")).tobytes().decode() for grids in (first, second)]
        found = []
        for n, (count, passed, sure) in enumerate(
            zip(counts.tolist(), nodes.tolist(), decided.tolist(), strict=True)
        ):
            boards = tuple(_rows(text[81 * n : 81 * n + 81]) for text in texts[: count if sure else 0])
            difference = _difference(first[n], second[n]) if len(boards) > 1 else ()
            found.append(Found(count if sure else None, boards, difference, passed))
        return found


def _check(puzzles: Grids, solutions: Grids, found: npt.NDArray[np.bool_]) -> None:
    """Raise EngineError unless each has the givens, and every digit in every row, column and box."""
    given, solved = puzzles[found], solutions[found]
    bits = np.left_shift(1, solved.astype(np.int32)).reshape(-1, 3, 3, 3, 3)  # band, row, stack, column
    right = ((given == 0) | (given == solved)).all(axis=1)
    for unit in ((3, 4), (1, 2), (2, 4)):
        right &= (np.bitwise_or.reduce(bits, axis=unit) == EVERY_DIGIT).all(axis=(1, 2))
    if not right.all():
        raise EngineError("native/sudoku found a solution that breaks the rules")


def _rows(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + 9] for at in range(0, 81, 9))


def _difference(one: Grids, other: Grids) -> tuple[str, ...]:
    """Return the options that only one of two solutions has, cell by cell, in ascending order."""
    cells = np.flatnonzero(one != other)
    pairs = np.sort(np.stack([one[cells], other[cells]], axis=1), axis=1)
    return tuple(
        f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"
        for cell, digits in zip(cells.tolist(), pairs.tolist(), strict=True)
        for digit in digits
    )
