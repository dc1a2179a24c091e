"""The rules of FreeCell and its relatives that searches share: small functions, which are inlined.

    name   shape     dtype   meaning
    -----  --------  ------  ------------------------------------------------------------------------
    rules  RULES     uint64  FREE_CELLS: how many cells there are, COLUMNS, FILL (who may go to an empty
                             column: 0 any card, 1 kings, 2 none), UNLIMITED (1 if a run of any length is
                             one move), DECK: all cards, as bits
    onto   cards     uint64  the cards that a card may be built on, as bits
    takes  cards     uint64  the cards that may be built on a card
    needs  cards, 2  uint64  a card whose turn it is may safely go home if one of these sets is home

What may be built on what is in `onto` and `takes`. The checker `replay` has the rules once more, by itself:
it shares nothing with searches.

Example: one ace of clubs at home, all others not: `next_home` gives 2C and the other aces.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.freecell.layout import FILL, UNLIMITED
from accord_native.words import FOUR, ONE, TWO, ZERO, Words

ACES = np.uint64(15)
ENDLESS = np.uint64(64)  # more cards than a run can have


@register_jitable
def next_home(home: np.uint64, deck: np.uint64) -> np.uint64:
    """The cards whose turn it is to go home, wherever they are, as bits."""
    return (home << FOUR | ACES) & ~home & deck


@register_jitable
def is_safe(card: np.uint64, home: np.uint64, needs: Words) -> bool:
    """Whether a card whose turn it is may go home at once, whatever comes after."""
    return bool(not needs[card, 0] & ~home or not needs[card, 1] & ~home)


@register_jitable
def may_fill(card: np.uint64, fill: np.uint64, cards: np.uint64) -> bool:
    """Whether a card may go to an empty column."""
    return bool(fill == ZERO or (fill < TWO and card + FOUR >= cards))


@register_jitable
def most_together(free: np.uint64, spare: np.uint64, rules: Words) -> np.uint64:
    """How many cards can move together through these cells and empty columns."""
    if rules[UNLIMITED]:
        return ENDLESS
    return free + ONE if rules[FILL] else (free + ONE) << min(spare, FOUR)
