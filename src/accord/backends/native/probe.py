"""Estimate how large a search tree is, from a random sample of each of its levels.

Going down level by level, some of the children of the sample are drawn at random to be the next sample, each
of which stands for as many nodes more as there are children for one that is drawn. While there are few enough
all are kept, so the top of the tree is counted, not estimated. It is D. E. Knuth's method of random descents
("Estimating the efficiency of backtrack programs", 1975) with all descents going down together, so that most
end in the branches where most nodes are; a lone descent into a rare deep branch would seldom happen.

A level is a handful of array operations: nothing has to be compiled to find out which kernel to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.backends.native import window_tables
from accord.backends.native.arrays import Ints, Words
from accord.backends.native.window_tables import Tables
from accord.model import Model
from accord.symmetry.estimate import LARGEST, Tree, member_of, spread
from accord_native.window.layout import CELL, KIND_MASK

ONE, WORD = np.uint64(1), np.uint64(64)
ROOTS_AT_ONCE = 1024
LEVELS = 1 << 16  # more than a search has
EFFORT = 1 << 24  # words: some hundredths of a second


def window_nodes(
    ends: Sequence[tuple[Tables, Ints]],
    sample: int,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> float:
    """Nodes of a window search from these prefixes, from samples of so many nodes a level.

    Infinitely many if `stop` says that there is no time to find out.
    """
    nodes = 0.0
    for tables, prefixes in ends:
        if len(prefixes):
            nodes += len(prefixes) * min(1, prefixes.shape[1])
            for at in range(0, len(prefixes), ROOTS_AT_ONCE):
                begun = window_tables.roots(tables, prefixes[at : at + ROOTS_AT_ONCE])
                nodes += _below(tables, begun, sample, seed, stop)
    return nodes


def _below(
    tables: Tables,
    begun: window_tables.Roots,
    sample: int,
    seed: int,
    stop: Callable[[], bool],
) -> float:
    """Nodes below the roots."""
    width = tables.words
    root = np.arange(len(begun.placed))
    window, trace, available, fits = window_tables.columns(tables, begun)
    cells = np.uint64(tables.placed.cells)
    weight, nodes, level = 1.0, 0.0, 0
    while len(root):
        if stop():
            return np.inf
        parent, number, children = _draw(fits, sample, seed * LEVELS + level)
        level += 1
        nodes += weight * children
        weight *= children / len(parent)
        root, window, trace, available = root[parent], window[parent], trace[parent], available[parent]
        which = (trace & KIND_MASK) * np.uint64(64 * width) + number
        window = window | tables.orientation[which, : tables.windows]
        available = available & tables.orientation[which, tables.windows :]
        there = trace >> CELL
        full = window[:, 0] & ONE != 0
        while full.any():
            step = _trailing_ones(window[full, 0])
            there[full] += step
            again = np.minimum(there[full], cells)
            window[full] = _shift(window[full], step)
            window[full] |= window_tables.windows_at(tables, begun.filled, root[full], again)
            full &= (window[:, 0] & ONE != 0) & (there < cells)
        there = np.minimum(there, cells)
        trace = tables.cell[there, 1]
        fits = tables.cell[there, 2:] & available
        fits = fits & ~window_tables.colliding(tables, window, trace & KIND_MASK)
        on = fits.any(axis=1)
        root, window, trace, available, fits = root[on], window[on], trace[on], available[on], fits[on]
    return nodes


def fewest_nodes(model: Model, root: int | None, effort: int = EFFORT) -> float:
    """Nodes of a search that branches on the item with the fewest options, and on `root` before all.

    Infinitely many if the model is too large to find out; `effort` is in words to look at, about.
    """
    if Tree.too_large(model):
        return np.inf
    return Tree(model).size(effort, LARGEST, root).nodes - 1  # nothing chosen is no node of ours


def _draw(sets: Words, sample: int, seed: int) -> tuple[Ints, Words, int]:
    """Members of sets of bits, [sets, words]: up to `sample` of all, drawn at random.

    Returns the set of each, the member, and how many there are in all.
    """
    sizes = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
    ends = np.cumsum(sizes)
    total = int(sizes.sum())
    drawn = spread(np.array([total]), sample, seed)
    owner = np.searchsorted(ends, drawn, side="right")
    return owner, member_of(sets[owner], drawn - (ends - sizes)[owner]).astype(np.uint64), total


def _shift(window: Words, step: Words) -> Words:
    """Windows, [number, words], from so many cells further on: 1 to 64."""
    found = (window >> ONE) >> (step - ONE)[:, None]
    found[:, :-1] |= window[:, 1:] << (WORD - step)[:, None]
    return found


def _trailing_ones(words: Words) -> Words:
    """How many of the lowest bits are set."""
    return np.bitwise_count(words & ~(words + ONE)).astype(np.uint64)
