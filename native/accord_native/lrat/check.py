"""Check an LRAT proof by following its hints, in time that is linear in what they name.

The literals of an added clause are made false. Each hint names a clause of which all literals are false but
one at most: that one becomes true, and if there is none, this is a conflict, and the added clause follows
(RUP). What is behind the conflict is not looked at. Or, where hints are negative, each names a clause that
has -p, the opposite of the first literal; its other literals are made false as well, and the hints behind it
lead to a conflict. As all clauses that have -p are named, which is known by their number, the added clause
can be added to whatever is satisfiable (RAT). The proof is done when the empty clause follows.

    name    shape         dtype   meaning
    ------  ------------  ------  ----------------------------------------------------------------------------
    number  numbers       int32   whole steps, as in the package; clauses of the formula without hints
    arena   any           uint32  clauses one behind another: CLAUSE, its id, or 0 if it is deleted; SIZE, how
                                  many literals; MARK, the last clause for which it was a candidate; literals
    table   power of 2    uint32  where in the arena a clause begins, hashed by its id, or NONE
    name    any           uint32  the variables' numbers in the proof, in the order in which they came
    places  power of 2    uint32  the place of a name, hashed by it, or NONE; twice as many as names, or more
    value   2 names       uint8   UNKNOWN, TRUE or FALSE: of literal 2 v for the variable v, 2 v + 1 for -v
    seen    2 names       uint8   whether the clause that is being stored has the literal
    times   2 names       uint32  how many clauses have it
    trail   names         uint32  literals that became true, in that order
    state   28            uint64  see the layout: number[AT:END] are to be read; clauses up to the id AXIOMS
                                  are the formula's; an odd SALT for the hashes; whether tables have MOVED;
                                  what is SHORT and how much it NEEDs. TOP words of the arena are used, WASTED
                                  of them for deleted clauses; LIVE clauses; ENTRIES of the table; VARIABLES.
                                  The next HINT, 0 between steps; the TAIL of the trail; whether it HOLDS; the
                                  candidate of the GROUP, or 0; the trail of its PREFIX; candidates FOUND.
                                  The VERDICT: OPEN, PROVED, or what is wrong with the step, and the hint that
                                  is BLAMED; the LAST id; STEPs, without the formula; LEMMAS; RAT ones;
                                  deletions IGNORED; VISITS of literals

`table` and `places` are full of NONE, all else is 0. The kernel returns DONE when all was read or there is a
verdict, PAUSED after about `budget` visits, FULL if a stretch is SHORT: then larger arrays go in its
place, the tables empty, and MOVED is set. Deleted clauses are cleared away where that frees enough space.

Example: the clauses a b, a -b, -a b, -a -b have the ids 1 to 4; a is 1 and b is 2. Then `5 1 0 1 2 0` adds a:
clause 1 makes b true, and clause 2 is a conflict. `6 0 5 3 4 0` adds the empty clause: PROVED.
"""

from __future__ import annotations

import numpy as np

from accord_native.jit import inline, jit
from accord_native.lrat import layout
from accord_native.lrat.layout import DELETE, CheckArrays
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import FOUR, ONE, THREE, TWO, ZERO, Halves

HEADER = np.uint64(layout.HEADER)
FOLD = np.uint64(20)  # a key and the salt have 32 bits at most, so nothing is lost above


@inline
def _slot(key: np.uint64, salt: np.uint64, table: Halves, keys: Halves) -> np.uint64:
    """The place of a key in a table of places of `keys`: the one that has it, or an empty one."""
    most = np.uint64(len(table)) - ONE
    slot = key * salt >> FOLD & most
    while table[slot] != layout.NONE and keys[table[slot]] != key:
        slot = slot + ONE & most
    return slot


@inline
def _clear(table: Halves) -> None:
    for slot in range(len(table)):
        table[slot] = layout.NONE


