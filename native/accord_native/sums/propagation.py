"""Propagation for the `sums` kernel: implications, clauses, bounds, subset sums."""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline
from accord_native.sums import layout
from accord_native.sums.heap import insert
from accord_native.sums.layout import Arrays
from accord_native.words import ONE, ZERO, Words

SIX, MASK, WORD = np.uint64(6), np.uint64(63), np.uint64(64)
BEFORE, AFTER = np.uint64(layout.NEXT), np.uint64(layout.NEXT + 1)


@inline
def push(literal: np.uint64, cause: np.uint64, its: Arrays) -> None:
    """Make a literal of an open option true."""
    value, trail, about, state = its.value, its.trail, its.about, its.state
    option, at = literal >> ONE, state[layout.TRAIL]
    value[option] = literal & ONE
    trail[at] = literal
    about[option, layout.REASON] = cause
    about[option, layout.POSITION] = at
    about[option, layout.DEPTH] = state[layout.LEVEL]
    state[layout.TRAIL] = at + ONE


@inline
def blame(state: Words, cause: np.uint64, option: np.uint64) -> bool:
    """Remember what a conflict comes from."""
    state[layout.CAUSE], state[layout.ABOUT] = cause, option
    return True


@inline
def imply(its: Arrays) -> bool:
    """Follow the implications of one literal to one literal; returns whether there is a conflict."""
    implied_start, implied = its.given.implied_start, its.given.implied
    choice_start, choice = its.given.choice_start, its.given.choice
    rival_start, rival = its.given.rival_start, its.given.rival
    value, trail, state = its.value, its.trail, its.state
    while state[layout.IMPLYING] < state[layout.TRAIL]:
        literal = np.uint64(trail[state[layout.IMPLYING]])
        state[layout.IMPLYING] += ONE
        cause = (literal << layout.KIND_BITS) | layout.BINARY
        for at in range(np.uint64(implied_start[literal]), np.uint64(implied_start[literal + ONE])):
            other = np.uint64(implied[at])
            truth = value[other >> ONE]
            if truth == layout.OPEN:
                push(other, cause, its)
            elif truth != (other & ONE):
                return blame(state, cause, other >> ONE)
        if literal & ONE:
            continue
        option = literal >> ONE
        for at in range(np.uint64(choice_start[option]), np.uint64(choice_start[option + ONE])):
            item = np.uint64(choice[at])
            for beside in range(np.uint64(rival_start[item]), np.uint64(rival_start[item + ONE])):
                other = np.uint64(rival[beside])
                if value[other] == layout.OPEN:
                    push(other << ONE | ONE, cause, its)
                elif value[other] == layout.IN and other != option:
                    return blame(state, cause, other)
    return False


@inline
def visit(its: Arrays) -> bool:
    """Visit the clauses that watch the negation of the next literal; returns whether there is a conflict."""
    value, trail, pool, watch, state = its.value, its.trail, its.pool, its.watch, its.state
    literal = np.uint64(trail[state[layout.WATCHING]])
    state[layout.WATCHING] += ONE
    false = literal ^ ONE
    none = np.uint64(len(value))
    link = ZERO  # the place in `pool` that leads to this clause; 0: `watch`
    clause = np.uint64(watch[false])
    while clause != ZERO:
        own = ZERO if pool[clause + layout.BODY] == false else ONE
        following = np.uint64(pool[clause + BEFORE + own])
        other = np.uint64(pool[clause + layout.BODY + (ONE - own)])
        truth = value[other >> ONE]
        if truth != (other & ONE):
            at = clause + layout.BODY + ONE + ONE
            end = clause + layout.BODY + np.uint64(pool[clause + np.uint64(layout.SIZE)])
            while at < end:
                new = np.uint64(pool[at])
                if value[new >> ONE] != ((new & ONE) ^ ONE):
                    break
                at += ONE
            if at < end:
                new = np.uint64(pool[at])
                pool[at] = false
                pool[clause + layout.BODY + own] = new
                pool[clause + BEFORE + own] = watch[new]
                watch[new] = clause
                if link == ZERO:
                    watch[false] = following
                else:
                    pool[link] = following
                clause = following
                continue
            cause = (clause << layout.KIND_BITS) | layout.CLAUSE
            if truth != layout.OPEN:
                return blame(state, cause, none)
            push(other, cause, its)
        link = clause + BEFORE + own
        clause = following
    return False


