"""Kernel that trims an LRAT proof: drops unused lemmas and deletes clauses after their last use.

From the empty clause backwards, what a needed step names in its hints is needed: its last use is the first
one that is met. Then the needed steps are written, with ids without gaps. A candidate of a RAT step counts as
used by it; and clauses of the formula that are never used are deleted at once where there are such steps: so
each of these has the candidates that it names, and no other. Deletions of the proof are not copied.

    name    shape        dtype   meaning
    ------  -----------  ------  -----------------------------------------------------------------------------
    number  numbers      int32   the proof
    begin   steps        int64   where each step begins; the last one adds the empty clause
    step    any          uint32  1 + the step that adds the clause with the id AXIOMS + 1, AXIOMS + 2, ...;
                                 0: none does
    last    axioms and   uint32  1 + the step with the last use of a clause of the formula, by its id - 1;
            steps                behind these, of what a step adds
    fresh   steps        uint32  the new id of what a step adds
    kept    any          int32   the trimmed proof; numbers + 3 steps + axioms + 2 are enough
    starts  any          int64   where each of its steps begins; 2 steps + 1 are enough
    state   9            uint64  how many AXIOMS there are; steps that are still to be met going BACK; the
                                 next STEP that is to be written; the FRESH ids; numbers WRITTEN; STEPS
                                 written; axioms that were looked at and FREED if they are never used;
                                 whether a step is RAT: only then they have to be

`number`, `begin` and `step` are given, and of the state AXIOMS, FRESH (the same) and BACK (all steps); `last`
of the last step is 1, all else is 0. Returns DONE when all is written, PAUSED after about `budget` numbers.

Example: the clauses 1 to 4 are a b, a -b, -a b, -a -b; a is 1 and b is 2. Of `5 2 0 1 3 0`, `6 1 0 1 2 0` and
`7 0 6 3 4 0` the first is not needed; what is kept is `5 1 0 1 2 0`, `DELETE 1 2 0` and `6 0 5 3 4 0`.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline, jit
from accord_native.lrat import layout
from accord_native.lrat.layout import DELETE, TrimArrays
from accord_native.progress import DONE, PAUSED
from accord_native.words import ONE, TWO, ZERO

NOTHING = np.uint64((1 << 32) - 1)  # no clause


@inline
def _use(hint: np.int64, its: TrimArrays) -> np.uint64:
    """The place in `last` of what a hint names, or NOTHING."""
    identity, axioms = np.uint64(abs(hint)), its.state[layout.AXIOMS]
    if identity <= axioms:
        return identity - ONE
    behind = identity - axioms - ONE
    if behind >= np.uint64(len(its.step)) or its.step[behind] == 0:
        return NOTHING
    return axioms + its.step[behind] - ONE


@inline
def _hints(step: np.uint64, its: TrimArrays) -> np.uint64:
    """Return where the hints of a step begin."""
    at = np.uint64(its.begin[step])
    while its.number[at] != 0:
        at += ONE
    return at + ONE


@inline
def _begin(its: TrimArrays) -> None:
    """Begin to write a step."""
    its.starts[its.state[layout.STEPS]] = its.state[layout.WRITTEN]
    its.state[layout.STEPS] += ONE


@inline
def _write(number: np.int64, its: TrimArrays) -> None:
    its.kept[its.state[layout.WRITTEN]] = number
    its.state[layout.WRITTEN] += ONE


@inline
def _new_id(place: np.uint64, its: TrimArrays) -> np.int64:
    """The new id of a place in `last`."""
    axioms = its.state[layout.AXIOMS]
    return np.int64(place + ONE if place < axioms else np.uint64(its.fresh[place - axioms]))


@inline
def _copy(step: np.uint64, its: TrimArrays) -> None:
    """Write a needed step, and behind it the deletion of what it is the last to use."""
    number, state = its.number, its.state
    state[layout.FRESH] += ONE
    its.fresh[step] = state[layout.FRESH]
    _begin(its)
    _write(np.int64(state[layout.FRESH]), its)
    hints = _hints(step, its)
    for source in range(np.uint64(its.begin[step]) + ONE, hints):
        _write(np.int64(number[source]), its)
    at = hints
    while number[at] != 0:
        place = _use(np.int64(number[at]), its)
        if place < state[layout.AXIOMS] + step:  # what is no clause yet stands behind a conflict
            new = _new_id(place, its)
            _write(new if number[at] > 0 else -new, its)
        at += ONE
    _write(np.int64(0), its)
    if step + ONE < len(its.begin):
        _free(step, hints, its)


@inline
def _free(step: np.uint64, hints: np.uint64, its: TrimArrays) -> None:
    """Write a deletion of all that is used by a step, and by none behind it."""
    number, last = its.number, its.last
    opened = False
    at = hints
    while number[at] != 0:
        place = _use(np.int64(number[at]), its)
        at += ONE
        if place < its.state[layout.AXIOMS] + step and last[place] == step + ONE:
            if not opened:
                _begin(its)
                _write(np.int64(DELETE), its)
                opened = True
            _write(_new_id(place, its), its)
            last[place] = 0
    if opened:
        _write(np.int64(0), its)


@jit(counted=False)
def trim(its: TrimArrays, budget: np.uint64) -> np.uint64:
    """Continue to trim; returns DONE or PAUSED."""
    number, last, state = its.number, its.last, its.state
    axioms, steps = state[layout.AXIOMS], np.uint64(len(its.begin))
    visits = ZERO
    while state[layout.BACK] > ZERO:
        if visits >= budget:
            return PAUSED
        state[layout.BACK] -= ONE
        step = state[layout.BACK]
        visits += ONE
        if last[axioms + step] == 0:
            continue
        at = _hints(step, its)
        while number[at] != 0:
            place = _use(np.int64(number[at]), its)
            if place < axioms + step and last[place] == 0:
                last[place] = step + ONE
            if number[at] < 0:
                state[layout.RAT] = ONE
            at += ONE
            visits += TWO
    while state[layout.FREED] < axioms and state[layout.RAT] != ZERO:
        if last[state[layout.FREED]] == 0:
            if state[layout.STEPS] == ZERO:
                _begin(its)
                _write(np.int64(DELETE), its)
            _write(np.int64(state[layout.FREED] + ONE), its)
        state[layout.FREED] += ONE
        if state[layout.FREED] == axioms and state[layout.STEPS] > ZERO:
            _write(np.int64(0), its)
    while state[layout.STEP] < steps:
        if visits >= budget:
            return PAUSED
        step = state[layout.STEP]
        state[layout.STEP] += ONE
        visits += ONE
        if last[axioms + step] != 0:
            visits += np.uint64(its.begin[step + ONE] - its.begin[step]) if step + ONE < steps else ONE
            _copy(step, its)
    return DONE
