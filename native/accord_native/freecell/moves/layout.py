"""The kinds of moves, and the places of the arrays of `board` and `search`; compiles nothing."""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord_native.freecell.layout import Deck
from accord_native.words import ByteRows, Bytes, Words

MOST_COLUMNS, MOST_CELLS = 20, 10
KEY, COLUMN, PARKED = (np.uint64(n) for n in (56, 56, 76))  # bytes of a row
ROW = 88
KEY_WORDS = np.uint64(7)
FREE, EMPTY, GONE, MADE, ROOM = range(5)  # in `room`
Landing: TypeAlias = Annotated[Bytes, 3]

(
    HOME_FROM_COLUMN,
    HOME_FROM_CELL,
    CELL_ONTO_CARD,
    HOME_FROM_BELOW,
    RUN_ONTO_CARD,
    ONTO_SAME_COLUMN,
    RUN_TO_EMPTY,
    CELL_TO_EMPTY,
    RUN_ELSEWHERE,
    EMPTIED,
) = (np.uint64(n) for n in range(10))
KINDS = 10
CARD, PLACE, ENDS, LOW = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(255)  # shifts; a byte
MOST_FOUND = 512  # of a kind: 52 cards, each onto at most 4 others
MORE = np.uint64((1 << 64) - 1)  # there is no space for the plan
MOST_MADE = 128  # parts of a move, with the safe home moves after it

LEVEL, KEPT, TRIED, DEEPEST, CUT, RANDOM, FILLED, FORCED, STATES = range(9)  # in the state
ROW_OF, GROUP, MADE_BY, NEXT, END, FRAME = range(6)  # of a level
MANY, SHUFFLED, FIRST = range(3)  # of a group
Slots: TypeAlias = npt.NDArray[np.uint32]


class Board(NamedTuple):
    """A board that is played on, and the deck; `board` explains the arrays."""

    column: ByteRows
    cell: Bytes
    lane: Bytes
    deep: Bytes
    over: Bytes
    size: Words
    room: Words
    deck: Deck
    landing: Landing
    made: ByteRows