@inline
def _tidy(its: CheckArrays) -> None:
    """Move the clauses that are left together, and fill the tables anew."""
    arena, table, name, places, state = its.arena, its.table, its.name, its.places, its.state
    salt, top = state[layout.SALT], state[layout.TOP]
    _clear(table)
    source, target = ZERO, ZERO
    while source < top:
        words = HEADER + arena[source + np.uint64(layout.SIZE)]
        if arena[source] != ZERO:
            for word in range(words):
                arena[target + word] = arena[source + word]
            table[_slot(np.uint64(arena[target]), salt, table, arena)] = target
            target += words
        source += words
    state[layout.TOP], state[layout.WASTED], state[layout.ENTRIES] = target, ZERO, state[layout.LIVE]
    if state[layout.MOVED] != ZERO:
        _clear(places)
        for place in range(state[layout.VARIABLES]):
            places[_slot(np.uint64(name[place]), salt, places, name)] = place
        state[layout.MOVED] = ZERO


@inline
def _short(what: np.uint64, need: np.uint64, its: CheckArrays) -> bool:
    its.state[layout.SHORT], its.state[layout.NEED] = what, need
    return False


@inline
def _has_room(size: np.uint64, its: CheckArrays) -> bool:
    """Whether a clause of so many literals can be stored; else note what is SHORT."""
    state, room, slots = its.state, np.uint64(len(its.arena)), np.uint64(len(its.table))
    for attempt in range(2):
        fits = state[layout.TOP] + HEADER + size <= room
        entered = FOUR * (state[layout.ENTRIES] + ONE) <= THREE * slots
        if fits and entered:
            break
        tidies = TWO * state[layout.WASTED] >= state[layout.TOP]
        tidies |= TWO * state[layout.LIVE] <= state[layout.ENTRIES]
        if attempt == 0 and tidies:
            _tidy(its)
        elif not fits:
            return _short(layout.ARENA, state[layout.TOP] + HEADER + size, its)
        else:
            return _short(layout.TABLE, TWO * slots, its)
    if state[layout.VARIABLES] + size > len(its.name):
        return _short(layout.NAMES, state[layout.VARIABLES] + size, its)
    return True


@inline
def _code(number: np.int64, its: CheckArrays) -> np.uint64:
    """The literal with this number in the proof; a variable that is new gets a place."""
    variable, state = np.uint64(abs(number)), its.state
    slot = _slot(variable, state[layout.SALT], its.places, its.name)
    if its.places[slot] == layout.NONE:
        its.places[slot] = state[layout.VARIABLES]
        its.name[state[layout.VARIABLES]] = variable
        state[layout.VARIABLES] += ONE
    return np.uint64(its.places[slot]) * TWO + np.uint64(number < 0)


@inline
def _assume(literal: np.uint64, its: CheckArrays) -> None:
    """Make a literal true that is not known."""
    state = its.state
    its.value[literal], its.value[literal ^ ONE] = layout.TRUE, layout.FALSE
    its.trail[state[layout.TAIL]] = literal
    state[layout.TAIL] += ONE


@inline
def _undo(low: np.uint64, its: CheckArrays) -> None:
    """Forget the trail from `low` on."""
    state = its.state
    while state[layout.TAIL] > low:
        state[layout.TAIL] -= ONE
        literal = np.uint64(its.trail[state[layout.TAIL]])
        its.value[literal], its.value[literal ^ ONE] = layout.UNKNOWN, layout.UNKNOWN


@inline
def _store(its: CheckArrays) -> bool:
    """Put the clause of the next step behind the others, not yet among them; False if there is no space."""
    number, arena, seen, state = its.number, its.arena, its.seen, its.state
    at = state[layout.AT] + ONE
    stop = at
    while number[stop] != 0:
        stop += ONE
    if not _has_room(stop - at, its):
        return False
    state[layout.VISITS] += stop - at + ONE
    state[layout.HINT] = stop + ONE
    top = state[layout.TOP]
    begin = place = top + HEADER
    for source in range(at, stop):
        literal = _code(np.int64(number[source]), its)
        if seen[literal] == 0:
            seen[literal] = 1
            arena[place] = literal
            place += ONE
    for source in range(begin, place):
        seen[arena[source]] = 0
    arena[top], arena[top + ONE], arena[top + TWO] = number[state[layout.AT]], place - begin, 0
    return True


