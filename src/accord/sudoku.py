"""The public module for finished 9x9 sudoku grids: unavoidable sets, bounds, bands, symmetry, clue puzzles.

unavoidable_sets, UnavoidableSets           the minimal sets of cells that need a clue
lower_bound, Bound                          no puzzle of a grid has fewer clues
least_clues, clues_refused                  what bands and stacks need at least
band_puzzles, count_band_puzzles            how one of them can do it
canonical, canonical_puzzle, equivalent     the least of all grids like it
automorphisms, Transformation               the ways from a grid to itself, or to another
band_classes, BandClass                     the 416 classes of bands up to symmetry
band_class, band_classes_of                 the class of a band; those of a grid
entry, Entry                                bands 1 and 2, with all bands 3
entries, entry_form                         an order of grids by entries
clue_puzzles, Clues                         all puzzles of so many clues

A public name for what the families sudoku and clue-sets know of grids; nothing is defined here. Everybody may
use it.

    >>> from accord.sudoku import canonical
    >>> grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    >>> least, way = canonical(grid)
    >>> canonical(least)[0] == least
    True
"""

from accord.families.clue_sets.clues import Clues, clue_puzzles
from accord.families.sudoku.band_classes import BandClass, band_class, band_classes, band_classes_of
from accord.families.sudoku.bands import (
    Bound,
    band_puzzles,
    clues_refused,
    count_band_puzzles,
    least_clues,
    lower_bound,
)
from accord.families.sudoku.canonical_form import (
    Transformation,
    automorphisms,
    canonical,
    canonical_puzzle,
    equivalent,
)
from accord.families.sudoku.entries import Entry, entries, entry, entry_form
from accord.families.sudoku.sets import UnavoidableSets, unavoidable_sets

__all__ = [
    "BandClass", "Bound", "Clues", "Entry", "Transformation", "UnavoidableSets", "automorphisms",
    "band_class", "band_classes", "band_classes_of", "band_puzzles", "canonical", "canonical_puzzle",
    "clue_puzzles", "clues_refused", "count_band_puzzles", "entries", "entry", "entry_form",
    "equivalent", "least_clues", "lower_bound",
    "unavoidable_sets",
]  # fmt: skip
