"""The bitset search: Knuth's "choose the item with the fewest options", on sets of options as bits.

A set of options is a row of 64-bit words. `alive[level]` holds the options that may still be placed; placing
one is a single AND with its row of `beside`. Every unmet item is asked how many of its options are alive,
and the search branches on one that has the fewest, on each of these in turn.

When no primary item is unmet, what was placed is a solution, and so is it together with any alive option,
and a later one that may stand beside that, and so on: those options touch secondary items, or none.

    name       shape            dtype   meaning
    ---------  ---------------  ------  --------------------------------------------------------------------
    members    items, words     uint64  the options of a primary item
    first      items + 1        uint64  the first word of a row of `members` that is not 0; then 0
    last       items + 1        uint64  one more than the last such word; then words
    beside     options, words   uint64  the options that share no item with this one, itself excluded
    start      options + 1      uint64  option o is in the primary items item[start[o]:start[o + 1]]
    item       entries          uint64
    alive      levels, words    uint64  the first row is given: all options
    unmet      items            uint64  a permutation of the items: those still unmet come first
    place      items            uint64  its inverse
    branch     levels, 5        uint64  CHOSEN item (`items`: none is unmet), WORD of its row, OPEN options of
                                        that word, OPTION placed, the number of UNMET items: given for level 0
    state      5                uint64  LEVEL, RESUMING, and as in `progress`; zeros to begin
    output     capacity, width  int32   solutions as options, padded with -1; no capacity: only count

`root` is the item to branch on first, or `items` for none. A kernel returns DONE, PAUSED when `budget` nodes
were placed, or FULL when `output` is; called again with the same arrays it goes on. Options are best sorted
by their smallest item: then the rows of `members` are short. A node is an option placed.

Example: primary items a b, a secondary item s; options 0 = a b, 1 = a s, 2 = b, 3 = b s, 4 = s. Item a has
the fewest options. With 0, both items are met and option 4 is alive: {0} and {0, 4}. With 1, item b has
option 2 left: {1, 2}. Three solutions, 4 nodes.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.cover.bitset_layout import CHOSEN, LEVEL, OPEN, OPTION, RESUMING, UNMET, WORD
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, PLENTY, WORD_BITS, ZERO, Options, Words


@jit(
    "uint64(uint64[:, ::1], uint64[::1], uint64[::1], uint64[:, ::1], uint64[::1], uint64[::1],"
    "uint64[:, ::1], uint64[::1], uint64[::1], uint64[:, ::1], uint64[::1], uint64, int32[:, ::1], uint64)"
)
def search(
    members: Words,
    first: Words,
    last: Words,
    beside: Words,
    start: Words,
    item: Words,
    alive: Words,
    unmet: Words,
    place: Words,
    branch: Words,
    state: Words,
    root: np.uint64,
    output: Options,
    budget: np.uint64,
) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    level, entering = state[LEVEL], state[RESUMING] == ZERO
    solutions, nodes, written = state[SOLUTIONS], state[NODES], ZERO
    items, words, capacity = np.uint64(len(members)), np.uint64(alive.shape[1]), np.uint64(len(output))
    last_node = nodes + budget
    end = DONE
    while True:
        if entering:
            entering = False
            number = branch[level, UNMET]
            if level == ZERO and root < items:
                chosen = root
            else:
                chosen, least = items, PLENTY
                for at in range(number):
                    candidate = unmet[at]
                    options = ZERO
                    for word in range(first[candidate], last[candidate]):
                        options += population_count(members[candidate, word] & alive[level, word])
                    if options < least:
                        chosen, least = candidate, options
                        if options <= ONE:
                            break
                if least == ZERO:  # most of the siblings will have no option for the same item: ask it first
                    front, gap = unmet[0], place[chosen]
                    unmet[0], unmet[gap] = chosen, front
                    place[chosen], place[front] = ZERO, gap
            word = first[chosen]
            branch[level, CHOSEN], branch[level, WORD] = chosen, word
            branch[level, OPEN] = alive[level, word]
            if chosen < items:
                branch[level, OPEN] &= members[chosen, word]
            else:
                solutions += ONE
                if capacity != ZERO:
                    for above in range(level):
                        output[written, above] = branch[above, OPTION]
                    output[written, level:] = -1
                    written += ONE
                    if written == capacity:
                        end = FULL
                        break
        if nodes >= last_node:
            end = PAUSED
            break

        chosen, word, unseen = branch[level, CHOSEN], branch[level, WORD], branch[level, OPEN]
        stop = last[chosen]
        while unseen == ZERO and word + ONE < stop:
            word += ONE
            unseen = alive[level, word]
            if chosen < items:
                unseen &= members[chosen, word]
        if unseen == ZERO:
            if level == ZERO:
                break
            level -= ONE
            continue
        option = (word << WORD_BITS) + count_trailing_zeros(unseen)
        unseen &= unseen - ONE
        branch[level, WORD], branch[level, OPEN], branch[level, OPTION] = word, unseen, option
        nodes += ONE

        below = level + ONE
        for at in range(words):
            alive[below, at] = alive[level, at] & beside[option, at]
        if chosen == items:  # every set of alive options is wanted once: as an ascending row
            alive[below, :word] = ZERO
            alive[below, word] &= unseen
        number = branch[level, UNMET]
        for entry in range(start[option], start[option + ONE]):
            number -= ONE
            met, other, gap = item[entry], unmet[number], place[item[entry]]
            unmet[gap], unmet[number] = other, met
            place[other], place[met] = gap, number
        branch[below, UNMET] = number
        level = below
        entering = True
    state[LEVEL], state[RESUMING] = level, np.uint64(not entering)
    state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
    return end
