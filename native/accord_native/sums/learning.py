"""Conflict analysis of the `sums` kernel: learns a clause at the first unique implication point.

A sum is explained by those of its literals that took from its room, as far as they are needed: what is left
over lets some go. A set of sums is explained by all that is decided of its item.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline
from accord_native.sums import layout
from accord_native.sums.heap import bump
from accord_native.sums.layout import Arrays
from accord_native.words import ONE, TWO, ZERO, Halves

FAR = np.uint64(64)  # implications to follow when a clause is made shorter
FEW = np.uint32(2)  # levels: a clause of so few is kept
MORE = np.uint64(500)  # clauses that may be kept after each clearance


@inline
def explain(cause: np.uint64, option: np.uint64, before: np.uint64, its: Arrays) -> np.uint64:
    """Write true literals that force an option (or, with `options` for it, a conflict); how many they are."""
    first, member, slack = its.given.first, its.given.member, its.given.slack
    value, about, pool, seen, why = its.value, its.about, its.pool, its.seen, its.why
    kind, payload, number = cause & layout.KIND_MASK, cause >> layout.KIND_BITS, ZERO
    if kind == layout.BINARY:
        why[0] = payload
        return ONE
    if kind == layout.CLAUSE:
        body = payload + layout.BODY
        for at in range(body, body + np.uint64(pool[payload + np.uint64(layout.SIZE)])):
            literal = np.uint64(pool[at])
            if literal >> ONE != option:
                why[number] = literal ^ ONE
                number += ONE
        return number
    item = payload >> ONE if kind == layout.SUM else payload
    near, last = np.uint64(first[item]), np.uint64(first[item + ONE])
    if kind == layout.SUM:
        taken = ZERO
        for at in range(near, last):
            other = np.uint64(member[at, layout.OPTION])
            if other == option or (
                value[other] != layout.OPEN
                and about[other, layout.POSITION] < before
                and np.uint64(member[at, layout.SLOT]) ^ np.uint64(value[other]) == payload
            ):
                taken += np.uint64(member[at, layout.WEIGHT])
        spare = taken - slack[payload] - ONE
    for at in range(near, last):
        other = np.uint64(member[at, layout.OPTION])
        if other == option or value[other] == layout.OPEN:
            continue
        if about[other, layout.POSITION] >= before or about[other, layout.DEPTH] == ZERO:
            continue
        truth = np.uint64(value[other])
        if kind == layout.SUM:
            if np.uint64(member[at, layout.SLOT]) ^ truth != payload:
                continue
            if member[at, layout.WEIGHT] <= spare and seen[other] == ZERO:
                spare -= np.uint64(member[at, layout.WEIGHT])
                continue
        why[number] = (other << ONE) | truth
        number += ONE
    return number


@inline
def note(
    literal: np.uint64, level: np.uint64, number: np.uint64, bumping: np.bool_, its: Arrays
) -> np.uint64:
    """Count a true literal of the present level, or keep one of an earlier level; how many are kept."""
    about, heap, activity, seen, learnt = its.about, its.heap, its.activity, its.seen, its.learnt
    option = literal >> ONE
    if seen[option] == ZERO and about[option, layout.DEPTH] > ZERO:
        seen[option] = ONE
        if bumping:
            bump(heap, activity, option)
        if about[option, layout.DEPTH] < level:
            learnt[number] = literal ^ ONE
            return number + ONE
    return number


@inline
def deepest(its: Arrays) -> np.uint64:
    """The deepest level that the conflict needs: what is propagated late may need less than the present."""
    value, about, why, state = its.value, its.about, its.why, its.state
    option, level = state[layout.ABOUT], ZERO
    many = explain(state[layout.CAUSE], option, state[layout.TRAIL], its)
    for at in range(many):
        level = max(level, np.uint64(about[np.uint64(why[at]) >> ONE, layout.DEPTH]))
    if option < len(value):
        level = max(level, np.uint64(about[option, layout.DEPTH]))
    return level


@inline
def analyse(bumping: np.bool_, its: Arrays) -> np.uint64:
    """Write the clause that a conflict teaches: the literal that it forces, and the others; its size."""
    implied_start, implied = its.given.implied_start, its.given.implied
    value, trail, about, seen, why, learnt = its.value, its.trail, its.about, its.seen, its.why, its.learnt
    state = its.state
    level, option, at = state[layout.LEVEL], state[layout.ABOUT], state[layout.TRAIL]
    number = ONE
    cause, before = state[layout.CAUSE], state[layout.TRAIL]
    pending = ZERO  # literals of this level that are not explained yet
    if option < len(value):  # an implication: the literal that it would make false belongs to the conflict
        number = note(option << ONE | np.uint64(value[option]), level, number, bumping, its)
        pending += np.uint64(about[option, layout.DEPTH] == level)
    literal = ZERO
    while True:
        many = explain(cause, option, before, its)
        for each in range(many):
            other = np.uint64(why[each])
            if seen[other >> ONE] == ZERO and about[other >> ONE, layout.DEPTH] == level:
                pending += ONE
            number = note(other, level, number, bumping, its)
        while True:
            at -= ONE
            literal = np.uint64(trail[at])
            if seen[literal >> ONE] != ZERO and about[literal >> ONE, layout.DEPTH] == level:
                break
        pending -= ONE
        option = literal >> ONE
        if pending == ZERO:
            break
        seen[option] = ZERO
        cause, before = np.uint64(about[option, layout.REASON]), np.uint64(about[option, layout.POSITION])
    learnt[0] = literal ^ ONE
    # literals that follow from others of the clause
    kept = ONE
    for each in range(ONE, number):
        option = np.uint64(learnt[each]) >> ONE
        cause = np.uint64(about[option, layout.REASON])
        needed = cause & layout.KIND_MASK == layout.NONE
        if not needed:
            before = np.uint64(about[option, layout.POSITION])
            many = explain(cause, option, before, its)
            for reason in range(many):
                other = np.uint64(why[reason]) >> ONE
                if seen[other] == ZERO and about[other, layout.DEPTH] > ZERO:
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


@inline
def second(learnt: Halves, size: np.uint64, about: Halves) -> np.uint64:
    """Bring the deepest of the other literals to the second place; its level, 0 if there is none."""
    deepest, level = ZERO, ZERO
    for at in range(ONE, size):
        depth = np.uint64(about[np.uint64(learnt[at]) >> ONE, layout.DEPTH])
        if depth > level:
            deepest, level = np.uint64(at), depth
    if deepest > ONE:
        literal = np.uint64(learnt[1])
        learnt[1] = learnt[deepest]
        learnt[deepest] = literal
    return level


@inline
def levels(size: np.uint64, number: np.uint64, its: Arrays) -> np.uint64:
    """How many levels the literals of a clause have (Audemard and Simon, 2009); `number` is a new stamp."""
    about, stamps, learnt = its.about, its.stamps, its.learnt
    many = ZERO
    for at in range(size):
        depth = np.uint64(about[np.uint64(learnt[at]) >> ONE, layout.DEPTH])
        if stamps[depth] != number:
            stamps[depth] = number
            many += ONE
    return many


@inline
def attach(pool: Halves, watch: Halves, clause: np.uint64) -> None:
    """Let the first two literals of a clause be watched."""
    for own in range(TWO):
        literal = np.uint64(pool[clause + layout.BODY + own])
        pool[clause + layout.HEAD + own] = watch[literal]
        watch[literal] = clause


@inline
def store(size: np.uint64, many: np.uint64, its: Arrays) -> np.uint64:
    """Keep a clause of two literals or more, with space for it; return its place. 0 levels: for good."""
    pool, watch, learnt, state = its.pool, its.watch, its.learnt, its.state
    clause = state[layout.POOL]
    pool[clause + np.uint64(layout.SIZE)] = size
    pool[clause + np.uint64(layout.LEVELS)] = many
    for at in range(size):
        pool[clause + layout.BODY + at] = learnt[at]
    state[layout.POOL] = clause + layout.BODY + size
    if many > ZERO:
        state[layout.LEARNT] += ONE
    attach(pool, watch, clause)
    return clause


@inline
def clear(its: Arrays) -> None:
    """Drop about half of the clauses, first the ones of many levels, and old ones; nothing else changes."""
    value, about, pool, watch, state = its.value, its.about, its.pool, its.watch, its.state
    end, limit, above = state[layout.POOL], ZERO, state[layout.LEARNT]
    half = above >> ONE
    while above > half:  # how many clauses have more levels than `limit`
        limit += ONE
        above, clause = ZERO, ONE
        while clause < end:
            above += np.uint64(pool[clause + np.uint64(layout.LEVELS)] > limit)
            clause += layout.BODY + np.uint64(pool[clause + np.uint64(layout.SIZE)])
    also = half - above  # of those at the limit
    for literal in range(len(watch)):
        watch[literal] = ZERO
    clause, to = ONE, ONE
    while clause < end:
        size, many = np.uint64(pool[clause + np.uint64(layout.SIZE)]), pool[clause + np.uint64(layout.LEVELS)]
        option = np.uint64(pool[clause + layout.BODY]) >> ONE
        cause = (clause << layout.KIND_BITS) | layout.CLAUSE
        locked = value[option] != layout.OPEN and about[option, layout.REASON] == cause
        other = np.uint64(pool[clause + layout.BODY + ONE]) >> ONE
        locked_other = value[other] != layout.OPEN and about[other, layout.REASON] == cause
        drop = many > FEW and many >= limit and not locked and not locked_other
        if drop and many == limit:
            drop = also > ZERO
            also -= np.uint64(drop)
        if drop:
            state[layout.LEARNT] -= ONE
        else:
            for at in range(layout.BODY + size):
                pool[to + at] = pool[clause + at]
            if locked:
                about[option, layout.REASON] = (to << layout.KIND_BITS) | layout.CLAUSE
            if locked_other:
                about[other, layout.REASON] = (to << layout.KIND_BITS) | layout.CLAUSE
            attach(pool, watch, to)
            to += layout.BODY + size
        clause += layout.BODY + size
    state[layout.POOL] = to
    state[layout.LEARNT_MOST] += MORE
