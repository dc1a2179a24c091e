"""Where window searches begin: prefixes, options that are placed first, as arrays of a kernel.

For the arrays see `accord_native.window.layout`. What a kernel does at a node is done here to many roots at
once, and by `accord.backends.native.probe` to samples of nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.backends.native.arrays import Flags, Ints, Options, Words
from accord.backends.native.window_places import bits
from accord.backends.native.window_tables import Tables
from accord_native.window import layout


@dataclass(frozen=True, eq=False)
class Roots:
    """The arrays of a kernel for some prefixes, each of them placed first in turn; of equal length."""

    filled: Words
    starts: Words
    placed: Options  # the prefixes that leave something to do
    complete: Options  # those that are solutions


def roots(lowered: Tables, prefixes: Ints) -> Roots:
    """Start from each of these prefixes, [number, length] options that may stand together, in turn."""
    placed = lowered.placed
    occupied = np.zeros((len(prefixes), placed.cells + 1), np.bool_)
    available = np.broadcast_to(lowered.available, (len(prefixes), lowered.words))
    width = np.uint64(64 * lowered.words)
    for option in prefixes.T:
        root, offset = np.nonzero(bits(placed.mask[option]))
        occupied[root, placed.lowest[option[root]] + offset] = True
        kind = lowered.cell[placed.lowest[option], 1] & layout.KIND_MASK
        which = kind * width + lowered.number[option].astype(np.uint64)
        available = available & lowered.orientation[which, lowered.windows :]

    first = occupied.argmin(axis=1)  # the last column is beyond the board, and False
    filled = _filled(occupied[:, :-1], layout.padding(placed.reach))
    window = windows_at(lowered, filled, np.arange(len(prefixes)), first)
    trace = lowered.cell[first, 1]
    fits = lowered.cell[first, 2:] & available & ~colliding(lowered, window, trace & layout.KIND_MASK)
    live = fits.any(axis=1)
    complete = (first == placed.cells) & ~(available & lowered.pieced).any(axis=1)
    return Roots(
        filled=filled[live],
        starts=np.concatenate([window, trace[:, None], available, fits], axis=1)[live],
        placed=prefixes[live].astype(np.int32),
        complete=prefixes[complete].astype(np.int32),
    )


def deeper(lowered: Tables, begun: Roots) -> Ints:
    """All prefixes that are one option longer."""
    _, trace, _, fits = columns(lowered, begun)
    prefix, number = np.nonzero(bits(fits))
    option = lowered.option_at[trace[prefix] >> layout.CELL, number]
    return np.concatenate([begun.placed[prefix], option[:, None]], axis=1).astype(np.int64)


def columns(lowered: Tables, begun: Roots) -> tuple[Words, Words, Words, Words]:
    """What the rows of roots begin with: window, trace, available, fits."""
    at = lowered.windows
    window, trace, rest = begun.starts[:, :at], begun.starts[:, at], begun.starts[:, at + 1 :]
    return window, trace, rest[:, : lowered.words], rest[:, lowered.words :]


def _filled(occupied: Flags, padding: int) -> Words:
    """[roots, cells + padding]: which of 64 cells from each one on are occupied; those off the board are."""
    roots, cells = occupied.shape
    window = np.ones((roots, cells + padding + 64), np.uint64)
    window[:, :cells] = occupied
    for width in (1, 2, 4, 8, 16, 32):
        window[:, :-width] |= window[:, width:] << np.uint64(width)
    return window[:, : cells + padding].copy()


def windows_at(lowered: Tables, filled: Words, root: Ints, cell: Ints | Words) -> Words:
    """The windows of roots at cells, [number, words], when nothing but the root's options is placed."""
    ahead = np.arange(0, 64 * lowered.windows, 64)
    found: Words = filled[root[:, None], cell.astype(np.int64)[:, None] + ahead]
    return found


def colliding(lowered: Tables, window: Words, kind: Words) -> Words:
    """The orientations that collide with windows, [number, words], at cells of these kinds."""
    reach = lowered.placed.reach
    slices = 1 << (layout.kind_bits(reach) - layout.SLICE_BITS)
    table = lowered.tables.reshape(-1, slices, 1 << layout.SLICE_BITS, lowered.words)
    found = np.zeros((len(window), lowered.words), np.uint64)
    for part in range(layout.SLICES[reach]):
        word, shift = layout.place(part)
        found |= table[kind, part, window[:, word] >> np.uint64(shift) & layout.PATTERN]
    return found
