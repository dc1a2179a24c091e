"""A probe: one question put to one engine about one model, and the answer as it came, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import msgspec
import numpy as np

from accord.backends import table
from accord.backends.contract import Request, Task
from accord.errors import MissingBackendError, UsageError
from accord.model import Model
from accord.model.digest import digest, hexadecimal
from accord.model.model import Indices
from accord.runner.run import Run
from accord.runner.search import one_by_one
from accord.runner.work import in_pieces, plan
from accord_compare.fuzz.form import Solution

SECONDS: float | None = 20.0  # for an engine; the oracle takes a blink
LONGEST = 300  # characters of an error that are told


class Probe(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked; `what` is `run`, `pieces`, `distribution`, or one of `checks`."""

    what: str = "run"
    backend: str = ""
    engine: str | None = None
    task: Task = "all"
    reduce: bool = False
    distinct: bool = False
    method: str | None = None
    limit: int | None = None
    pieces: int = 0  # into how many the model is cut
    workers: int | None = None
    encoding: str | None = None

    @property
    def who(self) -> str:
        """The engine in the report; a backend's own choice is the backend."""
        if self.what != "run":
            return f"{self.backend or 'check'}/{self.what}"
        return f"{self.backend}/{self.engine}" if self.engine else self.backend

    def __str__(self) -> str:
        """The question in words."""
        words = [self.who] + [self.task] * (self.what == "run")
        words += ["distinct"] * self.distinct + ([self.method] if self.method else [])
        named = ("limit", self.limit), ("pieces", self.pieces), ("workers", self.workers)
        words += [f"{name} {value}" for name, value in named if value]
        words += [f"encoding {self.encoding}"] * bool(self.encoding) + ["reduced"] * self.reduce
        return " ".join(words)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back."""

    count: int = 0
    solutions: list[Solution] | None = None  # None: only counted
    digest: str | None = None
    answer: str = ""
    value: int | None = None  # of the best
    refused: str = ""  # the sentence, if the engine does not take the model
    failed: str = ""  # what went wrong, if no answer came
    late: bool = False  # stopped by the time limit, so this is only what it knew then


def perform(model: Model, probe: Probe) -> Answer:
    """Ask. Whatever an engine raises, but a refusal, is an answer too."""
    try:
        if probe.what == "distribution":
            return _distributed(model, probe)
        return _in_pieces(model, probe) if probe.what == "pieces" else _run(model, probe)
    except MissingBackendError:
        raise
    except UsageError as error:
        return Answer(refused=str(error))
    except Exception as error:
        return Answer(failed=sentence(error))


def sentence(error: Exception) -> str:
    """An error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST]


def _run(model: Model, probe: Probe) -> Answer:
    run = Run(
        model,
        probe.task,
        distinct=probe.distinct,
        method=probe.method,
        backend=probe.backend,
        engine=probe.engine,
        reduce=probe.reduce,
        limit=probe.limit,
        time_limit=SECONDS,
        workers=probe.workers,
        encoding=probe.encoding,
    )
    found: list[Solution] = []
    with closing(iter(run)) as steps:
        for step in steps:
            found += _rows(step.solutions)
    outcome = run.outcome
    ended = outcome.status == "complete" or (outcome.limit == "solutions" and probe.limit)
    late = outcome.status == "time"
    return Answer(
        count=outcome.count,
        solutions=None if probe.task == "count" else found,
        digest=outcome.digest,
        answer=outcome.answer,
        value=outcome.value,
        failed="" if ended or late else f"status {outcome.status}: {outcome.reason}",
        late=late,
    )


def _in_pieces(model: Model, probe: Probe) -> Answer:
    """As several processes would search the pieces, but one after the other and here."""
    work = in_pieces(plan(model, distinct=False, method=None, root=None, reduce=probe.reduce), probe.pieces)
    backend = table.backend(probe.backend)
    request = Request("all", engine=probe.engine, workers=1)
    refusal = next(filter(None, (backend.refusal(part.model, request) for part in work.parts)), None)
    if refusal:
        return Answer(refused=refusal)
    found: list[Solution] = []
    lanes = np.zeros(2, np.uint64)
    for index, step in one_by_one(backend, work.parts, request):
        if step.solutions is not None and step.count:
            of_whole = work.parts[index].of_whole(step.solutions)
            lanes = lanes + digest(model, of_whole)
            found += _rows(of_whole)
    return Answer(count=len(found), solutions=found, digest=hexadecimal(lanes))


def _distributed(model: Model, probe: Probe) -> Answer:
    """All solutions by their numbers."""
    distribution = getattr(table.backend(probe.backend), "distribution", None)
    if distribution is None:
        return Answer(refused="it numbers no solutions")
    numbered = distribution(model, None)
    for _ in numbered.steps():
        pass
    found = [solution for k in range(numbered.total) for solution in _rows(numbered.solution(k)[None, :])]
    often = [0] * model.options
    for option in (option for solution in found for option in solution):
        often[option] += 1
    wrong = (
        "" if often == numbered.frequencies() else f"frequencies {numbered.frequencies()}, in fact {often}"
    )
    return Answer(count=numbered.total, solutions=found, failed=wrong)


def _rows(batch: Indices) -> Iterator[Solution]:
    for row in batch.tolist():
        yield tuple(sorted(option for option in row if option >= 0))
