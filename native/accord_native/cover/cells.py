"""Kernel of dancing cells: Knuth's smallest-item branching, on sparse sets of options.

Each item has its options in one stretch of `members`, the ones that may still be placed first; `size` says
how many these are. To remove an option from an item, it is swapped with the last of them and `size` made one
less; so to bring it back `size` is made one more, and nothing else. An option that is placed removes all
others of its items, from all their items. What was removed is on a trail.

An item that is left with one option is put on a queue, and is met at once; one that is left with none is a
conflict. Only where the queue is empty the search branches, on the item with the fewest options, the first
of them: all its options are removed from all items, then one after the other is placed. While the last one
is, the decision has no level any more.

When no primary item is unmet, what was placed is a solution, and so is it together with any *free* option
that may still be placed, and a later one that is compatible with it, and so on: free options touch
secondary items, or none.

    name     shape            dtype   meaning
    -------  ---------------  ------  ----------------------------------------------------------------------
    start    options + 1      uint32  option o has the entries start[o]:start[o + 1]
    owner    entries          uint32  the option of an entry
    item     entries          uint32  its item; the primary ones have the lowest numbers
    colour   entries          uint32  options that give a secondary item the same colour may stand together;
                                      0 stands with none
    first    items            uint32  where an item's stretch of `members` begins
    free     free options     uint32  the options without a primary item
    members  entries          uint32  the entries by items
    place    entries          uint32  its inverse
    size     items            uint32  options that may still be placed; and MET if the item is met, or
                                      secondary
    queue    primary items    uint32  items that were left with one option: given for the start
    trail    options          uint32  options that were removed
    placed   depth            uint32  options that are placed
    levels   depth + 1, 7     uint32  of a decision: the NEXT of its options (in `members`; in `free`), where
                                      they STOP, the TRAILED, DEEP, HEAD and TAIL to go back to, and HINT:
                                      all primary items before that one are met
    state    12               uint64  LEVEL, CONFLICT (the last decision is to be changed), as in `progress`;
                                      COUNTED (this solution is counted), the HEAD and TAIL of the queue, how
                                      many options are TRAILED, how DEEP in `placed`, how many primary items
                                      are UNMET, the NEXT_FREE option. TAIL and UNMET are given
    output   capacity, width  int32   solutions as options, padded with -1; no capacity: only count

`root` is the item to branch on first, or `items` for none. A kernel returns DONE, PAUSED when `budget` nodes
were placed, or FULL when `output` is; called again with the same arrays it continues. A node is an option
placed.

Example: primary items a b, a secondary item s; options 0 = a b, 1 = a s, 2 = b, 3 = b s, 4 = s. Item a has
the fewest options. With 0, both items are met and option 4 may still be placed: {0} and {0, 4}. With 1, item
b is left with option 2: {1, 2}. Three solutions, 4 nodes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.cover.layout import (
    CELLS_STATES,
    CELLS_UNMET,
    CONFLICT,
    COUNTED,
    DEEP,
    HEAD,
    HINT,
    LEVEL,
    MET,
    NEXT,
    NEXT_FREE,
    NUMBER,
    STOP,
    TAIL,
    TO_DEEP,
    TO_HEAD,
    TO_TAIL,
    TO_TRAILED,
    TRAILED,
)
from accord_native.jit import inline, variants
from accord_native.profile import note_dead_end, note_solution
from accord_native.profile import note_node as note
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, TWO, ZERO, HalfRows, Halves, OptionRows, Words

BEGIN = np.uint64(CELLS_STATES)  # of the statistics in the state


@inline
def _bring_back(
    start: Halves, item: Halves, size: Halves, trail: Halves, low: np.uint64, high: np.uint64
) -> None:
    """Bring the options trail[low:high] back."""
    # (`while` is 10 to 20 % faster than `range` here: the loops are short)
    while high > low:
        high -= ONE
        option = np.uint64(trail[high])
        entry, stop = np.uint64(start[option]), np.uint64(start[option + ONE])
        while entry < stop:
            size[item[entry]] += ONE
            entry += ONE


@inline
def _flip(start: Halves, item: Halves, size: Halves, primary: np.uint64, option: np.uint64) -> np.uint64:
    """Make the primary items of an option met, or unmet again; returns how many they are."""
    entry, stop, count = np.uint64(start[option]), np.uint64(start[option + ONE]), ZERO
    while entry < stop:
        if item[entry] < primary:
            size[item[entry]] ^= MET
            count += ONE
        entry += ONE
    return count


@inline
def _next_free(
    start: Halves, item: Halves, first: Halves, free: Halves, place: Halves, size: Halves, at: np.uint64
) -> np.uint64:
    """The next of the free options, from free[at] on, that may still be placed."""
    while at < len(free):
        entry = np.uint64(start[free[at]])
        if entry == start[free[at] + ONE]:
            break
        left = np.uint64(item[entry])
        if place[entry] < first[left] + (size[left] & NUMBER):
            break
        at += ONE
    return at


@inline
def _fewest(size: Halves, primary: np.uint64, at: np.uint64) -> np.uint64:
    """The first unmet item with the fewest options, from an unmet one on; none has just one."""
    chosen, fewest = at, MET
    while at < primary:
        if size[at] < fewest:
            chosen, fewest = at, size[at]
            if fewest <= TWO:
                break
        at += ONE
    return chosen


@variants(profile=(False, True))
def search(profile: bool) -> Callable[..., np.uint64]:
    """Return the kernel; with `profile` it keeps statistics, for which the state must have places."""

    def search(
        start: Halves,
        owner: Halves,
        item: Halves,
        colour: Halves,
        first: Halves,
        free: Halves,
        members: Halves,
        place: Halves,
        size: Halves,
        queue: Halves,
        trail: Halves,
        placed: Halves,
        levels: HalfRows,
        state: Words,
        root: np.uint64,
        output: OptionRows,
        budget: np.uint64,
    ) -> np.uint64:
        """Continue the search; returns DONE, PAUSED or FULL."""
        level, conflict, told = state[LEVEL], state[CONFLICT] != ZERO, state[COUNTED] != ZERO
        solutions, nodes, written = state[SOLUTIONS], state[NODES], ZERO
        head, tail, trailed, deep = state[HEAD], state[TAIL], state[TRAILED], state[DEEP]
        unmet, next_free = state[CELLS_UNMET], state[NEXT_FREE]
        primary, capacity = np.uint64(len(queue)), np.uint64(len(output))
        last_node = nodes + budget
        end = DONE
        while True:
            if nodes >= last_node:
                end = PAUSED
                break
            placing, chosen, option = True, primary, ZERO
            if conflict:  # go back to the last decision, and on to its next option
                if level == ZERO:
                    break
                level -= ONE
                low, high = np.uint64(levels[level, TO_DEEP]), np.uint64(levels[level, TO_TRAILED])
                _bring_back(start, item, size, trail, high, trailed)
                trailed = high
                while deep > low:
                    deep -= ONE
                    unmet += _flip(start, item, size, primary, np.uint64(placed[deep]))
                head, tail = np.uint64(levels[level, TO_HEAD]), np.uint64(levels[level, TO_TAIL])
                at = np.uint64(levels[level, NEXT])
                conflict = False
                if unmet == ZERO:
                    next_free, told = at, True
                    continue
                next_free = ZERO
                option = np.uint64(owner[members[at]])
                if profile:
                    chosen = np.uint64(item[members[at]])
                at += ONE
                if at < levels[level, STOP]:
                    levels[level, NEXT] = at
                    level += ONE
            elif unmet == ZERO:  # a solution, and what free options make of it
                if not told:
                    told = True
                    solutions += ONE
                    if profile:
                        note_solution(state, BEGIN, deep)
                    if capacity != ZERO:
                        for above in range(deep):
                            output[written, above] = placed[above]
                        output[written, deep:] = -1
                        written += ONE
                        if written == capacity:
                            end = FULL
                            break
                next_free = _next_free(start, item, first, free, place, size, next_free)
                if next_free == len(free):
                    conflict = True
                    continue
                option = np.uint64(free[next_free])
                next_free += ONE
                levels[level, NEXT], levels[level, TO_TRAILED], levels[level, TO_DEEP] = (
                    next_free,
                    trailed,
                    deep,
                )
                levels[level, TO_HEAD], levels[level, TO_TAIL] = head, tail
                level += ONE
            else:
                while head < tail and chosen == primary:
                    if size[queue[head]] < MET:
                        chosen = np.uint64(queue[head])
                    head += ONE
                if chosen == primary:
                    at = np.uint64(levels[level - ONE, HINT]) if level > ZERO else ZERO
                    while size[at] >= MET:
                        at += ONE
                    levels[level, HINT] = at
                    chosen = root if root < primary and size[root] < MET else _fewest(size, primary, at)
                if size[chosen] == ZERO:
                    conflict = True
                    if profile:
                        note_dead_end(state, BEGIN, deep)
                    continue
                option = np.uint64(owner[members[first[chosen]]])
                placing = size[chosen] == ONE

            if placing:
                nodes += ONE
                told = False
                placed[deep] = option
                deep += ONE
                if profile:
                    note(state, BEGIN, deep, chosen)
                unmet -= _flip(start, item, size, primary, option)
                entry, stop = np.uint64(start[option]), np.uint64(start[option + ONE])
            else:
                entry = np.uint64(members[first[chosen]])
                stop = entry + ONE
                levels[level, NEXT], levels[level, STOP] = first[chosen], first[chosen] + size[chosen]
            while entry < stop and not conflict:
                chosen, tint = np.uint64(item[entry]), np.uint64(colour[entry])
                low = np.uint64(first[chosen])
                high = low + (size[chosen] & NUMBER)
                while high > low:
                    high -= ONE
                    other = np.uint64(members[high])
                    if placing and (other == entry or (tint != ZERO and colour[other] == tint)):
                        continue
                    gone = np.uint64(owner[other])
                    trail[trailed] = gone
                    trailed += ONE
                    out, beyond = np.uint64(start[gone]), np.uint64(start[gone + ONE])
                    while out < beyond:
                        left = np.uint64(item[out])
                        fewer = size[left] - ONE
                        size[left] = fewer
                        hole, last = np.uint64(place[out]), first[left] + (fewer & NUMBER)
                        moved = members[last]
                        members[hole], members[last] = moved, out
                        place[moved], place[out] = hole, last
                        if fewer <= ONE:
                            if fewer == ONE:
                                queue[tail] = left
                                tail += ONE
                            else:  # before a decision that is no conflict: its option may meet the item
                                conflict = placing
                        out += ONE
                    if conflict:
                        break
                entry += ONE
            if profile and conflict:
                note_dead_end(state, BEGIN, deep)
            if not placing:  # all options of the item are out of the way: now to the first of them
                levels[level, TO_TRAILED], levels[level, TO_DEEP] = trailed, deep
                levels[level, TO_HEAD], levels[level, TO_TAIL] = head, tail
                level += ONE
                conflict = True
        state[LEVEL], state[CONFLICT], state[COUNTED] = level, np.uint64(conflict), np.uint64(told)
        state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
        state[HEAD], state[TAIL], state[TRAILED], state[DEEP] = head, tail, trailed, deep
        state[CELLS_UNMET], state[NEXT_FREE] = unmet, next_free
        return end

    return search
