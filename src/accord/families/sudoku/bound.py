"""A lower bound on the number of clues of a sudoku grid, from disjoint unavoidable sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accord.arguments import Arguments, query_of
from accord.arguments.keywords import list_arguments
from accord.errors import UsageError
from accord.families.sudoku.sets import USUAL_CELLS, UnavoidableSets, unavoidable_sets
from accord.model import Model


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
