"""The instances of the benchmark: one row each, with the known count and the peers that count it.

An instance is prepared once, before anything is timed: symmetry is broken and the options that no solution
has are dropped. Ours and the peers then get the same options. The counts of library puzzles are those of
their model files; a test holds them to it. The sudoku has far too many solutions; the first
10,000 that a program finds are counted. A run of the slowest peer stays below a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.puzzles.loader import load
from accord.runner.work import work_of

SUDOKU_SEED, SUDOKU_HOLES = 0, 148


@dataclass(frozen=True)
class Instance:
    """A model to be counted, by an engine of ours, and beside some peers or none."""

    name: str
    title: str
    count: int
    engine: str  # named, not chosen, so that figures of different days speak of the same search
    peers: tuple[str, ...]
    general: tuple[str, ...] = ()  # the scripts of `general` that it is timed beside, process by process
    puzzle: str = ""  # of the library
    variant: str | None = None
    distinct: bool = False
    root: str | None = None  # the item to be placed first
    limit: int | None = None
    build: Callable[[], Model] | None = None  # where it is no puzzle of the library

    def prepare(self) -> Model:
        """The model that every program is given."""
        model = self.build() if self.build is not None else load(self.puzzle, self.variant).model
        (part,) = work_of(model, distinct=self.distinct, method=None, root=self.root).parts
        return part.model


def matrices(size: int, ones: int) -> Model:
    """The square matrices of 0 and 1 with so many ones in each row and column; an option is a one."""
    row, column = (axis.ravel() for axis in np.indices((size, size)))
    return Model.from_arrays(
        [f"{kind}{i + 1}" for kind in ("row", "column") for i in range(size)],
        np.arange(size * size + 1) * 2,
        np.stack([row, size + column], axis=1).ravel(),
        low=np.full(2 * size, ones),
        high=np.full(2 * size, ones),
    )


def sudoku(grid: npt.NDArray[np.int64]) -> Model:
    """The cover of a grid [n, n] of digits from 0 on, -1 where it is empty.

    Items are the cells, then the digits of rows, of columns and of boxes; options run through the rows,
    then the columns, then the digits.
    """
    n, box = len(grid), int(len(grid) ** 0.5)
    given = grid[:, :, None]
    row, column, digit = np.nonzero((given < 0) | (given == np.arange(n)))
    of_box = row // box * box + column // box
    groups = (n * row + column, n * row + digit, n * column + digit, n * of_box + digit)
    item = np.stack([number * n * n + group for number, group in enumerate(groups)], axis=1)
    return Model.from_arrays(
        [f"{kind}{i}" for kind in ("cell", "row", "column", "box") for i in range(n * n)],
        np.arange(len(item) + 1) * 4,
        item.ravel(),
    )


def sudoku_16() -> Model:
    """A filled grid of 16 x 16 with bands, rows, columns and digits shuffled; then holes are made."""
    random = np.random.default_rng(SUDOKU_SEED)
    row, column = (
        np.concatenate([4 * band + random.permutation(4) for band in random.permutation(4)]) for _ in range(2)
    )
    digits = random.permutation(16)
    grid = digits[(4 * (row % 4)[:, None] + (row // 4)[:, None] + column[None, :]) % 16]
    grid.ravel()[random.choice(256, SUDOKU_HOLES, replace=False)] = -1
    return sudoku(grid)


GENERAL = (
    "or-tools", "clingo", "cpmpy-ortools", "pysat-minicard", "pysat-glucose4", "cpmpy-pysat",
)  # fmt: skip

_INSTANCES = (
    Instance(
        "pentomino-6x10-distinct", "twelve pentominoes, 6 x 10, X in one quadrant", 2339,
        "window", ("xcover", "exact-cover"), GENERAL, puzzle="pentomino-6x10", distinct=True, root="X",
    ),
    Instance(
        "pentomino-6x10", "the same, all solutions", 9356,
        "window", ("xcover",), puzzle="pentomino-6x10",
    ),
    Instance(
        "meteor", "the Meteor contest, all solutions", 2098,
        "window", ("xcover",), ("or-tools", "pysat-minicard"), puzzle="meteor",
    ),
    Instance(
        "soma", "the Soma cube, all solutions", 11520,
        "window", ("xcover", "exact-cover"), GENERAL, puzzle="soma",
    ),
    Instance(
        "pentomino-4x15-hoyt", "twelve pentominoes, 4 x 15, X confined", 402,
        "window", (), GENERAL, puzzle="pentomino-4x15", variant="hoyt",
    ),
    Instance(
        "langford-11", "Langford pairs, 1 to 11", 35584,
        "window", ("xcover", "exact-cover", "clingo"), puzzle="langford-11",
    ),
    Instance(
        "langford-12", "Langford pairs, 1 to 12", 216288,
        "window", ("xcover", "exact-cover"), puzzle="langford-12",
    ),
    Instance(
        "queens-12", "twelve queens, with secondary items", 14200,
        "bitset", ("xcover", "clingo"), puzzle="queens-12",
    ),
    Instance("queens-8", "eight queens", 92, "bitset", (), puzzle="queens-8"),
    Instance(
        "sudoku-16x16", "a sudoku of 16 x 16 with 148 holes, the first 10,000 solutions", 10_000,
        "cells", ("xcover",), limit=10_000, build=sudoku_16,
    ),
    Instance(
        "dominoes-8x8", "dominoes on a chessboard, counted without walking to them", 12_988_816,
        "layers", ("xcover-zdd",), puzzle="dominoes-8x8",
    ),
    Instance(
        "dominoes-10x10", "the same on a board of 10 x 10", 258_584_046_368,
        "layers", ("xcover-zdd",), puzzle="dominoes-10x10",
    ),
    Instance(
        "one-sided-5x18", "eighteen one-sided pentominoes, 5 x 18", 2_746_512,
        "layers", (), puzzle="one-sided-5x18",
    ),
    Instance(
        "matrices-7x7", "matrices of 7 x 7 with two ones in each row and column (OEIS A001499)", 3_110_940,
        "bitset", (), build=partial(matrices, 7, 2),
    ),
)  # fmt: skip

INSTANCES = {instance.name: instance for instance in _INSTANCES}
