"""SAT solvers of python-sat that give proofs, run in a thread of their own, in slices of some conflicts.

In the main thread python-sat would put its own handler in the place of ours while a solver runs. MiniSat and
its cardinality sisters give no proofs, nor do MergeSat and Kissat here; the other engines of python-sat give
complete ones. A proof is read as the bytes that the solver wrote: binary of the CaDiCaLs, text of the others.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from time import monotonic
from typing import Any

import numpy as np

from accord.cnf import Formula
from accord.errors import StoppedError, UsageError
from accord.names import did_you_mean

ENGINES = {  # name -> class in pysat.solvers; the first one is the usual one
    "cadical195": "Cadical195",
    "cadical153": "Cadical153",
    "glucose4": "Glucose4",
    "lingeling": "Lingeling",
    "maplecm": "MapleCM",
    "maplechrono": "MapleChrono",
}
UNLIMITED = ("lingeling",)  # knows no budget of conflicts: it cannot be stopped but by the end of the process
TICK = 0.05  # seconds a slice aims at
CONFLICTS = 200  # in the first slice
LARGEST_PROOF = 1 << 31  # bytes
CLAUSES_AT_ONCE = 5_000


@dataclass
class Refutation:
    """What a solver said: a model as true variables, or a proof that there is none."""

    satisfiable: bool
    true: list[int] = field(default_factory=list)
    proof: bytes = b""
    conflicts: int = 0
    seconds: float = 0.0


def check(engine: str) -> None:
    """Raise UsageError for an engine that gives no proofs."""
    if engine not in ENGINES:
        hint = did_you_mean(engine, ENGINES)
        raise UsageError(f"{engine!r} gives no proofs; engines that do are {', '.join(ENGINES)}{hint}")


def class_of(engine: str) -> type[Any]:
    """The solver's class. Raises UsageError for an engine that gives no proofs."""
    from pysat import solvers

    check(engine)
    cls: type[Any] = getattr(solvers, ENGINES[engine])
    return cls


def solving(formula: Formula, more: Iterable[list[int]], engine: str) -> Generator[None, None, Refutation]:
    """Solve a formula with `more` clauses; yields some twenty times a second, returns what came of it.

    Closing it stops the solver within a slice. Raises UsageError; StoppedError if the proof grows too large.
    """
    work = _Work(class_of(engine), formula, list(more), engine not in UNLIMITED)
    thread = threading.Thread(target=work.run, name="accord-prove", daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(TICK)
            yield
    finally:
        work.stopping.set()
        thread.join(None if engine not in UNLIMITED else 0.5)
    if work.fault is not None:
        raise work.fault
    assert work.result is not None, "the solver's thread ended without a result"
    return work.result


class _Work:
    """What the thread does, and how it ended."""

    def __init__(self, cls: type[Any], formula: Formula, more: list[list[int]], sliced: bool) -> None:
        self.cls, self.formula, self.more, self.sliced = cls, formula, more, sliced
        self.stopping = threading.Event()
        self.result: Refutation | None = None
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            solver = self.cls(with_proof=True)
            try:
                self.result = self._solved(solver)
            finally:
                solver.delete()
        except BaseException as fault:
            self.fault = fault

    def _solved(self, solver: Any) -> Refutation | None:
        began = monotonic()
        for number, clause in enumerate(chain(self.more, self.formula.clauses())):
            if number % CLAUSES_AT_ONCE == 0 and self.stopping.is_set():
                return None
            if not clause:  # some solvers take no empty clause; and no proof is needed
                return Refutation(False, proof=b"0\n")
            solver.add_clause(clause)
        satisfiable = self._answer(solver)
        if satisfiable is None:
            return None
        conflicts = 0
        with suppress(KeyError, NotImplementedError, TypeError):
            conflicts = solver.accum_stats()["conflicts"]
        result = Refutation(satisfiable, conflicts=conflicts, seconds=monotonic() - began)
        if satisfiable:
            options = self.formula.options
            result.true = [literal for literal in solver.get_model() if 0 < literal <= options]
        else:
            result.proof = _bytes(solver)
        return result

    def _answer(self, solver: Any) -> bool | None:
        if not self.sliced:
            return bool(solver.solve())
        conflicts = CONFLICTS
        while not self.stopping.is_set():
            began = monotonic()
            solver.conf_budget(conflicts)
            satisfiable = solver.solve_limited()
            if satisfiable is not None:
                return bool(satisfiable)
            if _written(solver) > LARGEST_PROOF:
                raise StoppedError(f"the proof is larger than {LARGEST_PROOF:,} bytes; use another engine")
            conflicts = max(1, int(conflicts * min(1.5, TICK / max(1e-6, monotonic() - began))))
        return None


def _written(solver: Any) -> int:
    return os.fstat(solver.prfile.fileno()).st_size


def _bytes(solver: Any) -> bytes:
    """The proof as the solver wrote it; python-sat's own `get_proof` makes a list of texts of it, slowly."""
    from pysat.solvers import pysolvers

    pysolvers.flushpr(solver.prfp)
    if _written(solver) > LARGEST_PROOF:
        raise StoppedError(f"the proof is larger than {LARGEST_PROOF:,} bytes; use another engine")
    solver.prfile.seek(0)
    data: bytes = solver.prfile.read()
    return data


def solution_row(true: list[int]) -> np.ndarray[Any, np.dtype[np.int32]]:
    """The chosen options of a model, as one row of a batch."""
    return np.array([[literal - 1 for literal in true]], np.int32).reshape(1, len(true))
