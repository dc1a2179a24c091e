"""The method of layered counting, its arrays, and the constants of its kernels; compiles nothing.

Cells are numbered, and the lowest empty one is filled next, by one of the *orientations* that fit there: a
piece and a set of cells relative to its lowest one. What can follow depends on three things only: which cell
is filled next, which cells after it are occupied, and how many of each piece are used. That is a *state*,
and many ways lead to each; so states are counted with the number of ways that lead there, and never walked
through one by one. A state has covered a certain number of cells: its *layer*. All ways into a state come
from lower layers, so layer after layer is *expanded* into rows (state, ways) for later layers, and these are
*gathered*: rows of the same state become one, and their ways are added.

A key is one word that holds a state, from the highest bit down:

    cell + 1 | used: for each counted piece, how many of it | window: bit n for the (n + 1)-th cell after it

so that no key is 0. Where a word is too small for that, the window has one or two words V of its own behind
the word of cell and pieces, and its bits are numbered from 64 on. At the end `cell` is the number of cells,
and the window 0. Orientations that a key forbids, as their cells are occupied or their piece is used up, are
looked up in tables for all orientations at once, PATTERN_BITS bits of the key at a time.

    name         shape              dtype   meaning
    -----------  -----------------  ------  ---------------------------------------------------------------
    tables       kinds*S*2048*W     uint64  [kind, slice, pattern, word]: the orientations that are forbidden
                                            if the key has this pattern from bit `shift[slice]` on
    shift        S                  uint64  a piece's bits are all in one slice, and a slice is in one word
                                            of the key; what is in none is ignored
    cell         cells + 2, 2 + W   uint64  by cell + 1: where the tables of its kind begin, and where its
                                            orientations do; then the ones at the cell
    orientation  kinds * 64 W, 3-4  uint64  its cells but the first, as bits of a window; what it adds to the
                                            part `used` of a key, in its place; its class; its cells in the
                                            second word of a window, if there is one
    layout       3                  uint64  of the first word: bits of a window, bits of window and used; and
                                            cells + 1
    source       states, 1+V+L      uint64  rows of a layer: a key, then ways in L lanes of 63 bits, lowest
                                            first; rows whose first word is 0 are passed over
    buffer       B, capacity, 1+V+L uint64  rows for later layers; number class * partitions + partition
    size         B                  uint64  how many rows each buffer has
    table        slots, 1 + V + L   uint64  open addressing with linear probing; a free slot has key 0; never
                                            full

W is the number of words for a set of orientations, 1 or 2. Orientations of a class cover equally many cells,
so their rows go into one layer. A layer may be in several tables, or *partitions*, so that threads can gather
without a lock: which one has a key depends on the key only.

Example: dominoes on a board of 2 x 2, cells 0 1 above 2 3, no pieces. Orientation 0 lies across (cells 0b11),
1 stands (0b101); a window has one bit. Layer 0 is the key 0b1_0: cell 0, an empty window, in one way. There
both fit. Across: on to cell 2 with an empty window, key 0b11_0. Standing: on to cell 1, with cell 2 occupied,
key 0b10_1. These two are layer 2. Either has one orientation that fits, and both lead to key 0b101_0: in
layer 4, with 2 ways. 4 states in all, and 4 transitions.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np

from accord_native.words import WordRows, Words

Key = TypeVar("Key", np.uint64, Words)  # in kernels one word, elsewhere many at once

PATTERN_BITS = 11
FEWEST_SLICES = 4  # `expand` reads so many of a short key
KEYS = WORD, SHORT, DOUBLE, TRIPLE = "word", "short", "double", "triple"  # kinds of keys
PATTERNS = 1 << PATTERN_BITS
BITS, PATTERN = np.uint64(PATTERN_BITS), np.uint64(PATTERNS - 1)
TABLE, FIRST, EXISTS = (np.uint64(n) for n in range(3))  # in `cell`

WINDOW_BITS, STATE_BITS, COMPLETE = 0, 1, 2  # in the layout
ORIENTATION_CELLS, ORIENTATION_USES, ORIENTATION_CLASS, ORIENTATION_BEYOND = 0, 1, 2, 3

NEXT = 0  # in the state of each kernel: the next row of what it reads
TRANSITIONS = 1  # of expand: orientations that fitted and were placed
STATES = 1  # of gather: rows in the table
STATE = 2  # places

LANE = np.uint64(63)  # bits, so that a sum of two fits in a word
LANE_MASK = np.uint64((1 << 63) - 1)

HALF, LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)
LOW_FACTOR, HIGH_FACTOR = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)  # primes, used so in xxHash


class Given(NamedTuple):
    """The arrays that depend on the model only."""

    tables: Words
    shift: Words
    cell: WordRows
    orientation: WordRows
    layout: Words


def mix(word: Key) -> Key:
    """Return a hash of a word: its lower and its upper half, each times a prime."""
    return ((word & LOWER) * LOW_FACTOR) ^ ((word >> HALF) * HIGH_FACTOR)


def scale(product: Key, partitions: np.uint64) -> Key:
    """Return a number of two halves: the partition of a key, and 32 bits that give the slot there.

    A key's hash has 32 bits, so that a product of two such numbers fits in a word.
    """
    return (((product >> HALF) ^ product) & LOWER) * partitions
