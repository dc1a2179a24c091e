"""Kernel functions that extract the plan a FreeCell search found, as moves of single cards.

Cards that moved together are carried one by one: all but the lowest into free cells, or, where these are too
few, the upper part of them first to an empty column, by the same means, and from there on top of the others.

    name   shape     dtype   meaning
    -----  --------  ------  ------------------------------------------------------------------------------
    plan   steps, 2  uint8   a card, and where it goes: a card, CELL, TABLE (an empty column) or HOME
    tasks  4 * n, 4  uint64  scratch, of what is still to be carried: the LOWEST card, how MANY, WHERE, and
                             the number of empty COLUMNS to use; 64 rows are enough

The other arrays are as in the search, which must have ended with SOLVED. `follow` returns how many steps
it wrote after the first `written`, or MORE if there is no space for them.

Example: 5H 4S 3D onto 6S with one free cell and one empty column: 3D and 4S cannot both be parked. First one
card, 3D, to the empty column, then 4S to the cell, 5H onto 6S, 4S onto 5H, and 3D onto 4S.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros, population_count
from accord_native.freecell import layout as game
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.expand import step
from accord_native.freecell.fast.layout import MADE, MORE, SCAN, Arrays
from accord_native.freecell.state import column_of, copy, homeward, move, safely_home
from accord_native.words import ONE, ZERO, Bytes, Words

LOWEST, MANY, WHERE, EMPTIES = (np.uint64(n) for n in range(4))
LONGEST_CARRY = np.uint64(256)  # single moves; 13 cards are always fewer


@register_jitable
def write(plan: Bytes, at: np.uint64, card: np.uint64, place: np.uint64) -> np.uint64:
    """Write a step; returns where the next one goes."""
    plan[at, 0] = np.uint8(card)
    plan[at, 1] = np.uint8(place)
    return at + ONE


@register_jitable
def upward(card: np.uint64, by: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """The card that lies so many places above another."""
    for _ in range(by):
        card = np.uint64(bytes_[at, game.OVER + card])
    return card


@register_jitable
def carry(
    lowest: np.uint64,
    many: np.uint64,
    where: np.uint64,
    free: np.uint64,
    empties: np.uint64,
    at: np.uint64,
    bytes_: Bytes,
    plan: Bytes,
    written: np.uint64,
    tasks: Words,
) -> np.uint64:
    """Write how cards of one run move somewhere one by one; returns where the next step goes."""
    tasks[0, LOWEST], tasks[0, MANY], tasks[0, WHERE], tasks[0, EMPTIES] = lowest, many, where, empties
    waiting = ONE
    while waiting:
        waiting -= ONE
        lowest, many, where = tasks[waiting, LOWEST], tasks[waiting, MANY], tasks[waiting, WHERE]
        empties = tasks[waiting, EMPTIES]
        if many <= free + ONE:
            for above in range(ONE, many):
                written = write(plan, written, upward(lowest, many - np.uint64(above), at, bytes_), game.CELL)
            written = write(plan, written, lowest, where)
            for above in range(ONE, many):
                card = upward(lowest, np.uint64(above) - ONE, at, bytes_)
                written = write(plan, written, np.uint64(bytes_[at, game.OVER + card]), card)
            continue
        empties -= ONE
        part = min(many - ONE, (free + ONE) << empties)
        under = upward(lowest, many - part - ONE, at, bytes_)
        card = np.uint64(bytes_[at, game.OVER + under])
        tasks[waiting, LOWEST], tasks[waiting, MANY], tasks[waiting, WHERE] = card, part, under
        tasks[waiting, EMPTIES] = empties
        waiting += ONE
        tasks[waiting, LOWEST], tasks[waiting, MANY], tasks[waiting, WHERE] = lowest, many - part, where
        tasks[waiting, EMPTIES] = empties
        waiting += ONE
        tasks[waiting, LOWEST], tasks[waiting, MANY], tasks[waiting, WHERE] = card, part, game.TABLE
        tasks[waiting, EMPTIES] = empties
        waiting += ONE
    return written


@register_jitable
def send_home(
    card: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words, plan: Bytes, written: np.uint64
) -> np.uint64:
    """Move a card home, and write it."""
    move(card, game.HOME, column_of(card, at, bytes_), game.NONE, at, bytes_, words, stir)
    return write(plan, written, card, game.HOME)


@register_jitable
def follow(its: Arrays, plan: Bytes, written: np.uint64, tasks: Words) -> np.uint64:
    """Write the plan; returns its number of steps, or MORE."""
    words, bytes_, trail, level, state = its.words, its.bytes_, its.trail, its.level, its.state
    rules, needs, stir = its.deck.rules, its.deck.needs, its.deck.stir
    scans, deck, columns = np.uint64(len(its.weights)), rules[game.DECK], rules[game.COLUMNS]
    depth = (np.uint64(len(words)) - np.uint64(2)) // scans
    at, first = scans * depth + ONE, written
    row, last = state[SCAN] * depth, state[SCAN] * depth + level[state[SCAN]]
    copy(at - ONE, at, words)
    while True:
        if written + LONGEST_CARRY > np.uint64(len(plan)):
            return MORE
        card = safely_home(at, words, needs, deck)
        while card != game.NONE:
            written = send_home(card, at, bytes_, words, stir, plan, written)
            card = safely_home(at, words, needs, deck)
        if row == last:
            break
        made = trail[row, MADE]
        row += ONE
        card = made >> layout.CARD & layout.SIX_BITS
        kind = made >> layout.KIND & layout.KINDS
        target = made & layout.SIX_BITS
        if kind == layout.HOMEWARD:
            written = write(plan, written, card, game.HOME)
        elif kind == layout.PARK:
            written = write(plan, written, card, game.CELL)
        else:
            many, above, place = ONE, card, np.uint64(bytes_[at, game.TOP + target])
            empties = ZERO
            if rules[game.FILL] == ZERO:
                for column in range(columns):
                    if np.uint64(bytes_[at, game.TOP + column]) == game.NONE:
                        empties += ONE
            if place == game.NONE:
                place = game.TABLE
                if empties:
                    empties -= ONE
            while np.uint64(bytes_[at, game.OVER + above]) != game.NONE:
                above = np.uint64(bytes_[at, game.OVER + above])
                many += ONE
            if rules[game.UNLIMITED]:
                many = ONE
            free = rules[game.FREE_CELLS] - population_count(words[at, game.CELLS])
            written = carry(card, many, place, free, empties, at, bytes_, plan, written, tasks)
        step(made, at, bytes_, words, stir)
    while words[at, game.AT_HOME] != deck:
        card = count_trailing_zeros(homeward(at, words, deck))
        written = send_home(card, at, bytes_, words, stir, plan, written)
    return written - first
