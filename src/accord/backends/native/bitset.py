"""The native bitset engine: models with amounts of 1 and colours; branches on the item with the least slack.

A model is lowered to the arrays that `accord_native.cover.bitset` explains. Which
pairs of options are compatible takes options^2 / 8 bytes. Colours are compiled away: options that give an
item the same colour are compatible, others are not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from accord.backends.contract import Request
from accord.backends.native.arrays import (
    Flags,
    Ints,
    Words,
    bit_of,
    refuse_amounts,
    refuse_demands,
    row_of,
    starts,
)
from accord.backends.native.engine import Kernel, Walk, costly, cut, output
from accord.backends.native.linear import depth
from accord.backends.native.profile import Room
from accord.backends.native.walks import Lowering, Walker
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import bits, unions
from accord_native.cover.layout import BASE, BITSET_BRANCH, BITSET_STATES, CHOSEN, LEVEL, OPTION, SPARE, UNMET

SHORT_VECTOR, LONG_VECTOR = 4, 16  # words
MOST_OPTIONS = 20_000  # `beside` has 50 MB then
MOST_WORDS = 1 << 23  # of the rows of all items


@dataclass(frozen=True, eq=False)
class Rows:
    """The arrays that the kernels of bitset and memo share, by their names for them."""

    members: Words
    first: Words
    last: Words
    beside: Words
    alive: Words  # the first row
    depth: int  # options in a solution, at most


@dataclass(frozen=True, eq=False)
class Tables(Rows):
    """The arrays of the kernel that depend on the model only."""

    start: Words
    item: Words
    low: Words
    full: Words
    option: Ints  # the model's number of each option of the kernel
    counted: Ints  # the model's number of each item of the kernel


@dataclass(frozen=True, eq=False)
class Start:
    """The state in which a search begins: the options that are placed, and which are still alive."""

    placed: list[int]
    alive: Words
    given: Words  # how many of the placed ones each item has


def refuse(model: Model) -> None:
    """Raise RefusedError if the kernel does not take the model."""
    refuse_amounts("bitset", model, " (general takes any)")
    refuse_demands("bitset", model, model.high >= 0, "0 or more", " (general takes any)")
    if model.options > MOST_OPTIONS:
        raise RefusedError(
            f"bitset takes up to {MOST_OPTIONS:,} options; there are {model.options:,} (cells takes more)"
        )
    words = model.items * (model.options >> 6)
    if words >= MOST_WORDS:
        raise RefusedError(
            f"bitset takes less than {MOST_WORDS:,} words of options for all items; this model has {words:,} "
            "(cells takes more)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    option = _by_smallest_item(model)
    members, beside = _rows(model, option)
    alive = row_of(np.arange(model.options), members.shape[1])
    alive &= ~np.bitwise_or.reduce(members[model.high < 1], axis=0)
    several = (model.high > 1) & (model.high < np.diff(model.by_item[0]))
    counted = np.flatnonzero((model.low > 0) | several)
    members = members[counted]
    first, last = _spans(members)
    start, item = _entries(model, option, counted)
    return Tables(
        members=members,
        first=first,
        last=last,
        beside=beside,
        start=start,
        item=item,
        low=np.maximum(model.low, 0)[counted].astype(np.uint64),
        full=np.where(several, model.high, 0)[counted].astype(np.uint64),
        alive=alive,
        option=option,
        counted=counted,
        depth=depth(model),
    )


def start(lowered: Tables, placed: Iterable[int], excluded: Iterable[int] = ()) -> Start | None:
    """The start with some options of the model placed and others excluded; None if that cannot be."""
    place = np.argsort(lowered.option)
    alive = lowered.alive & ~row_of(place[np.array([*excluded], np.int64)], len(lowered.alive))
    given = np.zeros(len(lowered.low), np.uint64)
    ours = place[np.array([*dict.fromkeys(placed)], np.int64)].tolist()
    for option in ours:
        if not int(alive[option >> 6]) >> (option & 63) & 1:
            return None
        alive = alive & lowered.beside[option]
        given[lowered.item[int(lowered.start[option]) : int(lowered.start[option + 1])]] += np.uint64(1)
        for full in np.flatnonzero((lowered.full > 0) & (given == lowered.full)):
            alive = alive & ~lowered.members[full]
    return Start(ours, alive, given)


def _rows(model: Model, option: Ints) -> tuple[Words, Words]:
    """Return the options of each item, and the options compatible with each, in the kernel's order.

    Options of an item with a high of 1 may not, unless they give it the same colour.
    """
    place = np.argsort(option, kind="stable")
    every = np.arange(model.options)
    words = _in_vectors(max(1, -(-model.options // 64)))[0]
    members = bits(model.items, model.item, place[model.option_of_entry], 64 * words)
    coloured = model.coloured_items
    for_one = model.high == 1
    excludes = np.where((for_one & ~coloured)[:, None], members, np.uint64(0))
    beside = ~unions(excludes, model.item, np.diff(model.start))[option]
    beside[every, every >> 6] &= ~bit_of(every)
    by_item, _, entry = model.by_item
    for i in np.flatnonzero(for_one & coloured).tolist():
        ours = place[model.options_of(i)]
        colours = model.colour[entry[by_item[i] : by_item[i + 1]]]
        for colour in np.unique(colours):
            same = ours[colours == colour]
            beside[same] &= ~members[i] if colour == 0 else ~members[i] | row_of(same, words)
    return members, beside


def _spans(members: Words) -> tuple[Words, Words]:
    """Return the first word to look at in each row, and the last plus one; then both for a whole row."""
    words = members.shape[1]
    width = _in_vectors(words)[1]
    used = members != 0
    first = np.append(used.argmax(axis=1), 0)
    last = np.append(np.where(used.any(axis=1), words - used[:, ::-1].argmax(axis=1), 0), words)
    return (first // width * width).astype(np.uint64), (-(-last // width) * width).astype(np.uint64)


def _in_vectors(words: int) -> tuple[int, int]:
    """The words of a row, and how many are looked at together.

    Loops over words are compiled to loops over vectors. What is left over is done word by word, and costs
    more than looking at some empty words: a quarter of the time of a node, on packings.
    """
    width = LONG_VECTOR if words > LONG_VECTOR // 2 else SHORT_VECTOR
    return -(-words // width) * width, width


def _by_smallest_item(model: Model) -> Ints:
    """The options by their first item, so that an item's options stand close together."""
    smallest = np.full(model.options, model.items, np.int64)
    some = np.diff(model.start) > 0
    smallest[some] = model.item[model.start[:-1][some]]
    return np.argsort(smallest, kind="stable")


