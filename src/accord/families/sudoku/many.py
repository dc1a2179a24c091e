"""Solve many 9x9 sudokus in one kernel call: up to two solutions of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.native.many import Found
from accord.errors import EngineError
from accord.families.sudoku.engine import CHOSEN
from accord.kernels import load
from accord.puzzles.family import SpecError
from accord_native.sudoku.layout import SCRATCH, UNDECIDED

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

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
