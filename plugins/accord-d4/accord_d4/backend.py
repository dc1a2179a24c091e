"""A backend for Accord: d4, which counts the models of a formula; by its circuit it walks to them."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord import EngineError
from accord.backends.contract import Backend, Request, Slice
from accord.cnf import ENCODINGS, lowering
from accord_d4 import circuit, formula
from accord_d4.decisions import Decisions
from accord_d4.process import TICK, ask

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Any, TypeVar

    from accord import Model
    from accord.backends.contract import Search
    from accord_d4.process import Answer

    Indices = np.ndarray[Any, np.dtype[np.int32]]
    Asking = Callable[..., Generator[None, None, Answer]]
    Result = TypeVar("Result")

if find_spec("py_d4") is None:  # it is imported in a process of its own only
    raise ImportError("no module named py_d4")

NARROW = 4  # times as many options as reach across a cut of the items: a tree decomposition pays
MOST_AT_ONCE = 1000  # solutions in a slice


class D4(Backend):
    """Model counting: every kind of model; the number without a walk, solutions by the compiled circuit."""

    name: ClassVar[str] = "d4"
    engines: ClassVar[tuple[str, ...]] = ("large-arity", "tree-decomposition")
    encodings: ClassVar[tuple[str, ...]] = ENCODINGS
    determines: ClassVar[bool] = True
    counts_beside: ClassVar[bool] = True
    decides = "graph"

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """Only the search for a least value."""
        if request.task == "best":
            return "d4 does not look for the least value; it counts, and walks to all solutions"
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The engine that was asked for; else by how many options reach across a cut."""
        if request.engine is not None:
            return request.engine, "as asked"
        across = formula.reach(model)
        engine = "tree-decomposition" if NARROW * across <= model.options else "large-arity"
        return engine, f"{across:,} of {model.options:,} options reach across a cut of the items"

    def counts(self, model: Model, request: Request) -> bool:  # noqa: ARG002
        """It counts every model without walking."""
        return not request.solutions

    def versions(self) -> dict[str, str]:
        """The version of d4Solver."""
        return {"d4Solver": version("d4Solver")}

    def decisions(self, model: Model, memory_limit: int | None = None) -> Decisions:
        """A search for a certificate of the count, guided by the circuit."""
        return Decisions(model, self.choice(model, Request("count"))[0], memory_limit)

    def search(self, model: Model, request: Request) -> Search:
        """Lower, ask, and tell the number or walk; see the contract."""
        lowered = yield from _in_slices(lowering(model, encoding=request.encoding))
        asking = partial(
            ask,
            clauses=formula.stream(lowered),
            variables=lowered.variables,
            engine=self.choice(model, request)[0],
            memory_limit=request.memory_limit,
        )
        if request.solutions:
            yield from _walk(asking, model.options, lowered.variables)
            return
        answer = yield from _in_slices(asking("count"))
        if model.hidden.any() and answer.count > 1:
            yield from _need_determined(asking, model, answer.count)
        yield Slice(answer.count, effort=_effort(answer), complete=True)


def _need_determined(asking: Asking, model: Model, count: int) -> Generator[Slice, None, None]:
    """Raise EngineError unless there are as many where solutions of the same visible options are one."""
    shown = (np.flatnonzero(~model.hidden) + 1).tolist()
    visible = (yield from _in_slices(asking("count", shown=shown))).count if shown else min(count, 1)
    if visible != count:
        raise EngineError(
            f"hidden options are not determined: d4 counts {count:,} solutions, and {visible:,} without these"
        )


def _walk(asking: Asking, options: int, variables: int) -> Search:
    """Each solution, by the circuit."""
    answer = yield from _in_slices(asking("compile"))
    compiled = yield from _in_slices(circuit.read(answer.circuit))
    effort, found = _effort(answer) | {"circuit": len(compiled)}, 0
    for rows in _batches(circuit.solutions(compiled, options, variables)):
        found += len(rows)
        yield Slice(len(rows), rows, effort)
    if found != answer.count:
        raise EngineError(f"d4 counts {answer.count:,} models, and its circuit has {found:,}")
    yield Slice(effort=effort, complete=True)


def _effort(answer: Answer) -> dict[str, int]:
    return {"branches": answer.branches, "splits": answer.splits}


def _in_slices(steps: Generator[object, None, Result]) -> Generator[Slice, None, Result]:
    """What a generator returns, with an empty slice for each of its steps."""
    with closing(steps):
        while True:
            try:
                next(steps)
            except StopIteration as end:
                result: Result = end.value
                return result
            yield Slice()


def _batches(found: Iterator[list[int] | None]) -> Iterator[Indices]:
    """Rows of options, a thousand at a time, or those of a few hundredths of a second."""
    batch: list[list[int]] = []
    due = monotonic() + TICK
    for options in found:
        if options is not None:
            batch.append(options)
        if len(batch) == MOST_AT_ONCE or monotonic() > due:
            yield _rows(batch)
            batch, due = [], monotonic() + TICK
    yield _rows(batch)


def _rows(batch: list[list[int]]) -> Indices:
    rows = np.full((len(batch), max(map(len, batch), default=0)), -1, np.int32)
    for row, options in zip(rows, batch, strict=True):
        row[: len(options)] = options
    return rows
