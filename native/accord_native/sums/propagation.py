"""What follows from what was decided, for the `sums` kernel: implications, clauses, bounds, subset sums."""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.sums.heap import insert
from accord_native.sums.layout import (
    ABOUT,
    ADDING,
    BINARY,
    BODY,
    CAUSE,
    CLAUSE,
    DEPTH,
    IMPLYING,
    KIND_BITS,
    LEVEL,
    NEXT,
    OPEN,
    OPTION,
    POSITION,
    PROBING,
    REASON,
    SIZE,
    SLOT,
    SUBSET,
    SUM,
    TRAIL,
    WATCHING,
    WEIGHT,
)
from accord_native.words import ONE, ZERO, Bytes, Floats, Halves, Words

SIX, MASK, WORD = np.uint64(6), np.uint64(63), np.uint64(64)
BEFORE, AFTER = np.uint64(NEXT), np.uint64(NEXT + 1)


@register_jitable
def push(
    value: Bytes, trail: Halves, about: Halves, state: Words, literal: np.uint64, cause: np.uint64
) -> None:
    """Make a literal of an open option true."""
    option, at = literal >> ONE, state[TRAIL]
    value[option] = literal & ONE
    trail[at] = literal
    about[option, REASON] = cause
    about[option, POSITION] = at
    about[option, DEPTH] = state[LEVEL]
    state[TRAIL] = at + ONE


@register_jitable
def blame(state: Words, cause: np.uint64, option: np.uint64) -> bool:
    """Remember what a conflict comes from."""
    state[CAUSE], state[ABOUT] = cause, option
    return True


@register_jitable
def imply(
    implied_start: Halves, implied: Halves, value: Bytes, trail: Halves, about: Halves, state: Words
) -> bool:
    """Follow the implications of one literal to one literal; returns whether there is a conflict."""
    while state[IMPLYING] < state[TRAIL]:
        literal = np.uint64(trail[state[IMPLYING]])
        state[IMPLYING] += ONE
        cause = (literal << KIND_BITS) | BINARY
        for at in range(np.uint64(implied_start[literal]), np.uint64(implied_start[literal + ONE])):
            other = np.uint64(implied[at])
            truth = value[other >> ONE]
            if truth == OPEN:
                push(value, trail, about, state, other, cause)
            elif truth != (other & ONE):
                return blame(state, cause, other >> ONE)
    return False


@register_jitable
def visit(pool: Halves, watch: Halves, value: Bytes, trail: Halves, about: Halves, state: Words) -> bool:
    """Visit the clauses that watch the negation of the next literal; returns whether there is a conflict."""
    literal = np.uint64(trail[state[WATCHING]])
    state[WATCHING] += ONE
    false = literal ^ ONE
    none = np.uint64(len(value))
    link = ZERO  # the place in `pool` that leads to this clause; 0: `watch`
    clause = np.uint64(watch[false])
    while clause != ZERO:
        own = ZERO if pool[clause + BODY] == false else ONE
        following = np.uint64(pool[clause + BEFORE + own])
        other = np.uint64(pool[clause + BODY + (ONE - own)])
        truth = value[other >> ONE]
        if truth != (other & ONE):
            at, end = clause + BODY + ONE + ONE, clause + BODY + np.uint64(pool[clause + np.uint64(SIZE)])
            while at < end:
                new = np.uint64(pool[at])
                if value[new >> ONE] != ((new & ONE) ^ ONE):
                    break
                at += ONE
            if at < end:
                new = np.uint64(pool[at])
                pool[at] = false
                pool[clause + BODY + own] = new
                pool[clause + BEFORE + own] = watch[new]
                watch[new] = clause
                if link == ZERO:
                    watch[false] = following
                else:
                    pool[link] = following
                clause = following
                continue
            cause = (clause << KIND_BITS) | CLAUSE
            if truth != OPEN:
                return blame(state, cause, none)
            push(value, trail, about, state, other, cause)
        link = clause + BEFORE + own
        clause = following
    return False


@register_jitable
def add(
    start: Halves,
    entry: Halves,
    first: Halves,
    member: Halves,
    top: Halves,
    spread: Words,
    room: Words,
    value: Bytes,
    trail: Halves,
    about: Halves,
    changed: Bytes,
    state: Words,
) -> bool:
    """Take what the next literal takes from the room of its items; returns whether there is a conflict."""
    literal = np.uint64(trail[state[ADDING]])
    option, way = literal >> ONE, literal & ONE
    begin, end = np.uint64(start[option]), np.uint64(start[option + ONE])
    for at in range(begin, end):
        slot, weight = np.uint64(entry[at, SLOT]) ^ way, np.uint64(entry[at, WEIGHT])
        left = room[slot]
        if left < weight:
            for back in range(begin, at):
                room[np.uint64(entry[back, SLOT]) ^ way] += np.uint64(entry[back, WEIGHT])
            return blame(state, (slot << KIND_BITS) | SUM, np.uint64(len(value)))
        left -= weight
        room[slot] = left
        changed[slot >> ONE] |= np.uint8(1)
        if left >= top[slot]:
            continue
        item = slot >> ONE
        unsure = left + room[slot ^ ONE] - spread[item]
        near, last = np.uint64(first[item]), np.uint64(first[item + ONE])
        cause = (slot << KIND_BITS) | SUM
        while unsure != ZERO and near < last and member[near, WEIGHT] > left:
            other = np.uint64(member[near, OPTION])
            if value[other] == OPEN:
                # another literal of this item may be on the trail, and not yet be taken into account
                forced = ONE ^ np.uint64(member[near, SLOT]) ^ slot
                push(value, trail, about, state, (other << ONE) | forced, cause)
                unsure -= np.uint64(member[near, WEIGHT])
            near += ONE
    state[ADDING] += ONE
    return False


