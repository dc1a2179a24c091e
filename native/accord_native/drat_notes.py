"""Record, while a DRAT proof is checked, the hints that turn it into an LRAT proof.

A clause that follows by unit propagation is noted with the clauses that took part in it, the last one being
the conflict; a RAT clause with such a group for each candidate. A literal that is fixed for good is noted
once as a clause of its own, which later hints name; so they stay short. Deletions are not noted, and nor are
clauses that have a literal and its opposite: what is noted is to be trimmed.

    name    shape      dtype   meaning
    ------  ---------  ------  -------------------------------------------------------------------------------
    note    any        int32   a proof as numbers, as `lrat` explains; who takes it sets NOTED to 0
    spelt   variables  int32   a variable's number in the proof
    named   clauses    uint32  a clause's id; 0: it has none
    unit    variables  uint32  the id of the clause that is just this variable or its negation; 0: none
    mark    variables  uint32  the last explanation, by its STAMP, in which a variable was met
    loose   variables  uint32  ids of units that are to be noted in front
    state   5 of 14    uint64  numbers NOTED; IDS that were given; the STAMP of the last explanation; how many
                               literals of the trail were TOLD; the clause of the last CONFLICT

The clauses of the formula are named from 1 on, and IDS is how many they are. `spelt` and these are given.
`note` must have space for twice what `has_room` asks for.
"""

from __future__ import annotations

import numpy as np

from accord_native import drat_layout as layout
from accord_native.drat_layout import Arrays
from accord_native.jit import inline
from accord_native.words import FOUR, ONE, TWO, ZERO


@inline
def has_room(size: np.uint64, its: Arrays) -> bool:
    """Whether a clause of so many literals can be noted, with its hints and the hints of one candidate."""
    return its.state[layout.NOTED] + size + TWO * (np.uint64(len(its.unit)) + FOUR) <= len(its.note)


@inline
def _write(number: np.int64, its: Arrays) -> None:
    its.note[its.state[layout.NOTED]] = number
    its.state[layout.NOTED] += ONE


@inline
def _spelt(literal: np.uint64, its: Arrays) -> np.int64:
    number = np.int64(its.spelt[literal >> ONE])
    return -number if literal & ONE else number


@inline
def begin(clause: np.uint64, its: Arrays) -> None:
    """Begin to note a clause that is to be checked."""
    its.state[layout.IDS] += ONE
    its.named[clause] = its.state[layout.IDS]
    _write(np.int64(its.named[clause]), its)
    for at in range(its.bound[clause, 0], its.bound[clause, 1]):
        _write(_spelt(np.uint64(its.literal[at]), its), its)
    _write(np.int64(0), its)


@inline
def end(clause: np.uint64, its: Arrays) -> None:
    """End the note of a clause that follows."""
    if its.named[clause] != ZERO:
        _write(np.int64(0), its)


@inline
def deny(clause: np.uint64, its: Arrays) -> None:
    """The clause has a true literal: one that is fixed, or the opposite of one that it has as well."""
    low, high = np.uint64(its.bound[clause, 0]), np.uint64(its.bound[clause, 1])
    at = low
    while its.value[its.literal[at]] != layout.TRUE:
        at += ONE
    fixed = its.unit[np.uint64(its.literal[at]) >> ONE]
    if fixed != ZERO:
        _write(np.int64(fixed), its)
        return
    its.named[clause] = 0
    its.state[layout.IDS] -= ONE
    its.state[layout.NOTED] -= high - low + TWO


@inline
def _mark(clause: np.uint64, skip: np.uint64, loose: np.uint64, its: Arrays) -> np.uint64:
    """Mark the variables of a clause; put fixed ones among the loose ones, and return how many these are."""
    stamp = its.state[layout.STAMP]
    for at in range(its.bound[clause, 0], its.bound[clause, 1]):
        literal = np.uint64(its.literal[at])
        variable = literal >> ONE
        if literal != skip and its.mark[variable] != stamp:
            its.mark[variable] = stamp
            if its.unit[variable] != ZERO:
                its.loose[loose] = its.unit[variable]
                loose += ONE
    return loose


