"""Check LRAT proofs by following their hints, and trim proofs to the lemmas they need.

It shares no code with the checker of DRAT proofs. Of a proof it holds the clauses that are not deleted, and
as much as it is given at a time; so its memory is bounded by them, however long the proof is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from secrets import randbits
from time import monotonic

import numpy as np

from accord.certify.checker import FIRST_BUDGET, TICK, Answer, Verdict
from accord.formats.dimacs import Clauses
from accord.formats.lrat import Proof
from accord.kernels import load
from accord_native.lrat import layout
from accord_native.progress import DONE, FULL
from accord_native.words import Halves, Numbers

CLAUSES_AT_ONCE = 1 << 16  # of the formula
NUMBERS_AT_ONCE = 1 << 22  # in a slice of the trimmer
LEAST = 1 << 10  # room in the beginning

WHY = {  # what a verdict says; {} is the hint
    layout.ORDER: "its id is not larger than those before",
    layout.ABSENT: "its hint {} is no clause there",
    layout.WIDE: "of its hint {} two literals are open",
    layout.UNMET: "its hints lead to no conflict",
    layout.STRANGE: "its candidate {} does not have the opposite of its first literal",
    layout.TWICE: "its candidate {} comes twice",
    layout.MISSED: "its candidates are not all clauses that have the opposite of its first literal",
}


def following(formula: Clauses, proof: Iterable[Proof]) -> Generator[None, None, Verdict]:
    """Check a proof, given in stretches of whole steps; yields some twenty times a second.

    Steps are counted from 1; the empty clause is to be one of them. `visits` are literals.
    """
    check = load("accord_native.lrat.check", "check")
    its = _beginning(len(formula[0]) - 1)
    state, budget = its.state, FIRST_BUDGET
    for number in _stretches(formula, proof):
        its = its._replace(number=number)
        state[layout.AT], state[layout.END] = 0, len(number)
        while True:
            began, before = monotonic(), int(state[layout.VISITS])
            answer = check(its, np.uint64(budget))
            if answer == DONE:
                break
            if answer == FULL:
                its = _with_room(its)
                continue
            speed = (int(state[layout.VISITS]) - before) / max(1e-6, monotonic() - began)
            budget = int(min(max(1.0, speed * TICK), 4.0 * budget))
            yield
        if state[layout.VERDICT] != layout.OPEN:
            break
        yield
    return _verdict(its)


def _beginning(axioms: int) -> layout.CheckArrays:
    state = np.zeros(layout.CHECK_STATE, np.uint64)
    state[layout.AXIOMS] = axioms
    state[layout.SALT] = randbits(31) | 1 << 31 | 1
    return layout.CheckArrays(
        number=np.zeros(0, np.int32),
        arena=np.zeros(LEAST, np.uint32),
        table=np.full(LEAST, layout.NONE),
        name=np.zeros(LEAST, np.uint32),
        places=np.full(2 * LEAST, layout.NONE),
        value=np.zeros(2 * LEAST, np.uint8),
        seen=np.zeros(2 * LEAST, np.uint8),
        times=np.zeros(2 * LEAST, np.uint32),
        trail=np.zeros(LEAST, np.uint32),
        state=state,
    )


def _with_room(its: layout.CheckArrays) -> layout.CheckArrays:
    """Return the arrays with twice the room, or more, where there is too little."""
    short, need = int(its.state[layout.SHORT]), int(its.state[layout.NEED])
    if short == layout.ARENA:
        arena = np.empty(max(need, 2 * len(its.arena)), np.uint32)
        arena[: len(its.arena)] = its.arena
        return its._replace(arena=arena)
    its.state[layout.MOVED] = 1
    if short == layout.TABLE:
        return its._replace(table=np.full(need, layout.NONE))
    room = 1 << (need - 1).bit_length()
    return its._replace(
        name=_pad(its.name, room),
        places=np.full(2 * room, layout.NONE),
        value=np.zeros(2 * room, np.uint8),
        seen=np.zeros(2 * room, np.uint8),
        times=_pad(its.times, 2 * room),
        trail=np.zeros(room, np.uint32),
    )


def _pad(array: Halves, room: int) -> Halves:
    return np.concatenate([array, np.zeros(room - len(array), np.uint32)])


def _stretches(formula: Clauses, proof: Iterable[Proof]) -> Iterator[Numbers]:
    """The formula's clauses as steps without hints, and then the proof."""
    start, literal = formula
    for first in range(0, len(start) - 1, CLAUSES_AT_ONCE):
        bounds = start[first : first + CLAUSES_AT_ONCE + 1]
        clauses = len(bounds) - 1
        begin = bounds[:-1] - bounds[0] + 3 * np.arange(clauses)
        number = np.zeros(int(bounds[-1] - bounds[0]) + 3 * clauses, np.int32)
        number[begin] = np.arange(first + 1, first + clauses + 1)
        place = np.arange(bounds[-1] - bounds[0]) + 3 * np.repeat(np.arange(clauses), np.diff(bounds)) + 1
        number[place] = literal[bounds[0] : bounds[-1]]
        yield number
    for part in proof:
        yield part.number


