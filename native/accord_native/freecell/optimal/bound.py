"""Lower bound on the moves that a FreeCell position needs, from deadlocks among cards.

Every card that is not home must go home, one move each. Say a card moves *once* if that is its only move.
While a card u lies above a lower card y in a column, u moves before y does; and a card v that is higher than
y, of y's suit, goes home after it. Write u -> v then: the first move of u comes before v goes home. If all
the cards of a cycle u -> v -> ... -> u moved once, each would go home before itself; so one of them moves
twice, and cycles without a common card need one such card each. A cycle of one card is a card that lies above
a lower card of its own suit: it moves twice. Where k cards are in cycles of two with each other, any two of
them, k - 1 of them move twice. This holds for every way to build and to fill empty columns, as long as cards
move one at a time. It is the deadlock analysis of Paul and Helmert, "Optimal Solitaire Game Solutions using
A* Search and Deadlock Analysis" (SoCS 2016), with cliques.

    name    shape  dtype   meaning
    ------  -----  ------  ----------------------------------------------------------------------------------
    after   cards  uint64  `after[u]`: the cards v with u -> v, as bits; cards that are home are among them
    before  cards  uint64  `before[v]`: the cards u with u -> v
    rest    -      uint64  the cards in columns among which cycles are looked for: none is a cycle by itself

`after` and `before` are of a position. In a child of it where a card was put on another, one row of
`after` differs: the row of `card` (NONE if there is none) with its bit `own` is `its`, which also stands in
for the bit of `card` in every row of `before`. `extra` returns how many moves more are needed because of
cycles among `rest`.

Example: columns 2S 3D and 2D 3S, the last on top: 3D -> 3S, for 2S lies under 3D, and 3S -> 3D: one move
more. Columns 3S 2D and 3D 2S have 2D -> no card out of its own column but 4S and higher: no cycle.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.freecell.layout import NONE, TABLE
from accord_native.freecell.optimal.layout import Word
from accord_native.words import ONE, ZERO, Words


@register_jitable
def precede(
    bottoms: Word, under: Words, over: Words, after: Words, before: Words, higher: Words
) -> tuple[Word, Word]:
    """Fill `after` and `before`; returns the cards above a lower one of their suit, and others above any."""
    cards = np.uint64(len(under))
    for each in range(cards):
        after[each] = ZERO
        before[each] = ZERO
    twice, rest = ZERO, ZERO
    while bottoms:
        card = count_trailing_zeros(bottoms)
        bottoms &= bottoms - ONE
        reach = ZERO
        while over[card] != NONE:
            reach |= higher[card]
            card = over[card]
            after[card] = reach
            if reach >> card & ONE:
                twice |= ONE << card
            else:
                rest |= ONE << card
        above = ZERO
        while card != TABLE:
            before[card] = above
            above |= ONE << card
            card = under[card]
    # what lies above a card goes before all higher ones of its suit
    for suit in range(np.uint64(4)):
        above = ZERO
        for each in range(suit, cards, np.uint64(4)):
            above, before[each] = above | before[each], above
    return twice, rest


@register_jitable
def peel(rest: Word, after: Words, card: np.uint64, its: np.uint64) -> np.uint64:
    """The cards that can be in cycles: each comes after one of them, and before one."""
    while True:
        scan, reached, leaving = rest, ZERO, ZERO
        while scan:
            u = count_trailing_zeros(scan)
            low = ONE << u
            scan ^= low
            to = (its if u == card else after[u]) & rest
            reached |= to
            if to:
                leaving |= low
        core = leaving & reached
        if core == rest:
            return core
        rest = core


@register_jitable
def came_before(u: np.uint64, before: Words, card: np.uint64, own: np.uint64, its: np.uint64) -> np.uint64:
    """The cards that move before `u` goes home."""
    if u == card:
        return before[u]
    if its >> u & ONE:
        return before[u] | own
    return before[u] & ~own


@register_jitable
def extra(
    rest: Word, after: Words, before: Words, card: np.uint64, own: np.uint64, its: np.uint64
) -> np.uint64:
    """How many of these cards move twice, at least, because of cycles among them."""
    left = peel(rest, after, card, its)
    found, scan = ZERO, left
    while scan:
        u = count_trailing_zeros(scan)
        low = ONE << u
        scan ^= low
        clique = (its if u == card else after[u]) & came_before(u, before, card, own, its) & left
        if clique:
            left ^= low
            while clique:
                v = count_trailing_zeros(clique)
                left ^= ONE << v
                found += ONE
                clique &= (its if v == card else after[v]) & came_before(v, before, card, own, its)
            scan &= left
    left = peel(left, after, card, its)
    scan = left
    while scan:
        u = count_trailing_zeros(scan)
        low = ONE << u
        scan ^= low
        to = (its if u == card else after[u]) & left
        back = came_before(u, before, card, own, its) & left
        while to:
            v = count_trailing_zeros(to)
            to &= to - ONE
            third = (its if v == card else after[v]) & back
            if third:
                left ^= low | ONE << v | ONE << count_trailing_zeros(third)
                scan &= left
                found += ONE
                break
    return found
