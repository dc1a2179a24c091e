"""The arrays of frontier counting; compiles nothing.

A search that decides one option after the other, in a fixed order, need not know all that it has chosen: only
the sums of items that are *open* (some of their options are decided, others are not), and how the vertices of
the *frontier* hang together (those with a choice behind them and another ahead). That is a *state*; layer n
has the states after n options, each with the number of ways that lead there. (D. E. Knuth, "The Art of
Computer Programming" 7.1.4, Simpath; J. Kawahara, T. Inoue, H. Iwashita and S. Minato, "Frontier-based search
for enumerating all constrained subgraphs with compressed representation", 2017.)

A key has several words. Each open item has a field of its own, a digit; so has each slot, in which a vertex
is as long as it is in the frontier:

    0        untouched: no chosen edge meets it
    INNER    in loops and paths: two chosen edges meet it, and no third may
    2 and up the number of its component; components are numbered as they come up, slot by slot, so that equal
             states have equal keys

Bit STARTED of the first word is always set, bit FINISHED once the only component is *complete*: nothing can
join it any more. From then on nothing may be chosen that the rule is about, and whatever is complete while
there is another component is no solution.

What `expand` is given for the option of a layer:

    name    shape      dtype   meaning
    ------  ---------  ------  ----------------------------------------------------------------------------
    sums    items, 10  int64   each item in it: WORD, SHIFT and MASK of its field; what is added to the
                               digit if the option is ABSENT, or CHOSEN; a digit must then be in LOWEST to
                               HIGHEST; from SAFE to SAFEST they are all as good, and are made USUAL
    joins   joins, 3   uint64  what a choice does, in this order: ONE_SLOT and OTHER_SLOT become connected; if
                               they are the same, it is touched; if SOFT, only where both are touched
    leaves  leaving, 2 uint64  the SLOT of a vertex that leaves the frontier, and how it MAY: see below
    slots   slots, 2   uint64  word and shift of each slot's field
    rule    4          uint64  WORDS of a key; SLOT_MASK, of a slot's field; whether two edges at a vertex are
                               ENOUGH; which CYCLES may be: NONE, ONE_CYCLE that is all there is, or ANY

How a vertex may leave, as bits: UNTOUCHED, LOOSE (with the number of a component), PASSED (as inner).

The state of the kernel is as in `layout`, and scratch for a key, the slots, and the
new numbers of components: `scratch` says how many places that takes.

Example: the loop of a triangle with the vertices a b c, in the slots 0 1 2. Options ab (joins 0 1), ac (joins
0 2; a leaves), bc (joins 1 2; b and c leave). Nothing chosen: one state of no component, to the end. With
ab: slots 2 2 0; with ac as well a is inner, and leaves; b and c have the component: 0 2 2. (Without ac, a
would leave loose, as no loop does.) With bc it closes: FINISHED. So there are 1, 2, 2 and 2 states, and at
the end nothing, or the loop.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple, TypeAlias

import numpy as np

from accord_native.layers.layout import STATE
from accord_native.words import Integers, WordRows, Words

IntegerRows: TypeAlias = Annotated[Integers, 2]

STARTED, FINISHED = np.uint64(1), np.uint64(2)  # bits of the first word
INNER = np.uint64(1)
FIRST_COMPONENT = np.uint64(2)

WORD, SHIFT, MASK, ABSENT, CHOSEN, LOWEST, HIGHEST, SAFE, SAFEST, USUAL = range(10)  # in `sums`
SUM = 10  # places
ONE_SLOT, OTHER_SLOT, SOFT = range(3)  # in `joins`
SLOT, MAY = range(2)  # in `leaves`
UNTOUCHED, LOOSE, PASSED = (np.uint64(bit) for bit in (1, 2, 4))
WORDS, SLOT_MASK, ENOUGH, CYCLES = range(4)  # in `rule`
NONE, ONE_CYCLE, ANY = (np.uint64(n) for n in range(3))


class Given(NamedTuple):
    """The arrays of a layer."""

    sums: IntegerRows
    joins: WordRows
    leaves: WordRows
    slots: WordRows
    rule: Words


def scratch(words: int, slots: int, joins: int) -> int:
    """Places of the state that the kernel needs beyond STATE, for so many joins of an option at most."""
    return words + slots + numbers(slots, joins)


def numbers(slots: int, joins: int) -> int:
    """More than the numbers that components have while a state is expanded."""
    return int(FIRST_COMPONENT) + slots + joins


KEY = np.uint64(STATE)  # where the scratch begins
