"""Kernel functions that count nodes, dead ends and solutions by depth and by item, where statistics are on.

A kernel has one source. What it counts for statistics stands under `if profile`, a constant: where that is
false numba drops the branch before it compiles, so that the kernel is the same, instruction by instruction,
as if it were not there.

    note_node(state, begin, depth, item)     a node: the so-many-th option is placed, for an item
    note_dead_end(state, begin, depth)       the last one placed is one
    note_solution(state, begin, depth)       what is placed is a solution

These three are for kernels that go down one path: of each depth there is one node at a time. So a mark for
each depth is enough to count a node once, however many solutions are below it.

Example: at depth 1, for item 7, two nodes, of which the second one has two solutions below it, at depth 2:
PLACED 2, LED 1 at depth 1; PLACED 2, SOLVED 2, LED 2 at depth 2; item 7 BRANCHED 1, TRIED 2.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.progress import (
    BEGUN,
    BRANCHED,
    DEAD,
    DEPTH,
    HEAD,
    ITEM,
    ITEMS,
    LEADS,
    LED,
    MARK,
    PLACED,
    SOLVED,
    TRIED,
)
from accord_native.words import ONE, ZERO, Words


@register_jitable
def of_depth(begin: np.uint64, depth: np.uint64) -> np.uint64:
    """Return where the places of a depth begin."""
    return begin + HEAD + DEPTH * depth


@register_jitable
def note_try(state: Words, begin: np.uint64, mark: np.uint64, item: np.uint64) -> None:
    """An option is tried for an item, below the node whose mark is at that place."""
    at = state[begin + ITEMS] + ITEM * item
    if state[mark] & BEGUN == ZERO:
        state[mark] |= BEGUN
        state[at + BRANCHED] += ONE
    state[at + TRIED] += ONE


@register_jitable
def note_node(state: Words, begin: np.uint64, depth: np.uint64, item: np.uint64) -> None:
    """A node at a depth from 1 on, for an item."""
    here = of_depth(begin, depth)
    note_try(state, begin, here - DEPTH + MARK, item)
    state[here + PLACED] += ONE
    state[here + MARK] = ZERO


@register_jitable
def note_dead_end(state: Words, begin: np.uint64, depth: np.uint64) -> None:
    """The node at that depth is a dead end."""
    state[of_depth(begin, depth) + DEAD] += ONE


@register_jitable
def note_solution(state: Words, begin: np.uint64, depth: np.uint64) -> None:
    """The node at that depth is a solution, to which all above it have led."""
    state[of_depth(begin, depth) + SOLVED] += ONE
    while depth > ZERO:
        here = of_depth(begin, depth)
        if state[here + MARK] & LEADS:
            break
        state[here + MARK] |= LEADS
        state[here + LED] += ONE
        depth -= ONE
