"""The solvers of python-sat, one row each, with the facts that decide what each can be used for.

Each was probed: whether it takes cardinality constraints as they are, whether it shows what follows from
assumptions, and whether it takes a wanted value for each variable. All of them stop after a number of
conflicts, which is how a search in them is cut into slices; lingeling and kissat404 do not, or cannot
continue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from accord.backends.table import import_package
from accord.tasks import ENUMERATES, TASKS, Task

# a walk; CDCL on clauses; CDCL where a demand is for several of many, or for one of very many; the least of a
# covering; a small model, where cadical's work between conflicts takes longer than it saves
Use: TypeAlias = Literal["walks", "clauses", "cardinalities", "coverings", "questions"]


@dataclass(frozen=True, slots=True)
class Engine:
    """A solver of python-sat, and what it can be used for."""

    solver: str  # its class in pysat.solvers
    native: bool = False  # takes `at most k of these` as it is
    walks: bool = True  # says what follows from assumptions, quickly
    phases: bool = True  # takes a value for each variable that it tries first
    tasks: tuple[Task, ...] = ()  # that it is for; none: all
    core_guided: bool = False  # raises a bound, core by core, instead of lowering a value
    usual: tuple[Use, ...] = ()  # what it is taken for where none is asked for
    adds: tuple[str, str] = ("", "")  # the function in C that adds a clause, and the attribute it takes

    def does(self, task: Task) -> bool:
        """Whether it can be used for a task."""
        return task in (self.tasks or TASKS) and (self.walks or task not in ENUMERATES)

    def refusal(self, name: str, task: Task) -> str | None:
        """Why this engine does not do a task, and which do; None if it does."""
        if self.does(task):
            return None
        others = f"{', '.join(able(task)[:4])} and others do"
        if task not in (self.tasks or TASKS):
            return f"{name} is for {' and '.join(self.tasks)} only; for {task}, {others}"
        return f"{name} does not say quickly what follows from assumptions, which {task} needs; {others}"

    def make(self) -> Any:
        """A solver without clauses. Raises MissingBackendError."""
        return getattr(import_package("sat"), self.solver)()

    def adder(self, solver: Any) -> Callable[[list[int]], object]:
        """Return a function that adds a clause to a solver that `make` gave.

        It is python-sat's function in C, where a release has it: the method in Python takes half as long
        again.
        """
        from pysat.solvers import pysolvers

        function, attribute = self.adds
        add, taken = getattr(pysolvers, function, None), getattr(solver, attribute, None)
        return solver.add_clause if add is None or taken is None else partial(add, taken)


ENGINES = {
    "minicard": Engine("Minicard", native=True, usual=("walks",)),
    "gluecard4": Engine(
        "Gluecard4", native=True, usual=("cardinalities",), adds=("gluecard41_add_cl", "gluecard")
    ),
    "gluecard3": Engine("Gluecard3", native=True),
    "cadical195": Engine(  # 2 ms a call on the Soma cube
        "Cadical195", walks=False, usual=("clauses",), adds=("cadical195_add_cl", "cadical")
    ),
    "cadical300": Engine("Cadical300"),
    "cadical153": Engine("Cadical153"),
    "cadical103": Engine("Cadical103", walks=False, phases=False),
    "glucose4": Engine("Glucose4"),
    "glucose42": Engine("Glucose42"),
    "glucose3": Engine("Glucose3"),
    "maplesat": Engine("Maplesat"),
    "maplecm": Engine("MapleCM"),
    "maplechrono": Engine("MapleChrono"),
    "mergesat3": Engine("Mergesat3"),
    "minisat22": Engine("Minisat22", usual=("questions",)),
    "minisatgh": Engine("MinisatGH"),
    "minisatep": Engine("MinisatEP"),
    "ergo": Engine("Ergo"),
    # of its calls Minisat ends each after as many conflicts as it may take; Glucose only when it restarts
    "rc2": Engine("Minisat22", walks=False, tasks=("best",), core_guided=True, usual=("coverings",)),
}


def usual(use: Use) -> str:
    """The engine that is taken for a use."""
    return next(name for name, engine in ENGINES.items() if use in engine.usual)


def able(task: Task) -> list[str]:
    """The engines that do a task."""
    return [name for name, engine in ENGINES.items() if engine.does(task)]
