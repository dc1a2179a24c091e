"""Follow the decisions of a tree, and count its ends: a checker of certificates.

It works out again, from the matrix alone, what a decision comes to. All that items were given is a row of
words: an item has a field, which holds SPARE + what was given, so that one more than `high` sets the bit
above it, its guard. An option is such a row as well. Which options were taken or left is a set of bits; what
fits no more may be in it.

    name      shape            dtype   meaning
    --------  ---------------  ------  -----------------------------------------------------------------------
    item      items, 5         uint64  its WORD, the SHIFT of its field, the FIELD as a mask that is shifted
                                       down, SPARE, and LOW, the least that it asks for
    option    options, words   uint64  what an option gives, field by field; more than `high` is `high` + 1
    guard     words            uint64  all guards
    enough    words            uint64  added to what was given, it sets all guards if no item lacks anything
    first     items + 1        int64   the options giver[first[i]:first[i + 1]] give to item i, in their
                                       order,

    gives     entries          uint64  and so much
    left      options / 64     uint64  the options that were taken or left
    given     depth, words     uint64  the situation in which each open decision was taken, and the one at
                                       hand
    open      depth, 4         uint64  open decisions: the item, or the option + items (CHOICE);
                                       choice[BEGIN:AT] were tried, choice[AT:STOP] are still to come
    choice    any              int64   options
    decision  KNOWN            uint32  those of the file that are to be followed
    state     7                uint64  see the layout: open decisions; whether a new situation is at hand;
                                       decisions so far; ends so far; decisions of this buffer that were read;
                                       how many it has; whether each option gives to an item that asks for one
                                       number exactly

Returns DONE; PAUSED after `budget` decisions; HUNGRY when all decisions were read; WIDER when `choice` is too
short; else what is wrong with the last decision.

Example: as that of `tree`: a, b and c, each wanted once; options 0: a b, 1: a, 2: b c, 3: c; decisions 0 2 1.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.certificate import tree_check_layout as layout
from accord_native.certificate.tree_check_layout import Arrays
from accord_native.jit import jit
from accord_native.progress import DONE, PAUSED
from accord_native.words import ONE, TWO, WORD_BITS, ZERO

BIT = np.uint64(63)


@register_jitable
def _fits(option: np.uint64, depth: np.uint64, its: Arrays) -> bool:
    """Whether an option gives no item too much, and was neither taken nor left."""
    over = its.left[option >> WORD_BITS] >> (option & BIT) & ONE
    for word in range(np.uint64(len(its.guard))):
        over |= (its.given[depth, word] + its.option[option, word]) & its.guard[word]
        if over != ZERO:
            return False
    return True


@register_jitable
def _ends(depth: np.uint64, its: Arrays) -> bool:
    """Whether the situation is a solution to which nothing can be added."""
    for word in range(np.uint64(len(its.guard))):
        if (its.given[depth, word] + its.enough[word]) & its.guard[word] != its.guard[word]:
            return False
    if its.state[layout.TIGHT] == ZERO:
        for option in range(np.uint64(len(its.option))):
            if _fits(np.uint64(option), depth, its):
                return False
    return True


@register_jitable
def _decide(decision: np.uint64, depth: np.uint64, at: np.uint64, its: Arrays) -> tuple[np.uint64, np.uint64]:
    """List the choices of a decision from `at` on: where they stop, and what is wrong with it, or DONE."""
    items = np.uint64(len(its.item))
    if decision >= items:
        option = decision - items
        if option >= np.uint64(len(its.option)):
            return at, layout.NO_DECISION
        if not _fits(option, depth, its):
            return at, layout.DOES_NOT_FIT
        its.choice[at] = its.choice[at + ONE] = np.int64(option)
        return at + TWO, DONE
    word, shift = its.item[decision, layout.WORD], its.item[decision, layout.SHIFT]
    has = (its.given[depth, word] >> shift & its.item[decision, layout.FIELD]) - its.item[
        decision, layout.SPARE
    ]
    low = its.item[decision, layout.LOW]
    if has >= low:
        return at, layout.LACKS_NOTHING
    lacks, reach, stop = low - has, ZERO, at
    begin, end = np.uint64(its.first[decision]), np.uint64(its.first[decision + ONE])
    for entry in range(begin, end):
        if _fits(np.uint64(its.giver[entry]), depth, its):
            its.choice[stop] = np.int64(entry)
            reach += its.gives[entry]
            stop += ONE
    last = at
    while last < stop and reach >= lacks:
        of = its.choice[last]
        its.choice[last] = its.giver[of]
        reach -= its.gives[of]
        last += ONE
    return last, DONE


@register_jitable
def _longest(decision: np.uint64, its: Arrays) -> np.uint64:
    """How many choices a decision can have."""
    if decision < np.uint64(len(its.item)):
        return np.uint64(its.first[decision + ONE] - its.first[decision])
    return TWO


@jit(counted=False)
def check(its: Arrays, budget: np.uint64) -> np.uint64:
    """Go on following decisions; returns DONE, PAUSED, HUNGRY, WIDER or what is wrong."""
    state, opened, left = its.state, its.open, its.left
    items, words = np.uint64(len(its.item)), np.uint64(len(its.guard))
    depth, down = state[layout.DEPTH], state[layout.DOWN] != ZERO
    seen, ends = state[layout.SEEN], state[layout.SOLUTIONS]
    read, known = state[layout.READ], state[layout.KNOWN]
    stop, result = seen + budget, DONE
    while True:
        if down and _ends(depth, its):
            ends += ONE
        elif down:
            if read == known or seen == stop:
                result = layout.HUNGRY if read == known else PAUSED
                break
            decision, at = np.uint64(its.decision[read]), ZERO
            if depth > ZERO:
                at = opened[depth - ONE, layout.STOP]
            if at + _longest(decision, its) > np.uint64(len(its.choice)):
                result = layout.WIDER
                break
            last, result = _decide(decision, depth, at, its)
            if result != DONE:
                break
            read += ONE
            seen += ONE
            opened[depth, layout.CHOICE], opened[depth, layout.BEGIN] = decision, at
            opened[depth, layout.AT], opened[depth, layout.STOP] = at, last
            depth += ONE
        down = False
        if depth == ZERO:
            break
        top = depth - ONE
        decision, begin = opened[top, layout.CHOICE], opened[top, layout.BEGIN]
        at, last = opened[top, layout.AT], opened[top, layout.STOP]
        if at == last:  # all that were left here are so no more
            while at > begin:
                at -= ONE
                option = np.uint64(its.choice[at])
                left[option >> WORD_BITS] &= ~(ONE << (option & BIT))
            depth = top
            continue
        option = np.uint64(its.choice[at])
        left[option >> WORD_BITS] |= ONE << (option & BIT)
        opened[top, layout.AT] = at + ONE
        takes = ONE if decision < items or at == begin else ZERO
        for word in range(words):
            its.given[depth, word] = its.given[top, word] + takes * its.option[option, word]
        down = True
    state[layout.DEPTH], state[layout.DOWN], state[layout.SEEN] = depth, np.uint64(down), seen
    state[layout.SOLUTIONS], state[layout.READ] = ends, read
    return result
