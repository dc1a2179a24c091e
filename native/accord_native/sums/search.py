"""Sums: demands [low, high] on sums of amounts of either sign, with clauses learnt from conflicts.

As in `cover.general`, an item has room upwards and downwards, and an option that is in or out takes
its weight from one of the two; an open option for which there is no room is forced. Items of two options
are implications instead. On top of that:

- *subsets*: of an item, only some sums can be made by its open options (a knapsack, as bit sets); what is
  in none of those, or in all, is forced;
- *lookahead*: each open option is tried in and out, and what leads to a contradiction is excluded;
- *learning* (Marques-Silva and Sakallah, 1996; Ohrimenko, Stuckey and Codish, 2007): a contradiction is
  traced back to its first unique implication point; the clause that says so is kept, half of all are
  dropped now and then, and the search starts again in Luby's rhythm.

Every solution is found once: the decisions that led to it become a clause that is kept. When there are many,
the search goes on as Gebser, Kaufmann, Neumann and Schaub do (2007): the last decision is turned round, and
nothing jumps back beyond it, the *floor*, until all above has been seen.

    name           shape             dtype    meaning
    -------------  ----------------  -------  --------------------------------------------------------------
    start          options + 1       uint32   option o has the entries start[o]:start[o + 1]
    entry          entries, 2        uint32   SLOT: 2 * item if it gives a positive amount, else 2 * item + 1;
                                              WEIGHT: the absolute value of the amount
    first          items + 1         uint32   item i has the members first[i]:first[i + 1]
    member         entries, 3        uint32   SLOT and WEIGHT as above, OPTION; of an item by falling weight
    top            2 * items         uint32   the largest weight of an item; 0 where a bound can never bind
    spread         items             uint64   high - low, both within what all sums can be
    slack          2 * items         uint64   the room while nothing is decided
    implied_start  2 * options + 1   uint32   a literal (2 * option: in, 2 * option + 1: out) implies the
    implied        implications      uint32   literals implied[implied_start[l]:implied_start[l + 1]]
    room           2 * items         uint64   as `slack` to begin
    value          options           uint8    IN, OUT or OPEN
    trail          options           uint32   the true literals, in this order
    about          options, 3        uint32   REASON: kind and number of what forced it; POSITION on the
                                              trail; DEPTH: the level
    marks          options + 1       uint32   how long the trail was before each decision
    heap           options, 2        uint32   see `heap`
    activity       options + 1       float64  how often an option was met in conflicts; the last: a step
    phase          options           uint8    the value to try first
    pool           room for clauses  uint32   from place 1 on: SIZE, LEVELS (0: to be kept), the next clause
                                              that watches the first, the second literal; the literals
    watch          2 * options       uint32   the first clause that watches a literal; 0 for none
    units          options           uint32   literals that were learnt
    changed        items             uint8    2 if subsets may tell something about it; 1 if it changed
    calm           2 * options       uint64   the last sweep in which a literal led to no contradiction
    stamps         options + 1       uint64   numbers given to levels
    seen, why, learnt, reach                  scratch, see `learning` and `propagation`
    state          STATES            uint64   see `layout`
    output         capacity, width   int32    solutions as options, padded with -1; no capacity: only count

To begin, `trail` and `value` hold what is known, with depth 0 and no reason, and state[TRAIL] how many that
are; `heap` holds all options, state[HEAP] is their number, state[POOL] is 1. `reasoning` is BOUNDS, or
SUBSETS and LOOKAHEAD added up; `branching` is ACTIVITY, STREAK (the largest amount first) or SMALLEST (the
item with the least left open). A kernel returns DONE; PAUSED when `budget` nodes and probes were made; or
FULL when `output` is. Called again with the same arrays it goes on. A node is a decision.

Example: item a [2, 3], options giving it 2, 1, 1 and -1, as in `cover.general`: seven solutions.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sums.heap import take
from accord_native.sums.layout import (
    ACTIVITY,
    BLOCKED,
    BODY,
    CLAUSE,
    CONFLICTS,
    ENDED,
    FLOOR,
    IN,
    KIND_BITS,
    LEARNT,
    LEARNT_MOST,
    LEVEL,
    LOOKAHEAD,
    NONE,
    OPEN,
    OPTION,
    POOL,
    PROBE,
    PROBES,
    PROBING,
    QUIET,
    RESTART_AT,
    RESTARTS,
    SMALLEST,
    SUBSETS,
    SWEEP,
    TRAIL,
    UNITS,
)
from accord_native.sums.learning import analyse, clear, deepest, levels, second, store
from accord_native.sums.propagation import propagate, push, retreat, subsets
from accord_native.words import ONE, TWO, ZERO, Bytes, Floats, Halves, Options, Words

MOST_BLOCKED = np.uint64(64)  # solutions that become clauses
RHYTHM = np.uint64(24)  # conflicts
DECAY = np.float64(1 / 0.85)
NARROWEST = ~ZERO


@register_jitable
def luby(number: np.uint64) -> np.uint64:
    """1, 1, 2, 1, 1, 2, 4, ...: the term of that number, from 1 on."""
    while True:
        power = ONE
        while power < number + ONE:
            power <<= ONE
        if power == number + ONE:
            return power >> ONE
        number -= (power >> ONE) - ONE


@register_jitable
def narrowest(first: Halves, member: Halves, spread: Words, room: Words, value: Bytes) -> np.uint64:
    """The open option of the largest amount, of the item with the least left open; or `options`."""
    least, chosen = NARROWEST, np.uint64(len(spread))
    for item in range(np.uint64(len(spread))):
        up, down = room[item << ONE], room[(item << ONE) | ONE]
        unsure = up + down - spread[item]
        if unsure != ZERO and unsure < least and (up < unsure or down < unsure):
            least, chosen = unsure, np.uint64(item)
    if chosen < len(spread):
        for at in range(np.uint64(first[chosen]), np.uint64(first[chosen + ONE])):
            if value[member[at, OPTION]] == OPEN:
                return np.uint64(member[at, OPTION])
    return np.uint64(len(value))


@jit(
    "uint64(uint32[::1], uint32[:, ::1], uint32[::1], uint32[:, ::1], uint32[::1], uint64[::1], uint64[::1],"
    "uint32[::1], uint32[::1], uint64[::1], uint8[::1], uint32[::1], uint32[:, ::1], uint32[::1],"
    "uint32[:, ::1], float64[::1], uint8[::1], uint32[::1], uint32[::1], uint32[::1], uint8[::1],"
    "uint64[::1], uint64[::1], uint8[::1], uint32[::1], uint32[::1], uint64[:, ::1], uint64[::1],"
    "uint64, uint64, int32[:, ::1], uint64)"
)
def search(
    start: Halves,
    entry: Halves,
    first: Halves,
    member: Halves,
    top: Halves,
    spread: Words,
    slack: Words,
    implied_start: Halves,
    implied: Halves,
    room: Words,
    value: Bytes,
    trail: Halves,
    about: Halves,
    marks: Halves,
    heap: Halves,
    activity: Floats,
    phase: Bytes,
    pool: Halves,
    watch: Halves,
    units: Halves,
    changed: Bytes,
    calm: Words,
    stamps: Words,
    seen: Bytes,
    why: Halves,
    learnt: Halves,
    reach: Words,
    state: Words,
    reasoning: np.uint64,
    branching: np.uint64,
    output: Options,
    budget: np.uint64,
) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    options, capacity = np.uint64(len(value)), np.uint64(len(output))
    literals = TWO * options
    last = state[NODES] + state[PROBES] + budget
    state[WRITTEN] = ZERO
    known = False  # whether the conflict of the last round is still to be learnt from
    while state[ENDED] == ZERO:
        conflict = known or propagate(
            start, entry, first, member, top, spread, implied_start, implied, room, value, trail, about, pool,
            watch, changed, state,
        )  # fmt: skip
        if not conflict and reasoning & SUBSETS:
            length = state[TRAIL]
            conflict = subsets(first, member, spread, room, value, trail, about, changed, reach, state)
            if not conflict and state[TRAIL] > length:
                continue
        # each way leads to a level to go back to, and a literal that is true there
        present = state[LEVEL]
        level, literal, cause = present, literals, NONE
        turn = False  # whether that is the last decision, turned round
        if conflict:
            if not known:
                state[PROBING], state[QUIET] = ZERO, ZERO
                state[SWEEP] += ONE
                state[CONFLICTS] += ONE
            known = False
            if present > state[FLOOR]:
                level = deepest(first, member, slack, value, about, seen, pool, why, state)
                level = max(level, state[FLOOR])
            if level < present:
                known = True
            elif level == ZERO:
                state[ENDED] = ONE
                break
            elif level == state[FLOOR]:
                turn = True
            else:
                size = analyse(
                    first, member, slack, implied_start, implied, value, trail, about, seen, pool, why,
                    learnt, heap, activity, branching == ACTIVITY, state,
                )  # fmt: skip
                activity[options] *= DECAY
                room_for = BODY + size
                if state[POOL] + room_for > len(pool):
                    clear(pool, watch, value, about, state)
                if state[POOL] + room_for > len(pool):
                    turn = True
                else:
                    level = max(second(learnt, size, about), state[FLOOR])
                    many = levels(learnt, size, about, stamps, state[CONFLICTS])
                    literal = np.uint64(learnt[0])
                    if size > ONE:
                        cause = (store(learnt, size, many, pool, watch, state) << KIND_BITS) | CLAUSE
                    elif state[UNITS] < len(units):
                        units[state[UNITS]] = literal
                        state[UNITS] += ONE
        elif state[PROBING] != ZERO:
            level -= ONE
            for at in range(np.uint64(marks[level]), state[TRAIL]):
                calm[trail[at]] = state[SWEEP]
        elif state[TRAIL] == options:
            state[SOLUTIONS] += ONE
            if capacity != ZERO:
                inside, row = ZERO, state[WRITTEN]
                output[row] = -1
                for at in range(options):
                    if value[at] == IN:
                        output[row, inside] = at
                        inside += ONE
                state[WRITTEN] = row + ONE
            if level == ZERO:
                state[ENDED] = ONE
                break
            turn = True
            fits = state[POOL] + BODY + level <= np.uint64(len(pool)) >> TWO
            if state[FLOOR] == ZERO and state[BLOCKED] < MOST_BLOCKED and fits:
                turn = False
                state[BLOCKED] += ONE
                for at in range(level):
                    learnt[at] = trail[marks[level - ONE - at]] ^ np.uint32(1)
                literal = np.uint64(learnt[0])
                if level > ONE:
                    cause = (store(learnt, level, ZERO, pool, watch, state) << KIND_BITS) | CLAUSE
                level -= ONE
        else:
            if state[NODES] + state[PROBES] >= last:
                return PAUSED
            if state[CONFLICTS] >= state[RESTART_AT]:
                state[RESTARTS] += ONE
                state[RESTART_AT] = state[CONFLICTS] + RHYTHM * luby(state[RESTARTS])
                level = state[FLOOR]
                if state[LEARNT] > state[LEARNT_MOST]:
                    clear(pool, watch, value, about, state)
            if reasoning & LOOKAHEAD and level == present:
                while state[QUIET] < literals and literal == literals:
                    tried = state[PROBE]
                    state[PROBE] = tried + ONE if tried + ONE < literals else ZERO
                    state[QUIET] += ONE
                    if value[tried >> ONE] == OPEN and calm[tried] != state[SWEEP]:
                        literal = tried
                        state[PROBING] = ONE
                        state[PROBES] += ONE
            if literal == literals and level == present:
                option = options
                if branching == SMALLEST:
                    option = narrowest(first, member, spread, room, value)
                while option == options:
                    option = take(heap, activity, state)
                    if value[option] != OPEN:
                        option = options
                literal = option << ONE
                if branching == ACTIVITY:
                    literal |= np.uint64(phase[option])
                state[NODES] += ONE
                state[QUIET] = ZERO
                state[SWEEP] += ONE
            if literal < literals:
                marks[level] = state[TRAIL]
                state[LEVEL] += ONE
        if turn:
            level = present - ONE
            literal = np.uint64(trail[marks[level]]) ^ ONE
            state[FLOOR] = level
        if level < present:
            retreat(start, entry, room, value, trail, marks, heap, activity, phase, state, level)
            state[PROBING] = ZERO
        if literal < literals:
            push(value, trail, about, state, literal, cause)
        if turn:
            for at in range(state[UNITS]):
                literal = np.uint64(units[at])
                if value[literal >> ONE] == OPEN:
                    push(value, trail, about, state, literal, NONE)
        if capacity != ZERO and state[WRITTEN] == capacity:
            return FULL
    return DONE