@inline
def _deny(its: CheckArrays) -> None:
    """Make the literals of the stored clause false; it HOLDS if it has a literal and its opposite."""
    state = its.state
    begin = state[layout.TOP] + HEADER
    for place in range(begin, begin + its.arena[state[layout.TOP] + ONE]):
        literal = np.uint64(its.arena[place])
        if its.value[literal] == layout.TRUE:
            state[layout.HOLDS] = ONE
        else:
            _assume(literal ^ ONE, its)


@inline
def _enter(its: CheckArrays) -> None:
    """Make the stored clause one of the others, and continue with the next step."""
    arena, state = its.arena, its.state
    top = state[layout.TOP]
    size = np.uint64(arena[top + ONE])
    for place in range(top + HEADER, top + HEADER + size):
        its.times[arena[place]] += ONE
    its.table[_slot(np.uint64(arena[top]), state[layout.SALT], its.table, arena)] = top
    state[layout.TOP] += HEADER + size
    state[layout.LIVE] += ONE
    state[layout.ENTRIES] += ONE
    if size == ZERO:
        state[layout.VERDICT] = layout.PROVED


@inline
def _place(identity: np.uint64, its: CheckArrays) -> np.uint64:
    """Return the place in the arena of the clause with this id, or NONE."""
    return np.uint64(its.table[_slot(identity, its.state[layout.SALT], its.table, its.arena)])


@inline
def _delete(its: CheckArrays) -> None:
    """Take the step that deletes."""
    number, arena, state = its.number, its.arena, its.state
    at = state[layout.AT] + ONE
    while number[at] != 0:
        place = _place(np.uint64(number[at]), its)
        at += ONE
        if place == layout.NONE:
            state[layout.IGNORED] += ONE
            continue
        size = np.uint64(arena[place + ONE])
        for literal in range(place + HEADER, place + HEADER + size):
            its.times[arena[literal]] -= ONE
        arena[place] = 0
        state[layout.WASTED] += HEADER + size
        state[layout.LIVE] -= ONE
        state[layout.VISITS] += size
    state[layout.VISITS] += ONE
    state[layout.AT] = at + ONE
    state[layout.STEP] += ONE


@inline
def _blame(verdict: np.uint64, hint: np.int64, its: CheckArrays) -> None:
    its.state[layout.VERDICT], its.state[layout.BLAMED] = verdict, np.uint64(abs(hint))


@inline
def _draw(place: np.uint64, its: CheckArrays) -> bool:
    """Conclude from the clause there; False if more than one of its literals is not false."""
    arena, value, state = its.arena, its.value, its.state
    stop = place + HEADER + arena[place + ONE]
    left, others = ZERO, ZERO
    for at in range(place + HEADER, stop):
        literal = np.uint64(arena[at])
        if value[literal] != layout.FALSE:
            others += ONE
            if others == TWO:
                return False
            left = literal
    if others == ZERO:
        state[layout.HOLDS] = ONE
    elif value[left] == layout.UNKNOWN:
        _assume(left, its)
    return True


@inline
def _resolve(place: np.uint64, opposite: np.uint64, its: CheckArrays) -> bool:
    """Begin with a candidate: its literals become false but for this one; False if it does not have it."""
    arena, value, state = its.arena, its.value, its.state
    stop = place + HEADER + arena[place + ONE]
    has = False
    for at in range(place + HEADER, stop):
        literal = np.uint64(arena[at])
        if literal == opposite:
            has = True
        elif value[literal] == layout.TRUE:
            state[layout.HOLDS] = ONE
        elif value[literal] == layout.UNKNOWN:
            _assume(literal ^ ONE, its)
    return has


