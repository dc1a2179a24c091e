"""Kernel that checks a certificate: follows its decision tree or graph and adds up the ways to each end.

It works out again, from the matrix alone, what a decision comes to. A situation is what all items were given,
and which options were taken or left. What items were given is a row of words: an item has a field, which
holds SPARE + what it was given, so that one more than `high` sets the bit above it, its guard. An option adds
to few of these words: its parts.

Situations wait in lists; the caller has these lists, and hands in one after the other. In a graph there is
a list for each amount that was given in all, and the least amount is handed in first. A situation goes to the
end of its list, and one that is there already is merged with it. They are compared word by word, so a row has
a bit for each option that was taken or left and still fits.

A tree is a graph that never merges: it has one list, and the situations that a decision leads to take the
place of the one that was decided. So it is searched in depth, and options that were taken or left are on a
trail: a situation that waits says how much of the trail it shares with the one at hand.

    name      shape            dtype   meaning
    --------  ---------------  ------  -----------------------------------------------------------------------
    item      items, 5         uint64  its WORD, the SHIFT of its field, the FIELD as a mask that is shifted
                                       down, SPARE, and LOW, the least that it asks for
    start     options + 1      int64   option o has the parts start[o]:start[o + 1]
    part      parts, 2         uint64  a WORD of a row, and what is added to it (FIELDS); of what is more than
                                       `high` it is `high` + 1
    weight    options          int64   the target for situations in which an option is taken; 0 in a tree
    guard     words            uint64  all guards: the bit above each field
    enough    words            uint64  added to what was given, it sets all guards if no item lacks anything
    first     items + 1        int64   the options giver[first[i]:first[i + 1]] give to item i, in their
                                       order,
    gives     entries          uint64  and so much
    column    words, entries   uint64  what the giver of an entry adds, a word of the row a line; no lines
                                       where items have few entries
    over      options          uint64  for the guards that each entry of an item would set
    row       rows, ?          uint64  situations: which LIST it is in, or 0, and which row comes next in its
                                       bucket (CHAIN); its PLACE among the buckets, and the NEXT row of the
                                       list; from KEY on what was given, and in a graph n words of bits of
                                       options, where n is 0 as long as none are left that fit; then how many
                                       ways lead there, the lowest 60 bits first. Two numbers of 32 bits share
                                       a word, the first above the second. Rows are counted from 1; 0 is none.
                                       In a tree the first word has how much of the trail is shared, and
                                       1 + the option that is taken next, or 0
    bucket    a power of 2     uint32  the first row of each
    target    weights, 3       uint32  the lists that children go to, the first one where nothing is taken:
                                       NUMBER, and the FIRST and the LAST row
    total     lanes            uint64  the solutions
    choice    options + 1      int64   for choices
    child     children, ?      uint64  for those of a decision: the place of each, and from KEY on as in a row
    before    n                uint64  bits of the options that were taken or left in the situation at hand
    trail     options          uint32  these in a tree, in the order in which they were
    decision  KNOWN            uint32  those of the file that are to be followed
    state     12               uint64  see the layout: the row that is looked at next; rows that are free
                                       again, by NEXT; rows that were ever used; decisions so far; decisions
                                       of this buffer that were read; how many it has; whether each option
                                       gives to an item that asks for one number exactly; rows that wait;
                                       whether no row is in its bucket yet; of no meaning (FETCHED); whether
                                       situations are merged, as in a graph; how long the trail is

Returns DONE when the list is empty; PAUSED after `budget` decisions; HUNGRY when all decisions were read;
FULL when rows may not be enough; LARGE when a number needs one lane more; NARROW when options that fit are
left, and n is 0: then `before`, and in a graph rows, need bits, all of them 0; else what is wrong with the
last decision.

Example: items a, b and c, each wanted once; options 0: a b, 1: a, 2: b c, 3: c. By a (0) one comes to a
situation of amount 2 and to one of amount 1, which is the next: by b (1) to the amount 3. From that of amount
2 one comes by c (2) to the same situation of amount 3, to which there are two ways then; it is an end. The
decisions are 0 1 2. A tree goes on from the situation of amount 2, which the first choice
leads to; its decisions are 0 2 1, and each of its two ends is counted.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.certificate import check_layout as layout
from accord_native.certificate.check_layout import Arrays
from accord_native.jit import inline, jit
from accord_native.progress import DONE, PAUSED
from accord_native.words import ONE, TWO, WORD_BITS, ZERO, WordRows

BIT = np.uint64(63)
HALF = np.uint64(32)
LOWER = (ONE << HALF) - ONE
LISTED, NEXT, KEY = layout.LISTED, layout.NEXT, layout.KEY
FACTOR = np.uint64(0x9E3779B97F4A7C15)
LANE_MASK = (ONE << layout.LANE) - ONE


@inline
def _has_room(option: np.uint64, rows: WordRows, row: np.uint64, its: Arrays) -> bool:
    """Whether an option gives no item too much in the situation of a row."""
    begin, end = np.uint64(its.start[option]), np.uint64(its.start[option + ONE])
    for part in range(begin, end):
        word = its.part[part, layout.WORD]
        if (rows[row, KEY + word] + its.part[part, layout.FIELDS]) & its.guard[word] != ZERO:
            return False
    return True


@inline
def _give(option: np.uint64, rows: WordRows, row: np.uint64, its: Arrays) -> None:
    """An option gives in the situation of a row what it gives."""
    begin, end = np.uint64(its.start[option]), np.uint64(its.start[option + ONE])
    for part in range(begin, end):
        rows[row, KEY + its.part[part, layout.WORD]] += its.part[part, layout.FIELDS]


@inline
def _is_open(option: np.uint64, its: Arrays) -> bool:
    """Whether an option was neither taken nor left in the situation at hand."""
    return len(its.before) == 0 or its.before[option >> WORD_BITS] >> (option & BIT) & ONE == ZERO


@inline
def _mark(option: np.uint64, its: Arrays) -> None:
    """An option is taken or left in the situation at hand."""
    its.before[option >> WORD_BITS] |= ONE << (option & BIT)


@inline
def _turn_to(row: np.uint64, its: Arrays) -> None:
    """Write into `before` what was taken or left in the situation of a row."""
    if its.state[layout.MERGES] != ZERO:
        words = np.uint64(len(its.guard))
        for at in range(np.uint64(len(its.before))):
            its.before[at] = its.row[row, KEY + words + at]
    elif len(its.before) > 0:
        number, newest = its.row[row, LISTED] >> HALF, its.row[row, LISTED] & LOWER
        at = its.state[layout.TRAILED]
        while at > number:
            at -= ONE
            option = np.uint64(its.trail[at])
            its.before[option >> WORD_BITS] ^= ONE << (option & BIT)
        if newest != ZERO:
            its.trail[at] = newest - ONE
            _mark(newest - ONE, its)
            at += ONE
        its.state[layout.TRAILED] = at


@inline
def _ends(row: np.uint64, its: Arrays) -> bool:
    """Whether the situation is a solution to which nothing can be added."""
    for word in range(np.uint64(len(its.guard))):
        if (its.row[row, KEY + word] + its.enough[word]) & its.guard[word] != its.guard[word]:
            return False
    if its.state[layout.TIGHT] == ZERO:
        options = np.uint64(len(its.weight))
        for word in range((options + BIT) >> WORD_BITS):
            rest = ~its.before[word] if len(its.before) > 0 else ~ZERO
            while rest != ZERO:
                option = (word << WORD_BITS) + count_trailing_zeros(rest)
                rest &= rest - ONE
                if option < options and _has_room(option, its.row, row, its):
                    return False
    return True


@inline
def _select(row: np.uint64, begin: np.uint64, entries: np.uint64, its: Arrays) -> np.uint64:
    """List those of these entries that give no item too much; how many there are.

    It looks at a word of all entries at once: most give too much somewhere.
    """
    for at in range(np.uint64(len(its.column))):
        given, guard = its.row[row, KEY + at], its.guard[at]
        for entry in range(entries):
            over = (given + its.column[at, begin + entry]) & guard
            its.over[entry] = over if at == ZERO else its.over[entry] | over
    found = ZERO
    for entry in range(entries):
        if its.over[entry] == ZERO:
            its.choice[found] = np.int64(begin + entry)
            found += ONE
    return found


@inline
def _decide(decision: np.uint64, row: np.uint64, its: Arrays) -> tuple[np.uint64, np.uint64]:
    """List the choices of a decision: how many, and what is wrong with it, or DONE."""
    items = np.uint64(len(its.item))
    if decision >= items:
        option = decision - items
        if option >= np.uint64(len(its.weight)):
            return ZERO, layout.NO_DECISION
        if not _is_open(option, its) or not _has_room(option, its.row, row, its):
            return ZERO, layout.DOES_NOT_FIT
        its.choice[0] = np.int64(option)
        return ONE, DONE
    word, shift = its.item[decision, layout.WORD], its.item[decision, layout.SHIFT]
    has = its.row[row, KEY + word] >> shift & its.item[decision, layout.FIELD]
    has -= its.item[decision, layout.SPARE]
    low = its.item[decision, layout.LOW]
    if has >= low:
        return ZERO, layout.LACKS_NOTHING
    lacks, reach, number = low - has, ZERO, ZERO
    begin, entries = np.uint64(its.first[decision]), np.uint64(its.first[decision + ONE])
    entries -= begin
    found = entries
    if len(its.column) > 0:
        found = _select(row, begin, entries, its)
    else:
        for entry in range(entries):
            its.choice[entry] = np.int64(begin + entry)
    for at in range(found):
        of = its.choice[at]
        option = np.uint64(its.giver[of])
        if _is_open(option, its) and (len(its.column) > 0 or _has_room(option, its.row, row, its)):
            its.choice[number] = of
            reach += its.gives[of]
            number += ONE
    last = ZERO
    while last < number and reach >= lacks:
        of = its.choice[last]
        its.choice[last] = its.giver[of]
        reach -= its.gives[of]
        last += ONE
    return last, DONE


@inline
def _fills(option: np.uint64, item: np.uint64, row: np.uint64, its: Arrays) -> bool:
    """Whether an option gives an item as much as it may have, so that no other that gives to it fits then."""
    word, field = its.item[item, layout.WORD], its.item[item, layout.FIELD]
    given = its.row[row, KEY + word]
    begin, end = np.uint64(its.start[option]), np.uint64(its.start[option + ONE])
    for part in range(begin, end):
        if its.part[part, layout.WORD] == word:
            given += its.part[part, layout.FIELDS]
    return given >> its.item[item, layout.SHIFT] & field == field


@inline
def _left(decision: np.uint64, child: np.uint64, row: np.uint64, its: Arrays) -> bool:
    """Write what is left and fits in a child, of the parent's and of choices; whether there is room."""
    words, bits_of = np.uint64(len(its.guard)), np.uint64(len(its.before))
    full = decision < np.uint64(len(its.item)) and _fills(np.uint64(its.choice[child]), decision, row, its)
    for at in range(ZERO if full else child + ONE):
        option = np.uint64(its.choice[at])
        if bits_of > ZERO:
            _mark(option, its)
        elif _has_room(option, its.child, child, its):
            return False
    for at in range(bits_of):
        bits, kept, option = its.before[at], ZERO, at << WORD_BITS
        while bits != ZERO:
            if bits & ONE != ZERO and _has_room(option, its.child, child, its):
                kept |= ONE << (option & BIT)
            bits >>= ONE
            option += ONE
        its.child[child, KEY + words + at] = kept
    return True


