"""Benchmark of whole library calls: what `accord.count` and others add to the search itself.

The other side is the search alone: a native engine whose tables are made, or a script of `raw`, which builds
the solver's model and solves it. It is given the options that reduction and symmetry leave. Ours begins with
the puzzle's model: a new one each time, or the same again, with which most of what was worked out is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from functools import partial

from accord.backends import table
from accord.backends.contract import Request
from accord.puzzles.loader import load
from accord.runner.api import run
from accord.runner.work import work_of
from accord.symmetry.parts import Part
from accord.tasks import WANTED, Task
from accord_compare.bench import Contest, Counted, Side, Sides
from accord_compare.general import ALONE, REPEATS, solver_alone

MODELS = {"new": True, "again": False}


@dataclass(frozen=True)
class Call:
    """A task on a puzzle, by some backends, and what it finds."""

    puzzle: str
    task: Task
    count: int
    distinct: bool = False
    backends: tuple[str, ...] = ("native", "cpsat", "sat")

    def contests(self) -> list[Contest]:
        """Two for each backend."""
        return [
            Contest(
                section="calls",
                instance=self.puzzle,
                engine=backend,
                what=f"{self.task}{' distinct' * self.distinct}, {model}",
                beside="its search alone" if backend == "native" else ALONE[backend].name,
                count=self.count,
                clock="CPU",
                sides=partial(_sides, self, backend, new),
                repeats=REPEATS,
            )
            for backend in self.backends
            for model, new in MODELS.items()
        ]


CALLS = (
    Call("pentomino-6x10", "count", 2339, distinct=True, backends=("native",)),
    Call("queens-8", "first", 1),
    Call("sudoku-17", "unique", 1),
)


def _sides(call: Call, backend: str, new: bool) -> Iterator[Sides]:
    model = load(call.puzzle).model
    few = call.task in WANTED
    (part,) = work_of(model, distinct=call.distinct, method=None, root=None, lightly=few).parts

    def ours() -> Counted:
        outcome = run(copy(model) if new else model, call.task, backend=backend, distinct=call.distinct)
        return Counted(outcome.count, outcome.effort, outcome.versions)

    yield (
        ours,
        (
            _kernel(part, call.task)
            if backend == "native"
            else solver_alone(ALONE[backend], part.model, call.task)
        ),
    )


def _kernel(part: Part, task: Task) -> Side:
    """The native search of a part; its tables are kept with its model."""
    most = WANTED.get(task)
    request = Request(task, solutions=task != "count", limit=most, root=part.root)

    def search() -> Counted:
        count = 0
        with closing(table.backend("native").search(part.model, request)) as steps:
            for step in steps:
                count += step.count
                if step.complete or count == most:
                    break
        return Counted(count)

    return search
