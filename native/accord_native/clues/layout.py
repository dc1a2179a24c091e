"""Names of places, and sizes, for the kernels of this folder, which explain them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.progress import STATE
from accord_native.words import Bytes, HalfRows, WordBlocks, WordRows, Words

# places of the state: the kernel's own (TOP: entries of the stack, LEVEL: 1 + the level of band 3, or 0) ...
TOP, LEVEL = 0, 1
# ... and after those of `progress` how many of each, counters, and what the last tail left:
# how many sets were beside its vectors (NEAR_), how many there were at all (MARK_), its clues, and where in
# the near others to look on; of others MARK_ says how many are sorted, 0 if they are of another band 3
(
    SETS, MIXED, OTHERS, FRESH, CANDIDATES, REJECTED, CHECKS,
    NEAR_SETS, NEAR_MIXED, NEAR_OTHERS, MARK_SETS, MARK_MIXED, MARK_OTHERS, TAIL_CELLS, PLACE,
    EMITTED, ENOUGH,  # of a search for several bands 3: the most choices emitted for one of them; their limit
) = range(STATE, STATE + 17)  # fmt: skip
STATES = STATE + 17
# of one with statistics, behind them: choices of bands 1 and 2 that were whole; of those, what FITTING ones
# band 3 had clues enough for by its mini-rows, and BEGUN ones by disjoint sets as well; the nodes there
WHOLE, FITTING, BEGUN, NODES_3 = range(STATES, STATES + 4)
PROFILED = STATES + 4
# of a run
CLUES, MOST, LEAST, BAND_1, BAND_2, GIVEN_3, BARRED_3 = range(7)
RUN = 7
# of an entry of the stack
CELLS, DEAD, LEFT = range(3)
COUNT, VALID, FROM_TAIL = np.uint64(63), np.uint64(64), np.uint64(128)  # in LEFT
BEHIND = np.uint64(8)  # bits of LEFT below what else is said of a whole choice; see `search`
# of a band 3 of several; see `guides`
OF_TWO, OF_LAST, MINIROWS = 0, 1, 2
THIRD_WORDS = MINIROWS + 9
BOXES, GUIDES = 3, 192
# of a level of band 3
THIRD, BARRED, BRANCH, LISTED, PROVED, MISSING = range(6)
BASE = 31  # the level that holds the clues of bands 1 and 2

CELLS_3 = np.uint64(27)
WORD, LARGE = np.uint64(64), np.uint64(99)
ALL, ALL_3 = np.uint64((1 << 54) - 1), np.uint64((1 << 27) - 1)
BAND = ALL_3
MINIROW, FIRSTS = np.uint64(7), np.uint64(0o111111111)

# the last clues of bands 1 and 2, searched by bit vectors; as many as LONGEST where few sets are left
TAIL, LONGEST = np.uint64(5), np.uint64(7)
VECTOR = np.uint64(128)  # sets in them
SLOTS = 8  # sets of a mini-row and a kind in them
LISTS = np.uint64(512)  # sets of a level of band 3
FEW = np.uint64(32)  # of them from `others`, to begin with, about
UNSORTED = np.uint64(16)  # other sets that are looked at one by one before they are sorted among the rest
MISSED = 54  # behind the cells in a row of near_hits
UNKNOWN = np.uint64(1 << 20)  # NEAR_OTHERS if MISSED is not of the last tail's clues


class Arrays(NamedTuple):
    """The arrays of a search, which `search` explains."""

    grid: Bytes
    run: Words
    sets: Words
    mixed: Words
    ids: Words
    others: WordRows
    near_sets: Words
    near_mixed: WordRows
    near_others: WordRows
    near_hits: WordRows
    stack: WordRows
    unhit: WordRows
    listed: WordRows
    order: WordRows
    vectors: Words
    hits: WordRows
    steps: WordRows
    slots: WordRows
    slot_hits: WordRows
    level: WordRows
    lists: WordRows
    asked: WordRows
    thirds: WordRows
    whole: WordBlocks
    emitted: Words
    scratch: HalfRows
    state: Words


# -- unavoidable sets ------------------------------------------------------------------------------------

TEMPLATES = 9 * 46656  # enough for all templates of all digits

LOW, HIGH, COVERS, MOVES = range(4)  # of a template
TEMPLATE = 4  # places of one
DIGIT, CURSOR, STOP, TAKEN_LOW, TAKEN_HIGH, DIFFERS_LOW, DIFFERS_HIGH = range(7)  # of a level of the walk
MOVED, MOVED_CELLS, WAITING, ALLOWED = range(7, 11)
WALK_LEVEL = 11  # places of one
KNOWN, LOST, CUT = range(3)  # of what was walked
WALKED = 3  # places of it


class Scratch(NamedTuple):
    """Return the arrays that the kernel writes for itself; its docstring lists them."""

    home: WordRows
    rows: Words
    choice: WordRows
    ends: WordRows
    level: WordRows


def scratch() -> Scratch:
    """Return new arrays, which need no preparation."""
    shapes = (10, 2), (9,), (9, 8), (10, 10), (10, WALK_LEVEL)
    home, rows, choice, ends, level = (np.empty(shape, np.uint64) for shape in shapes)
    return Scratch(home, rows, choice, ends, level)
