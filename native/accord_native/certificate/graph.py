"""Kernel that counts by dynamic programming and writes its decisions as a graph certificate.

The item that is decided is the first one in a fixed order that lacks something. Items stand in that order
already: so no option fits that gives to an earlier item which wants one number exactly, and such options are
not among those of a later one. What is left to be chosen of a layered count depends on this order alone.

A situation is a row of words: for each item a field with what it was given, behind them a bit for each option
that fits but was taken or left, where that can be. Rows wait in queues, one for each amount that was given in
all, in the order in which they were first reached; the caller hands in one after the other, the least
amount first.

    name          shape            dtype   meaning
    ------------  ---------------  ------  -------------------------------------------------------------------
    item          items, 6         uint64  the WORD and SHIFT of its field, the MASK of that, shifted down,
                                           LOW and HIGH; BIT: the number of a bit that tells of all others
                                           that come later
    counted       any              uint32  items that may lack something, but for those that are wanted just
                                           once
    wanted        words            uint64  the bits of those
    blocks        options, words   uint64  fields where an option does not fit as soon as something was given
                                           there
    adds          options, words   uint64  what an option gives
    step          options          uint32  the queue for situations in which it is taken
    start         options + 1      uint32  its entries that are not in `blocks`: start[o]:start[o + 1]
    entry_item    any              uint32  the item of such an entry
    entry_amount  any              uint64  what it gives
    first         items + 1        uint32  item i is decided by the options of[first[i]:first[i + 1]],
                                           ascending

    of_amount     any              uint64  what they give to it
    state_of      rows, words + n  uint64  the situations; n is 0 as long as no options are left
    ways          rows, lanes      uint64  how many ways there are to each; the lowest 56 bits first
    link          rows, 3          uint32  the name of its QUEUE, or 0; the row BEHIND it there; the next one
                                           in its BUCKET. Rows are counted from 1; 0 is none
    bucket        a power of 2     uint32  the first row of each
    queue         steps, 3         uint32  NAME, HEAD and TAIL of the queues that situations go to; the first
                                           one is for those where nothing is taken
    total         lanes            uint64  the solutions
    fitting       options + 1      uint32  for choices
    next_state    words + n        uint64  for a situation
    out           any              uint32  the decisions
    state         8                uint64  see the layout: the row that is next; rows that are free again;
                                           rows that were ever used; rows that wait; decisions so far; those
                                           written by this call; whether every option gives to an item that
                                           wants one number exactly; whether the buckets are empty, and rows
                                           are to be put into them first

Returns DONE when the queue is empty; PAUSED after `budget` decisions; FULL when `out` is; GROW when rows may
not be enough; LONGER when numbers need a lane more. n may be 0 where every option gives to an item that wants
one number exactly, and no two options fit together that decide the same item.

Example: items a, b and c, each wanted once; options 0: a b, 1: a, 2: b c, 3: c. By a one comes to a b, and to
a; from a, of the lesser amount, by b to a b c; from a b, by c, to the same. Two ways lead there; the
decisions are 0 1 2.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.certificate import layout
from accord_native.certificate.layout import GraphArrays
from accord_native.jit import inline, jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, WORD_BITS, ZERO

SIX_BITS = np.uint64(63)
STIR, FOLD = np.uint64(0xD6E8FEB86659FD93), np.uint64(32)
LANE_MASK = (ONE << layout.LANE) - ONE
NO_BIT = np.uint64(1 << 40)


@inline
def _has_room(option: np.uint64, state: np.uint64, fresh: bool, its: GraphArrays) -> bool:
    """Whether an option gives nothing too much in a situation that is kept, or in the `fresh` one."""
    for word in range(np.uint64(its.blocks.shape[1])):
        has = its.next_state[word] if fresh else its.state_of[state, word]
        if has & its.blocks[option, word] != ZERO:
            return False
    for entry in range(np.uint64(its.start[option]), np.uint64(its.start[option + ONE])):
        item = np.uint64(its.entry_item[entry])
        word = its.item[item, layout.WORD]
        has = its.next_state[word] if fresh else its.state_of[state, word]
        given = has >> its.item[item, layout.SHIFT] & its.item[item, layout.MASK]
        if given + its.entry_amount[entry] > its.item[item, layout.HIGH]:
            return False
    return True


@inline
def _is_open(option: np.uint64, state: np.uint64, its: GraphArrays) -> bool:
    """Whether an option fits, and was neither taken nor left."""
    words = np.uint64(its.blocks.shape[1])
    if len(its.next_state) > words:
        bits = its.state_of[state, words + (option >> WORD_BITS)]
        if bits >> (option & SIX_BITS) & ONE != ZERO:
            return False
    return _has_room(option, state, False, its)


@inline
def _lacking(state: np.uint64, its: GraphArrays) -> np.uint64:
    """The first item that lacks something; as many as there are if none does."""
    items, bit = np.uint64(len(its.item)), NO_BIT
    for word in range(np.uint64(len(its.wanted))):
        lacks = its.wanted[word] & ~its.state_of[state, word]
        if lacks != ZERO:
            bit = (word << WORD_BITS) + count_trailing_zeros(lacks)
            break
    for at in range(np.uint64(len(its.counted))):
        item = np.uint64(its.counted[at])
        if its.item[item, layout.BIT] > bit:
            break
        has = its.state_of[state, its.item[item, layout.WORD]]
        if has >> its.item[item, layout.SHIFT] & its.item[item, layout.MASK] < its.item[item, layout.LOW]:
            return item
    if bit == NO_BIT:
        return items
    low, high = ZERO, items
    while high - low > ONE:  # items stand in the order of their bits
        middle = (low + high) >> ONE
        if its.item[middle, layout.BIT] <= bit:
            low = middle
        else:
            high = middle
    return low


@inline
def _choices(item: np.uint64, state: np.uint64, its: GraphArrays) -> np.uint64:
    """Write the options that decide an item; how many there are."""
    has = its.state_of[state, its.item[item, layout.WORD]]
    given = has >> its.item[item, layout.SHIFT] & its.item[item, layout.MASK]
    lacks, reach, number = its.item[item, layout.LOW] - given, ZERO, ZERO
    begin, end = np.uint64(its.first[item]), np.uint64(its.first[item + ONE])
    for at in range(begin, end):
        if _is_open(np.uint64(its.of[at]), state, its):
            its.fitting[number] = at
            reach += its.of_amount[at]
            number += ONE
    chosen = ZERO
    while chosen < number and reach >= lacks:
        entry = np.uint64(its.fitting[chosen])
        its.fitting[chosen] = its.of[entry]
        reach -= its.of_amount[entry]
        chosen += ONE
    return chosen


@inline
def _mark(chosen: np.uint64, state: np.uint64, its: GraphArrays) -> None:
    """Write into the fresh situation which options are taken or left and still fit."""
    words, width = np.uint64(its.blocks.shape[1]), np.uint64(len(its.next_state))
    if width == words:
        return
    for word in range(words, width):
        its.next_state[word] = its.state_of[state, word]
    for at in range(chosen):
        option = np.uint64(its.fitting[at])
        its.next_state[words + (option >> WORD_BITS)] |= ONE << (option & SIX_BITS)
    for word in range(words, width):
        rest = its.next_state[word]
        while rest != ZERO:
            bit = count_trailing_zeros(rest)
            rest &= rest - ONE
            if not _has_room((word - words << WORD_BITS) + bit, ZERO, True, its):
                its.next_state[word] ^= ONE << bit


@inline
def _place(state: np.uint64, fresh: bool, its: GraphArrays) -> np.uint64:
    """The bucket of a situation that is kept, or of the fresh one."""
    found = STIR
    for word in range(np.uint64(len(its.next_state))):
        found = (found + (its.next_state[word] if fresh else its.state_of[state, word])) * STIR
        found ^= found >> FOLD
    return found & np.uint64(len(its.bucket) - 1)


@inline
def _enter(parent: np.uint64, step: np.uint64, its: GraphArrays) -> bool:
    """The fresh situation was reached: keep it, or add the ways to its equal; whether lanes get short."""
    place, name = _place(ZERO, True, its), its.queue[step, layout.NAME]
    width, lanes = np.uint64(len(its.next_state)), np.uint64(its.ways.shape[1])
    at = np.uint64(its.bucket[place])
    while at != ZERO:
        same = its.link[at - ONE, layout.QUEUE] == name
        word = ZERO
        while same and word < width:
            same = its.state_of[at - ONE, word] == its.next_state[word]
            word += ONE
        if same:
            carry = ZERO
            for lane in range(lanes):
                sum_ = its.ways[at - ONE, lane] + its.ways[parent, lane] + carry
                carry = sum_ >> layout.LANE
                its.ways[at - ONE, lane] = sum_ & LANE_MASK if lane + ONE < lanes else sum_
            return its.ways[at - ONE, lanes - ONE] >= layout.MUCH
        at = np.uint64(its.link[at - ONE, layout.BUCKET])
    state = its.state
    at = state[layout.SPARE_ROW]
    if at == ZERO:
        state[layout.ROWS] += ONE
        at = state[layout.ROWS]
    else:
        state[layout.SPARE_ROW] = np.uint64(its.link[at - ONE, layout.BEHIND])
    state[layout.WAITING] += ONE
    for each in range(width):
        its.state_of[at - ONE, each] = its.next_state[each]
    for lane in range(lanes):
        its.ways[at - ONE, lane] = its.ways[parent, lane]
    its.link[at - ONE, layout.QUEUE], its.link[at - ONE, layout.BEHIND] = name, 0
    its.link[at - ONE, layout.BUCKET] = its.bucket[place]
    its.bucket[place] = at
    tail = np.uint64(its.queue[step, layout.TAIL])
    its.queue[step, layout.TAIL] = at
    if tail == ZERO:
        its.queue[step, layout.HEAD] = at
    else:
        its.link[tail - ONE, layout.BEHIND] = at
    return False


@inline
def _done_with(row: np.uint64, its: GraphArrays) -> None:
    """A situation was followed: its row is free, and the one behind it is next."""
    place = _place(row - ONE, False, its)
    at, before = np.uint64(its.bucket[place]), ZERO
    while at != row:
        before, at = at, np.uint64(its.link[at - ONE, layout.BUCKET])
    if before == ZERO:
        its.bucket[place] = its.link[row - ONE, layout.BUCKET]
    else:
        its.link[before - ONE, layout.BUCKET] = its.link[row - ONE, layout.BUCKET]
    its.state[layout.ROW] = np.uint64(its.link[row - ONE, layout.BEHIND])
    its.link[row - ONE, layout.QUEUE] = 0
    its.link[row - ONE, layout.BEHIND] = its.state[layout.SPARE_ROW]
    its.state[layout.SPARE_ROW] = row
    its.state[layout.WAITING] -= ONE


@jit(counted=False)
def search(its: GraphArrays, budget: np.uint64) -> np.uint64:
    """Go on through one queue; returns DONE, PAUSED, FULL, GROW or LONGER."""
    state, fitting = its.state, its.fitting
    items, options = np.uint64(len(its.item)), np.uint64(len(its.step))
    words, lanes = np.uint64(its.blocks.shape[1]), np.uint64(its.ways.shape[1])
    stop, room, written = state[layout.NODES] + budget, np.uint64(len(its.out)), ZERO
    result, short = DONE, False
    if state[layout.LOST] != ZERO:
        for row in range(state[layout.ROWS]):
            if its.link[row, layout.QUEUE] != 0:
                place = _place(np.uint64(row), False, its)
                its.link[row, layout.BUCKET] = its.bucket[place]
                its.bucket[place] = row + ONE
        state[layout.LOST] = ZERO
    while state[layout.ROW] != ZERO and not short:
        parent = state[layout.ROW] - ONE
        decision = _lacking(parent, its)
        if decision < items:
            number = _choices(decision, parent, its)
        else:
            option = options
            if state[layout.CLOSED] == ZERO:
                option = ZERO
                while option < options and not _is_open(option, parent, its):
                    option += ONE
            if option == options:
                carry = ZERO
                for lane in range(lanes):
                    sum_ = its.total[lane] + its.ways[parent, lane] + carry
                    carry = sum_ >> layout.LANE
                    its.total[lane] = sum_ & LANE_MASK if lane + ONE < lanes else sum_
                short = its.total[lanes - ONE] >= layout.MUCH
                _done_with(parent + ONE, its)
                continue
            decision, number = items + option, ONE
            fitting[0] = option
        if written == room or state[layout.NODES] == stop:
            result = FULL if written == room else PAUSED
            break
        if state[layout.WAITING] + number + ONE > np.uint64(len(its.link)):
            result = layout.GROW
            break
        its.out[written] = decision
        written += ONE
        state[layout.NODES] += ONE
        for at in range(number):
            option = np.uint64(fitting[at])
            for word in range(words):
                its.next_state[word] = its.state_of[parent, word] + its.adds[option, word]
            _mark(at + ONE, parent, its)
            short |= _enter(parent, np.uint64(its.step[option]), its)
        if decision >= items:
            option = np.uint64(fitting[0])
            for word in range(np.uint64(len(its.next_state))):
                its.next_state[word] = its.state_of[parent, word]
            its.next_state[words + (option >> WORD_BITS)] |= ONE << (option & SIX_BITS)
            short |= _enter(parent, ZERO, its)
        _done_with(parent + ONE, its)
    state[layout.WRITTEN] = written
    return layout.LONGER if short else result
