"""Kernel that expands a layer of frontier counting: each state without and with the layer's option.

For arrays and an example see `frontier_layout`.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import jit
from accord_native.layers import frontier_layout as layout
from accord_native.layers.frontier_layout import FINISHED, FIRST_COMPONENT, INNER, KEY, Given
from accord_native.layers.keys import mix, scale
from accord_native.layers.layout import HALF, NEXT, TRANSITIONS
from accord_native.progress import DONE, FULL
from accord_native.words import ONE, TWO, ZERO, WordBlocks, WordRows, Words


@jit()
def expand(
    given: Given,
    source: WordRows,
    buffer: WordBlocks,
    size: Words,
    partitions: np.uint64,
    state: Words,
) -> np.uint64:
    """Continue to expand; returns DONE, or FULL when the buffers might not take what comes of a state."""
    sums, joins, leaves, slot_fields = given.sums, given.joins, given.leaves, given.slots
    slot_mask, enough, cycles = (
        given.rule[layout.SLOT_MASK],
        given.rule[layout.ENOUGH],
        given.rule[layout.CYCLES],
    )
    words, slots = given.rule[layout.WORDS], np.uint64(len(slot_fields))
    items, connections, leaving = np.uint64(len(sums)), np.uint64(len(joins)), np.uint64(len(leaves))
    labels = KEY + words
    renamed = labels + slots
    width = np.uint64(source.shape[1])
    at, rows = state[NEXT], np.uint64(len(source))
    transitions, room = state[TRANSITIONS], np.uint64(buffer.shape[1])
    fullest = ZERO
    for to in range(np.uint64(len(size))):
        fullest = max(fullest, size[to])
    room -= fullest
    end = DONE
    while at < rows:
        if room < TWO:
            end = FULL
            break
        if source[at, 0] == ZERO:
            at += ONE
            continue
        for chosen in range(TWO):
            for word in range(words):
                state[KEY + word] = source[at, word]
            good = True

            # -- the sums of its items
            change = layout.CHOSEN if chosen else layout.ABSENT
            for item in range(items):
                place = KEY + np.uint64(sums[item, layout.WORD])
                shift, mask = np.uint64(sums[item, layout.SHIFT]), np.uint64(sums[item, layout.MASK])
                digit = np.int64((state[place] >> shift) & mask) + sums[item, change]
                if digit < sums[item, layout.LOWEST] or digit > sums[item, layout.HIGHEST]:
                    good = False
                    break
                if sums[item, layout.SAFE] <= digit and digit <= sums[item, layout.SAFEST]:
                    digit = sums[item, layout.USUAL]
                state[place] = (state[place] & ~(mask << shift)) | (np.uint64(digit) << shift)
            if not good:
                continue

            # -- what hangs together
            if (chosen and connections != ZERO) or leaving != ZERO:
                finished = state[KEY] & FINISHED != ZERO
                for slot in range(slots):
                    word, shift = slot_fields[slot, 0], slot_fields[slot, 1]
                    state[labels + slot] = (state[KEY + word] >> shift) & slot_mask
                fresh = FIRST_COMPONENT + slots
                for join in range(connections if chosen else ZERO):
                    if finished:
                        good = False
                        break
                    one, other = (
                        labels + joins[join, layout.ONE_SLOT],
                        labels + joins[join, layout.OTHER_SLOT],
                    )
                    first, second = state[one], state[other]
                    if one == other:
                        if first == ZERO:
                            state[one] = fresh
                            fresh += ONE
                        continue
                    if joins[join, layout.SOFT] != ZERO and (first == ZERO or second == ZERO):
                        continue
                    if first == INNER or second == INNER:
                        good = False
                        break
                    if first == ZERO and second == ZERO:
                        state[one] = state[other] = fresh
                        fresh += ONE
                        continue
                    if first == second and cycles == layout.NONE:
                        good = False
                        break
                    component = first if first != ZERO else second
                    if first != second and first != ZERO and second != ZERO:
                        for slot in range(labels, renamed):
                            if state[slot] == second:
                                state[slot] = first
                    state[one] = state[other] = component
                    if enough != ZERO:
                        if first != ZERO:
                            state[one] = INNER
                        if second != ZERO:
                            state[other] = INNER
                        left = False
                        for slot in range(labels, renamed):
                            left |= state[slot] == component
                        if not left:  # it is complete: a loop closed, or its two ends have left
                            finished = True
                            for slot in range(labels, renamed):
                                good &= state[slot] < FIRST_COMPONENT
                            if not good:
                                break
                if not good:
                    continue
                for leave in range(leaving):
                    place, may = labels + leaves[leave, layout.SLOT], leaves[leave, layout.MAY]
                    component = state[place]
                    state[place] = ZERO
                    if component == ZERO:
                        good = may & layout.UNTOUCHED != ZERO
                    elif component == INNER:
                        good = may & layout.PASSED != ZERO
                    else:
                        good = may & layout.LOOSE != ZERO
                        left, others = False, False
                        for slot in range(labels, renamed):
                            left |= state[slot] == component
                            others |= state[slot] >= FIRST_COMPONENT
                        if not left:  # it is complete
                            good &= not others and not finished
                            finished = True
                    if not good:
                        break
                if not good:
                    continue
                for number in range(renamed, renamed + fresh):
                    state[number] = ZERO
                if finished:
                    state[KEY] |= FINISHED
                component = FIRST_COMPONENT
                for slot in range(slots):
                    label = state[labels + slot]
                    if label >= FIRST_COMPONENT:
                        if state[renamed + label] == ZERO:
                            state[renamed + label] = component
                            component += ONE
                        label = state[renamed + label]
                    word, shift = slot_fields[slot, 0], slot_fields[slot, 1]
                    state[KEY + word] = (state[KEY + word] & ~(slot_mask << shift)) | (label << shift)

            # -- the row
            key = state[KEY]
            for word in range(ONE, words):
                key = mix(key) ^ state[KEY + word]
            to = scale(mix(key), partitions) >> HALF
            place = size[to]
            for word in range(words):
                buffer[to, place, word] = state[KEY + word]
            for lane in range(words, width):
                buffer[to, place, lane] = source[at, lane]
            size[to] = place + ONE
            room -= ONE
            transitions += ONE
        at += ONE
    state[NEXT], state[TRANSITIONS] = at, transitions
    return end
