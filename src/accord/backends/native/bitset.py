"""The bitset engine: primary and secondary items; branches on the item with the fewest options."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request, Search
from accord.backends.native import bitset_tables
from accord.backends.native.bitset_tables import Ints, Tables, Words
from accord.backends.native.engine import Engine, Kernel, Walk, jobs_wanted, loaded, output
from accord.backends.native.walks import walked
from accord.backends.waiting import awaited
from accord.errors import RefusedError
from accord.model import Model
from accord_native.cover.bitset_layout import BRANCH, LEVEL, OPEN, STATES, UNMET

DEEPEST = 4  # levels that progress is read off


class Bitset(Engine):
    """The bitset kernel as an engine."""

    name: ClassVar[str] = "bitset"

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Which test the model fails."""
        try:
            bitset_tables.refuse(model, colours=True)
        except RefusedError as error:
            return str(error)
        return None

    def search(self, model: Model, request: Request) -> Search:
        """Search in slices."""
        kernel = yield from loaded("accord_native.cover.bitset")
        lowered = yield from awaited(partial(bitset_tables.lower, model))
        yield from walked(BitsetJobs(model, lowered, kernel, request), request)


class BitsetJobs:
    """Jobs: the sets of options to begin with, one where the search is not to be shared.

    A job has fewer options of one or two items than the model; the kernel is the same.
    """

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        items, words = lowered.members.shape
        self._root, self._roots = items, 0
        if request.root is not None:
            self._root = int(np.searchsorted(lowered.primary, request.root))
            self._roots = len(model.options_of(request.root))
        every = bitset_tables.row_of(np.arange(model.options), words)
        wanted = jobs_wanted(request)
        self._begin = _shared(lowered, every, self._root, wanted) if wanted > 1 else []
        if not self._begin:
            self._begin = [(every, 0)]
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins with one of the sets."""
        lowered = self._lowered
        items, words = lowered.members.shape
        alive = np.zeros((lowered.depth + 1, words), np.uint64)
        alive[0], counted_twice = self._begin[job]
        branch = np.zeros((lowered.depth + 1, BRANCH), np.uint64)
        branch[0, UNMET] = items
        unmet, place = np.arange(items, dtype=np.uint64), np.arange(items, dtype=np.uint64)
        state, found = np.zeros(STATES, np.uint64), output(self._request, lowered.depth)
        arrays = (
            lowered.members, lowered.first, lowered.last, lowered.beside, lowered.start, lowered.item, alive,
            unmet, place, branch, state, np.uint64(self._root), found,
        )  # fmt: skip
        return Walk(
            call=partial(self._kernel, *arrays),
            state=state,
            output=found,
            option=np.append(lowered.option, -1).astype(np.int32),  # so that padding stays what it is
            written={"alive": alive, "branch": branch, "unmet": unmet, "place": place},
            nodes=-counted_twice,
            roots=self._roots if job == 0 else 0,
            done=lambda: _done(lowered, alive, branch, int(state[LEVEL])),
        )


def _done(lowered: Tables, alive: Words, branch: Words, level: int) -> float:
    """Which fraction of the options of the uppermost levels is behind, each level a part of the one above."""
    done, part = 0.0, 1.0
    for row in range(min(level, DEEPEST)):
        chosen, word, rest = (int(number) for number in branch[row, : OPEN + 1])
        if chosen == len(lowered.members):
            break
        options = lowered.members[chosen] & alive[row]
        total = int(np.bitwise_count(options).sum())
        left = int(np.bitwise_count(options[word + 1 :]).sum()) + rest.bit_count()
        done += part * max(0, total - left - 1) / max(1, total)
        part /= max(1, total)
    return done


def _shared(lowered: Tables, every: Words, root: int, wanted: int) -> list[tuple[Words, int]]:
    """Disjoint sets of options that together have every solution; and the nodes others have counted too."""
    item = root if root < len(lowered.members) else _fewest(lowered, every)
    if item is None:
        return []
    options = _options(lowered.members[item] & every)
    if len(options) >= wanted:
        return [(_only(lowered, every, item, chunk), 0) for chunk in np.array_split(options, wanted)]
    begin: list[tuple[Words, int]] = []
    for option in options.tolist():
        alone = _only(lowered, every & lowered.beside[option], item, np.array([option]))
        second = _fewest(lowered, alone, without=item)
        further = _options(lowered.members[second] & alone) if second is not None else np.zeros(0, np.int64)
        if second is None or len(further) < 2:
            begin.append((alone, 0))
            continue
        chunks = np.array_split(further, min(len(further), -(-wanted // len(options))))
        begin += [(_only(lowered, alone, second, chunk), int(i > 0)) for i, chunk in enumerate(chunks)]
    return begin


def _only(lowered: Tables, alive: Words, item: int, options: Ints) -> Words:
    """The set with only these options of an item."""
    return alive & ~lowered.members[item] | bitset_tables.row_of(options, len(alive))


def _fewest(lowered: Tables, alive: Words, without: int = -1) -> int | None:
    """The primary item with the fewest options; None if there is none to choose."""
    counts = np.bitwise_count(lowered.members & alive).sum(axis=1).astype(np.int64)
    if without >= 0:
        met = (lowered.members & lowered.members[without] & alive).any(axis=1)
        counts[met] = np.iinfo(np.int64).max  # the option that is alone there meets these too
    least = int(counts.argmin()) if len(counts) else -1
    return None if least < 0 or counts[least] == np.iinfo(np.int64).max else least


def _options(row: Words) -> Ints:
    """The members of a set, ascending."""
    return np.flatnonzero(np.unpackbits(row.astype("<u8").view(np.uint8), bitorder="little")).astype(np.int64)
