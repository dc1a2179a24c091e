"""The arrays of a FreeCell position in kernels: what each card lies on; and functions on them.

A position is the *parent map*: for each card the card it lies on, or a cell, the table, home. It is canonical
by construction, for the order of columns and cells is not in it. What is kept besides follows from it, so
that a run of any length moves by a few writes.

    name      shape        dtype   meaning
    --------  -----------  ------  ------------------------------------------------------------------------
    words     rows, WORDS  uint64  HASH: the exclusive or of stir[card, what it lies on] over all cards;
                                   CELLS, TOPS, AT_HOME: sets of cards; BUILT: cards that lie on a card they
                                   may be built on; INVERTED: how many cards lie on a card of lower rank;
                                   LAST: whatever a search wants to keep of the last move; then the bytes
    bytes     rows, 8      uint8   a view of `words`. UNDER + card: what it lies on: a card, CELL, TABLE or
              * WORDS              HOME; OVER + card: the card on it, or NONE; TOP + column: its top card, or
                                   NONE; BAD + column: how many of its cards lie on a card they are not
                                   built on; LANE + card: its column, NONE in a cell, anything at home;
                                   DEEP + card: how many cards lie below it, if it is in a column
    onto, takes, needs             as in `rules`
    stir      cards, 64    uint64  random numbers; what a card lies on counts by its lower 6 bits

Card index: rank * 4 + suit, clubs diamonds hearts spades. A deck of r ranks has the cards 0 .. 4 r - 1.

Example: 4 ranks, column 0 holds 3S 2D (2D on top). UNDER + 5 is 11, UNDER + 11 is TABLE, OVER + 11 is 5,
TOP + 0 is 5; 5 is in BUILT, since takes[11] holds 2D and 2H.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.freecell import layout as game
from accord_native.freecell.rules import is_safe, next_home
from accord_native.jit import inline, jit
from accord_native.words import FOUR, ONE, THREE, TWO, ZERO, ByteRows, Bytes, Words

PLACES = np.uint64(63)


@inline
def lay(
    under: Bytes, row: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, onto: Words, stir: Words
) -> None:
    """Set up row `at` from a row of parent maps with at most MOST_COLUMNS columns."""
    cards = np.uint64(len(onto))
    for word in range(np.uint64(game.WORDS)):
        words[at, word] = ZERO if word < np.uint64(game.OTHERS) else ~ZERO
    for each in range(cards):
        card = np.uint64(each)
        below = np.uint64(under[row, card])
        bytes_[at, game.UNDER + card] = below
        words[at, game.HASH] ^= stir[card, below & PLACES]
        if below == game.CELL:
            words[at, game.CELLS] |= ONE << card
        elif below == game.HOME:
            words[at, game.AT_HOME] |= ONE << card
        elif below < cards:
            bytes_[at, game.OVER + below] = card
            if onto[card] >> below & ONE:
                words[at, game.BUILT] |= ONE << card
            if below >> game.RANK < card >> game.RANK:
                words[at, game.INVERTED] += ONE
    for each in range(np.uint64(game.MOST_COLUMNS)):
        bytes_[at, game.BAD + np.uint64(each)] = ZERO
    place = ZERO
    for each in range(cards):
        card = np.uint64(each)
        if np.uint64(under[row, card]) == game.TABLE:
            top, deep = card, ZERO
            bytes_[at, game.LANE + top], bytes_[at, game.DEEP + top] = place, deep
            while np.uint64(bytes_[at, game.OVER + top]) != game.NONE:
                top, deep = np.uint64(bytes_[at, game.OVER + top]), deep + ONE
                bytes_[at, game.LANE + top], bytes_[at, game.DEEP + top] = place, deep
                if not words[at, game.BUILT] >> top & ONE:
                    bytes_[at, game.BAD + place] += np.uint8(1)
            bytes_[at, game.TOP + place] = top
            words[at, game.TOPS] |= ONE << top
            place += ONE


@inline
def copy(at: np.uint64, to: np.uint64, words: Words) -> None:
    """Copy a row."""
    for part in range(np.uint64(game.WORDS // 8)):  # a part is read before it is written: wide registers do
        word = np.uint64(part) << THREE
        a, b, c, d = words[at, word], words[at, word + ONE], words[at, word + TWO], words[at, word + THREE]
        word += FOUR
        e, f, g, h = words[at, word], words[at, word + ONE], words[at, word + TWO], words[at, word + THREE]
        words[to, word], words[to, word + ONE], words[to, word + TWO], words[to, word + THREE] = e, f, g, h
        word -= FOUR
        words[to, word], words[to, word + ONE], words[to, word + TWO], words[to, word + THREE] = a, b, c, d


@inline
def uncover(card: np.uint64, column: np.uint64, at: np.uint64, bytes_: Bytes, words: Words) -> None:
    """Take the cards from `card` upwards off their column; where they go is for the caller to say."""
    below = np.uint64(bytes_[at, game.UNDER + card])
    words[at, game.TOPS] &= ~(ONE << np.uint64(bytes_[at, game.TOP + column]))
    if below == game.TABLE:
        bytes_[at, game.TOP + column] = game.NONE
        return
    bytes_[at, game.TOP + column] = below
    bytes_[at, game.OVER + below] = game.NONE
    words[at, game.TOPS] |= ONE << below
    if words[at, game.BUILT] >> card & ONE:
        words[at, game.BUILT] &= ~(ONE << card)
    else:
        bytes_[at, game.BAD + column] -= np.uint8(1)
        if below >> game.RANK < card >> game.RANK:
            words[at, game.INVERTED] -= ONE


@inline
def put(card: np.uint64, place: np.uint64, at: np.uint64, bytes_: Bytes, words: Words, stir: Words) -> None:
    """Write what a card lies on, with the hash."""
    words[at, game.HASH] ^= (
        stir[card, place & PLACES] ^ stir[card, np.uint64(bytes_[at, game.UNDER + card]) & PLACES]
    )
    bytes_[at, game.UNDER + card] = place


@inline
def move(
    card: np.uint64,
    place: np.uint64,
    source: np.uint64,
    target: np.uint64,
    at: np.uint64,
    bytes_: Bytes,
    words: Words,
    stir: Words,
) -> None:
    """Move a card with all that lies on it; a cell or home as source or target column is NONE."""
    top = card
    if source == game.NONE:
        words[at, game.CELLS] &= ~(ONE << card)
    else:
        top = np.uint64(bytes_[at, game.TOP + source])
        uncover(card, source, at, bytes_, words)
    put(card, place, at, bytes_, words, stir)
    if place == game.CELL:
        words[at, game.CELLS] |= ONE << card
        bytes_[at, game.LANE + card] = game.NONE
    elif place == game.HOME:
        words[at, game.AT_HOME] |= ONE << card
    else:
        bytes_[at, game.TOP + target] = top
        words[at, game.TOPS] |= ONE << top
        deep = ZERO
        if place != game.TABLE:
            bytes_[at, game.OVER + place] = card
            words[at, game.TOPS] &= ~(ONE << place)
            words[at, game.BUILT] |= ONE << card
            deep = np.uint64(bytes_[at, game.DEEP + place]) + ONE
        while True:
            bytes_[at, game.LANE + card], bytes_[at, game.DEEP + card] = target, deep
            if card == top:
                break
            card, deep = np.uint64(bytes_[at, game.OVER + card]), deep + ONE


@inline
def column_of(card: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """The column of a card that is not home; NONE if it is in a cell."""
    return np.uint64(bytes_[at, game.LANE + card])


@inline
def above(card: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """How many cards lie on a card, which is in a column."""
    top = np.uint64(bytes_[at, game.TOP + np.uint64(bytes_[at, game.LANE + card])])
    return np.uint64(bytes_[at, game.DEEP + top]) - np.uint64(bytes_[at, game.DEEP + card])


@inline
def count_above(cards: np.uint64, at: np.uint64, bytes_: Bytes) -> np.uint64:
    """How many cards lie on these, which are in columns."""
    count = ZERO
    while cards:
        card = count_trailing_zeros(cards)
        cards &= cards - ONE
        count += above(card, at, bytes_)
    return count


@inline
def homeward(at: np.uint64, words: Words, deck: np.uint64) -> np.uint64:
    """The cards that can go home now, as bits; `deck` are all cards."""
    home = words[at, game.AT_HOME]
    return next_home(home, deck) & (words[at, game.CELLS] | words[at, game.TOPS])


@inline
def safely_home(at: np.uint64, words: Words, needs: Words, deck: np.uint64) -> np.uint64:
    """A card that may go home at once, whatever comes after; NONE if there is none."""
    ready = homeward(at, words, deck)
    while ready:
        card = count_trailing_zeros(ready)
        ready &= ready - ONE
        if is_safe(card, words[at, game.AT_HOME], needs):
            return card
    return game.NONE


@jit(counted=False)
def deal_microsoft(first: np.uint64, columns: np.uint64, under: ByteRows, deck: Bytes) -> None:
    """Deal full decks as Microsoft's FreeCell does, numbers from `first` on, below 2^31, into parent maps.

    The deck lies in the order of card indices; the generator is the one of Microsoft's C library. Deal 1
    begins JD KD 2S 4C 3S 6D 6S.

    Args:
        first: the number of the first deal.
        columns: how many; the deal goes round them.
        under: one row a deal, one place a card; overwritten.
        deck: scratch, 64 + columns long.
    """
    for row in range(np.uint64(len(under))):
        for each in range(np.uint64(game.MOST_CARDS)):
            deck[each] = each
        for each in range(columns):
            deck[np.uint64(64) + np.uint64(each)] = game.TABLE
        seed, column, left = first + row, ZERO, np.uint64(game.MOST_CARDS)
        while left > ZERO:
            seed = (seed * np.uint64(214013) + np.uint64(2531011)) & np.uint64(0x7FFFFFFF)
            pick = (seed >> np.uint64(16)) % left
            card = np.uint64(deck[pick])
            left -= ONE
            deck[pick] = deck[left]
            under[row, card] = deck[np.uint64(64) + column]
            deck[np.uint64(64) + column] = card
            column = column + ONE if column + ONE < columns else ZERO
