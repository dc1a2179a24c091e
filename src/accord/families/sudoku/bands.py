"""For bands and stacks of a finished sudoku grid: how many clues each needs, and all ways to place them.

A *band* is three boxes side by side, a *stack* three boxes one above the other. They are numbered 1 to 6, the
bands first. The clues of a puzzle in a band have one in every unavoidable set inside that band: such a choice
of k cells is a *valid k-clue band puzzle*. No band has more than 51,520 of 5 clues and 237,770 of 6, say the
tables of public programs that search for 17-clue puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.arguments import Arguments, query_of
from accord.arguments.keywords import list_arguments
from accord.errors import UsageError
from accord.families.sudoku.sets import SIDE, USUAL_CELLS, UnavoidableSets, finished_grid, unavoidable_sets
from accord.model import Model

Masks = npt.NDArray[np.uint32]

PLACES, BAND_CELLS = 6, 27
MOST_CLUES = 9  # 4,686,825 sets of nine cells to look at


def band_cells(band: int) -> tuple[int, ...]:
    """Return the cells of bands 1 to 3, or of stacks 4 to 6, there column by column. Raises UsageError."""
    if not 1 <= band <= PLACES:
        raise UsageError(f"band {band}: expected 1 to 3, or 4 to 6 for the stacks")
    if band <= PLACES // 2:
        return tuple(range(BAND_CELLS * (band - 1), BAND_CELLS * band))
    columns = range(3 * (band - 4), 3 * (band - 3))
    return tuple(SIDE * row + column for column in columns for row in range(SIDE))


def band_sets(grid: str | Sequence[int], band: int) -> UnavoidableSets:
    """Return all minimal unavoidable sets inside a band or stack. Raises InputError, UsageError."""
    sets = unavoidable_sets(grid, most_cells=BAND_CELLS, within=band_cells(band))
    assert sets.complete
    return sets


def count_band_puzzles(grid: str | Sequence[int], band: int, clues: int) -> int:
    """Return how many valid band puzzles of so many clues a band has. Raises InputError, UsageError."""
    return len(_valid(_masks(grid, band), clues))


def band_puzzles(grid: str | Sequence[int], band: int, clues: int) -> Iterator[tuple[int, ...]]:
    """Return the valid band puzzles of so many clues, each as its cells. Raises InputError, UsageError."""
    cells = np.array(band_cells(band))
    bits = np.arange(BAND_CELLS, dtype=np.uint32)
    valid = _valid(_masks(grid, band), clues)
    return (tuple(cells[(mask >> bits & 1).astype(bool)].tolist()) for mask in valid)


def least_clues(grid: str | Sequence[int]) -> tuple[int, ...]:
    """Return the least clues that bands 1 to 3 and stacks 1 to 3 need: with fewer, a set inside has none."""
    board = finished_grid(grid).tolist()
    return tuple(_least(_masks(board, band)) for band in range(1, PLACES + 1))


def clues_refused(grid: str | Sequence[int], clues: int) -> str | None:
    """Return why no puzzle of the grid has so few clues, if the bands or the stacks show it; else None.

    Bands share no cells, so what they need adds up, and so does what the stacks need.
    """
    least = least_clues(grid)
    for places, needed in (("bands", least[:3]), ("stacks", least[3:])):
        if sum(needed) > clues:
            return f"the {places} need {' + '.join(map(str, needed))} clues, more than {clues}"
    return None


def _masks(grid: str | Sequence[int], band: int) -> Masks:
    """Return the sets inside a band as 27 bits, smallest first."""
    place = {cell: bit for bit, cell in enumerate(band_cells(band))}
    sets = band_sets(grid, band)
    return np.array([sum(1 << place[cell] for cell in cells) for cells in sets], np.uint32)


def _valid(sets: Masks, clues: int) -> Masks:
    if not 0 <= clues <= MOST_CLUES:
        raise UsageError(f"band puzzles of {clues} clues: expected 0 to {MOST_CLUES}")
    found = _subsets(clues)
    for cells in sets:
        found = found[found & cells != 0]
    return found


def _least(sets: Masks) -> int:
    clues = 0
    while not len(_valid(sets, clues)):
        clues += 1
    return clues


@cache
def _subsets(size: int) -> Masks:
    """Return all sets of `size` cells of a band, as bits."""
    none = np.zeros(0, np.uint32)
    of_size = [np.zeros(1, np.uint32), *[none] * size]  # of the cells seen so far
    for cell in range(BAND_CELLS):
        for more in range(size, 0, -1):
            with_it = of_size[more - 1] | np.uint32(1 << cell)
            of_size[more] = np.concatenate([of_size[more], with_it])
    return of_size[size]


@dataclass(frozen=True)
class Bound:
    """Every puzzle of the grid has at least `clues` clues: so many unavoidable sets are pairwise disjoint."""

    clues: int
    disjoint: tuple[tuple[int, ...], ...]  # the witness: `clues` of the sets that were given
    exact: bool  # no more of these sets are pairwise disjoint: `clues` is their maximum clique number


@list_arguments(Arguments)
def lower_bound(grid: str | Sequence[int] | UnavoidableSets, **asked: Any) -> Bound:
    """Return the largest number of pairwise disjoint unavoidable sets, as a lower bound on clues.

    That is the *maximum clique number* of the sets: of the graph in which sets are joined that are disjoint.
    It is a packing problem, declared as a model and run for its best solution; a greedy packing, the smallest
    sets first, stands in for whatever a limit leaves open, and then the answer is not exact.

    Args:
        grid: 81 digits (all minimal sets of up to 12 cells are taken), or the sets to pack.
        **asked: as for `accord.run`, but for `limit` and `distinct`.

    Raises:
        InputError: if that is no finished grid.
        StoppedError: if a limit comes before the sets are found.
        UsageError, RefusedError, MissingBackendError: as from `accord.run`.
    """
    if "limit" in asked or "distinct" in asked:
        raise UsageError("lower_bound: takes no `limit` and no `distinct`")
    if isinstance(grid, UnavoidableSets):
        sets = grid
    else:
        from accord.runner.limits import Limits

        limits = Limits.of(query_of(Arguments, asked))
        looking = limits.guard("unavoidable sets were looked for")
        sets = looking.do(unavoidable_sets, grid, most_cells=USUAL_CELLS, stop=limits.over)
    greedy = _greedy(sets.cells)
    if not sets.cells:
        return Bound(0, (), exact=True)
    from accord.runner.api import best

    outcome = best(packing(sets.cells), **asked)
    exact = outcome.status == "complete"
    chosen = greedy
    if outcome.solutions:
        found = tuple(sets.cells[option] for option in sorted(outcome.solutions[-1].options))
        chosen = max(greedy, found, key=len)
    assert len(set().union(*chosen)) == sum(map(len, chosen)), "sets of the packing overlap"
    return Bound(len(chosen), chosen, exact)


def packing(sets: Sequence[tuple[int, ...]]) -> Model:
    """Return the model for as many pairwise disjoint sets as possible: an option a set, an item a cell."""
    from accord.model import Model

    cells = sorted(set().union(*sets))
    names = {cell: name(cell) for cell in cells}
    options = {" ".join(names[cell] for cell in cells): [names[cell] for cell in cells] for cells in sets}
    return Model.build(
        items=dict.fromkeys(names.values(), (0, 1)), options=options, minimize=dict.fromkeys(options, -1)
    )


def name(cell: int) -> str:
    """Return the name of a cell: `r1c1` for cell 0."""
    row, column = divmod(cell, 9)
    return f"r{row + 1}c{column + 1}"


def _greedy(sets: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    used: set[int] = set()
    chosen = []
    for cells in sets:
        if used.isdisjoint(cells):
            used.update(cells)
            chosen.append(cells)
    return tuple(chosen)
