"""Kernel that finds short FreeCell plans by beam search: keeps the best `width` positions of each level.

A level is a move of the player: any number of cards that can go together is one, and all cards that can go
home go home after it, without counting (the measure of M. Xue's table of plans for a million deals). A
position is better the less its cost, a sum of weights: cards not home, cards in cells, columns that are not
empty, cards that lie on one they are not built on, on one of lower rank, and what lies on the next two
cards of each suit. Beams of positions by such a cost are M. Xue's idea too; what lies on the next cards is
ours.

    name      shape             dtype   meaning
    --------  ----------------  ------  ------------------------------------------------------------------
    words     2 * width + 2     uint64  rows of `state`: this level and the next, by
              , WORDS                   turns; then the position to begin with, then scratch
    bytes     as words          uint8   a view of `words`
    found     capacity, 3       uint64  what may come next: COST, its PARENT in this level, MOVE
    tally     COSTS             uint64  how many of those cost that much
    trail     levels, width     uint64  how a kept position came about: its parent << 32 | its move
    table     2 ** n            uint64  hashes of the positions met, 0 for none: by hash only, so that it is
                                        no proof if the search runs dry
    lane      64                uint64  the column of a card that can move
    many      64                uint64  how many cards would move with it, itself included
    weights   WEIGHTS           uint64  what one costs: OUT a card not home, PARKED one in a cell,
                                        FULL_COLUMNS a column that is not empty, JOINTS a card that lies on
                                        one it is not built on, WRONG one of lower rank, NEXT a card on the
                                        next of a suit to go home, SECOND one on the card after that
    deck      Deck                      as in `rules` and `state`
    state     STATES            uint64  LEVEL: moves made, KEPT: positions in this level, MADE: moves tried,
                                        MET: positions in `table`, GOAL: the place in the level of the end;
                                        OFFERS: rows of `found` in use, CHEAP: the ones that are not too dear

A move is the card, << 8 its column (NONE: from a cell), << 16 the column it goes to (NONE: to a cell), <<
24 what it lies on then: a card, CELL or TABLE. To an empty column goes a whole run, or as much of one as
can.

Returns SOLVED when a position of this level has every card home; DONE when no position is left; PAUSED
after `budget` levels; FULL when `trail` is: make it longer and call again.

Example: columns 2S AS and 3D 2C, with AC and 2D home: AS, 2S, 2C and 3D go home before the first move. If
that is all, the plan has no move but those home: SOLVED at level 0.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell import layout
from accord_native.freecell.layout import CELL, DECK, NONE, TABLE, BeamArrays
from accord_native.freecell.rules import may_fill, most_together, next_home
from accord_native.freecell.state import column_of, copy, count_above, homeward, lay, move
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import FOUR, ONE, TWO, ZERO, Bytes, Words


@register_jitable
def send_home(at: np.uint64, bytes_: Bytes, words: Words, stir: Words, deck: np.uint64) -> None:
    """Send every card home that can go."""
    ready = homeward(at, words, deck)
    while ready:
        while ready:
            card = count_trailing_zeros(ready)
            ready &= ready - ONE
            move(card, layout.HOME, column_of(card, at, bytes_), NONE, at, bytes_, words, stir)
        ready = homeward(at, words, deck)


@register_jitable
def play(made: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words, deck: np.uint64) -> None:
    """Make a move, and send home what can go then."""
    card = made & layout.LOW
    source = made >> layout.SOURCE & layout.LOW
    target = made >> layout.TARGET & layout.LOW
    move(card, made >> layout.PLACE & layout.LOW, source, target, at, bytes_, words, stir)
    send_home(at, bytes_, words, stir, deck)


@register_jitable
def cost_of(at: np.uint64, its: BeamArrays) -> np.uint64:
    """Return the cost of a position."""
    bytes_, words, weights, rules = its.bytes_, its.words, its.weights, its.deck.rules
    home, parked = words[at, layout.AT_HOME], words[at, layout.CELLS]
    cost = weights[layout.OUT] * population_count(rules[DECK] & ~home) + weights[
        layout.PARKED
    ] * population_count(parked)
    joints, full = ZERO, ZERO
    for column in range(rules[layout.COLUMNS]):
        if np.uint64(bytes_[at, layout.TOP + column]) != NONE:
            full += ONE
            joints += np.uint64(bytes_[at, layout.BAD + column])
    cost += weights[layout.FULL_COLUMNS] * full + weights[layout.JOINTS] * joints
    cost += weights[layout.WRONG] * words[at, layout.INVERTED]
    needed = next_home(home, rules[DECK])
    cost += weights[layout.NEXT] * count_above(needed & ~parked, at, bytes_)
    if weights[layout.SECOND]:
        cost += weights[layout.SECOND] * count_above(needed << FOUR & rules[DECK] & ~parked, at, bytes_)
    return cost


@register_jitable
def is_met(hashed: np.uint64, table: Words, state: Words) -> bool:
    """Whether a position was met before; it is now."""
    mask = np.uint64(len(table)) - ONE
    slot = hashed & mask
    for _ in range(np.uint64(8)):
        if table[slot] == hashed:
            return True
        if not table[slot]:
            state[layout.MET] += ONE
            break
        slot = (slot + ONE) & mask
    table[slot] = hashed
    return False


@register_jitable
def offer(made: np.uint64, parent: np.uint64, at: np.uint64, limit: np.uint64, its: BeamArrays) -> np.uint64:
    """Try a move: remember it if its position is new and not too dear; returns what may cost how much."""
    words, found, tally, state = its.words, its.found, its.tally, its.state
    width = np.uint64(its.trail.shape[1])
    scratch = width + width
    copy(at, scratch, words)
    play(made, scratch, its.bytes_, words, its.deck.stir, its.deck.rules[DECK])
    state[layout.MADE] += ONE
    cost = min(cost_of(scratch, its), np.uint64(layout.COSTS - 1))
    if cost > limit or is_met(words[scratch, layout.HASH], its.table, state):
        return limit
    place = state[layout.OFFERS]
    if place == np.uint64(len(found)):
        kept = ZERO
        for row in range(place):
            if found[row, layout.COST] <= limit:
                for part in range(layout.OFFER):
                    found[kept, part] = found[row, part]
                kept += ONE
        place = kept
    if place == np.uint64(len(found)):
        return limit
    found[place, layout.COST], found[place, layout.PARENT], found[place, layout.MOVE] = cost, parent, made
    state[layout.OFFERS] = place + ONE
    state[layout.CHEAP] += ONE
    tally[cost] += ONE
    while state[layout.CHEAP] - tally[limit] >= width:
        state[layout.CHEAP] -= tally[limit]
        limit -= ONE
    return limit


@jit(counted=False)
def search(its: BeamArrays, budget: np.uint64) -> np.uint64:
    """Search until something is to be said; see the module. `under`, row 0, is the position to begin with."""
    words, bytes_, found, tally, trail = its.words, its.bytes_, its.found, its.tally, its.trail
    lane, many, state = its.lane, its.many, its.state
    rules, takes, stir = its.deck.rules, its.deck.takes, its.deck.stir
    width, cards = np.uint64(trail.shape[1]), np.uint64(len(its.deck.onto))
    columns, deck, fill = rules[layout.COLUMNS], rules[DECK], rules[layout.FILL]
    if not state[layout.KEPT]:
        lay(its.under, ZERO, ZERO, bytes_, words, its.deck.onto, stir)
        send_home(ZERO, bytes_, words, stir, deck)
        state[layout.KEPT] = ONE
        is_met(words[ZERO, layout.HASH], its.table, state)
        if words[ZERO, layout.AT_HOME] == deck:
            return layout.SOLVED
    while budget:
        budget -= ONE
        level = state[layout.LEVEL]
        if level == np.uint64(len(trail)):
            return FULL
        first = width * (level & ONE)
        after = width - first
        limit = np.uint64(layout.COSTS - 1)
        state[layout.OFFERS] = state[layout.CHEAP] = ZERO
        for cost in range(np.uint64(layout.COSTS)):
            tally[cost] = ZERO
        for each in range(state[layout.KEPT]):
            parent = np.uint64(each)
            at = first + parent
            in_cells, built = words[at, layout.CELLS], words[at, layout.BUILT]
            again = trail[level - ONE, parent] & layout.LOW if level else NONE  # it could have gone at once
            free = rules[layout.FREE_CELLS] - population_count(in_cells)
            empties, gap = ZERO, NONE
            movable = in_cells
            for column in range(columns):
                card, length = np.uint64(bytes_[at, layout.TOP + column]), ONE
                if card == NONE:
                    empties += ONE
                    gap = np.uint64(column)
                    continue
                while True:
                    movable |= ONE << card
                    lane[card] = column
                    many[card] = length
                    if not built >> card & ONE:
                        break
                    card = np.uint64(bytes_[at, layout.UNDER + card])
                    length += ONE
            rest = in_cells
            while rest:
                card = count_trailing_zeros(rest)
                rest &= rest - ONE
                lane[card] = NONE
                many[card] = ONE
            if again != NONE:
                movable &= ~(ONE << again)
            together = most_together(free, empties, rules)
            for column in range(columns):
                top = np.uint64(bytes_[at, layout.TOP + column])
                if top == NONE:
                    continue
                fits = takes[top] & movable
                while fits:
                    card = count_trailing_zeros(fits)
                    fits &= fits - ONE
                    if many[card] <= together:
                        made = (
                            card | lane[card] << layout.SOURCE | column << layout.TARGET | top << layout.PLACE
                        )
                        limit = offer(made, parent, at, limit, its)
                if free and top != again:
                    made = top | column << layout.SOURCE | NONE << layout.TARGET | CELL << layout.PLACE
                    limit = offer(made, parent, at, limit, its)
            if empties and fill < TWO:
                together = most_together(free, empties - ONE, rules)
                fits = movable
                while fits:
                    card = count_trailing_zeros(fits)
                    fits &= fits - ONE
                    if (
                        many[card] > together
                        or np.uint64(bytes_[at, layout.UNDER + card]) == TABLE
                        or (built >> card & ONE and many[card] != together)
                        or not may_fill(card, fill, cards)
                    ):
                        continue
                    made = card | lane[card] << layout.SOURCE | gap << layout.TARGET | TABLE << layout.PLACE
                    limit = offer(made, parent, at, limit, its)
        kept, goal = ZERO, NONE
        below = state[layout.CHEAP] - tally[limit]  # how many cost less than the limit
        dearest = width - min(below, width)
        for row in range(state[layout.OFFERS]):
            cost = found[row, layout.COST]
            if cost > limit:
                continue
            if cost == limit:
                if not dearest:
                    continue
                dearest -= ONE
            to = after + kept
            made = found[row, layout.MOVE]
            copy(first + found[row, layout.PARENT], to, words)
            play(made, to, bytes_, words, stir, deck)
            trail[level, kept] = found[row, layout.PARENT] << layout.HIGH | made
            if words[to, layout.AT_HOME] == deck and goal == NONE:
                goal = kept
            kept += ONE
        state[layout.KEPT] = kept
        state[layout.LEVEL] = level + ONE
        if goal != NONE:
            state[layout.GOAL] = goal
            return layout.SOLVED
        if not kept:
            return DONE
    return PAUSED
