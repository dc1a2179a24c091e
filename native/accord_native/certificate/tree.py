"""Kernel that counts by depth-first search and writes its decisions as a tree certificate.

As Knuth's dancing links do, it knows of each item what the options give to it that still fit. These are a set
of bits, one row for each open decision, so nothing is to be undone but what was given. An option goes when it
is taken or left, or as soon as it would give an item too much; a choice is the lowest bit that is an option
of the item.

    name        shape          dtype   meaning
    ----------  -------------  ------  ----------------------------------------------------------------------
    start       options + 1    uint32  option o has the entries start[o]:start[o + 1]
    item        entries        uint32  the item of an entry
    amount      entries        uint64  what it gives
    mask        items, words   uint64  the options that give to an item
    single      items          uint8   1: any two options give it too much
    least       items          uint64  the least that an option gives to it
    low, high   items          uint64  the demand
    given       items          uint64  what it has
    lacking     items          uint32  items that have less than `low`; as many as the state says
    lacking_at  items          uint32  where an item is in there
    active      depth, words   uint64  for each open decision, and the situation at hand, the options that fit
                                       and were neither taken nor left
    reach       depth, items   uint64  what these give to each item together
    frame       depth, 3       uint32  of an open decision: the DECISION; the OPTION that is taken now, or
                                       NONE; for a decision on an option, how often it was tried: to be taken,
                                       to be left
    out         any            uint32  the decisions
    state       7              uint64  see the layout: open decisions, items that lack, whether the next
                                       situation is a new one, an item that cannot be met (or NONE), decisions
                                       so far, solutions so far, decisions written by this call

Given are the matrix, `mask`, `single`, `least`, and `lacking` and the first rows of `active` and `reach` as
they are at the beginning. Returns DONE, PAUSED after `budget` decisions, FULL when `out` is; called again it
goes on.

Example: items a, b and c, each wanted once; options 0: a b, 1: a, 2: b c, 3: c. Item a has two choices, and
so have the others: it is decided (0). With option 0 only option 3 fits: c (2). With option 1, b has one
choice (1), and then all is given. Two solutions; the decisions are 0 2 1.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.certificate import layout
from accord_native.certificate.layout import NONE, TreeArrays
from accord_native.jit import inline, jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, TWO, WORD_BITS, ZERO


@inline
def _drop(option: np.uint64, level: np.uint64, dead: np.uint64, its: TreeArrays) -> np.uint64:
    """An option is no longer active: an item that can no longer be met, if there is one, or `dead`."""
    begin, end = np.uint64(its.start[option]), np.uint64(its.start[option + ONE])
    for entry in range(begin, end):
        item = np.uint64(its.item[entry])
        reach = its.reach[level, item] - its.amount[entry]
        its.reach[level, item] = reach
        if its.given[item] + reach < its.low[item]:
            dead = item
    return dead


@inline
def _crowd(item: np.uint64, level: np.uint64, dead: np.uint64, its: TreeArrays) -> np.uint64:
    """Options go that would give an item too much, of which several may fit: as `_drop`."""
    room = its.high[item] - its.given[item]
    for word in range(np.uint64(its.active.shape[1])):
        rest = its.active[level, word] & its.mask[item, word]
        while rest != ZERO:
            bit = count_trailing_zeros(rest)
            rest &= rest - ONE
            option = (word << WORD_BITS) + bit
            entry = np.uint64(its.start[option])
            while its.item[entry] != item:
                entry += ONE
            if its.amount[entry] > room:
                its.active[level, word] ^= ONE << bit
                dead = _drop(option, level, dead, its)
    return dead


@inline
def _take(
    option: np.uint64, level: np.uint64, lacking: np.uint64, its: TreeArrays
) -> tuple[np.uint64, np.uint64]:
    """Take an option: how many items lack something then, and one that cannot be met, or NONE."""
    begin, end, dead = np.uint64(its.start[option]), np.uint64(its.start[option + ONE]), NONE
    for entry in range(begin, end):
        item = np.uint64(its.item[entry])
        had = its.given[item]
        its.given[item] = had + its.amount[entry]
        if had < its.low[item] <= its.given[item]:
            lacking -= ONE
            here, other = np.uint64(its.lacking_at[item]), np.uint64(its.lacking[lacking])
            its.lacking[here], its.lacking_at[other] = other, here
            its.lacking[lacking], its.lacking_at[item] = item, lacking
    for word in range(np.uint64(its.active.shape[1])):
        clash = ZERO
        for entry in range(begin, end):
            if its.single[its.item[entry]] != 0:
                clash |= its.mask[its.item[entry], word]
        rest = its.active[level, word] & clash
        its.active[level, word] ^= rest
        while rest != ZERO and dead == NONE:  # else this level has no choices
            dead = _drop((word << WORD_BITS) + count_trailing_zeros(rest), level, dead, its)
            rest &= rest - ONE
    for entry in range(begin, end):
        if dead == NONE and its.single[its.item[entry]] == 0:
            dead = _crowd(np.uint64(its.item[entry]), level, dead, its)
    return lacking, dead


@inline
def _give_back(option: np.uint64, lacking: np.uint64, its: TreeArrays) -> np.uint64:
    """An option is no longer taken: how many items lack something."""
    entry = np.uint64(its.start[option + ONE])
    while entry > its.start[option]:
        entry -= ONE
        item = np.uint64(its.item[entry])
        had = its.given[item]
        its.given[item] = had - its.amount[entry]
        lacking += np.uint64(its.given[item] < its.low[item] <= had)
    return lacking


@inline
def _choose_item(level: np.uint64, lacking: np.uint64, its: TreeArrays) -> np.uint64:
    """The item that lacks something and has the fewest choices."""
    best, fewest = NONE, ~ZERO
    for at in range(lacking):
        item = np.uint64(its.lacking[at])
        have = its.given[item] + its.reach[level, item]
        if have < its.low[item]:
            return item
        spare = have - its.low[item]
        if its.least[item] > ONE:
            spare //= its.least[item]
        if spare < fewest:
            best, fewest = item, spare
    return best


@inline
def _lowest(item: np.uint64, level: np.uint64, its: TreeArrays) -> np.uint64:
    """The first active option, of an item if there is such an item; NONE if there is none."""
    for word in range(np.uint64(its.active.shape[1])):
        rest = its.active[level, word]
        if item < np.uint64(len(its.low)):
            rest &= its.mask[item, word]
        if rest != ZERO:
            return (word << WORD_BITS) + count_trailing_zeros(rest)
    return NONE


@jit(counted=False)
def search(its: TreeArrays, budget: np.uint64) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    frame, state, active, reach = its.frame, its.state, its.active, its.reach
    depth, lacking = state[layout.DEPTH], state[layout.LACKING]
    down, dead = state[layout.GOES_DOWN] != ZERO, state[layout.DEAD]
    nodes, solutions, written = state[layout.NODES], state[layout.SOLUTIONS], ZERO
    items, stop, room = np.uint64(len(its.low)), nodes + budget, np.uint64(len(its.out))
    result = DONE
    while True:
        if down:
            if written == room or nodes == stop:
                result = FULL if written == room else PAUSED
                break
            if lacking > ZERO:
                decision = dead if dead != NONE else _choose_item(depth, lacking, its)
            else:
                decision = _lowest(items, depth, its)
                if decision != NONE:
                    decision += items
            down = False
            if decision == NONE:
                solutions += ONE
            else:
                its.out[written] = decision
                written += ONE
                nodes += ONE
                frame[depth, layout.DECISION], frame[depth, layout.OPTION] = decision, NONE
                frame[depth, layout.TRIES] = 0
                depth += ONE
        if depth == ZERO:
            break
        top = depth - ONE
        decision, option = np.uint64(frame[top, layout.DECISION]), np.uint64(frame[top, layout.OPTION])
        if option != NONE:
            lacking = _give_back(option, lacking, its)
            frame[top, layout.OPTION] = NONE
        takes = True
        if decision < items:
            if its.given[decision] + reach[top, decision] < its.low[decision]:
                depth = top
                continue
            option = _lowest(decision, top, its)
        else:
            option, takes = decision - items, frame[top, layout.TRIES] == 0
            frame[top, layout.TRIES] += np.uint32(1)
            if frame[top, layout.TRIES] > TWO:
                depth = top
                continue
        if takes:  # and it is left by all that come later
            active[top, option >> WORD_BITS] ^= ONE << (option & np.uint64(63))
            _drop(option, top, NONE, its)
        for word in range(np.uint64(active.shape[1])):
            active[depth, word] = active[top, word]
        for item in range(items):
            reach[depth, item] = reach[top, item]
        down, dead = True, NONE
        if takes:
            frame[top, layout.OPTION] = option
            lacking, dead = _take(option, depth, lacking, its)
    state[layout.DEPTH], state[layout.LACKING] = depth, lacking
    state[layout.GOES_DOWN], state[layout.DEAD] = np.uint64(down), dead
    state[layout.NODES], state[layout.SOLUTIONS], state[layout.WRITTEN] = nodes, solutions, written
    return result
