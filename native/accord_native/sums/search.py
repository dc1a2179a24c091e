"""Kernel for linear demands [low, high] with amounts of either sign: conflict-driven clause learning.

As in `cover.general`, an item has room upwards and downwards, and an option that is in or out takes
its weight from one of the two; an open option for which there is no space is forced. Items of two options
are implications instead. Where at most one option may be chosen, it implies that its rivals are out; that
at least one must be chosen is a clause, of which two options are watched. On top of that:

- *subsets*: of an item, only some sums can be made by its open options (a knapsack, as bit sets); what is
  in none of those, or in all, is forced;
- *lookahead*: each open option is tried in and out, and what leads to a contradiction is excluded;
- *learning* (Marques-Silva and Sakallah, 1996; Ohrimenko, Stuckey and Codish, 2007): a contradiction is
  traced back to its first unique implication point; the clause that says so is kept, half of all are
  dropped now and then, and the search starts again in Luby's rhythm.

Every solution is found once: the decisions that led to it become a clause that is kept. When there are many,
the search continues as Gebser, Kaufmann, Neumann and Schaub do (2007): the last decision is turned round, and
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
    choice_start   options + 1       uint32   option o is in choice[choice_start[o]:choice_start[o + 1]], the
    choice         choices of all    uint32   numbers of items that take one option at most;
    rival_start    choices + 1       uint32   item c of those has the options
    rival          rivals            uint32   rival[rival_start[c]:rival_start[c + 1]]
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

To begin, `trail` and `value` hold known literals, with depth 0 and no reason, and state[TRAIL] how many that
are; `heap` holds all options, state[HEAP] is their number; `pool` and `watch` hold the model's clauses,
whose LEVELS are 0, and state[POOL] is the place behind them, at least 1. `reasoning` is BOUNDS, or SUBSETS
and LOOKAHEAD added up; `branching` is ACTIVITY, STREAK (the largest amount first) or SMALLEST (the item with
the least left open). A kernel returns DONE; PAUSED when `budget` nodes and probes were made; or FULL when
`output` is. Called again with the same arrays it continues. A node is a decision.

Example: item a [2, 3], options giving it 2, 1, 1 and -1, as in `cover.general`: seven solutions.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.jit import inline, variants
from accord_native.profile import note_dead_end, note_node, note_solution
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sums import layout
from accord_native.sums.heap import take
from accord_native.sums.layout import Arrays
from accord_native.sums.learning import analyse, clear, deepest, levels, second, store
from accord_native.sums.propagation import propagate, push, retreat, subsets
from accord_native.words import ONE, TWO, ZERO, OptionRows

MOST_BLOCKED = np.uint64(64)  # solutions that become clauses
RHYTHM = np.uint64(24)  # conflicts
DECAY = np.float64(1 / 0.85)
NARROWEST = ~ZERO
BEGIN = np.uint64(layout.STATES)  # of the statistics in the state


@inline
def luby(number: np.uint64) -> np.uint64:
    """1, 1, 2, 1, 1, 2, 4, ...: the term of that number, from 1 on."""
    while True:
        power = ONE
        while power < number + ONE:
            power <<= ONE
        if power == number + ONE:
            return power >> ONE
        number -= (power >> ONE) - ONE


@inline
def narrowest_choice(least: np.uint64, its: Arrays) -> np.uint64:
    """The first open option of the choice with the fewest, if those are fewer than `least`; or `options`."""
    rival_start, rival, value = its.given.rival_start, its.given.rival, its.value
    chosen = np.uint64(len(value))
    for item in range(np.uint64(len(rival_start) - 1)):
        left, first = ZERO, chosen
        for at in range(np.uint64(rival_start[item]), np.uint64(rival_start[item + ONE])):
            if value[rival[at]] == layout.OPEN:
                left += ONE
                if left == ONE:
                    first = np.uint64(rival[at])
        if left > ZERO and left < least:
            least, chosen = left, first
    return chosen


@inline
def narrowest(its: Arrays) -> np.uint64:
    """The open option of the largest amount, of the item with the least left open; or `options`."""
    first, member, spread = its.given.first, its.given.member, its.given.spread
    room, value = its.room, its.value
    least, chosen = NARROWEST, np.uint64(len(spread))
    for item in range(np.uint64(len(spread))):
        up, down = room[item << ONE], room[(item << ONE) | ONE]
        unsure = up + down - spread[item]
        if unsure != ZERO and unsure < least and (up < unsure or down < unsure):
            least, chosen = unsure, np.uint64(item)
    option = narrowest_choice(least, its)
    if option < len(value):
        return option
    if chosen < len(spread):
        for at in range(np.uint64(first[chosen]), np.uint64(first[chosen + ONE])):
            if value[member[at, layout.OPTION]] == layout.OPEN:
                return np.uint64(member[at, layout.OPTION])
    return np.uint64(len(value))


@variants(counted=False, profile=(False, True))
def search(profile: bool) -> Callable[..., np.uint64]:
    """Return the kernel; with `profile` it keeps statistics, for which the state must have places."""

    def search(
        its: Arrays, reasoning: np.uint64, branching: np.uint64, output: OptionRows, budget: np.uint64
    ) -> np.uint64:
        """Continue the search; returns DONE, PAUSED or FULL."""
        value, trail, about, marks, heap = its.value, its.trail, its.about, its.marks, its.heap
        activity, phase, pool, units, calm = its.activity, its.phase, its.pool, its.units, its.calm
        learnt, state = its.learnt, its.state
        options, capacity = np.uint64(len(value)), np.uint64(len(output))
        literals = TWO * options
        last = state[NODES] + state[layout.PROBES] + budget
        state[WRITTEN] = ZERO
        known = False  # whether the conflict of the last round is still to be learnt from
        while state[layout.ENDED] == ZERO:
            conflict = known or propagate(its)
            if not conflict and reasoning & layout.SUBSETS:
                length = state[layout.TRAIL]
                conflict = subsets(its)
                if not conflict and state[layout.TRAIL] > length:
                    continue
            # each way leads to a level to go back to, and a literal that is true there
            present = state[layout.LEVEL]
            level, literal, cause = present, literals, layout.NONE
            turn = False  # whether that is the last decision, turned round
            if conflict:
                if not known:
                    if profile and state[layout.PROBING] == ZERO:
                        note_dead_end(state, BEGIN, present)
                    state[layout.PROBING], state[layout.QUIET] = ZERO, ZERO
                    state[layout.SWEEP] += ONE
                    state[layout.CONFLICTS] += ONE
                known = False
                if present > state[layout.FLOOR]:
                    level = deepest(its)
                    level = max(level, state[layout.FLOOR])
                if level < present:
                    known = True
                elif level == ZERO:
                    state[layout.ENDED] = ONE
                    break
                elif level == state[layout.FLOOR]:
                    turn = True
                else:
                    size = analyse(branching == layout.ACTIVITY, its)
                    activity[options] *= DECAY
                    room_for = layout.BODY + size
                    if state[layout.POOL] + room_for > len(pool):
                        clear(its)
                    if state[layout.POOL] + room_for > len(pool):
                        turn = True
                    else:
                        level = max(second(learnt, size, about), state[layout.FLOOR])
                        many = levels(size, state[layout.CONFLICTS], its)
                        literal = np.uint64(learnt[0])
                        if size > ONE:
                            cause = (store(size, many, its) << layout.KIND_BITS) | layout.CLAUSE
                        elif state[layout.UNITS] < len(units):
                            units[state[layout.UNITS]] = literal
                            state[layout.UNITS] += ONE
            elif state[layout.PROBING] != ZERO:
                level -= ONE
                for at in range(np.uint64(marks[level]), state[layout.TRAIL]):
                    calm[trail[at]] = state[layout.SWEEP]
            elif state[layout.TRAIL] == options:
                state[SOLUTIONS] += ONE
                if profile:
                    note_solution(state, BEGIN, level)
                if capacity != ZERO:
                    inside, row = ZERO, state[WRITTEN]
                    for at in range(np.uint64(output.shape[1])):
                        output[row, at] = -1
                    for at in range(options):
                        if value[at] == layout.IN:
                            output[row, inside] = at
                            inside += ONE
                    state[WRITTEN] = row + ONE
                if level == ZERO:
                    state[layout.ENDED] = ONE
                    break
                turn = True
                fits = state[layout.POOL] + layout.BODY + level <= np.uint64(len(pool)) >> TWO
                if state[layout.FLOOR] == ZERO and state[layout.BLOCKED] < MOST_BLOCKED and fits:
                    turn = False
                    state[layout.BLOCKED] += ONE
                    for at in range(level):
                        learnt[at] = trail[marks[level - ONE - at]] ^ np.uint32(1)
                    literal = np.uint64(learnt[0])
                    if level > ONE:
                        cause = (store(level, ZERO, its) << layout.KIND_BITS) | layout.CLAUSE
                    level -= ONE
            else:
                if state[NODES] + state[layout.PROBES] >= last:
                    return PAUSED
                if state[layout.CONFLICTS] >= state[layout.RESTART_AT]:
                    state[layout.RESTARTS] += ONE
                    state[layout.RESTART_AT] = state[layout.CONFLICTS] + RHYTHM * luby(state[layout.RESTARTS])
                    level = state[layout.FLOOR]
                    if state[layout.LEARNT] > state[layout.LEARNT_MOST]:
                        clear(its)
                if reasoning & layout.LOOKAHEAD and level == present:
                    while state[layout.QUIET] < literals and literal == literals:
                        tried = state[layout.PROBE]
                        state[layout.PROBE] = tried + ONE if tried + ONE < literals else ZERO
                        state[layout.QUIET] += ONE
                        if value[tried >> ONE] == layout.OPEN and calm[tried] != state[layout.SWEEP]:
                            literal = tried
                            state[layout.PROBING] = ONE
                            state[layout.PROBES] += ONE
                if literal == literals and level == present:
                    option = options
                    if branching == layout.SMALLEST:
                        option = narrowest(its)
                    while option == options:
                        option = take(heap, activity, state)
                        if value[option] != layout.OPEN:
                            option = options
                    literal = option << ONE
                    if branching == layout.ACTIVITY:
                        literal |= np.uint64(phase[option])
                    state[NODES] += ONE
                    if profile:
                        note_node(state, BEGIN, level + ONE, option)
                    state[layout.QUIET] = ZERO
                    state[layout.SWEEP] += ONE
                if literal < literals:
                    marks[level] = state[layout.TRAIL]
                    state[layout.LEVEL] += ONE
            if turn:
                level = present - ONE
                literal = np.uint64(trail[marks[level]]) ^ ONE
                state[layout.FLOOR] = level
            if level < present:
                retreat(level, its)
                state[layout.PROBING] = ZERO
            if literal < literals:
                push(literal, cause, its)
            if turn:
                for at in range(state[layout.UNITS]):
                    literal = np.uint64(units[at])
                    if value[literal >> ONE] == layout.OPEN:
                        push(literal, layout.NONE, its)
            if capacity != ZERO and state[WRITTEN] == capacity:
                return FULL
        return DONE

    return search