def _verdict(its: layout.CheckArrays) -> Verdict:
    state = its.state
    found = state[layout.VERDICT]
    answers: dict[int, Answer] = {int(layout.OPEN): "incomplete", int(layout.PROVED): "proved"}
    answer = answers.get(int(found), "rejected")
    clause: tuple[int, ...] = ()
    if answer == "rejected":
        at = int(state[layout.AT]) + 1
        clause = tuple(its.number[at : at + int(np.argmax(its.number[at:] == 0))].tolist())
    return Verdict(
        answer=answer,
        step=int(state[layout.STEP]) + (answer == "rejected"),
        clause=clause,
        lemmas=int(state[layout.LEMMAS]),
        rat=int(state[layout.RAT]),
        ignored=int(state[layout.IGNORED]),
        visits=int(state[layout.VISITS]),
        why=WHY[found].format(int(state[layout.BLAMED])) if answer == "rejected" else "",
    )


def trim_proof(proof: Proof, axioms: int) -> Generator[None, None, Proof]:
    """The proof up to its empty clause without what that does not need, clauses deleted after their last use.

    It has to be one that was found to hold, or that was noted by the checker of DRAT proofs; the ids of its
    clauses go up. The ids of the new one follow the axioms' without a gap.
    """
    trim = load("accord_native.lrat.trim", "trim")
    begin = proof.begin[: _last(proof) + 1]
    steps = len(begin)
    if not steps:
        return proof
    first = proof.number[begin]
    adds = np.flatnonzero(first > 0)
    step = np.zeros(int(first.max()) - axioms, np.uint32)
    step[first[adds] - axioms - 1] = adds + 1
    last = np.zeros(axioms + steps, np.uint32)
    last[-1] = 1
    state = np.zeros(layout.TRIM_STATE, np.uint64)
    state[layout.AXIOMS] = state[layout.FRESH] = axioms
    state[layout.BACK] = steps
    its = layout.TrimArrays(
        number=proof.number,
        begin=begin,
        step=step,
        last=last,
        fresh=np.zeros(steps, np.uint32),
        kept=np.empty(len(proof.number) + 3 * steps + axioms + 2, np.int32),  # only what is used takes memory
        starts=np.empty(2 * steps + 1, np.int64),
        state=state,
    )
    while trim(its, np.uint64(NUMBERS_AT_ONCE)) != DONE:
        yield
    return Proof(its.kept[: state[layout.WRITTEN]], its.starts[: state[layout.STEPS]])


def of_notes(noted: list[Numbers]) -> Proof:
    """Return the notes of the checker of DRAT proofs as a proof: clauses are only added."""
    number = np.concatenate(noted)
    return Proof(number, np.append(0, np.flatnonzero(number == 0)[1::2] + 1)[:-1])


def _last(proof: Proof) -> int:
    """The first step that adds the empty clause, or -1."""
    adds = proof.number[proof.begin] > 0
    adds[adds] = proof.number[proof.begin[adds] + 1] == 0
    return int(np.argmax(adds)) if adds.any() else -1
