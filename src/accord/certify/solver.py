"""Run SAT solvers of python-sat that write proofs, in a thread of their own, in slices of conflicts.

In the main thread python-sat would put its own handler in the place of ours while a solver runs. MiniSat and
its cardinality sisters give no proofs, nor do MergeSat and Kissat here; the other engines of python-sat give
complete ones. A proof is read as the bytes that the solver wrote: binary of the CaDiCaLs, text of the others.
CaDiCaL 1.9.5 writes hints as well (LRAT), which costs it a tenth of its time and spares the checker most of
its own. CP-SAT could, too, but only to /tmp/lrat0.bin and on, where two runs would overwrite each other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from tempfile import gettempdir
from threading import Event
from typing import IO, Any

import numpy as np

from accord.atomic_write import temporary_file
from accord.backends.contract import Slice
from accord.backends.sat.cdcl import Sliced, true_variables
from accord.backends.sat.thread import StoppingError
from accord.backends.table import import_package
from accord.backends.waiting import finish, wait_for
from accord.cnf import Formula
from accord.errors import AccordError, StoppedError, UsageError, did_you_mean

ENGINES = {  # name -> class in pysat.solvers; the first one is the usual one
    "cadical195": "Cadical195",
    "cadical153": "Cadical153",
    "glucose4": "Glucose4",
    "lingeling": "Lingeling",
    "maplecm": "MapleCM",
    "maplechrono": "MapleChrono",
}
HINTED = "cadical195"  # its proofs have hints
UNLIMITED = ("lingeling",)  # knows no budget of conflicts: it cannot be stopped but by the end of the process
PATIENCE = 0.5  # seconds that such a one has to end
LARGEST_PROOF = 1 << 31  # bytes
CLAUSES_AT_ONCE = 5_000


@dataclass
class Refutation:
    """The answer of a solver: a solution as options, or a proof that there is none."""

    satisfiable: bool
    chosen: list[int] = field(default_factory=list)
    proof: bytes = b""
    hinted: bool = False  # it is LRAT, else DRAT
    conflicts: int = 0


def check(engine: str) -> None:
    """Raise UsageError for an engine that gives no proofs."""
    if engine not in ENGINES:
        hint = did_you_mean(engine, ENGINES)
        raise UsageError(f"{engine!r} gives no proofs; engines that do are {', '.join(ENGINES)}{hint}")


# -- in a thread -----------------------------------------------------------------------------------


def add(solver: Any, clauses: Iterable[list[int]], stopping: Event) -> None:
    """Write clauses into a solver. Raises StoppingError."""
    for number, clause in enumerate(clauses):
        if number % CLAUSES_AT_ONCE == 0 and stopping.is_set():
            raise StoppingError
        solver.add_clause(clause)


def is_satisfiable(
    solver: Any, stopping: Event, assumptions: Sequence[int] = (), each: Callable[[], None] = lambda: None
) -> bool:
    """Whether the clauses can be satisfied under the assumptions; `each` is called after a slice.

    Raises StoppingError.
    """

    def between() -> None:
        if stopping.is_set():
            raise StoppingError
        each()

    return finish(Sliced(solver).solve(assumptions), between)


def chosen_options(solver: Any, options: int) -> list[int]:
    """The options, of so many, of the solution that a solver has found."""
    return true_variables(solver.get_model(), options)


# -- with a proof ----------------------------------------------------------------------------------


def solving(formula: Formula, more: list[list[int]], engine: str) -> Generator[Slice, None, Refutation]:
    """Solve a formula with `more` clauses; yields some twenty times a second, returns what came of it.

    Closing it stops the solver within a slice. Raises UsageError; StoppedError if the proof grows too large.
    """
    check(engine)
    sliced = engine not in UNLIMITED

    def work(stopping: Event) -> Refutation:
        if not (
            all(more) and np.diff(formula.start).all()
        ):  # some solvers take no empty clause; and no proof is needed
            return Refutation(False, proof=b"0\n")
        with _start_solver(engine) as solver:
            add(solver, chain(formula.clauses(), more), stopping)
            satisfiable = (
                is_satisfiable(solver, stopping, each=partial(_refuse_large, solver))
                if sliced
                else solver.solve()
            )
            conflicts = 0
            with suppress(KeyError, NotImplementedError, TypeError):
                conflicts = solver.accum_stats()["conflicts"]
            if satisfiable:
                return Refutation(True, chosen_options(solver, formula.options), conflicts=conflicts)
            return Refutation(False, proof=_proof(solver), hinted=engine == HINTED, conflicts=conflicts)

    stopping = Event()
    return wait_for(partial(work, stopping), stopping, None if sliced else PATIENCE)


def _start_solver(engine: str) -> Any:
    """A solver that writes its proof, with hints if it can: python-sat itself asks for none."""
    solvers = import_package("sat")
    make = getattr(solvers, ENGINES[engine])
    if engine != HINTED:
        temporary_file().close()  # the solver makes one
        return make(with_proof=True)
    solver = make()
    solver.configure({"lrat": 1})
    solver.prfile = temporary_file()  # the solver closes it
    solver.prfp = solvers.pysolvers.cadical195_tracepr(solver.cadical, solver.prfile)
    return solver


def _refuse_large(solver: Any) -> None:
    """Raise StoppedError if more was written than can be checked."""
    if os.fstat(solver.prfile.fileno()).st_size > LARGEST_PROOF:
        raise StoppedError(f"the proof is larger than {LARGEST_PROOF:,} bytes; use another engine")


def _refuse_full_disk(file: IO[bytes]) -> None:
    """Raise AccordError if nothing can be added to a file: then the solver, which does not look, could not.

    It wrote as much as there was room for.
    """
    size = os.fstat(file.fileno()).st_size
    try:
        os.pwrite(file.fileno(), b"\0", size)
        os.ftruncate(file.fileno(), size)
    except OSError as error:
        raise AccordError(
            f"the proof cannot be written to {gettempdir()}: {error.strerror}; name another folder by TMPDIR"
        ) from None


def _proof(solver: Any) -> bytes:
    """The proof as the solver wrote it; python-sat's own `get_proof` makes a list of texts of it, slowly."""
    from pysat.solvers import pysolvers

    pysolvers.flushpr(solver.prfp)
    _refuse_large(solver)
    _refuse_full_disk(solver.prfile)
    solver.prfile.seek(0)
    data: bytes = solver.prfile.read()
    return data
