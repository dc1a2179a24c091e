"""Check a DRAT proof against a formula and return the verdict; independent of models and encodings."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from time import monotonic
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.formats.dimacs import Clauses
from accord.formats.drat import Proof
from accord.kernels import load
from accord.model.arrays import mix_bits
from accord_native import drat_layout as layout
from accord_native.progress import DONE
from accord_native.words import Numbers

TICK = 0.05  # seconds between two looks at the clock
FIRST_BUDGET = 100_000  # visits in the first slice; later ones aim at a TICK
NOTES_AT_ONCE = 1 << 20
MOST_LITERALS = 1 << 31
MOST_CLAUSES = 1 << 30

Answer: TypeAlias = Literal["proved", "rejected", "incomplete"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the checker.

    answer    proved: the formula has no model; rejected: the step number `step` (from 1) of the proof adds a
              clause that does not follow; incomplete: all steps are sound, but no conflict comes of them
    step      steps of the proof that were read
    clause    the clause that does not follow
    lemmas    added clauses that were checked; `rat` of them only hold as resolution asymmetric tautologies
    ignored   deletions of clauses that are not there, or that force a literal
    visits    how often a clause, or a watch of one, was looked at
    why       what is wrong with that step, where the checker can say it
    """

    answer: Answer
    step: int
    clause: tuple[int, ...]
    lemmas: int
    rat: int
    ignored: int
    visits: int
    why: str = ""


def checking(
    formula: Clauses, proof: Proof, noted: list[Numbers] | None = None
) -> Generator[None, None, Verdict]:
    """Check a proof; yields some twenty times a second, returns the verdict.

    Where it is given, `noted` is filled with the proof in LRAT, as numbers: see `hints.of_notes`.
    Raises RefusedError if there is more of it than the checker can number.
    """
    check = load("accord_native.drat", "check")
    start, literal = formula
    axioms = len(start) - 1
    if len(literal) + len(proof.literal) >= MOST_LITERALS or axioms + proof.steps >= MOST_CLAUSES:
        raise RefusedError(f"the checker takes less than {MOST_LITERALS:,} literals in formula and proof")
    added = ~proof.deletes
    entries = np.repeat(added, np.diff(proof.start))
    yield
    code, spelt = _codes(np.concatenate([literal, proof.literal]))
    variables = len(spelt)
    yield
    bounds = np.concatenate([start, start[-1] + proof.start[1:]])
    group, groups = _groups(code, bounds)
    yield

    clause_of_step = np.cumsum(added) - 1 + axioms
    of_proof = np.where(added, clause_of_step * 2, group[axioms:].astype(np.int64) * 2 + 1)
    steps = np.concatenate([np.arange(axioms) * 2, of_proof]).astype(np.uint32)
    kept = np.concatenate([np.ones(axioms, np.bool_), added])
    sizes = np.diff(bounds)[kept]
    ends = np.cumsum(sizes)
    bound = np.stack([ends - sizes, ends], axis=1).astype(np.uint32)
    clauses = len(bound)
    kept_code = np.concatenate([code[: len(literal)], code[len(literal) :][entries]])
    number = np.bincount(kept_code, minlength=2 * variables)
    state = np.zeros(layout.STATE, np.uint64)
    state[layout.IDS] = axioms
    noting = noted is not None
    room = max(NOTES_AT_ONCE, int(sizes.max(initial=0)) + 4 * (variables + 4)) if noting else 0
    arrays = layout.Arrays(
        steps=steps,
        bound=bound,
        literal=kept_code,
        group=group[kept],
        watch=np.empty((len(kept_code), 2), np.uint32),  # only what is used takes memory
        base=(np.cumsum(number) - number).astype(np.uint32),
        size=np.zeros(2 * variables, np.uint32),
        value=np.zeros(2 * variables, np.uint8),
        reason=np.zeros(variables, np.uint32),
        trail=np.zeros(variables, np.uint32),
        newest=np.full(groups, layout.NONE, np.uint32),
        below=np.zeros(clauses, np.uint32),
        number=np.zeros(2 * variables, np.uint32),
        seen=np.zeros(2 * variables, np.uint32),
        state=state,
        note=np.empty(room, np.int32),
        spelt=spelt,
        named=np.arange(1, clauses + 1 if noting else 1, dtype=np.uint32),
        unit=np.zeros(variables if noting else 0, np.uint32),
        mark=np.zeros(variables if noting else 0, np.uint32),
        loose=np.zeros(variables if noting else 0, np.uint32),
    )
    del code, group, entries, bounds, kept_code, number
    budget = FIRST_BUDGET
    while True:
        began, before = monotonic(), int(state[layout.VISITS])
        done = check(arrays, np.uint64(axioms), np.uint64(budget)) == DONE
        if noted is not None:
            noted.append(arrays.note[: state[layout.NOTED]].copy())
            state[layout.NOTED] = 0
        if done:
            break
        speed = (int(state[layout.VISITS]) - before) / max(1e-6, monotonic() - began)
        budget = int(min(max(1.0, speed * TICK), 4.0 * budget))
        yield
    return _verdict(state, proof, axioms)


def _verdict(state: npt.NDArray[np.uint64], proof: Proof, axioms: int) -> Verdict:
    answers: dict[int, Answer] = {int(layout.OPEN): "incomplete", int(layout.PROVED): "proved"}
    answer = answers.get(int(state[layout.VERDICT]), "rejected")
    step = int(state[layout.STEP]) - axioms + (answer != "incomplete")
    return Verdict(
        answer=answer,
        step=max(0, step),
        clause=tuple(proof.step(step - 1)[1]) if answer == "rejected" else (),
        lemmas=int(state[layout.LEMMAS]),
        rat=int(state[layout.RAT]),
        ignored=int(state[layout.IGNORED]),
        visits=int(state[layout.VISITS]),
    )


def _codes(literal: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.uint32], Numbers]:
    """Literals as 2 v and 2 v + 1, and the number of each variable v; large numbers are drawn together."""
    variable = np.abs(literal)
    most = int(variable.max(initial=1))
    if most > 2 * len(literal) + 1000:
        spelt, variable = np.unique(variable, return_inverse=True)
    else:
        spelt, variable = np.arange(1, most + 1, dtype=np.int32), variable - 1
    return variable.astype(np.uint32) * np.uint32(2) + (literal < 0), spelt


def _groups(
    code: npt.NDArray[np.uint32], bounds: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint32], int]:
    """For each clause the number of its literals' sum of hashes; how many numbers there are.

    Two different sets with the same sum would let a deletion take the wrong clause. Any deletion is sound.
    """
    hashes = mix_bits(code.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(hashes)])
    names, group = np.unique(sums[bounds[1:]] - sums[bounds[:-1]], return_inverse=True)
    return group.astype(np.uint32), max(1, len(names))