@inline
def _bucket(rows: WordRows, row: np.uint64, its: Arrays) -> np.uint64:
    """The bucket of one of these rows."""
    found = ZERO
    for word in range(KEY, np.uint64(its.child.shape[1])):
        found = (found ^ rows[row, word]) * FACTOR
        found ^= found >> HALF
    return found & np.uint64(len(its.bucket) - 1)


@inline
def _fetch(children: np.uint64, its: Arrays) -> np.uint64:
    """Find the places of children, and look there: so memory is asked for all of them at a time."""
    seen = ZERO
    for child in range(children):
        place = _bucket(its.child, np.uint64(child), its)
        its.child[child, ZERO] = place
        seen ^= np.uint64(its.bucket[place])
    for child in range(children):
        first = np.uint64(its.bucket[its.child[child, ZERO]])
        if first != ZERO:
            seen ^= its.row[first - ONE, LISTED]
    return seen


@inline
def _add(parent: np.uint64, to: np.uint64, its: Arrays) -> bool:
    """Add the ways of the parent to a row's; whether the last lane has no room for another time."""
    ways, last = np.uint64(its.child.shape[1]), np.uint64(its.row.shape[1]) - ONE
    carry = ZERO
    for lane in range(ways, last):
        total = its.row[to, lane] + its.row[parent, lane] + carry
        its.row[to, lane] = total & LANE_MASK
        carry = total >> layout.LANE
    its.row[to, last] += its.row[parent, last] + carry
    return its.row[to, last] >= layout.CROWDED