def _entries(model: Model, option: Ints, items: Ints) -> tuple[Words, Words]:
    """Which of these items each of the kernel's options is in: where they start, and the items' numbers."""
    number = np.full(model.items, -1, np.int64)
    number[items] = np.arange(len(items))
    wanted: Flags = number[model.item] >= 0
    owner = np.argsort(option, kind="stable")[model.option_of_entry[wanted]]
    item = number[model.item[wanted]][np.argsort(owner, kind="stable")]
    return starts(owner, len(option)).astype(np.uint64), item.astype(np.uint64)


DEEPEST = 4  # levels that progress is read off
WORDS_OF_A_NODE = 1 << 14  # looked at by a node; where there may be more, fewer nodes are searched in a call


class BitsetJobs:
    """Jobs: options placed first and others excluded; a single job if the search is not shared."""

    def __init__(
        self,
        model: Model,
        lowered: Tables,
        kernel: Kernel,
        request: Request,
        begin: list[tuple[Start, int]] | None = None,
    ) -> None:
        """`begin` is where to begin, and how many of the options placed are to be counted; else it is cut."""
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            self._root = int(np.searchsorted(lowered.counted, request.root))
        if begin is None:
            prefixes = cut(model, request)
            starts = [start(lowered, prefix.chosen, prefix.excluded) for prefix in prefixes]
            pairs = zip(starts, prefixes, strict=True)
            begin = [(start, prefix.new) for start, prefix in pairs if start is not None]
        self._begin = begin
        self.count = len(begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins where some options are placed and others are excluded."""
        lowered = self._lowered
        start, counted = self._begin[job]
        base, items = len(start.placed), len(lowered.low)
        alive = np.zeros((lowered.depth + 1, len(start.alive)), np.uint64)
        alive[base] = start.alive
        is_met = start.given >= lowered.low
        first = np.arange(items) != self._root  # the root is asked first, if it is unmet
        unmet = np.lexsort((first, is_met)).astype(np.uint64)
        branch = np.zeros((lowered.depth + 1, BITSET_BRANCH), np.uint64)
        branch[:base, OPTION] = start.placed
        branch[base, UNMET] = items - is_met.sum()
        room = Room(self._request.stats, BITSET_STATES, lowered.depth + 1, items + 1)
        state, found = room.state(), output(self._request, lowered.depth)
        state[LEVEL] = state[BASE] = base
        written = {
            "alive": alive,
            "given": start.given.copy(),
            "unmet": unmet,
            "place": np.argsort(unmet, kind="stable").astype(np.uint64),
            "branch": branch,
        }
        kernel = partial(
            self._kernel, lowered.members, lowered.first, lowered.last, lowered.beside, lowered.start,
            lowered.item, lowered.low, lowered.full, *written.values(), state,
            np.uint64(self._root if base == 0 else items), found,
        )  # fmt: skip
        return Walk(
            call=costly(kernel, lowered.members.size // WORDS_OF_A_NODE),
            state=state,
            output=found,
            option=np.append(lowered.option, -1).astype(np.int32),  # so that padding stays what it is
            written=written,
            nodes=counted,
            roots=self._roots if job == 0 else 0,
            done=lambda: _progress(lowered, start, alive, branch, int(state[LEVEL])),
            board=lambda: lowered.option[branch[: int(state[LEVEL]), OPTION]].tolist(),
            profile=room.keeping(
                partial(room.profile, state, self._model, np.append(lowered.counted, self._model.items))
            ),
        )


class Bitset(Walker):
    """The bitset kernel as an engine."""

    name: ClassVar[str] = "bitset"
    suits: ClassVar[str] = "all amounts are 1"
    dense: ClassVar[bool] = True
    tells: ClassVar[bool] = True
    best_nanoseconds: ClassVar[float] = 40.0
    kernel: ClassVar[str] = "accord_native.cover.bitset"
    lowering: ClassVar[Lowering] = Lowering(refuse, lower)
    jobs: ClassVar[type[BitsetJobs]] = BitsetJobs


def _progress(lowered: Tables, start: Start, alive: Words, branch: Words, level: int) -> float:
    """Which fraction of the options of the uppermost levels is behind, each level a part of the one above."""
    done, part, before, base = 0.0, 1.0, start.alive, len(start.placed)
    for row in range(base, min(level, base + DEEPEST)):
        chosen, spare = int(branch[row, CHOSEN]), int(branch[row, SPARE])
        if chosen == len(lowered.members):
            break
        excluded = lowered.members[chosen] & before & ~alive[row]
        behind = int(np.bitwise_count(excluded).sum())
        done += part * behind / (behind + spare + 1)
        part /= behind + spare + 1
        before = alive[row] & lowered.beside[branch[row, OPTION]]
    return done
