"""The mathematics of a finished 9x9 sudoku grid: unavoidable sets, bounds, bands, symmetry, clue puzzles.

unavoidable_sets, UnavoidableSets           the minimal sets of cells that need a clue
lower_bound, Bound                          no puzzle of a grid has fewer clues
least_clues, clues_refused                  what bands and stacks need at least
band_puzzles, count_band_puzzles            how one of them can do it
canonical, canonical_puzzle, equivalent     the least of all grids like it
automorphisms, Transformation               the ways from a grid to itself, or to another
clue_puzzles, Clues                         all puzzles of so many clues

A public name for what the families sudoku and clue-sets know of grids; nothing is defined here. Everybody may
use it.

    >>> from accord.sudoku import canonical
    >>> grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    >>> least, way = canonical(grid)
    >>> canonical(least)[0] == least
    True

Names are imported on first use, so that a command that needs one of them does not wait for the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # with `as`, type checkers take them for public
    from accord.families.clue_sets.clues import Clues as Clues
    from accord.families.clue_sets.clues import clue_puzzles as clue_puzzles
    from accord.families.sudoku.bands import band_puzzles as band_puzzles
    from accord.families.sudoku.bands import clues_refused as clues_refused
    from accord.families.sudoku.bands import count_band_puzzles as count_band_puzzles
    from accord.families.sudoku.bands import least_clues as least_clues
    from accord.families.sudoku.bound import Bound as Bound
    from accord.families.sudoku.bound import lower_bound as lower_bound
    from accord.families.sudoku.canonical_form import Transformation as Transformation
    from accord.families.sudoku.canonical_form import automorphisms as automorphisms
    from accord.families.sudoku.canonical_form import canonical as canonical
    from accord.families.sudoku.canonical_form import canonical_puzzle as canonical_puzzle
    from accord.families.sudoku.canonical_form import equivalent as equivalent
    from accord.families.sudoku.sets import UnavoidableSets as UnavoidableSets
    from accord.families.sudoku.sets import unavoidable_sets as unavoidable_sets

_PLACES = {
    "clue_sets.clues": "Clues clue_puzzles",
    "sudoku.bands": "band_puzzles clues_refused count_band_puzzles least_clues",
    "sudoku.bound": "Bound lower_bound",
    "sudoku.canonical_form": "Transformation automorphisms canonical canonical_puzzle equivalent",
    "sudoku.sets": "UnavoidableSets unavoidable_sets",
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names.split()}
__all__ = sorted(_PLACE)


def __getattr__(name: str) -> Any:
    if name not in _PLACE:
        raise AttributeError(f"module 'accord.sudoku' has no attribute {name!r}")
    value = getattr(import_module(f"accord.families.{_PLACE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