@inline
def _new_row(its: Arrays) -> np.uint64:
    """The number of a row that is free."""
    row = its.state[layout.FREE]
    if row != ZERO:
        its.state[layout.FREE] = its.row[row - ONE, NEXT] & LOWER
    else:
        its.state[layout.USED] += ONE
        row = its.state[layout.USED]
    its.state[layout.OPEN] += ONE
    return row


@inline
def _reach(parent: np.uint64, child: np.uint64, weight: np.uint64, its: Arrays) -> bool:
    """Put a child into its list, or add to the one that is the same; whether a number has no more room."""
    place, number = its.child[child, ZERO], np.uint64(its.target[weight, layout.NUMBER])
    width, all_of_it = np.uint64(its.child.shape[1]), np.uint64(its.row.shape[1])
    row = np.uint64(its.bucket[place])
    while row != ZERO:
        listed = its.row[row - ONE, LISTED]
        if listed >> HALF == number:
            other = ZERO
            for word in range(KEY, width):
                other |= its.row[row - ONE, word] ^ its.child[child, word]
            if other == ZERO:
                return _add(parent, row - ONE, its)
        row = listed & LOWER
    row = _new_row(its)
    at = row - ONE
    its.row[at, LISTED] = number << HALF | np.uint64(its.bucket[place])
    its.row[at, NEXT] = place << HALF
    its.bucket[place] = row
    for word in range(KEY, width):
        its.row[at, word] = its.child[child, word]
    for lane in range(width, all_of_it):
        its.row[at, lane] = its.row[parent, lane]
    last = np.uint64(its.target[weight, layout.LAST])
    if last == ZERO:
        its.target[weight, layout.FIRST] = row
    else:
        its.row[last - ONE, NEXT] |= row
    its.target[weight, layout.LAST] = row
    return False


