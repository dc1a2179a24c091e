"""The places of the arrays of the kernel `short`, which explains them; compiles nothing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from accord_native.freecell.layout import Deck
from accord_native.words import ByteRows, WordRows, Words

LEVEL, KEPT, MADE, MET, GOAL, OFFERS, CHEAP, STATES = range(8)  # in the state
COST, PARENT, MOVE = range(3)  # of an offer
OFFER = 3  # places of one
OUT, PARKED, FULL_COLUMNS, JOINTS, WRONG, NEXT, SECOND, WEIGHTS = range(8)  # in the weights
COSTS = 4096
SOURCE, TARGET, PLACE, LOW = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(255)  # shifts; a byte
HIGH = np.uint64(32)  # a shift


class Arrays(NamedTuple):
    """The arrays of a beam, which `short` explains."""

    under: ByteRows
    words: WordRows
    bytes_: ByteRows
    found: WordRows
    tally: Words
    trail: WordRows
    table: Words
    lane: Words
    many: Words
    weights: Words
    deck: Deck
    state: Words
