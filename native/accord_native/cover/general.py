"""Kernel for any model: searches demands [low, high] on sums of amounts, by propagation of bounds.

Every item has *room* in two directions: how far what it gets can still rise before the least possible sum
passes `high`, and how far it can still fall before the largest possible sum is below `low`. An option that
is placed or excluded takes its amount from one of the two. An open option whose amount exceeds what is left
must not take from there: it is forced, in or out, and that forces others, until nothing follows any more.

Then the search branches. An item is *unmet* while what it was given lies outside its demand, so that some
further option must be placed there. Of the unmet items it takes one with the least room for its failures
(how often a contradiction was seen there: Boussemart et al., 2004), and places that item's open options one
after the other, the largest amounts first; an option is excluded when all solutions with it have been seen,
so each solution is found once. When no item is unmet, what was placed is a solution, and the search continues
with each open option in turn, ascending: these make the solutions that have more.

    name      shape            dtype   meaning
    --------  ---------------  ------  ---------------------------------------------------------------------
    start     options + 1      uint64  option o has the entries start[o]:start[o + 1]
    entry     entries, 2       uint64  SLOT: 2 * item if it gives a positive amount, else 2 * item + 1;
                                       WEIGHT: the absolute value of the amount
    first     items + 1        uint64  item i has the members first[i]:first[i + 1]
    member    entries, 3       uint64  SLOT and WEIGHT as above, OPTION; of an item by descending weight
    top       2 * items        uint64  the largest weight of an item; 0 where a bound can never bind
    shift     items            uint64  the number of bits of that weight, less one
    spread    items            uint64  high - low, both within what all sums can be
    low       items            int64
    high      items            int64
    room      2 * items        uint64  [2 * item] upwards, [2 * item + 1] downwards; given for no option
    given     items            int64   what the placed options give; 0 to begin
    unmet     items            uint64  a permutation of the items: those still unmet come first
    place     items            uint64  its inverse
    value     options          uint8   IN, OUT or OPEN
    trail     options          uint64  2 * option + value: what was decided or forced, in this order
    branch    levels, 4        uint64  MARK: how long the trail was, BRANCHED: the option placed, AIM and
                                       CURSOR as in the state
    fails     items            uint64  contradictions seen at an item, and 1
    placed    options          int32   the options that are in, in this order
    state     STATES           uint64  LEVEL, PHASE, as in `progress`, then TRAIL: its length, PLACED and
                                       UNMET: how many are, AIM: 2 * item if that must fall, 2 * item + 1 if
                                       it must rise, 2 * items if none is unmet; CURSOR: where to look for
                                       the next open option
    output    capacity, width  int32   solutions as options, padded with -1; no capacity: only count

To begin, `value` and `trail` hold known literals (nothing, or literals that start a part of the search), the
state says how long that trail is and how many items are unmet. Options from `real` on are auxiliary: the
others force them, they are never branched on nor written. `root` is the item to branch on first, or `items`.
A kernel returns DONE; PAUSED, at a branching, when `budget` nodes were placed; or FULL when `output` is.
Called again with the same arrays it continues. A node is an option placed, forced or not.

Example: item a [2, 3], options giving it 2, 1, 1 and -1. Room: upwards 3 - -1 = 4, downwards 4 - 2 = 2. No
weight exceeds that. Option 0 is placed (room upwards 2): {0} is a solution, and with option 1 (room 1)
{0, 1}, and so on: {0, 1, 2, 3}, {0, 1, 3}, {0, 2}, {0, 2, 3}. Excluding option 0 takes all room downwards:
1 and 2 are forced in, 3 out: {1, 2}. Seven solutions.
"""

from __future__ import annotations

import numpy as np

from accord_native.cover import layout
from accord_native.jit import inline, jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.words import ONE, ZERO, Bytes, Integers, OptionRows, Options, WordRows, Words

FARTHEST, NEAREST = np.float64(1e300), np.float64(-1)  # measures of items


@inline
def is_settled(
    item: np.uint64,
    given: Integers,
    low: Integers,
    high: Integers,
    unmet: Words,
    place: Words,
    number: np.uint64,
) -> np.uint64:
    """Move an item into the unmet ones or out of them, as it should be; returns how many there are."""
    is_unmet = given[item] < low[item] or given[item] > high[item]
    gap = place[item]
    if (gap < number) == is_unmet:
        return number
    edge = number if is_unmet else number - ONE
    other = unmet[edge]
    unmet[gap], unmet[edge] = other, item
    place[other], place[item] = gap, edge
    return edge + ONE if is_unmet else edge


@inline
def keeps_aim(aim: np.uint64, cursor: np.uint64, given: Integers, low: Integers, high: Integers) -> np.bool_:
    """Whether the search may keep its aim: the item is still unmet, or none was, and none is."""
    item = aim >> ONE
    if item == len(given):
        return cursor > ZERO
    return given[item] < low[item] if aim & ONE else given[item] > high[item]