@inline
def explain(
    conflict: np.uint64,
    skip: np.uint64,
    low: np.uint64,
    high: np.uint64,
    low_again: np.uint64,
    high_again: np.uint64,
    its: Arrays,
) -> None:
    """Note the clauses that lead to a conflict, all of whose literals are false but for `skip`.

    What was concluded is on the trail from `low` to `high`, and from `low_again` to `high_again`.
    """
    note, named, state = its.note, its.named, its.state
    state[layout.STAMP] += ONE
    first = state[layout.NOTED]
    loose = _mark(conflict, skip, ZERO, its)
    _write(np.int64(named[conflict]), its)
    at = high_again
    while at > low:
        at -= ONE
        variable = np.uint64(its.trail[at]) >> ONE
        concluded = at >= low_again or at < high
        if concluded and its.mark[variable] == state[layout.STAMP]:
            clause = np.uint64(its.reason[variable])
            loose = _mark(clause, layout.NONE, loose, its)
            _write(np.int64(named[clause]), its)
    for place in range(loose):
        _write(np.int64(its.loose[place]), its)
    last = state[layout.NOTED]
    while first + ONE < last:
        last -= ONE
        note[first], note[last] = note[last], note[first]
        first += ONE


@inline
def group(
    candidate: np.uint64,
    opposite: np.uint64,
    conflict: np.uint64,
    low: np.uint64,
    high: np.uint64,
    low_again: np.uint64,
    high_again: np.uint64,
    its: Arrays,
) -> None:
    """Note a candidate, and the hints for its resolvent; `conflict` is NONE if it had a true literal."""
    if its.named[candidate] == ZERO:
        return
    _write(-np.int64(its.named[candidate]), its)
    if conflict != layout.NONE:
        explain(conflict, layout.NONE, low, high, low_again, high_again, its)
        return
    at = np.uint64(its.bound[candidate, 0])
    while its.literal[at] == opposite or its.value[its.literal[at]] != layout.TRUE:
        at += ONE
    literal = np.uint64(its.literal[at])
    if its.unit[literal >> ONE] != ZERO:
        _write(np.int64(its.unit[literal >> ONE]), its)
        return
    for place in range(low, high):
        if its.trail[place] == literal:
            explain(np.uint64(its.reason[literal >> ONE]), literal, low, high, high, high, its)


@inline
def tell(fixed: np.uint64, its: Arrays) -> bool:
    """Note each literal that is fixed, trail[:fixed], as a clause; False if there is no space for more."""
    state = its.state
    while state[layout.TOLD] < fixed:
        if not has_room(ZERO, its):
            return False
        literal = np.uint64(its.trail[state[layout.TOLD]])
        state[layout.TOLD] += ONE
        clause = np.uint64(its.reason[literal >> ONE])
        if its.bound[clause, 1] - its.bound[clause, 0] == 1:
            its.unit[literal >> ONE] = its.named[clause]
            continue
        state[layout.IDS] += ONE
        _write(np.int64(state[layout.IDS]), its)
        _write(_spelt(literal, its), its)
        _write(np.int64(0), its)
        _reduce(clause, literal, its)
        its.unit[literal >> ONE] = state[layout.IDS]
    return True


@inline
def _reduce(clause: np.uint64, skip: np.uint64, its: Arrays) -> None:
    """Note the units that make a clause's literals false, but for `skip`, and the clause."""
    for at in range(its.bound[clause, 0], its.bound[clause, 1]):
        literal = np.uint64(its.literal[at])
        if literal != skip:
            _write(np.int64(its.unit[literal >> ONE]), its)
    _write(np.int64(its.named[clause]), its)
    _write(np.int64(0), its)


@inline
def finish(its: Arrays) -> None:
    """Note the empty clause."""
    its.state[layout.IDS] += ONE
    _write(np.int64(its.state[layout.IDS]), its)
    _write(np.int64(0), its)
    _reduce(its.state[layout.CONFLICT], layout.NONE, its)
