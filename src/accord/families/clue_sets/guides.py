"""The unavoidable sets of an entry that touch band 3 in a guide alone: one band 3 learns them for others.

A guide is two or three cells of a mini-row of band 3, with their digits; `accord_native.clues.guides` has
their places. All grids of the entry whose bands 3 have a guide have the same unavoidable sets with it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.backends.native.engine import Words
from accord_native.clues import layout

ACTIVE = 54  # bits of `active`
USED = (*range(27), *range(27, ACTIVE, 3))  # of them
NONE = 255  # the active bit of a guide that a band 3 lacks
PLACE_BITS = np.uint64(8)  # of the place of a guide
MOST = 1 << 14  # sets

Grids = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint8]


def mini_rows(grids: Grids) -> npt.NDArray[np.int64]:
    """Return the digits of mini-rows of bands 3, as places in what their columns lack: [grids, 9, 3]."""
    board = grids.reshape(-1, 9, 9)
    lacks = np.sort(board[0, 6:], axis=0)  # of each column
    return (board[:, 6:, :, None] == lacks.T).argmax(axis=3).reshape(-1, 9, 3)


def third_rows(grids: Grids) -> Words:
    """Return what the kernel has of each band 3; see `accord_native.clues.guides`."""
    numbers = (mini_rows(grids) @ [9, 3, 1]).astype(np.uint64)
    has = np.bitwise_or.reduce((np.uint64(1) << numbers).reshape(-1, 3, 3), axis=1)  # of each box
    rows = np.zeros((len(numbers), layout.THIRD_WORDS), np.uint64)
    rows[:, layout.OF_TWO] = has[:, 0] | has[:, 1] << np.uint64(27)
    rows[:, layout.OF_LAST] = has[:, 2] | has[:, 2] << np.uint64(27)
    rows[:, layout.MINIROWS :] = numbers
    return rows


def guide_places(grids: Grids) -> Places:
    """Return of each band 3 the place of the guide of each active bit: [grids, ACTIVE]."""
    places = np.zeros((len(grids), ACTIVE), np.uint8)
    for third, rows in enumerate(mini_rows(grids)):
        for number, (x, y, z) in enumerate(rows.tolist()):
            without = (54 + 3 * y + z, 27 + 9 * x + (1, 2, 4)[z], 27 + 9 * x + 3 * y)
            first = 64 * (number % 3)
            places[third, 3 * number : 3 * number + 3] = [first + place for place in without]
            places[third, 27 + 3 * number] = first + 9 * x + 3 * y + z
    return places


class GuideSets:
    """The sets with a guide of all bands 3, and what each of these has of them."""

    def __init__(self, grids: Grids) -> None:
        """Begin with none."""
        self.sets, self.places = np.zeros((2, MOST), np.uint64)
        self._place = guide_places(grids)
        self._bit = np.full((len(self._place), layout.GUIDES), NONE, np.uint8)
        for bits, places in zip(self._bit, self._place, strict=True):
            bits[places[[*USED]]] = USED

    def exchange(self, number: int, mixed: Words, ids: Words, first: Words, numbers: Words) -> int:
        """Add the sets that bands 3 have learned, and give each all that it can use.

        Args:
            number: how many sets there are.
            mixed: of each band 3 its sets, [bands, room]. Changed, as are `ids` and `numbers`.
            ids: their active bits.
            first: of each band 3, where those that it has learned begin.
            numbers: how many it has.

        Returns how many there are now.
        """
        spans = [slice(*span) for span in zip(first.tolist(), numbers.tolist(), strict=True)]
        learned = [
            mixed[k, span] << PLACE_BITS | self._place[k, ids[k, span]] for k, span in enumerate(spans)
        ]
        keys = np.unique(np.concatenate(learned))
        keys = keys[~np.isin(keys, self.sets[:number] << PLACE_BITS | self.places[:number])]
        keys = keys[np.argsort(np.bitwise_count(keys >> PLACE_BITS), kind="stable")][: MOST - number]
        if not len(keys):
            return number
        stop = number + len(keys)
        self.sets[number:stop], self.places[number:stop] = keys >> PLACE_BITS, keys & np.uint64(NONE)
        for k, bits in enumerate(self._bit[:, self.places[:stop]]):  # in this order for all, as words are
            here = np.flatnonzero(bits != NONE)[: mixed.shape[1]]
            mixed[k, : len(here)], ids[k, : len(here)] = self.sets[here], bits[here]
            numbers[k] = len(here)
        return stop
