"""Kernel for covers with amounts of 1: Knuth's smallest-item branching, on options as bit sets.

A set of options is a row of 64-bit words. `alive[level]` holds the options that may still be placed; placing
one is a single AND with its row of `beside`. Items with a high of 1, and colours, are all in there. Any other
item counts what it is given; when that reaches its high, its other options are no longer alive.

An item is unmet while it is given less than its low. The search branches on an unmet item that can spare the
fewest of its options: those alive less those still needed. It places each in turn, and excludes it when all
solutions with it have been seen, until it can spare no more. When no item is unmet, what was placed is a
solution, and the search continues with each alive option in turn: these make the solutions that have more.

    name       shape            dtype   meaning
    ---------  ---------------  ------  --------------------------------------------------------------------
    members    items, words     uint64  the options of an item
    first      items + 1        uint64  the first word of a row of `members` that is not 0; then 0
    last       items + 1        uint64  one more than the last such word; then words
    beside     options, words   uint64  the options that are compatible with this one, itself excluded
    start      options + 1      uint64  option o is in the items item[start[o]:start[o + 1]]
    item       entries          uint64
    low        items            uint64  0 if it needs nothing
    full       items            uint64  its high; 0 where `beside` sees to that, or where nothing need
    alive      levels, words    uint64  the row of the level to begin with is given
    given      items            uint64  how many placed options an item has
    unmet      items            uint64  a permutation of the items: those still unmet come first
    place      items            uint64  its inverse
    branch     levels, 6        uint64  CHOSEN item (`items`: none is unmet), WORD of its row, OPEN options of
                                        that word, OPTION placed, SPARE: how many may still be excluded, the
                                        number of UNMET items: given for the level to begin with
    state      STATES           uint64  LEVEL, RESUMING, as in `progress`, and BASE: the level to begin with
    output     capacity, width  int32   solutions as options, padded with -1; no capacity: only count

Only items that need something, or can become full, have rows. `root` is the item to branch on first (best put
first in `unmet`), or `items`. Levels before BASE only name their OPTION, placed before the search. A kernel
returns DONE, PAUSED when `budget` nodes were placed, or FULL when `output` is; called again with the same
arrays it continues. A node is an option placed.

Options are best sorted by their smallest item: then the rows of `members` are short.

Example: item a [2, 2] with the options 0, 1, 2, item b [0, 1] with the options 2 and 3. Item a can spare one.
With 0, it can spare one of 1 and 2: {0, 1}, where 3 is alive: {0, 1, 3}; then {0, 2}. With 0 excluded it can
spare none: {1, 2}. Four solutions, 6 nodes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.cover.layout import (
    BASE,
    BITSET_STATES,
    CHOSEN,
    LEVEL,
    OPEN,
    OPTION,
    RESUMING,
    SPARE,
    UNMET,
    WORD,
)
from accord_native.jit import variants
from accord_native.profile import note_dead_end, note_node, note_solution
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, PLENTY, WORD_BITS, ZERO, OptionRows, WordRows, Words

BEGIN = np.uint64(BITSET_STATES)  # of the statistics in the state


@variants(profile=(False, True))
def search(profile: bool) -> Callable[..., np.uint64]:
    """Return the kernel; with `profile` it keeps statistics, for which the state must have places."""

    def search(
        members: WordRows,
        first: Words,
        last: Words,
        beside: WordRows,
        start: Words,
        item: Words,
        low: Words,
        full: Words,
        alive: WordRows,
        given: Words,
        unmet: Words,
        place: Words,
        branch: WordRows,
        state: Words,
        root: np.uint64,
        output: OptionRows,
        budget: np.uint64,
    ) -> np.uint64:
        """Continue the search; returns DONE, PAUSED or FULL."""
        level, entering, base = state[LEVEL], state[RESUMING] == ZERO, state[BASE]
        solutions, nodes, written = state[SOLUTIONS], state[NODES], ZERO
        items, words, capacity = np.uint64(len(members)), np.uint64(alive.shape[1]), np.uint64(len(output))
        last_node = nodes + budget
        end = DONE
        while True:
            if entering:
                entering = False
                number = branch[level, UNMET]
                chosen, least, hopeless = items, PLENTY, False
                for at in range(number):
                    candidate = unmet[at]
                    options = ZERO
                    for word in range(first[candidate], last[candidate]):
                        options += population_count(members[candidate, word] & alive[level, word])
                    needed = low[candidate] - given[candidate]
                    hopeless = options < needed
                    if hopeless:  # most of the siblings will be so for the same item: ask it first
                        front = unmet[0]
                        unmet[0], unmet[at] = candidate, front
                        place[candidate], place[front] = ZERO, np.uint64(at)
                        break
                    if level == base and candidate == root:
                        chosen, least = candidate, options - needed
                        break
                    if options - needed < least:
                        chosen, least = candidate, options - needed
                        if least == ZERO:
                            break
                word = first[chosen]
                branch[level, CHOSEN], branch[level, WORD], branch[level, SPARE] = chosen, word, least
                branch[level, OPEN] = alive[level, word]
                if hopeless:
                    branch[level, WORD], branch[level, OPEN] = words, ZERO
                    if profile:
                        note_dead_end(state, BEGIN, level)
                elif chosen < items:
                    branch[level, OPEN] &= members[chosen, word]
                else:
                    solutions += ONE
                    if profile:
                        note_solution(state, BEGIN, level)
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
                # all below this level has been seen: take back the option that led here, and exclude it
                if level == base:
                    break
                level -= ONE
                option = branch[level, OPTION]
                for at in range(start[option], start[option + ONE]):
                    given[item[at]] -= ONE
                alive[level, option >> WORD_BITS] &= ~(ONE << (option & np.uint64(63)))
                if branch[level, SPARE] == ZERO:
                    branch[level, WORD], branch[level, OPEN] = words, ZERO
                else:
                    branch[level, SPARE] -= ONE
                continue
            option = (word << WORD_BITS) + count_trailing_zeros(unseen)
            unseen &= unseen - ONE
            branch[level, WORD], branch[level, OPEN], branch[level, OPTION] = word, unseen, option
            nodes += ONE
            if profile:
                note_node(state, BEGIN, level + ONE, chosen)

            below = level + ONE
            for at in range(words):
                alive[below, at] = alive[level, at] & beside[option, at]
            number = branch[level, UNMET]
            for at in range(start[option], start[option + ONE]):
                owner = item[at]
                now = given[owner] + ONE
                given[owner] = now
                if now == low[owner]:
                    number -= ONE
                    other, gap = unmet[number], place[owner]
                    unmet[gap], unmet[number] = other, owner
                    place[other], place[owner] = gap, number
                if now == full[owner]:
                    for word in range(first[owner], last[owner]):
                        alive[below, word] &= ~members[owner, word]
            branch[below, UNMET] = number
            level = below
            entering = True
        state[LEVEL], state[RESUMING] = level, np.uint64(not entering)
        state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
        return end

    return search