@register_jitable
def propagate(
    start: Halves,
    entry: Halves,
    first: Halves,
    member: Halves,
    top: Halves,
    spread: Words,
    implied_start: Halves,
    implied: Halves,
    room: Words,
    value: Bytes,
    trail: Halves,
    about: Halves,
    pool: Halves,
    watch: Halves,
    changed: Bytes,
    state: Words,
) -> bool:
    """Go on until nothing follows any more, the cheapest first; returns whether there is a conflict."""
    while True:
        if imply(implied_start, implied, value, trail, about, state):
            return True
        if state[WATCHING] < state[TRAIL]:
            if visit(pool, watch, value, trail, about, state):
                return True
        elif state[ADDING] < state[TRAIL]:
            if add(start, entry, first, member, top, spread, room, value, trail, about, changed, state):
                return True
        else:
            return False


@register_jitable
def retreat(
    start: Halves,
    entry: Halves,
    room: Words,
    value: Bytes,
    trail: Halves,
    marks: Halves,
    heap: Halves,
    activity: Floats,
    phase: Bytes,
    state: Words,
    level: np.uint64,
) -> None:
    """Take back all that came after a level."""
    mark, done, length = np.uint64(marks[level]), state[ADDING], state[TRAIL]
    while length > mark:
        length -= ONE
        literal = np.uint64(trail[length])
        option, way = literal >> ONE, literal & ONE
        value[option] = OPEN
        if state[PROBING] == ZERO:
            phase[option] = way
        insert(heap, activity, state, option)
        if length < done:
            for at in range(np.uint64(start[option]), np.uint64(start[option + ONE])):
                room[np.uint64(entry[at, SLOT]) ^ way] += np.uint64(entry[at, WEIGHT])
    state[LEVEL], state[TRAIL] = level, mark
    state[IMPLYING], state[WATCHING] = min(state[IMPLYING], mark), min(state[WATCHING], mark)
    state[ADDING] = min(done, mark)


@register_jitable
def choose(
    item: np.uint64,
    first: Halves,
    member: Halves,
    spread: Words,
    room: Words,
    value: Bytes,
    trail: Halves,
    about: Halves,
    reach: Words,
    state: Words,
) -> bool:
    """Which open options of an item must be in or out, for the sum to be possible; whether none can be.

    `reach[k]` has the sums that the first k open members can make, above the least possible sum.
    """
    up, down = room[item << ONE], room[(item << ONE) | ONE]
    unsure = up + down - spread[item]
    words = (up >> SIX) + ONE
    if unsure == ZERO or (up >= unsure and down >= unsure) or words > len(reach[0]):
        return False
    cause = (item << KIND_BITS) | SUBSET
    reach[0, :words] = ZERO
    reach[0, 0] = ONE
    number, heaviest = ZERO, ZERO
    for at in range(np.uint64(first[item]), np.uint64(first[item + ONE])):
        if value[member[at, OPTION]] == OPEN:
            weight = np.uint64(member[at, WEIGHT])
            if number == ZERO:
                heaviest = weight
                if heaviest == ONE:
                    return False
            far, by = weight >> SIX, weight & MASK
            for word in range(words):
                made = reach[number, word]
                if word >= far:
                    made |= reach[number, word - far] << by
                    if by > ZERO and word > far:
                        made |= reach[number, word - far - ONE] >> (WORD - by)
                reach[number + ONE, word] = made
            number += ONE
    # backwards: the last row becomes the sums from which the later members lead to the demand
    good = np.uint64(len(reach) - 1)
    least = unsure - down if unsure > down else ZERO
    for word in range(words):
        from_here, bits = np.uint64(word) << SIX, ~ZERO
        if from_here + MASK > up:
            bits = bits >> (MASK - (up - from_here))
        if from_here < least:
            bits = bits & (~ZERO << (least - from_here)) if least - from_here < WORD else ZERO
        reach[good, word] = bits
    place = np.uint64(first[item + ONE])
    while number > ZERO:
        place -= ONE
        option = np.uint64(member[place, OPTION])
        # what this call forces stays counted as open: the sums are those before it
        if value[option] != OPEN:
            continue
        number -= ONE
        weight, raising = np.uint64(member[place, WEIGHT]), np.uint64(member[place, SLOT]) & ONE
        far, by = weight >> SIX, weight & MASK
        may_raise, may_not = False, False
        for word in range(words):  # ascending: a word reads only later ones of the old row
            fall = ZERO
            if word + far < words:
                fall = reach[good, word + far] >> by
                if by > ZERO and word + far + ONE < words:
                    fall |= reach[good, word + far + ONE] << (WORD - by)
            before = reach[number, word]
            may_raise |= (before & fall) != ZERO
            may_not |= (before & reach[good, word]) != ZERO
            reach[good, word] |= fall
        if not may_raise and not may_not:
            return blame(state, cause, np.uint64(len(value)))
        if not may_raise:
            push(value, trail, about, state, (option << ONE) | (raising ^ ONE), cause)
        elif not may_not:
            push(value, trail, about, state, (option << ONE) | raising, cause)
    return False


@register_jitable
def subsets(
    first: Halves,
    member: Halves,
    spread: Words,
    room: Words,
    value: Bytes,
    trail: Halves,
    about: Halves,
    changed: Bytes,
    reach: Words,
    state: Words,
) -> bool:
    """`choose` for items that changed, until something is forced; whether there is a conflict."""
    length = state[TRAIL]
    for item in range(np.uint64(len(spread))):
        if changed[item] == 3:
            changed[item] = 2
            if choose(np.uint64(item), first, member, spread, room, value, trail, about, reach, state):
                return True
            if state[TRAIL] > length:
                return False
    return False
