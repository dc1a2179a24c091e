"""The plain engine: all clue sets of a 9x9 grid, by hitting the smallest unavoidable set that is not hit.

It knows nothing of bands, and shares no code with the engine that does, not even the sudoku kernel: it is
there to find the same clue sets another way, and is far slower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from time import perf_counter
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.engine import Engine, Kernel, Lowered, Walk, jobs_wanted, loaded, output
from accord.backends.native.walks import walked
from accord.backends.waiting import awaited
from accord.families.clue_sets.lowered import CELLS, CHOSEN, ClueModel, read, words
from accord.model import Model
from accord_native.clues.plain_layout import (
    ALIVE,
    CANDIDATES,
    CHECKS,
    FRESH,
    GIVEN,
    KNOWN,
    LEVELS,
    PATH,
    ROOM,
    STATES,
    TAIL,
)

MOST_CELLS = 12  # of the sets known from the start
FEWEST_JOBS = 64  # so that there is progress to be seen; later ones know what earlier ones found
ROOM_FOR_SETS = 4096
ROOM_FOR_FILLINGS = 1 << 15  # of one subset of the digits; more are not needed
DIGITS_AT_ONCE = (2, 3, 4)  # how many digits are opened at once

Words = npt.NDArray[np.uint64]


class Plain(Engine):
    """The plain kernel as an engine."""

    name: ClassVar[str] = "plain"
    specialist: ClassVar[str] = CHOSEN
    knows_lazy: ClassVar[bool] = True

    def __init__(self) -> None:
        self.clues = Lowered(read)

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Why it is no model of clue sets of a 9x9 grid."""
        lowered = self.clues(model)
        return lowered if isinstance(lowered, str) else None

    def search(self, model: Model, request: Request) -> Search:
        """Search in slices; efforts are of this run, also where it was resumed."""
        lowered = self.clues(model)
        assert isinstance(lowered, ClueModel)
        kernel = yield from loaded("accord_native.clues.plain")
        fillings = yield from loaded("accord_native.clues.plain_sudoku", "fillings")
        if possible(lowered):
            started = perf_counter()
            sets = yield from awaited(partial(small_sets, lowered.grid, fillings))
            searched = perf_counter()
            jobs = PlainJobs(lowered, sets, kernel, request)
            for step in walked(jobs, request):
                effort = {**step.effort, **jobs.effort()}
                effort["preparation_us"] = round(1e6 * (searched - started))
                effort["search_us"] = round(1e6 * (perf_counter() - searched))
                yield replace(step, effort=effort)
        else:
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)


def possible(lowered: ClueModel) -> bool:
    """Whether the cells that must and may be given leave room for any number of clues."""
    reachable = max(lowered.low, len(lowered.must)) <= min(lowered.high, len(lowered.allowed))
    return reachable and set(lowered.must) <= set(lowered.allowed)


