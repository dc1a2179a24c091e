"""The mathematics of a finished 9x9 sudoku grid: unavoidable sets, bounds, bands, symmetry, clue puzzles.

    found = unavoidable_sets(grid, most_cells=12)     # all minimal sets of up to 12 cells
    lower_bound(grid).clues                           # no puzzle of this grid has fewer
    least_clues(grid)                                 # of each band and each stack
    canonical(grid)                                   # the least of all grids like it, and the way to it
    clue_puzzles(grid, 17)                            # all puzzles of 17 clues, and whether that is all

A public name for what the families sudoku and clue-sets know of grids; nothing is defined here.
Names are imported on first use, so that a command that needs one of them does not wait for the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.families.clue_sets.clues import Clues, clue_puzzles
    from accord.families.sudoku.bands import band_puzzles, clues_refused, count_band_puzzles, least_clues
    from accord.families.sudoku.bound import Bound, lower_bound
    from accord.families.sudoku.canonical_form import (
        Transformation,
        automorphisms,
        canonical,
        canonical_puzzle,
        equivalent,
    )
    from accord.families.sudoku.sets import UnavoidableSets, unavoidable_sets

_PLACES = {
    "Bound": "sudoku.bound",
    "Clues": "clue_sets.clues",
    "Transformation": "sudoku.canonical_form",
    "UnavoidableSets": "sudoku.sets",
    "automorphisms": "sudoku.canonical_form",
    "band_puzzles": "sudoku.bands",
    "canonical": "sudoku.canonical_form",
    "canonical_puzzle": "sudoku.canonical_form",
    "clue_puzzles": "clue_sets.clues",
    "clues_refused": "sudoku.bands",
    "count_band_puzzles": "sudoku.bands",
    "equivalent": "sudoku.canonical_form",
    "least_clues": "sudoku.bands",
    "lower_bound": "sudoku.bound",
    "unavoidable_sets": "sudoku.sets",
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
    value = getattr(import_module(f"accord.families.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