@inline
def add(its: Arrays) -> bool:
    """Take what the next literal takes from the room of its items; returns whether there is a conflict."""
    given = its.given
    start, entry, first, member, top = given.start, given.entry, given.first, given.member, given.top
    spread = given.spread
    room, value, trail, changed, state = its.room, its.value, its.trail, its.changed, its.state
    literal = np.uint64(trail[state[layout.ADDING]])
    option, way = literal >> ONE, literal & ONE
    begin, end = np.uint64(start[option]), np.uint64(start[option + ONE])
    for at in range(begin, end):
        slot, weight = np.uint64(entry[at, layout.SLOT]) ^ way, np.uint64(entry[at, layout.WEIGHT])
        left = room[slot]
        if left < weight:
            for back in range(begin, at):
                room[np.uint64(entry[back, layout.SLOT]) ^ way] += np.uint64(entry[back, layout.WEIGHT])
            return blame(state, (slot << layout.KIND_BITS) | layout.SUM, np.uint64(len(value)))
        left -= weight
        room[slot] = left
        changed[slot >> ONE] |= np.uint8(1)
        if left >= top[slot]:
            continue
        item = slot >> ONE
        unsure = left + room[slot ^ ONE] - spread[item]
        near, last = np.uint64(first[item]), np.uint64(first[item + ONE])
        cause = (slot << layout.KIND_BITS) | layout.SUM
        while unsure != ZERO and near < last and member[near, layout.WEIGHT] > left:
            other = np.uint64(member[near, layout.OPTION])
            if value[other] == layout.OPEN:
                # another literal of this item may be on the trail, and not yet be taken into account
                forced = ONE ^ np.uint64(member[near, layout.SLOT]) ^ slot
                push(other << ONE | forced, cause, its)
                unsure -= np.uint64(member[near, layout.WEIGHT])
            near += ONE
    state[layout.ADDING] += ONE
    return False


@inline
def propagate(its: Arrays) -> bool:
    """Continue until nothing more follows, the cheapest first; returns whether there is a conflict."""
    state = its.state
    while True:
        if imply(its):
            return True
        if state[layout.WATCHING] < state[layout.TRAIL]:
            if visit(its):
                return True
        elif state[layout.ADDING] < state[layout.TRAIL]:
            if add(its):
                return True
        else:
            return False


@inline
def retreat(level: np.uint64, its: Arrays) -> None:
    """Take back all that came after a level."""
    start, entry = its.given.start, its.given.entry
    room, value, trail, marks, heap = its.room, its.value, its.trail, its.marks, its.heap
    activity, phase, state = its.activity, its.phase, its.state
    mark, done, length = np.uint64(marks[level]), state[layout.ADDING], state[layout.TRAIL]
    while length > mark:
        length -= ONE
        literal = np.uint64(trail[length])
        option, way = literal >> ONE, literal & ONE
        value[option] = layout.OPEN
        if state[layout.PROBING] == ZERO:
            phase[option] = way
        insert(heap, activity, state, option)
        if length < done:
            for at in range(np.uint64(start[option]), np.uint64(start[option + ONE])):
                room[np.uint64(entry[at, layout.SLOT]) ^ way] += np.uint64(entry[at, layout.WEIGHT])
    state[layout.LEVEL], state[layout.TRAIL] = level, mark
    state[layout.IMPLYING], state[layout.WATCHING] = (
        min(state[layout.IMPLYING], mark),
        min(state[layout.WATCHING], mark),
    )
    state[layout.ADDING] = min(done, mark)


@inline
def choose(item: np.uint64, its: Arrays) -> bool:
    """Which open options of an item must be in or out, for the sum to be possible; whether none can be.

    `reach[k]` has the sums that the first k open members can make, above the least possible sum.
    """
    first, member, spread = its.given.first, its.given.member, its.given.spread
    room, value, reach, state = its.room, its.value, its.reach, its.state
    up, down = room[item << ONE], room[(item << ONE) | ONE]
    unsure = up + down - spread[item]
    words = (up >> SIX) + ONE
    if unsure == ZERO or (up >= unsure and down >= unsure) or words > reach.shape[1]:
        return False
    cause = (item << layout.KIND_BITS) | layout.SUBSET
    for word in range(words):
        reach[0, word] = ZERO
    reach[0, 0] = ONE
    number, heaviest = ZERO, ZERO
    for at in range(np.uint64(first[item]), np.uint64(first[item + ONE])):
        if value[member[at, layout.OPTION]] == layout.OPEN:
            weight = np.uint64(member[at, layout.WEIGHT])
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
        option = np.uint64(member[place, layout.OPTION])
        # what this call forces stays counted as open: the sums are those before it
        if value[option] != layout.OPEN:
            continue
        number -= ONE
        weight, raising = np.uint64(member[place, layout.WEIGHT]), np.uint64(member[place, layout.SLOT]) & ONE
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
            push(option << ONE | raising ^ ONE, cause, its)
        elif not may_not:
            push(option << ONE | raising, cause, its)
    return False


@inline
def subsets(its: Arrays) -> bool:
    """`choose` for items that changed, until something is forced; whether there is a conflict."""
    spread = its.given.spread
    changed, state = its.changed, its.state
    length = state[layout.TRAIL]
    for item in range(np.uint64(len(spread))):
        if changed[item] == 3:
            changed[item] = 2
            if choose(np.uint64(item), its):
                return True
            if state[layout.TRAIL] > length:
                return False
    return False