@inline
def _free(row: np.uint64, its: Arrays) -> np.uint64:
    """A row that was looked at is free: the next one of its list."""
    next_row = its.row[row - ONE, NEXT] & LOWER
    its.row[row - ONE, LISTED], its.row[row - ONE, NEXT] = ZERO, its.state[layout.FREE]
    its.state[layout.FREE] = row
    its.state[layout.OPEN] -= ONE
    return next_row


@inline
def _leave(row: np.uint64, its: Arrays) -> np.uint64:
    """A row that was looked at leaves its bucket, and is free: the next one of its list."""
    listed, place = its.row[row - ONE, LISTED], its.row[row - ONE, NEXT] >> HALF
    at = np.uint64(its.bucket[place])
    if at == row:
        its.bucket[place] = listed & LOWER
    else:
        while its.row[at - ONE, LISTED] & LOWER != row:
            at = its.row[at - ONE, LISTED] & LOWER
        its.row[at - ONE, LISTED] ^= row ^ listed & LOWER
    return _free(row, its)


@inline
def _take(option: np.uint64, row: np.uint64, its: Arrays) -> None:
    """An option is taken in the situation of a row of a tree."""
    _give(option, its.row, row, its)
    if len(its.before) > 0:
        its.row[row, LISTED] += option + ONE