@jit()
def search(
    start: Words,
    entry: WordRows,
    first: Words,
    member: WordRows,
    top: Words,
    shift: Words,
    spread: Words,
    low: Integers,
    high: Integers,
    room: Words,
    given: Integers,
    unmet: Words,
    place: Words,
    value: Bytes,
    trail: Words,
    branch: WordRows,
    fails: Words,
    placed: Options,
    state: Words,
    real: np.uint64,
    root: np.uint64,
    output: OptionRows,
    budget: np.uint64,
) -> np.uint64:
    """Continue the search; returns DONE, PAUSED or FULL."""
    level, branching = state[layout.LEVEL], state[layout.PHASE] == layout.BRANCHING
    solutions, nodes, written = state[SOLUTIONS], state[NODES], ZERO
    length, inside, number = state[layout.TRAIL], state[layout.PLACED], state[layout.GENERAL_UNMET]
    aim, cursor = state[layout.AIM], state[layout.CURSOR]
    nothing, capacity = np.uint64(len(room)), np.uint64(len(output))
    done = length if branching else ZERO
    last_node = nodes + budget
    end = DONE
    while True:
        conflict = False
        if not branching:
            # what was decided or forced takes from the room of its items, and that may force others
            while done < length:
                option, way = trail[done] >> ONE, trail[done] & ONE
                for at in range(start[option], start[option + ONE]):
                    slot, weight = entry[at, layout.SLOT] ^ way, entry[at, layout.WEIGHT]
                    left = room[slot]
                    if left < weight:
                        conflict = True
                        fails[slot >> ONE] += ONE
                        for back in range(start[option], at):
                            room[entry[back, layout.SLOT] ^ way] += entry[back, layout.WEIGHT]
                        break
                    left -= weight
                    room[slot] = left
                    if left >= top[slot]:
                        continue
                    unsure = left + room[slot ^ ONE] - spread[slot >> ONE]
                    near = first[slot >> ONE]
                    while (
                        unsure != ZERO
                        and near < first[(slot >> ONE) + ONE]
                        and member[near, layout.WEIGHT] > left
                    ):
                        other = member[near, layout.OWNER]
                        if value[other] == layout.UNDECIDED:
                            forced = ONE ^ member[near, layout.SLOT] ^ slot
                            value[other] = forced
                            trail[length] = (other << ONE) | forced
                            length += ONE
                            unsure -= member[near, layout.WEIGHT]
                        near += ONE
                if conflict:
                    break
                done += ONE
                if way == layout.IN:
                    if option < real:
                        placed[inside] = option
                        inside += ONE
                        nodes += ONE
                    for at in range(start[option], start[option + ONE]):
                        slot, amount = entry[at, layout.SLOT], np.int64(entry[at, layout.WEIGHT])
                        given[slot >> ONE] += -amount if slot & ONE else amount
                        number = is_settled(slot >> ONE, given, low, high, unmet, place, number)

            if not conflict and not keeps_aim(aim, cursor, given, low, high):
                aim, cursor = nothing, ZERO
                least = FARTHEST
                for at in range(number):
                    item = unmet[at]
                    slot = item << ONE
                    if given[item] < low[item]:
                        slot |= ONE
                    narrow = np.float64((room[slot] >> shift[item]) + ONE) / np.float64(fails[item])
                    if level == ZERO and item == root:
                        narrow = NEAREST
                    if narrow < least:
                        aim, least = slot, narrow
                if aim < nothing:
                    cursor = first[aim >> ONE]
                else:
                    solutions += ONE
                    if capacity != ZERO:
                        for at in range(inside):
                            output[written, at] = placed[at]
                        output[written, inside:] = -1
                        written += ONE
                        if written == capacity:
                            end = FULL
        branching = True
        if not conflict:
            if end == FULL:
                break
            if nodes >= last_node:
                end = PAUSED
                break
            # the next open option that brings the item nearer to its demand; if none is unmet, any
            option = real
            if aim < nothing:
                last = first[(aim >> ONE) + ONE]
                while option == real and cursor < last:
                    other = member[cursor, layout.OWNER]
                    if value[other] == layout.UNDECIDED and member[cursor, layout.SLOT] != aim:
                        option = other
                    cursor += ONE
            else:
                while option == real and cursor < real:
                    if value[cursor] == layout.UNDECIDED:
                        option = cursor
                    cursor += ONE
            if option < real:
                branch[level, layout.MARK], branch[level, layout.BRANCHED] = length, option
                branch[level, layout.BRANCH_AIM], branch[level, layout.BRANCH_CURSOR] = aim, cursor
                level += ONE
                value[option] = layout.IN
                trail[length] = option << ONE
                length += ONE
                aim, cursor = nothing, ZERO
                branching = False
                continue
        # all of this part has been seen: take it back, and exclude the option that it began with
        if level == ZERO:
            aim, cursor = nothing, real
            break
        level -= ONE
        mark = branch[level, layout.MARK]
        while length > mark:
            length -= ONE
            option, way = trail[length] >> ONE, trail[length] & ONE
            value[option] = layout.UNDECIDED
            if length >= done:
                continue
            for at in range(start[option], start[option + ONE]):
                room[entry[at, layout.SLOT] ^ way] += entry[at, layout.WEIGHT]
            if way == layout.IN:
                if option < real:
                    inside -= ONE
                for at in range(start[option], start[option + ONE]):
                    slot, amount = entry[at, layout.SLOT], np.int64(entry[at, layout.WEIGHT])
                    given[slot >> ONE] -= -amount if slot & ONE else amount
                    number = is_settled(slot >> ONE, given, low, high, unmet, place, number)
        done = mark
        option = branch[level, layout.BRANCHED]
        aim = branch[level, layout.BRANCH_AIM]
        cursor = branch[level, layout.BRANCH_CURSOR]
        value[option] = layout.OUT
        trail[length] = (option << ONE) | ONE
        length += ONE
        branching = False
    state[layout.LEVEL], state[layout.PHASE] = level, layout.BRANCHING
    state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
    state[layout.TRAIL], state[layout.PLACED], state[layout.GENERAL_UNMET] = length, inside, number
    state[layout.AIM], state[layout.CURSOR] = aim, cursor
    return end
