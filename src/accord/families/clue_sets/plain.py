"""The plain engine: all clue sets of a 9x9 grid, by hitting the smallest unavoidable set that is not hit.

It knows nothing of bands, and shares no code with the engine that does, not even the sudoku kernel: it is
there to find the same clue sets another way, and is far slower. It begins with the sets that are items of the
model, and finds the others where clues miss them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import Kernel, Walk, Words, jobs_wanted, loaded, output
from accord.families.clue_sets.lowered import ClueEngine, ClueModel
from accord.model import Model
from accord_native.clues import plain_layout as layout
from accord_native.sudoku.sets_layout import CELLS, FIRST

FEWEST_JOBS = 64  # so that there is progress to be seen; later ones know what earlier ones found


class Plain(ClueEngine):
    """The plain kernel as an engine."""

    name: ClassVar[str] = "plain"

    def search(self, model: Model, request: Request) -> Search:
        """Search in slices."""
        lowered = self.clues(model)
        assert isinstance(lowered, ClueModel)
        kernel = yield from loaded("accord_native.clues.plain")
        started = perf_counter()
        if possible(lowered):
            yield from self.walked(PlainJobs(lowered, kernel, request), request, started)
        else:
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)


def possible(lowered: ClueModel) -> bool:
    """Whether the cells that must and may be given leave room for any number of clues."""
    reachable = max(lowered.low, len(lowered.must)) <= min(lowered.high, len(lowered.allowed))
    return reachable and set(lowered.must) <= set(lowered.allowed)


class PlainJobs:
    """Jobs: cells given and cells alive to begin with, one for each way to hit a few small sets."""

    def __init__(self, lowered: ClueModel, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._grid = np.array(lowered.grid, np.uint8)
        sets = [_bits(cells) for cells in lowered.sets]
        self._known = _words(sets)
        self._states: list[Words] = []
        self._begin = shared(sets, lowered, max(FEWEST_JOBS, jobs_wanted(request)))
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk from one of them."""
        given, alive = self._begin[job]
        levels = self._lowered.high - given.bit_count() + 2
        shapes = {
            "known": (layout.KNOWN_ROOM, 2),
            "path": (levels, layout.PATH),
            "table": (int(layout.ROOM), 2),
            "hits": (CELLS, 2),
            "touch": (int(layout.ROOM), 2),
        }
        written = {name: np.zeros(shape, np.uint64) for name, shape in shapes.items()}
        known, path, state = written["known"], written["path"], np.zeros(layout.STATES, np.uint64)
        known[: len(self._known)] = self._known
        path[0, : layout.TODO] = _words([given, alive]).ravel()
        state[layout.KNOWN] = len(self._known)
        found = output(self._request, self._lowered.high)
        arrays = (
            self._grid, *written.values(), np.zeros((layout.FILLER, CELLS), np.uint64),
            np.zeros(2, np.uint64), state, np.uint64(self._lowered.low), np.uint64(self._lowered.high), found,
        )  # fmt: skip
        self._states.append(state)
        return Walk(
            call=partial(self._kernel, *arrays),
            state=state,
            output=found,
            option=np.append(self._lowered.option, -1).astype(np.int32),
            written=written,
            roots=self.count if job == 0 else 0,
            over=lambda: self._learned(known[: int(state[layout.KNOWN])]),
        )

    def _learned(self, known: Words) -> None:
        """Later jobs begin with the sets that this one found, smallest first."""
        together = np.unique(np.concatenate([self._known, known]), axis=0)
        size = np.bitwise_count(together).sum(axis=1)
        self._known = together[np.argsort(size, kind="stable")][: layout.KNOWN_ROOM]

    def effort(self) -> dict[str, int]:
        """Of all walks so far."""
        known = [len(self._known), *(int(state[layout.KNOWN]) for state in self._states)]
        places = {"fresh": layout.FRESH, "checks": layout.CHECKS}
        total = {name: sum(int(state[place]) for state in self._states) for name, place in places.items()}
        return {"sets": max(known), **total}


def shared(sets: Sequence[int], lowered: ClueModel, wanted: int) -> list[tuple[int, int]]:
    """Cells given and cells alive, as bits: disjoint parts of the search that are all of it."""
    given = _bits(lowered.must)
    parts = [(given, _bits(lowered.allowed) & ~given)]
    while 0 < len(parts) < wanted:
        grown = [part for given, alive in parts for part in _branches(sets, given, alive, lowered.high)]
        if grown == parts:
            break
        parts = grown
    return parts


def _branches(sets: Sequence[int], given: int, alive: int, high: int) -> Iterator[tuple[int, int]]:
    unhit = [cells & alive for cells in sets if not cells & given]
    if not unhit or given.bit_count() >= high:
        yield given, alive
        return
    left = min(unhit, key=int.bit_count)
    while left:
        cell = left & -left
        left ^= cell
        alive ^= cell
        yield given | cell, alive


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _words(sets: Sequence[int]) -> Words:
    """Sets as the kernel takes them; see `accord_native.sudoku.sets_layout`."""
    return np.array([[cells & (1 << FIRST) - 1, cells >> FIRST] for cells in sets], np.uint64).reshape(-1, 2)
