"""The walks of a search of an entry: bands 1 and 2 for all bands 3 at once, then what is left of each grid.

A shared walk has two kernels. The first chooses the clues of bands 1 and 2, and says for which bands 3 there
may be clues enough; the second takes these choices, band 3 by band 3, and completes them. Both share the
unavoidable sets within bands 1 and 2. Bands 3 exchange sets that touch them in a guide alone; what a
band 3 learns of others is its own. What no shared run covers is searched grid by grid, as by the engine
`bands`.

A guide is two or three cells of a mini-row of band 3, with their digits; `accord_native.clues.guides` has
their places. All grids of the entry whose bands 3 have a guide have the same unavoidable sets with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.backends.native.engine import Kernel, Options, Walk, Words
from accord.families.clue_sets.bands import NO_THIRDS, room_of, scratch_of
from accord.families.clue_sets.runs import Run
from accord.families.clue_sets.views import Known, View
from accord_native.clues import layout
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, STATE, WRITTEN

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


ENTRIES = 1 << 16  # of the stack of the first kernel
# choices that it emits before they are completed: of all bands 3, about, and of one band 3, at least; of one
# at first, as bands 3 learn the most from the first ones
CHOICES, LEAST, FIRST = 1 << 17, 1 << 10, 1 << 6
OUTPUT = 256  # solutions of a call of the second kernel

Rows = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Third:
    """A grid of the entry: its view with band 3 last, and the options of what the kernel writes."""

    view: View
    option: Rows  # of each place 0..80 the option, then -1
    chosen: int  # the option that this is the band 3


class Shared:
    """The arrays of a run that all bands 3 share. `call` continues it, `over` hands on what was learned."""

    def __init__(
        self, thirds: Sequence[Third], run: Run, words: Words, kernels: tuple[Kernel, Kernel], found: Options,
        *, profile: bool,
    ) -> None:  # fmt: skip
        """Begin with the sets that the views know."""
        self._thirds, self._found = thirds, found
        self._choose, self._complete = kernels
        number, places = len(thirds), layout.PROFILED if profile else layout.STATES
        known = [third.view.known for third in thirds]
        self._mixed, self._ids = (
            np.array([getattr(each, name) for each in known]) for name in ("mixed", "ids")
        )
        self._others = np.array([each.others for each in known])
        self._number = np.array([each.number[1] for each in known], np.uint64)
        self.sets = max(known, key=lambda each: each.number[0]).sets.copy()
        self.state, self.states = np.zeros(places, np.uint64), np.zeros((number, places), np.uint64)
        self._set_number(max(each.number[0] for each in known))
        self.states[:, layout.MIXED] = self._number
        self.states[:, layout.OTHERS] = [each.number[2] for each in known]
        self._guides = GuideSets(np.array([third.view.grid for third in thirds]))
        self._exchange(np.zeros(number, np.uint64))
        # the choices for each band 3, which are the stack of its search, and how many there are
        self._whole = np.zeros((number, max(CHOICES // number, LEAST), 3), np.uint64)
        self._emitted = np.zeros(number, np.uint64)
        self.state[layout.ENOUGH] = FIRST
        self._turn = np.array([number], np.int64)  # the band 3 that is completed; behind all: none is
        self._mark = np.zeros(1, np.uint64)  # sets that all choices here were compared with
        self.totals = np.zeros(STATE, np.uint64)  # as `progress` names them: of all kernels, and of this call
        self._first, self._second, self._rows = self._kernels_arrays(run, words)

    def _kernels_arrays(self, run: Run, words: Words) -> tuple[layout.Arrays, list[layout.Arrays], Rows]:
        number = len(self._thirds)
        room, again = room_of(run.most, ENTRIES), room_of(0, 0)
        room["stack"][0] = 0, 0, run.most
        room["near_mixed"] = np.zeros((MOST, 2), np.uint64)
        self.state[layout.TOP] = 1
        grids = np.array([third.view.grid for third in self._thirds])
        first = layout.Arrays(
            grid=grids[0], run=words, sets=self.sets, mixed=self._guides.sets, ids=self._guides.places,
            others=self._others[0], state=self.state, thirds=third_rows(grids), whole=self._whole,
            emitted=self._emitted, **room, **scratch_of(layout.BOXES),
        )  # fmt: skip
        scratch, same = scratch_of(1), {name: each for name, each in again.items() if name != "stack"}
        second = [
            layout.Arrays(
                grid=grids[k], run=words, sets=self.sets, mixed=self._mixed[k], ids=self._ids[k],
                others=self._others[k], state=self.states[k], stack=self._whole[k], **same, **scratch,
                **NO_THIRDS,
            )
            for k in range(number)
        ]  # fmt: skip
        self.written = {
            "sets": self.sets, "mixed": self._mixed, "ids": self._ids, "others": self._others,
            "number": self._number, "first": self.state, "second": self.states, "whole": self._whole,
            "emitted": self._emitted, "turn": self._turn, "mark": self._mark,
            "guides": self._guides.sets, "places": self._guides.places,
            **{f"first {name}": array for name, array in room.items()},
            **{f"second {name}": array for name, array in same.items()},
        }  # fmt: skip
        rows = min(OUTPUT, len(self._found))  # none: solutions are only counted
        return first, second, np.zeros((rows, run.clues), np.int32)

    def call(self, budget: np.uint64) -> np.uint64:
        """Continue for about so many nodes, as a kernel does."""
        totals, stop = self.totals, int(self._nodes()) + int(budget)
        totals[WRITTEN] = 0
        while True:
            if self._turn[0] < len(self._thirds):
                if len(self._found) and len(self._found) < int(totals[WRITTEN]) + len(self._rows):
                    return FULL
                if self._complete_third(max(1, stop - self._nodes())) == DONE:
                    self._begin_third(int(self._turn[0]) + 1)
            else:
                end = self._choose_more(max(1, stop - self._nodes()))
                if end != PAUSED:
                    self._begin_third(0)
                if end == DONE and self._turn[0] == len(self._thirds):
                    totals[NODES] = self._nodes()
                    return DONE
            totals[NODES] = self._nodes()
            if self._nodes() >= stop:
                return PAUSED

    def _nodes(self) -> int:
        return int(self.state[NODES]) + int(self.states[:, NODES].sum())

    def _choose_more(self, budget: int) -> np.uint64:
        """Choose clues of bands 1 and 2, beside the choices that there are."""
        if not self.state[layout.EMITTED]:
            self._exchange(self._number)
            self._mark[:] = self.state[layout.SETS]
        end = self._choose(self._first, np.uint64(budget), self._rows[:0])
        self._set_number(int(self.state[layout.SETS]))
        return end

    def _exchange(self, first: Words) -> None:
        """Give each band 3 the sets that all have learned from these numbers on."""
        numbers = self.states[:, layout.MIXED].copy()
        known = int(self.state[layout.MIXED])
        self.state[layout.MIXED] = self._guides.exchange(known, self._mixed, self._ids, first, numbers)
        self.states[:, layout.MIXED] = self._number[:] = numbers

    def _begin_third(self, k: int) -> None:
        """Begin the search for the next band 3 that has choices, from number k on; they are its stack."""
        while k < len(self._thirds) and not self._emitted[k]:
            k += 1
        self._turn[0] = k
        if k == len(self._thirds):
            self.state[layout.EMITTED] = self._emitted[:] = 0
            self.state[layout.ENOUGH] = min(2 * int(self.state[layout.ENOUGH]), self._whole.shape[1])
            return
        state = self.states[k]
        state[layout.TOP] = self._emitted[k]
        # sets that were known before were looked at; so were mixed ones, as far as they are in words
        state[layout.MARK_SETS], state[layout.MARK_MIXED] = self._mark[0], self._number[k]
        state[[layout.NEAR_SETS, layout.NEAR_MIXED]] = 0
        state[layout.NEAR_OTHERS], state[layout.TAIL_CELLS], state[layout.MARK_OTHERS] = layout.UNKNOWN, 0, 0

    def _complete_third(self, budget: int) -> np.uint64:
        """Complete choices for the band 3 whose turn it is."""
        k = int(self._turn[0])
        state, third = self.states[k], self._thirds[k]
        before = int(state[SOLUTIONS])
        end = self._complete(self._second[k], np.uint64(budget), self._rows)
        self._set_number(int(state[layout.SETS]))
        self.totals[SOLUTIONS] += state[SOLUTIONS] - np.uint64(before)
        if len(self._found):
            number, at = int(state[WRITTEN]), int(self.totals[WRITTEN])
            rows = self._found[at : at + number]
            rows[:] = -1
            rows[:, 0] = third.chosen
            rows[:, 1 : 1 + self._rows.shape[1]] = third.option[self._rows[:number]]
            self.totals[WRITTEN] += np.uint64(number)
        return end

    def _set_number(self, sets: int) -> None:
        """All kernels know so many sets within bands 1 and 2."""
        self.state[layout.SETS] = sets
        self.states[:, layout.SETS] = sets

    def over(self) -> None:
        """Give the sets that were found to the views, for later runs."""
        for k, third in enumerate(self._thirds):
            number = (int(self.state[layout.SETS]), *self.states[k, [layout.MIXED, layout.OTHERS]].tolist())
            third.view.known = Known(self.sets, self._mixed[k], self._ids[k], self._others[k], number)


def shared_walk(
    thirds: Sequence[Third], run: Run, words: Words, kernels: tuple[Kernel, Kernel], found: Options,
    *, profile: bool = False,
) -> tuple[Walk, Shared]:  # fmt: skip
    """Return the walk of a shared run, and its arrays."""
    shared = Shared(thirds, run, words, kernels, found, profile=profile)
    walk = Walk(call=shared.call, state=shared.totals, output=found, written=shared.written, over=shared.over)
    return walk, shared