class PlainJobs:
    """Jobs: cells given and cells alive to begin with, one for each way to hit a few small sets."""

    def __init__(self, lowered: ClueModel, sets: Sequence[int], kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._grid = np.array(lowered.grid, np.uint8)
        self._known = _as_words(sets)[:ROOM_FOR_SETS]
        self._states: list[Words] = []
        self._begin = shared(sets, lowered, max(FEWEST_JOBS, jobs_wanted(request)))
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk from one of them."""
        given, alive = self._begin[job]
        clues = self._lowered.high - given.bit_count()
        known = np.zeros((ROOM_FOR_SETS, 2), np.uint64)
        known[: len(self._known)] = self._known
        lists = np.zeros((max(0, clues - int(TAIL)) + 1, ROOM_FOR_SETS, 2), np.uint64)
        size = np.zeros(len(lists), np.uint64)
        path = np.zeros((clues + 2, PATH), np.uint64)
        path[0, GIVEN : GIVEN + 2], path[0, ALIVE : ALIVE + 2] = _as_words([given, alive])
        table, touch = np.zeros((int(ROOM), 2), np.uint64), np.zeros((int(ROOM), 2), np.uint64)
        hits, state = np.zeros((CELLS, 2), np.uint64), np.zeros(STATES, np.uint64)
        state[KNOWN] = len(self._known)
        found = output(self._request, self._lowered.high)
        arrays = (
            self._grid, known, lists, size, path, table, hits, touch, np.zeros((LEVELS, 9, 2), np.uint64),
            np.zeros((1, 2), np.uint64), state, np.uint64(self._lowered.low), np.uint64(self._lowered.high),
            found,
        )  # fmt: skip
        self._states.append(state)
        return Walk(
            call=partial(self._kernel, *arrays),
            state=state,
            output=found,
            option=np.append(self._lowered.option, -1).astype(np.int32),
            written={
                "known": known,
                "lists": lists,
                "size": size,
                "path": path,
                "table": table,
                "hits": hits,
                "touch": touch,
            },
            roots=self.count if job == 0 else 0,
            over=lambda: self._learned(known[: int(state[KNOWN])]),
        )

    def _learned(self, known: Words) -> None:
        """Later jobs begin with the sets that this one found."""
        together = dict.fromkeys((*map(tuple, self._known.tolist()), *map(tuple, known.tolist())))
        self._known = np.array(list(together), np.uint64).reshape(-1, 2)[:ROOM_FOR_SETS]

    def effort(self) -> dict[str, int]:
        """Of all walks so far; `rejected` candidates missed a set that was known."""
        known = [len(self._known), *(int(state[KNOWN]) for state in self._states)]
        candidates, checks, fresh = (
            sum(int(state[place]) for state in self._states) for place in (CANDIDATES, CHECKS, FRESH)
        )
        return {
            "sets": max(known),
            "fresh": fresh,
            "candidates": candidates,
            "rejected": candidates - checks,
            "checks": checks,
        }


def shared(sets: Sequence[int], lowered: ClueModel, wanted: int) -> list[tuple[int, int]]:
    """Cells given and cells alive, as bits: disjoint parts of the search that are all of it."""
    given = _as_bits(lowered.must)
    parts = [(given, _as_bits(lowered.allowed) & ~given)]
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


def small_sets(grid: Sequence[int], fillings: Kernel) -> list[int]:
    """Small unavoidable sets that contain no other, as bits, the smallest first.

    They are looked for where two, three or four digits are open, two rows of a band, two columns of a stack,
    or two boxes.
    """
    digits = np.array(grid, np.uint8)
    scratch = np.zeros((LEVELS, 9, 2), np.uint64)
    out = np.zeros((ROOM_FOR_FILLINGS, 2), np.uint64)
    found: set[int] = set()
    for cells in _opened(grid):
        kept = words(set(range(CELLS)) - cells)
        number = int(fillings(digits, kept, np.uint64(MOST_CELLS), scratch, out))
        found.update(first | second << 54 for first, second in out[:number].tolist())
    least: list[int] = []
    for cells_bits in sorted(found, key=lambda cells: (cells.bit_count(), cells)):
        if not any(smaller & cells_bits == smaller for smaller in least):
            least.append(cells_bits)
    return least


def _opened(grid: Sequence[int]) -> Iterator[set[int]]:
    every = range(CELLS)
    for number in DIGITS_AT_ONCE:
        for digits in combinations(range(1, 10), number):
            yield {cell for cell in every if grid[cell] in digits}
    rows = [{cell for cell in every if cell // 9 == row} for row in range(9)]
    columns = [{cell for cell in every if cell % 9 == column} for column in range(9)]
    boxes = [{cell for cell in every if cell // 27 * 3 + cell % 9 // 3 == box} for box in range(9)]
    for lines in (rows, columns):
        for first in range(0, 9, 3):
            yield from (one | other for one, other in combinations(lines[first : first + 3], 2))
    yield from (one | other for one, other in combinations(boxes, 2))


def _as_bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _as_words(sets: Sequence[int]) -> Words:
    return np.array([[cells & (1 << 54) - 1, cells >> 54] for cells in sets], np.uint64).reshape(-1, 2)
