"""What is learnt from a conflict, for the `sums` kernel: first unique implication points, and their clauses.

A sum is explained by those of its literals that took from its room, as far as they are needed: what is left
over lets some go. A set of sums is explained by all that is decided of its item.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.sums.heap import bump
from accord_native.sums.layout import (
    ABOUT,
    BINARY,
    BODY,
    CAUSE,
    CLAUSE,
    DEPTH,
    HEAD,
    KIND_BITS,
    KIND_MASK,
    LEARNT,
    LEARNT_MOST,
    LEVEL,
    LEVELS,
    NONE,
    OPEN,
    OPTION,
    POOL,
    POSITION,
    REASON,
    SIZE,
    SLOT,
    SUM,
    TRAIL,
    WEIGHT,
)
from accord_native.words import ONE, TWO, ZERO, Bytes, Floats, Halves, Words

FAR = np.uint64(64)  # implications to follow when a clause is made shorter
FEW = np.uint32(2)  # levels: a clause of so few is kept
MORE = np.uint64(500)  # clauses that may be kept after each clearance


@register_jitable
def explain(
    cause: np.uint64,
    option: np.uint64,
    before: np.uint64,
    first: Halves,
    member: Halves,
    slack: Words,
    value: Bytes,
    about: Halves,
    seen: Bytes,
    pool: Halves,
    why: Halves,
) -> np.uint64:
    """Write true literals that force an option (or, with `options` for it, a conflict); how many they are."""
    kind, payload, number = cause & KIND_MASK, cause >> KIND_BITS, ZERO
    if kind == BINARY:
        why[0] = payload
        return ONE
    if kind == CLAUSE:
        body = payload + BODY
        for at in range(body, body + np.uint64(pool[payload + np.uint64(SIZE)])):
            literal = np.uint64(pool[at])
            if literal >> ONE != option:
                why[number] = literal ^ ONE
                number += ONE
        return number
    item = payload >> ONE if kind == SUM else payload
    near, last = np.uint64(first[item]), np.uint64(first[item + ONE])
    if kind == SUM:
        taken = ZERO
        for at in range(near, last):
            other = np.uint64(member[at, OPTION])
            if other == option or (
                value[other] != OPEN
                and about[other, POSITION] < before
                and np.uint64(member[at, SLOT]) ^ np.uint64(value[other]) == payload
            ):
                taken += np.uint64(member[at, WEIGHT])
        spare = taken - slack[payload] - ONE
    for at in range(near, last):
        other = np.uint64(member[at, OPTION])
        if other == option or value[other] == OPEN:
            continue
        if about[other, POSITION] >= before or about[other, DEPTH] == ZERO:
            continue
        truth = np.uint64(value[other])
        if kind == SUM:
            if np.uint64(member[at, SLOT]) ^ truth != payload:
                continue
            if member[at, WEIGHT] <= spare and seen[other] == ZERO:
                spare -= np.uint64(member[at, WEIGHT])
                continue
        why[number] = (other << ONE) | truth
        number += ONE
    return number


@register_jitable
def note(
    literal: np.uint64,
    level: np.uint64,
    number: np.uint64,
    about: Halves,
    seen: Bytes,
    learnt: Halves,
    heap: Halves,
    activity: Floats,
    bumping: np.bool_,
) -> np.uint64:
    """Count a true literal of the present level, or keep one of an earlier level; how many are kept."""
    option = literal >> ONE
    if seen[option] == ZERO and about[option, DEPTH] > ZERO:
        seen[option] = ONE
        if bumping:
            bump(heap, activity, option)
        if about[option, DEPTH] < level:
            learnt[number] = literal ^ ONE
            return number + ONE
    return number


@register_jitable
def deepest(
    first: Halves,
    member: Halves,
    slack: Words,
    value: Bytes,
    about: Halves,
    seen: Bytes,
    pool: Halves,
    why: Halves,
    state: Words,
) -> np.uint64:
    """The deepest level that the conflict needs: what is propagated late may need less than the present."""
    option, level = state[ABOUT], ZERO
    many = explain(state[CAUSE], option, state[TRAIL], first, member, slack, value, about, seen, pool, why)
    for at in range(many):
        level = max(level, np.uint64(about[np.uint64(why[at]) >> ONE, DEPTH]))
    if option < len(value):
        level = max(level, np.uint64(about[option, DEPTH]))
    return level


@register_jitable
def analyse(
    first: Halves,
    member: Halves,
    slack: Words,
    implied_start: Halves,
    implied: Halves,
    value: Bytes,
    trail: Halves,
    about: Halves,
    seen: Bytes,
    pool: Halves,
    why: Halves,
    learnt: Halves,
    heap: Halves,
    activity: Floats,
    bumping: np.bool_,
    state: Words,
) -> np.uint64:
    """Write the clause that a conflict teaches: the literal that it forces, and the others; its size."""
    level, option, at = state[LEVEL], state[ABOUT], state[TRAIL]
    number = ONE
    cause, before = state[CAUSE], state[TRAIL]
    pending = ZERO  # literals of this level that are not explained yet
    if option < len(value):  # an implication: the literal that it would make false belongs to the conflict
        number = note(
            (option << ONE) | np.uint64(value[option]),
            level, number, about, seen, learnt, heap, activity, bumping,
        )  # fmt: skip
        pending += np.uint64(about[option, DEPTH] == level)
    literal = ZERO
    while True:
        many = explain(cause, option, before, first, member, slack, value, about, seen, pool, why)
        for each in range(many):
            other = np.uint64(why[each])
            if seen[other >> ONE] == ZERO and about[other >> ONE, DEPTH] == level:
                pending += ONE
            number = note(other, level, number, about, seen, learnt, heap, activity, bumping)
        while True:
            at -= ONE
            literal = np.uint64(trail[at])
            if seen[literal >> ONE] != ZERO and about[literal >> ONE, DEPTH] == level:
                break
        pending -= ONE
        option = literal >> ONE
        if pending == ZERO:
            break
        seen[option] = ZERO
        cause, before = np.uint64(about[option, REASON]), np.uint64(about[option, POSITION])
    learnt[0] = literal ^ ONE
    # literals that follow from others of the clause
    kept = ONE
    for each in range(ONE, number):
        option = np.uint64(learnt[each]) >> ONE
        cause = np.uint64(about[option, REASON])
        needed = cause & KIND_MASK == NONE
        if not needed:
            before = np.uint64(about[option, POSITION])
            many = explain(cause, option, before, first, member, slack, value, about, seen, pool, why)
            for reason in range(many):
                other = np.uint64(why[reason]) >> ONE
                if seen[other] == ZERO and about[other, DEPTH] > ZERO:
                    needed = True
                    break
        if needed:
            other = np.uint64(learnt[kept])
            learnt[kept] = learnt[each]
            learnt[each] = other
            kept += ONE
    for each in range(kept, number):
        seen[np.uint64(learnt[each]) >> ONE] = ZERO
    number, kept = kept, ONE
    # literals that imply others of the clause
    for each in range(ONE, number):
        literal = np.uint64(learnt[each])
        option = literal >> ONE
        here, steps, found = literal, ZERO, False
        while steps < FAR and not found:
            steps += ONE
            near, last = np.uint64(implied_start[here]), np.uint64(implied_start[here + ONE])
            if near == last:
                break
            here = np.uint64(implied[near])
            for edge in range(near, last):
                other = np.uint64(implied[edge])
                target = other >> ONE
                if target != option and seen[target] != ZERO and value[target] != (other & ONE):
                    found = True
        if found:
            seen[option] = ZERO
        else:
            learnt[kept] = literal
            kept += ONE
    for each in range(kept):
        seen[np.uint64(learnt[each]) >> ONE] = ZERO
    return kept


@register_jitable
def second(learnt: Halves, size: np.uint64, about: Halves) -> np.uint64:
    """Bring the deepest of the other literals to the second place; its level, 0 if there is none."""
    deepest, level = ZERO, ZERO
    for at in range(ONE, size):
        depth = np.uint64(about[np.uint64(learnt[at]) >> ONE, DEPTH])
        if depth > level:
            deepest, level = np.uint64(at), depth
    if deepest > ONE:
        literal = np.uint64(learnt[1])
        learnt[1] = learnt[deepest]
        learnt[deepest] = literal
    return level


@register_jitable
def levels(learnt: Halves, size: np.uint64, about: Halves, stamps: Words, number: np.uint64) -> np.uint64:
    """How many levels the literals of a clause have (Audemard and Simon, 2009); `number` is a new stamp."""
    many = ZERO
    for at in range(size):
        depth = np.uint64(about[np.uint64(learnt[at]) >> ONE, DEPTH])
        if stamps[depth] != number:
            stamps[depth] = number
            many += ONE
    return many


@register_jitable
def attach(pool: Halves, watch: Halves, clause: np.uint64) -> None:
    """Let the first two literals of a clause be watched."""
    for own in range(TWO):
        literal = np.uint64(pool[clause + BODY + own])
        pool[clause + HEAD + own] = watch[literal]
        watch[literal] = clause


@register_jitable
def store(
    learnt: Halves, size: np.uint64, many: np.uint64, pool: Halves, watch: Halves, state: Words
) -> np.uint64:
    """Keep a clause of two literals or more, for which there is room; where it is. 0 levels: for good."""
    clause = state[POOL]
    pool[clause + np.uint64(SIZE)] = size
    pool[clause + np.uint64(LEVELS)] = many
    for at in range(size):
        pool[clause + BODY + at] = learnt[at]
    state[POOL] = clause + BODY + size
    if many > ZERO:
        state[LEARNT] += ONE
    attach(pool, watch, clause)
    return clause


@register_jitable
def clear(pool: Halves, watch: Halves, value: Bytes, about: Halves, state: Words) -> None:
    """Drop about half of the clauses, those of many levels and the older ones first; nothing else changes."""
    end, limit, above = state[POOL], ZERO, state[LEARNT]
    half = above >> ONE
    while above > half:  # how many clauses have more levels than `limit`
        limit += ONE
        above, clause = ZERO, ONE
        while clause < end:
            above += np.uint64(pool[clause + np.uint64(LEVELS)] > limit)
            clause += BODY + np.uint64(pool[clause + np.uint64(SIZE)])
    also = half - above  # of those at the limit
    for literal in range(len(watch)):
        watch[literal] = ZERO
    clause, to = ONE, ONE
    while clause < end:
        size, many = np.uint64(pool[clause + np.uint64(SIZE)]), pool[clause + np.uint64(LEVELS)]
        option = np.uint64(pool[clause + BODY]) >> ONE
        cause = (clause << KIND_BITS) | CLAUSE
        locked = value[option] != OPEN and about[option, REASON] == cause
        other = np.uint64(pool[clause + BODY + ONE]) >> ONE
        locked_other = value[other] != OPEN and about[other, REASON] == cause
        drop = many > FEW and many >= limit and not locked and not locked_other
        if drop and many == limit:
            drop = also > ZERO
            also -= np.uint64(drop)
        if drop:
            state[LEARNT] -= ONE
        else:
            for at in range(BODY + size):
                pool[to + at] = pool[clause + at]
            if locked:
                about[option, REASON] = (to << KIND_BITS) | CLAUSE
            if locked_other:
                about[other, REASON] = (to << KIND_BITS) | CLAUSE
            attach(pool, watch, to)
            to += BODY + size
        clause += BODY + size
    state[POOL] = to
    state[LEARNT_MOST] += MORE
