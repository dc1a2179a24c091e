"""The state of a search of one position, and the results of a batch of them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.freecell.fast.best_layout import Links, Ratings
from accord_native.freecell.fast.layout import Rooms, Sides, Weights
from accord_native.freecell.layout import Deck
from accord_native.words import ByteRows, WordRows, Words

SOLVED, STATES, SCAN, TURN, LAP, LEFT_OF, BITS, COUNT, DEAD, BEGUN, RATING, KEPT, LOWEST, STATE = range(14)
LEFT, MADE = np.uint64(0), np.uint64(1)  # in a row of the trail: moves left, and the one that was made

FOUND, VISITED, TURNS, FIRST, LENGTH, RESULTS = range(6)  # in the results of a position
NEXT, WRITTEN, BUSY, PROGRESS = range(4)  # in the progress of a batch
TASKS = 64  # rows of the scratch in which runs are carried
MORE = np.uint64((1 << 64) - 1)  # there is no space for the plan


class Arrays(NamedTuple):
    """The arrays of a search of one position, which `search` and `best` explain."""

    words: WordRows
    bytes_: ByteRows
    moves: WordRows
    trail: WordRows
    level: Words
    weights: Weights
    rooms: Rooms
    schedule: WordRows
    table: Words
    deck: Deck
    side: Sides
    kept: WordRows
    kept_bytes: ByteRows
    link: Links
    bucket: Links
    ratings: Ratings
    state: Words
