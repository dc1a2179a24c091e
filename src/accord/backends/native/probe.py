"""How large a search tree is, estimated from a sample of each of its levels.

Going down level by level, some of the children of the sample are drawn at random to be the next sample, each
of which stands for as many nodes more as there are children for one that is drawn. While there are few enough
all are kept, so the top of the tree is counted, not estimated. It is D. E. Knuth's method of random descents
("Estimating the efficiency of backtrack programs", 1975) with all descents going down together, so that most
end in the branches where most nodes are; a lone descent into a rare deep branch would seldom happen.

A level is a handful of array operations: nothing has to be compiled to find out which kernel to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.backends.native import bitset_tables, window_tables
from accord.backends.native.arrays import Ints, Words, row_of
from accord_native.window.layout import CELL, KIND_MASK

Numbers: TypeAlias = npt.NDArray[np.integer]

ONE = np.uint64(1)
ROOTS_AT_ONCE = 1024
MOST_WORDS = 1 << 21  # of the sets of options of a sample


def window_nodes(
    ends: Sequence[tuple[window_tables.Tables, Ints]],
    sample: int,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> float:
    """Nodes of a window search from these prefixes, from samples of so many nodes a level.

    Infinitely many if `stop` says that there is no time to find out.
    """
    random = np.random.default_rng(seed)
    nodes = 0.0
    for tables, prefixes in ends:
        if len(prefixes):
            nodes += len(prefixes) * min(1, prefixes.shape[1])
            for at in range(0, len(prefixes), ROOTS_AT_ONCE):
                begun = window_tables.roots(tables, prefixes[at : at + ROOTS_AT_ONCE])
                nodes += _below(tables, begun, sample, random, stop)
    return nodes


def _below(
    tables: window_tables.Tables,
    begun: window_tables.Roots,
    sample: int,
    random: np.random.Generator,
    stop: Callable[[], bool],
) -> float:
    """Nodes below the roots."""
    width = tables.words
    root = np.arange(len(begun.placed))
    window, trace = begun.starts[:, 0], begun.starts[:, 1]
    available, fits = begun.starts[:, 2 : 2 + width], begun.starts[:, 2 + width :]
    cells = np.uint64(tables.placed.cells)
    weight, nodes = 1.0, 0.0
    while len(root):
        if stop():
            return np.inf
        parent, number, children = _drawn(fits, sample, random)
        nodes += weight * children
        weight *= children / len(parent)
        root, window, trace, available = root[parent], window[parent], trace[parent], available[parent]
        which = (trace & KIND_MASK) * np.uint64(64 * width) + number
        window = window | tables.orientation[which, 0]
        available = available & tables.orientation[which, 1:]
        there = trace >> CELL
        full = window & ONE != 0
        while full.any():
            step = _trailing_ones(window[full])
            there[full] += step
            shifted = (window[full] >> ONE) >> (step - ONE)
            window[full] = shifted | begun.filled[root[full], np.minimum(there[full], cells)]
            full &= (window & ONE != 0) & (there < cells)
        there = np.minimum(there, cells)
        trace = tables.cell[there, 1]
        fits = tables.cell[there, 2:] & available
        fits = fits & ~window_tables.colliding(tables, window, trace & KIND_MASK)
        on = fits.any(axis=1)
        root, window, trace, available, fits = root[on], window[on], trace[on], available[on], fits[on]
    return nodes


def fewest_nodes(
    tables: bitset_tables.Tables,
    root: int | None,
    sample: int,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> float:
    """Nodes of a search that branches on the item with the fewest options, and on `root` before all.

    Infinitely many if `stop` says that there is no time to find out.
    """
    random = np.random.default_rng(seed)
    options, words = tables.beside.shape
    items = len(tables.members)
    sample = max(16, min(sample, MOST_WORDS // (words + items)))
    owner = np.repeat(np.arange(options), np.diff(tables.start).astype(np.int64))
    met_by = np.zeros((options, items), np.bool_)
    met_by[owner, tables.item.astype(np.int64)] = True
    alive = row_of(np.arange(options), words)[None, :]
    unmet = np.ones((1, items), np.bool_)
    weight, nodes = 1.0, 0.0
    item = None if root is None else np.array([root])
    while len(alive) and unmet.any():
        if stop():
            return np.inf
        item = _fewest(tables, alive, unmet) if item is None else item
        parent, option, children = _drawn(alive & tables.members[item], sample, random)
        if not len(parent):
            break
        nodes += weight * children
        weight *= children / len(parent)
        chosen = option.astype(np.int64)
        alive, unmet = alive[parent] & tables.beside[chosen], unmet[parent] & ~met_by[chosen]
        on = unmet.any(axis=1)
        alive, unmet, item = alive[on], unmet[on], None
    return nodes


def _fewest(tables: bitset_tables.Tables, alive: Words, unmet: npt.NDArray[np.bool_]) -> Ints:
    """The unmet item with the fewest options, for each set of options."""
    counts = np.empty(unmet.shape, np.int64)
    for i, row in enumerate(tables.members):
        span = slice(int(tables.first[i]), int(tables.last[i]))
        counts[:, i] = np.bitwise_count(alive[:, span] & row[span]).sum(axis=1)
    counts[~unmet] = len(tables.option) + 1
    return counts.argmin(axis=1).astype(np.int64)


def _drawn(sets: Words, sample: int, random: np.random.Generator) -> tuple[Ints, Words, int]:
    """Members of sets of bits, [sets, words]: up to `sample` of all, drawn at random.

    Returns the set of each, the member, and how many there are in all.
    """
    sizes = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    drawn = np.arange(total)
    if total > sample:
        drawn = random.integers(total, size=sample)  # one drawn twice is as good as another
    owner = np.searchsorted(ends, drawn, side="right")
    return owner, _member(sets[owner], drawn - (ends - sizes)[owner]), total


def _member(sets: Words, rank: Numbers) -> Words:
    """The member of each set that has so many others below it."""
    below = np.cumsum(np.bitwise_count(sets), axis=1, dtype=np.int64)
    word = (below > rank[:, None]).argmax(axis=1)
    rows = np.arange(len(sets))
    chosen = sets[rows, word]
    rank = rank - (below[rows, word] - np.bitwise_count(chosen))
    bits = np.unpackbits(chosen.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    bit = (np.cumsum(bits, axis=1, dtype=np.int64) > rank[:, None]).argmax(axis=1)
    return (word * 64 + bit).astype(np.uint64)


def _trailing_ones(words: Words) -> Words:
    """How many of the lowest bits are set."""
    return np.bitwise_count(words & ~(words + ONE)).astype(np.uint64)
