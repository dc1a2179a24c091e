"""Exact keys of FreeCell positions, for searches that store every position.

A position is the parent map: what each card lies on. A card can only ever lie on its place at the start, a
card that the rules let it be built on, in a cell, on the table, or be home. These places of a card are
numbered, so three bits a card are a key without loss: equal keys are equal positions, and nothing else is.
The order of columns and of cells is not in it.

    name      shape       dtype   meaning
    --------  ----------  ------  -----------------------------------------------------------------------
    places    cards, 8    uint64  the places of a card: a card, CELL, TABLE, HOME; HOME is number 0
    codes     cards, 256  uint64  the number of a place
    onto      cards       uint64  the cards that a card may be built on, as bits
    takes     cards       uint64  the cards that may be built on a card
    higher    cards       uint64  the higher cards of its suit
    knobs     5           uint64  CELLS, COLUMNS, FILL (0 any card, 1 kings, 2 none), UNLIMITED (1 if a run
                                  moves as one), CYCLES (of use to `search`)
    under     cards       uint64  what a card lies on
    over      cards       uint64  the card on it, or NONE
    work      4, cards    uint64  UNDER and OVER; AFTER and BEFORE as in `bound`
    child     MOST_CHILD- uint64  scratch, the positions a move away: the key (FIRST, SECOND, THIRD), the
              REN, CHILD          cards HOME_THEN, STEPS that it takes, the first SLOT to look into, and what
                                  MOVED: a card, and the place in the lower bits
    rows      rows, ROW   uint64  a position each, the first row unused: the key of cards 0..20, of 21..41, of
                                  42..51 in the lower 30 bits, and in the 32 bits above those the row it
                                  came from, then OUTDATED; the next row in its bucket in the lower 32
                                  bits, the moves made above them
    table     2^n         uint32  open addressing: a row, or 0

Card index: rank * 4 + suit, clubs diamonds hearts spades; one deck of up to 13 ranks.

Example: 1 rank, AC on AD, AH and AS home. places[0] begins HOME CELL TABLE AD, so AC has the number 3, AD 2,
AH and AS 0: the key is 3 + 2 * 8 = 19. With all cards home a key is 0.

A card goes home at once, wherever it can and all cards that may be built on it are home. This loses no
shortest plan: no card can lie on it later, so in any plan from there its moves can be replaced by one home
at the beginning; it leaves a cell or a column free, and the card under it. The argument asks nothing of the
way to build, of who fills empty columns, or of runs that move together (a run without it moves as well);
where colours alternate it is Horne's rule, and where suits are built every card that can go home goes.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros, population_count, prefetch
from accord_native.freecell.layout import CELL, HOME, NONE, TABLE
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal.layout import Links, Word
from accord_native.freecell.rules import ACES, may_fill, next_home
from accord_native.jit import inline, jit
from accord_native.words import FOUR, ONE, SEVEN, THREE, ZERO, Halves, WordRows, Words

A_WORD, TWO_WORDS = np.uint64(21), np.uint64(42)  # cards
WORD_BITS, TWO_WORDS_BITS = np.uint64(63), np.uint64(126)
AHEAD = np.uint64(16)  # so many rows before its turn a row's slot is asked for
HALF, HALF_BITS, SLOT_SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(16)
STIR = tuple(
    np.uint64(n) for n in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1, 0xD6E8FEB7)
)  # odd, below 2^32


@inline
def first_slot(first: Word, second: Word, third: Word, table: Links) -> Word:
    """Return the first slot of a key in the table."""
    # products of halves, which do not overflow
    mixed = (first & HALF) * STIR[0] ^ (first >> HALF_BITS) * STIR[1]
    mixed ^= (second & HALF) * STIR[2] ^ (second >> HALF_BITS) * STIR[3] ^ third * STIR[4]
    mixed = (mixed ^ mixed >> HALF_BITS) & HALF
    return mixed * STIR[5] >> SLOT_SHIFT & np.uint64(len(table)) - ONE


@inline
def slot_of(slot: Word, first: Word, second: Word, third: Word, rows: Words, table: Links) -> Word:
    """Return the slot with this key, or the free one where it belongs, from the first slot on."""
    mask = np.uint64(len(table)) - ONE
    while True:
        row = np.uint64(table[slot])
        if not row or (
            rows[row, 0] == first and rows[row, 1] == second and rows[row, 2] & layout.LAST_KEY == third
        ):
            return slot
        slot = (slot + ONE) & mask


@inline
def unpack(row: Word, rows: Words, places: Words, under: Words, over: Words) -> tuple[Word, Word, Word, Word]:
    """Fill `under` and `over` from a row; returns the cards in cells, home, on the table, and clear."""
    cards = np.uint64(len(places))
    for card in range(cards):
        over[card] = NONE
    key, bit = rows[row, 0], ONE
    cells, home, bottoms, covered = ZERO, ZERO, ZERO, ZERO
    for card in range(cards):
        if card == A_WORD:
            key = rows[row, 1]
        elif card == TWO_WORDS:
            key = rows[row, 2]
        place = places[card, key & SEVEN]
        key >>= THREE
        under[card] = place
        if place < cards:
            over[place] = card
            covered |= ONE << place
        elif place == CELL:
            cells |= bit
        elif place == HOME:
            home |= bit
        else:
            bottoms |= bit
        bit <<= ONE
    return cells, home, bottoms, (ONE << cards) - ONE & ~(home | covered)


@inline
def run_heads(clear: Word, under: Words, onto: Words) -> Word:
    """The clear cards, and those on which all cards are built one on the other."""
    heads, scan, cards = clear, clear, np.uint64(len(onto))
    while scan:
        card = count_trailing_zeros(scan)
        scan &= scan - ONE
        while under[card] < cards and onto[card] >> under[card] & ONE:
            card = under[card]
            heads |= ONE << card
    return heads


@inline
def targets_of(
    card: Word, cells: Word, home: Word, bottoms: Word, clear: Word, under: Words, onto: Words, knobs: Words
) -> Word:
    """Return where a card may go, with a run on it if there is one: cards, TO_CELL, TO_TABLE, TO_HOME."""
    own, where, cards = ONE << card, under[card], np.uint64(len(onto))
    targets = onto[card] & clear & ~cells
    room = population_count(bottoms) < knobs[layout.COLUMNS] and where != TABLE
    if room and may_fill(card, knobs[layout.FILL], cards):
        targets |= ONE << layout.TO_TABLE
    if own & clear:
        if population_count(cells) < knobs[layout.CELLS] and where != CELL:
            targets |= ONE << layout.TO_CELL
        if own & (home << FOUR | ACES):
            targets |= ONE << layout.TO_HOME
    return targets


@inline
def without(card: Word, first: Word, second: Word, third: Word) -> tuple[Word, Word, Word]:
    """A key with the card home."""
    shift = THREE * card
    if card < A_WORD:
        return first & ~(SEVEN << shift), second, third
    if card < TWO_WORDS:
        return first, second & ~(SEVEN << shift - WORD_BITS), third
    return first, second, third & ~(SEVEN << shift - TWO_WORDS_BITS)


@inline
def move_card(
    card: Word,
    place: Word,
    row: Word,
    home: Word,
    clear: Word,
    rows: Words,
    codes: Words,
    takes: Words,
    under: Words,
) -> tuple[Word, Word, Word, Word, Word]:
    """A row's key after a move and the moves home that follow; the cards home then, and the moves made."""
    cards = np.uint64(len(takes))
    deck, steps = (ONE << cards) - ONE, ONE
    first, second, third = without(card, rows[row, 0], rows[row, 1], rows[row, 2] & layout.LAST_KEY)
    number, shift = codes[card, place], THREE * card
    if card < A_WORD:
        first |= number << shift
    elif card < TWO_WORDS:
        second |= number << shift - WORD_BITS
    else:
        third |= number << shift - TWO_WORDS_BITS
    if under[card] < cards:
        clear |= ONE << under[card]
    if place < cards:
        clear &= ~(ONE << place)
    elif place == HOME:
        clear &= ~(ONE << card)
        home |= ONE << card
    ready = next_home(home, deck) & clear
    while ready:
        going = count_trailing_zeros(ready)
        ready &= ready - ONE
        if takes[going] & ~home:
            continue
        first, second, third = without(going, first, second, third)
        home |= ONE << going
        clear &= ~(ONE << going)
        below = place if going == card else under[going]
        if below < cards:
            clear |= ONE << below
        steps += ONE
        ready = next_home(home, deck) & clear
    return first, second, third, home, steps


