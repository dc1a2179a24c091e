"""The native engine for 9x9 sudokus; it takes only models with exactly the standard rules.

A model's origin says which digit of which cell each option is; its items are compared with that, option by
option. Options may be missing: givens, and pencil marks.
"""

from __future__ import annotations

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
from accord.backends.native.walks import run_jobs
from accord.errors import RefusedError
from accord.families.sudoku.shape import box_shape
from accord.model import Kind, Model
from accord_native.sudoku.layout import LANES, SCRATCH, STATES

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
