"""The ratings that best-first searches follow, and the places of what they keep; compiles nothing."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
import numpy.typing as npt

Ratings: TypeAlias = Annotated[npt.NDArray[np.int64], 2]
Links: TypeAlias = npt.NDArray[np.uint32]
# Name, number of values, and what they count for.
RATING_LAYOUT: dict[str, tuple[int, str]] = {
    "positions": (1, "how many positions the search may keep"),
    "base": (1, "in every position"),
    "bad": (1, "times the cards in columns that lie on a card they are not built on"),
    "dirty": (1, "times the columns with such a card"),
    "away": (1, "times the cards not home"),
    "above_next": (1, "times the cards that lie on those that go home next"),
    "above_soon": (1, "times the cards that lie on those that go home after these"),
    "inverted": (1, "times the cards that lie on one of lower rank"),
    "moves": (1, "times the moves that led here"),
    "free": (5, "[free cells, at most 4]"),
    "empty": (4, "[empty columns, at most 3]"),
}
RATINGS = sum(size for size, _ in RATING_LAYOUT.values())
POSITIONS, BASE, WRONG, DIRTY, AWAY, NEXT, SOON, LOWER, DEEP, FREE, EMPTY = (
    np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14)
)
KEEP, WAY, UNDER_WORD = 8, np.uint64(7), np.uint64(8)  # UNDER_WORD: where UNDER is in a row of words
BUCKETS = 4096
FROM, MOVED, PLACE, GONE = (np.uint64(n) for n in (32, 24, 16, 0xFFFF))  # shifts, and the lower bits
