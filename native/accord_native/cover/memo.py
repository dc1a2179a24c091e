"""Kernel that counts covers with a memo table: equal remaining subproblems are counted once.

A search that places options, as in `bitset`, but only counts. How many solutions complete what was placed
depends on the uncovered items alone, so these are the key of a table of counts. The table is a cache: each
row of it holds the last key that fell there, in full, so a count is never taken for another's. This is
Nishino, Yasuda, Minato and Nagata, "Dancing with Decision Diagrams" (AAAI 2017), with counts for diagrams.

The search branches on the first uncovered primary item that has at most `enough` options, or on the one
that has the fewest. With `enough` = 1 this is Knuth's rule; with a large one the items are covered in their
order, so that few different sets of them are left. An uncovered secondary item is in the key only as long
as it matters: as long as an option has it whose first primary item is not yet covered. Where only one
option is left the table is not asked: the next state has the same count.

    name       shape            dtype   meaning
    ---------  ---------------  ------  --------------------------------------------------------------------
    members    primary, words   uint64  the options of a primary item
    first      primary          uint64  the first word of a row of `members` that is not 0
    last       primary          uint64  one more than the last such word
    beside     options, words   uint64  the options that share no item with this one, itself excluded
    covers     options, sets    uint64  the items of an option, as bits; every option has a primary one
    matters    primary, sets    uint64  the items that matter while this is the first uncovered primary item
    hashes     64 sets          uint64  of each item, at random; of a set: the exclusive or of its items'
    option_hash  options        uint64  of the items of an option
    alive      levels, words    uint64  the first row is given: all options
    uncovered  levels, sets     uint64  the first row is given: all items, the primary in words of their own
    branch     levels, 5        uint64  CHOSEN item, WORD of its row, OPEN options of that word, HASH of what
                                        is uncovered (its value matters not), whether to KEEP the count
    total      levels, lanes    uint64  solutions below so far, as digits of 63 bits, the lowest first
    table      rows, sets+lanes uint64  rows: a power of 2; what is uncovered, its count; no items: free
    state      8                uint64  LEVEL, RESUMING, as in `progress` (without SOLUTIONS and WRITTEN),
                                        HITS, rows KEPT that were free, rows REPLACED; zeros to begin

There are as many levels as a solution has options, and one. `primary_words` says how many of the `sets` words
are for primary items. `search` returns DONE: the number of solutions is total[0]; PAUSED when `budget` nodes
were placed; FULL when `patience` rows were replaced (set REPLACED to 0, and perhaps hand it a larger table);
OVERFLOW when a count needs more lanes: hand it wider arrays, with zeros to the right, before going on. Called
again with the same arrays, or with any other table that has no wrong rows, it continues.

Example: primary items a b c; options 0 = a, 1 = b, 2 = a b, 3 = c, 4 = c. With 0 and 1, item c is left and
has two options. With 2 the same is left: a hit. Four solutions, 5 nodes instead of 7.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.cover import layout
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, OVERFLOW, PAUSED
from accord_native.words import ONE, PLENTY, WORD_BITS, ZERO, WordRows, Words


@jit()
def search(
    members: WordRows,
    first: Words,
    last: Words,
    beside: WordRows,
    covers: WordRows,
    matters: WordRows,
    hashes: Words,
    option_hash: Words,
    alive: WordRows,
    uncovered: WordRows,
    branch: WordRows,
    total: WordRows,
    table: WordRows,
    state: Words,
    primary_words: np.uint64,
    enough: np.uint64,
    patience: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Continue the count; returns DONE, PAUSED, FULL or OVERFLOW."""
    level, entering = state[layout.LEVEL], state[layout.RESUMING] == ZERO
    nodes, hits, kept, replaced = state[NODES], state[layout.HITS], state[layout.KEPT], state[layout.REPLACED]
    words, sets, lanes = np.uint64(alive.shape[1]), np.uint64(covers.shape[1]), np.uint64(total.shape[1])
    row_bits, none = np.uint64(len(table) - 1), np.uint64(len(members))
    last_node = nodes + budget
    end = DONE
    while True:
        known = False  # whether total[level] is what it will be
        if entering:
            entering = False
            foremost, chosen, least = none, none, PLENTY
            for at in range(primary_words):
                bits = uncovered[level, at]
                while bits != ZERO:
                    candidate = (at << WORD_BITS) + count_trailing_zeros(bits)
                    bits &= bits - ONE
                    options = ZERO
                    for word in range(first[candidate], last[candidate]):
                        options += population_count(members[candidate, word] & alive[level, word])
                    if foremost == none:
                        foremost = candidate
                    if options < least:
                        chosen, least = candidate, options
                        if options <= enough:
                            break
                if least <= enough:
                    break
            for lane in range(lanes):
                total[level, lane] = ZERO
            if chosen == none:
                total[level, 0] = ONE
                known = True
            elif least == ZERO:
                known = True
            else:
                for at in range(primary_words, sets):
                    bits = uncovered[level, at] & ~matters[foremost, at]
                    uncovered[level, at] ^= bits
                    while bits != ZERO:
                        branch[level, layout.HASH] ^= hashes[(at << WORD_BITS) + count_trailing_zeros(bits)]
                        bits &= bits - ONE
                if least > ONE:
                    row, difference = branch[level, layout.HASH] & row_bits, ZERO
                    for at in range(sets):
                        difference |= table[row, at] ^ uncovered[level, at]
                    if difference == ZERO:
                        for lane in range(lanes):
                            total[level, lane] = table[row, sets + lane]
                        hits += ONE
                        known = True
                word = first[chosen]
                branch[level, layout.CHOSEN], branch[level, layout.WORD] = chosen, word
                branch[level, layout.OPEN] = alive[level, word] & members[chosen, word]
                branch[level, layout.KEEP] = np.uint64(least > ONE)

        if not known:
            if nodes >= last_node:
                end = PAUSED
                break
            chosen = branch[level, layout.CHOSEN]
            word = branch[level, layout.WORD]
            unseen = branch[level, layout.OPEN]
            stop = last[chosen]
            while unseen == ZERO and word + ONE < stop:
                word += ONE
                unseen = alive[level, word] & members[chosen, word]
            if unseen != ZERO:
                option = (word << WORD_BITS) + count_trailing_zeros(unseen)
                branch[level, layout.WORD], branch[level, layout.OPEN] = word, unseen & (unseen - ONE)
                nodes += ONE
                below = level + ONE
                for at in range(words):
                    alive[below, at] = alive[level, at] & beside[option, at]
                for at in range(sets):
                    uncovered[below, at] = uncovered[level, at] & ~covers[option, at]
                branch[below, layout.HASH] = branch[level, layout.HASH] ^ option_hash[option]
                level = below
                entering = True
                continue
            if branch[level, layout.KEEP] != ZERO:
                row, used = branch[level, layout.HASH] & row_bits, ZERO
                for at in range(sets):
                    used |= table[row, at]
                    table[row, at] = uncovered[level, at]
                for lane in range(lanes):
                    table[row, sets + lane] = total[level, lane]
                if used == ZERO:
                    kept += ONE
                else:
                    replaced += ONE

        if level == ZERO:
            break
        below, carry = level, ZERO
        level -= ONE
        for lane in range(lanes):
            carry += total[level, lane] + total[below, lane]
            total[level, lane] = carry & layout.LARGEST_DIGIT
            carry >>= layout.DIGIT
        if total[level, lanes - ONE] >> layout.HEADROOM != ZERO:
            end = OVERFLOW
            break
        if replaced >= patience:
            end = FULL
            break
    state[layout.LEVEL], state[layout.RESUMING] = level, np.uint64(not entering)
    state[NODES], state[layout.HITS], state[layout.KEPT], state[layout.REPLACED] = nodes, hits, kept, replaced
    return end
