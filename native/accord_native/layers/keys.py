"""Kernel functions on state keys: their slots in a hash table, and which placements they forbid."""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline
from accord_native.layers import layout
from accord_native.layers.layout import Given
from accord_native.words import TWO, ZERO

WORD = np.uint64(64)
IN_WORD = np.uint64(63)  # where in its word a bit is

mix, scale = inline(layout.mix), inline(layout.scale)


@inline
def forbidden(
    key: np.uint64,
    window: np.uint64,
    beyond: np.uint64,
    windows: int,
    at: np.uint64,
    words: np.uint64,
    slices: np.uint64,
    given: Given,
) -> np.uint64:
    """Return a word of the orientations that a key forbids, looked up from tables[at] on, slice by slice.

    The key has as many `windows` of its own; `words` are those of a set of orientations.
    """
    found, shift = ZERO, given.shift
    for part in range(slices):
        bits = key
        if windows >= 1 and shift[part] >= WORD:
            bits = window
        if windows == 2 and shift[part] >= TWO * WORD:
            bits = beyond
        found |= given.tables[at + ((bits >> (shift[part] & IN_WORD)) & layout.PATTERN) * words]
        at += words << layout.BITS
    return found