@inline
def _branch(decision: np.uint64, number: np.uint64, row: np.uint64, its: Arrays) -> bool:
    """Put what a decision of a tree leads to in place of its row; false if options are left without bits.

    The last of its situations are written first, each right behind the row, and the first one into it.
    """
    items, marks = np.uint64(len(its.item)), len(its.before) > 0
    if not marks:
        for at in range(number):
            if decision >= items or not _fills(np.uint64(its.choice[at]), decision, row, its):
                return False
    if number == ZERO:
        its.state[layout.HEAD] = _free(row + ONE, its)
        return True
    last, trailed = row, its.state[layout.TRAILED]
    for at in range(ONE, number if decision < items else TWO):
        new = _new_row(its) - ONE
        for word in range(KEY, np.uint64(its.row.shape[1])):
            its.row[new, word] = its.row[row, word]
        its.row[new, LISTED] = trailed + at << HALF if marks else ZERO
        if decision < items:
            _take(np.uint64(its.choice[at]), new, its)
        its.row[new, NEXT] = its.row[last, NEXT]
        its.row[last, NEXT] = new + ONE
        last = new
    its.row[row, LISTED] = trailed << HALF if marks else ZERO
    _take(np.uint64(its.choice[0]), row, its)
    return True


@inline
def _end(row: np.uint64, its: Arrays) -> bool:
    """Add the ways to a solution to the total; whether that has no more room."""
    carry, last, ways = ZERO, np.uint64(len(its.total)) - ONE, np.uint64(its.child.shape[1])
    for lane in range(last):
        total = its.total[lane] + its.row[row, ways + lane] + carry
        its.total[lane] = total & LANE_MASK
        carry = total >> layout.LANE
    its.total[last] += its.row[row, ways + last] + carry
    return its.total[last] >= layout.CROWDED


@inline
def _refill(its: Arrays) -> None:
    """Put all rows that are in a list into buckets, which are empty."""
    for at in range(its.state[layout.USED]):
        number = its.row[at, LISTED] >> HALF
        if number != ZERO:
            place = _bucket(its.row, np.uint64(at), its)
            its.row[at, LISTED] = number << HALF | np.uint64(its.bucket[place])
            its.row[at, NEXT] = place << HALF | its.row[at, NEXT] & LOWER
            its.bucket[place] = at + ONE
    its.state[layout.SPILT] = ZERO


@jit(counted=False)
def check(its: Arrays, budget: np.uint64) -> np.uint64:
    """Go on following decisions through one list; returns DONE, PAUSED, or what else there is."""
    state = its.state
    items, words, width = np.uint64(len(its.item)), np.uint64(len(its.guard)), np.uint64(its.child.shape[1])
    stop, rows = state[layout.SEEN] + budget, np.uint64(len(its.row))
    merges, large = state[layout.MERGES] != ZERO, False
    if merges and state[layout.SPILT] != ZERO:
        _refill(its)
    while state[layout.HEAD] != ZERO:
        row = state[layout.HEAD] - ONE
        if large:
            return layout.LARGE
        _turn_to(row, its)
        if _ends(row, its):
            large = _end(row, its)
            state[layout.HEAD] = _leave(row + ONE, its) if merges else _free(row + ONE, its)
            continue
        if state[layout.SEEN] == stop:
            return PAUSED
        if state[layout.READ] == state[layout.KNOWN]:
            return layout.HUNGRY
        decision = np.uint64(its.decision[state[layout.READ]])
        number, wrong = _decide(decision, row, its)
        if wrong != DONE:
            return wrong
        if state[layout.OPEN] + number + ONE > rows:
            return layout.FULL
        if not merges:
            if not _branch(decision, number, row, its):
                return layout.NARROW
        else:
            for at in range(number):
                option = np.uint64(its.choice[at])
                for word in range(words):
                    its.child[at, KEY + word] = its.row[row, KEY + word]
                _give(option, its.child, np.uint64(at), its)
                if not _left(decision, np.uint64(at), row, its):
                    return layout.NARROW
            children = number
            if decision >= items:
                option = np.uint64(its.choice[0])
                if len(its.before) == 0:
                    return layout.NARROW
                for word in range(KEY, width):
                    its.child[number, word] = its.row[row, word]
                its.child[number, KEY + words + (option >> WORD_BITS)] |= ONE << (option & BIT)
                children += ONE
            state[layout.FETCHED] = _fetch(children, its)
            for at in range(number):
                large |= _reach(row, np.uint64(at), np.uint64(its.weight[its.choice[at]]), its)
            if children > number:
                large |= _reach(row, number, ZERO, its)
            state[layout.HEAD] = _leave(row + ONE, its)
        state[layout.READ] += ONE
        state[layout.SEEN] += ONE
    return layout.LARGE if large else DONE