@inline
def children(
    row: Word,
    cells: Word,
    home: Word,
    bottoms: Word,
    clear: Word,
    rows: Words,
    table: Links,
    codes: Words,
    onto: Words,
    takes: Words,
    knobs: Words,
    under: Words,
    child: Words,
) -> Word:
    """Write all positions a move away from a row, whose table entries and rows are asked for; how many."""
    cards, count = np.uint64(len(onto)), ZERO
    sources = run_heads(clear, under, onto) if knobs[layout.UNLIMITED] else clear
    while sources:
        card = count_trailing_zeros(sources)
        sources &= sources - ONE
        targets = targets_of(card, cells, home, bottoms, clear, under, onto, knobs)
        while targets:
            place = count_trailing_zeros(targets)
            targets &= targets - ONE
            if place >= cards:
                place += CELL - layout.TO_CELL
            first, second, third, home_then, steps = move_card(
                card, place, row, home, clear, rows, codes, takes, under
            )
            slot = first_slot(first, second, third, table)
            prefetch(table, slot)
            child[count, layout.FIRST], child[count, layout.SECOND] = first, second
            child[count, layout.THIRD], child[count, layout.HOME_THEN] = third, home_then
            child[count, layout.STEPS], child[count, layout.SLOT] = steps, slot
            child[count, layout.MOVED] = card << layout.CARD | place
            count += ONE
    for each in range(count):
        prefetch(rows, np.uint64(table[child[each, layout.SLOT]]))
    return count


@jit(counted=False)
def tabulate(rows: WordRows, table: Halves, used: np.uint64) -> None:
    """Fill an empty table with the rows 1 to `used` - 1 that are not outdated, of which no two are equal."""
    mask = np.uint64(len(table)) - ONE
    for row in range(ONE, used):
        later = min(row + AHEAD, used - ONE)
        prefetch(table, first_slot(rows[later, 0], rows[later, 1], rows[later, 2] & layout.LAST_KEY, table))
        if not rows[row, 2] & layout.OUTDATED:
            slot = first_slot(rows[row, 0], rows[row, 1], rows[row, 2] & layout.LAST_KEY, table)
            while table[slot]:
                slot = (slot + ONE) & mask
            table[slot] = np.uint32(row)
