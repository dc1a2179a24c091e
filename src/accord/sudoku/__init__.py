"""The mathematics of a finished 9x9 sudoku grid: unavoidable sets, bounds, bands, symmetry, clue puzzles.

    found = unavoidable_sets(grid, most_cells=12)     # all minimal sets of up to 12 cells
    lower_bound(grid).clues                           # no puzzle of this grid has fewer
    least_clues(grid)                                 # of each band and each stack
    canonical(grid)                                   # the least of all grids like it, and the way to it
    clue_puzzles(grid, 17)                            # all puzzles of 17 clues, and whether that is all

Names are imported on first use, so that a command that needs one of them does not wait for the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.sudoku.bands import band_puzzles, clues_refused, count_band_puzzles, least_clues
    from accord.sudoku.bound import Bound, lower_bound
    from accord.sudoku.canonical_form import (
        Transformation,
        automorphisms,
        canonical,
        canonical_puzzle,
        equivalent,
    )
    from accord.sudoku.clues import Clues, clue_puzzles
    from accord.sudoku.sets import UnavoidableSets, unavoidable_sets

_PLACES = {
    "Bound": "bound",
    "Clues": "clues",
    "Transformation": "canonical_form",
    "UnavoidableSets": "sets",
    "automorphisms": "canonical_form",
    "band_puzzles": "bands",
    "canonical": "canonical_form",
    "canonical_puzzle": "canonical_form",
    "clue_puzzles": "clues",
    "clues_refused": "bands",
    "count_band_puzzles": "bands",
    "equivalent": "canonical_form",
    "least_clues": "bands",
    "lower_bound": "bound",
    "unavoidable_sets": "sets",
}

__all__ = [
    "Bound",
    "Clues",
    "Transformation",
    "UnavoidableSets",
    "automorphisms",
    "band_puzzles",
    "canonical",
    "canonical_puzzle",
    "clue_puzzles",
    "clues_refused",
    "count_band_puzzles",
    "equivalent",
    "least_clues",
    "lower_bound",
    "unavoidable_sets",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'accord.sudoku' has no attribute {name!r}")
    value = getattr(import_module(f"accord.sudoku.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
