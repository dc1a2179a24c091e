"""Binary heap of options by activity, for branching in the `sums` kernel.

`heap[at, 0]` is the option at a place, `heap[option, 1]` the place of an option, or the number of options.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline
from accord_native.sums.layout import HEAP
from accord_native.words import ONE, TWO, ZERO, Floats, Halves, Words


@inline
def rise(heap: Halves, activity: Floats, at: np.uint64) -> None:
    """Bring the option at a place up to where it belongs."""
    option = np.uint64(heap[at, 0])
    while at > ZERO:
        above = (at - ONE) >> ONE
        parent = np.uint64(heap[above, 0])
        if activity[parent] >= activity[option]:
            break
        heap[at, 0] = parent
        heap[parent, 1] = at
        at = above
    heap[at, 0] = option
    heap[option, 1] = at


@inline
def insert(heap: Halves, activity: Floats, state: Words, option: np.uint64) -> None:
    """Put an option in, if it is not."""
    if heap[option, 1] == len(heap):
        at = state[HEAP]
        state[HEAP] = at + ONE
        heap[at, 0] = option
        rise(heap, activity, at)


@inline
def take(heap: Halves, activity: Floats, state: Words) -> np.uint64:
    """Take the top out."""
    top = np.uint64(heap[0, 0])
    size = state[HEAP] - ONE
    state[HEAP] = size
    heap[top, 1] = len(heap)
    if size > ZERO:
        option, at = np.uint64(heap[size, 0]), ZERO
        while True:
            below = TWO * at + ONE
            if below >= size:
                break
            if below + ONE < size and activity[heap[below + ONE, 0]] > activity[heap[below, 0]]:
                below += ONE
            child = np.uint64(heap[below, 0])
            if activity[child] <= activity[option]:
                break
            heap[at, 0] = child
            heap[child, 1] = at
            at = below
        heap[at, 0] = option
        heap[option, 1] = at
    return top


@inline
def bump(heap: Halves, activity: Floats, option: np.uint64) -> None:
    """Make an option more active, by what is in the last place of `activity`."""
    activity[option] += activity[len(heap)]
    if activity[option] > 1e100:
        for at in range(len(activity)):
            activity[at] *= 1e-100
    if heap[option, 1] < len(heap):
        rise(heap, activity, np.uint64(heap[option, 1]))