@inline
def _candidate(hint: np.int64, place: np.uint64, its: CheckArrays) -> None:
    """Begin a group of hints."""
    arena, state = its.arena, its.state
    top = state[layout.TOP]
    if state[layout.GROUP] == ZERO:
        state[layout.PREFIX] = state[layout.TAIL]
    elif state[layout.HOLDS] == ZERO:
        _blame(layout.UNMET, np.int64(state[layout.GROUP]), its)
        return
    _undo(state[layout.PREFIX], its)
    state[layout.GROUP], state[layout.HOLDS] = np.uint64(abs(hint)), ZERO
    if arena[place + TWO] == arena[top]:
        _blame(layout.TWICE, hint, its)
        return
    arena[place + TWO] = arena[top]
    state[layout.FOUND] += ONE
    if arena[top + ONE] == ZERO or not _resolve(place, np.uint64(arena[top + HEADER]) ^ ONE, its):
        _blame(layout.STRANGE, hint, its)


@inline
def _follow(last_visit: np.uint64, its: CheckArrays) -> None:
    """Follow hints, up to the last one, a fault, or the end of the budget."""
    number, arena, state = its.number, its.arena, its.state
    at = state[layout.HINT]
    while number[at] != 0 and state[layout.VERDICT] == layout.OPEN and state[layout.VISITS] < last_visit:
        hint = np.int64(number[at])
        at += ONE
        state[layout.VISITS] += ONE
        if state[layout.HOLDS] != ZERO and (hint > 0 or state[layout.GROUP] == ZERO):
            continue
        place = _place(np.uint64(abs(hint)), its)
        if place == layout.NONE:
            _blame(layout.ABSENT, hint, its)
            continue
        state[layout.VISITS] += np.uint64(arena[place + ONE])
        if hint < 0:
            _candidate(hint, place, its)
        elif not _draw(place, its):
            _blame(layout.WIDE, hint, its)
    state[layout.HINT] = at


@inline
def _conclude(its: CheckArrays) -> None:
    """Return the result of all hints of a step."""
    arena, state = its.arena, its.state
    top = state[layout.TOP]
    if state[layout.HOLDS] == ZERO and state[layout.GROUP] != ZERO:
        _blame(layout.UNMET, np.int64(state[layout.GROUP]), its)
        return
    if state[layout.HOLDS] == ZERO or state[layout.GROUP] != ZERO:
        if arena[top + ONE] == ZERO:
            _blame(layout.UNMET, np.int64(0), its)
            return
        if state[layout.FOUND] != its.times[np.uint64(arena[top + HEADER]) ^ ONE]:
            _blame(layout.MISSED if state[layout.GROUP] != ZERO else layout.UNMET, np.int64(0), its)
            return
        state[layout.RAT] += ONE
    _undo(ZERO, its)
    state[layout.HOLDS], state[layout.GROUP], state[layout.FOUND] = ZERO, ZERO, ZERO
    state[layout.LEMMAS] += ONE
    state[layout.STEP] += ONE
    _next(its)


@inline
def _next(its: CheckArrays) -> None:
    """Keep the stored clause, and continue behind its step."""
    state = its.state
    state[layout.LAST] = np.uint64(its.arena[state[layout.TOP]])
    _enter(its)
    state[layout.AT], state[layout.HINT] = state[layout.HINT] + ONE, ZERO


@jit(counted=False)
def check(its: CheckArrays, budget: np.uint64) -> np.uint64:
    """Continue the check; returns DONE, PAUSED or FULL."""
    number, state = its.number, its.state
    last_visit = state[layout.VISITS] + budget
    if state[layout.MOVED] != ZERO:
        _tidy(its)
    while state[layout.AT] < state[layout.END] and state[layout.VERDICT] == layout.OPEN:
        if state[layout.VISITS] >= last_visit:
            return PAUSED
        if state[layout.HINT] == ZERO:
            first = number[state[layout.AT]]
            if first == DELETE:
                _delete(its)
                continue
            if np.uint64(first) <= state[layout.LAST]:
                _blame(layout.ORDER, np.int64(0), its)
                break
            if not _store(its):
                return FULL
            if np.uint64(first) <= state[layout.AXIOMS]:
                _next(its)
                continue
            _deny(its)
        _follow(last_visit, its)
        if state[layout.VERDICT] == layout.OPEN and number[state[layout.HINT]] == 0:
            _conclude(its)
    return DONE
