"""Put one question to one engine about one model, and record the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from unittest.mock import patch

import msgspec
import numpy as np

from accord.backends import table
from accord.backends.contract import Request
from accord.certify.count import check, write
from accord.errors import MissingBackendError, StoppedError, UsageError
from accord.model import Model
from accord.model.digest import digest, hexadecimal
from accord.model.model import Indices
from accord.runner.api import run
from accord.runner.run import Run
from accord.runner.search import one_by_one
from accord.runner.work import cut_work, work_of
from accord.tasks import Task
from accord_compare.fuzz.form import Form, Solution

SECONDS: float | None = 20.0  # for an engine; the oracle takes far less
POWER_SECONDS = 4.0  # for what is larger than its model
PASSED_ON = ("distinct", "method", "backend", "engine", "reduce", "limit", "workers", "encoding", "seed")
LONGEST = 300  # characters of an error that are reported


class Probe(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question; `what` is `run`, one of `checks`, or one of these.

    pieces        the model is cut into so many pieces
    power         so many copies of it side by side are counted
    resume        the search is stopped at every so many-th state, and goes on from there
    distribution  all solutions by their numbers
    decisions     its decisions are written as a certificate of the count, which is checked
    """

    what: str = "run"
    backend: str = ""
    engine: str | None = None
    task: Task = "all"
    reduce: bool = False
    distinct: bool = False
    method: str | None = None
    limit: int | None = None
    pieces: int = 0  # or copies, or states: see above
    workers: int | None = None
    encoding: str | None = None
    root: int | None = None  # the item to be placed first
    hint: tuple[int, ...] = ()  # options to start from
    seed: int = 0

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
        named = ("limit", self.limit), ("pieces", self.pieces), ("workers", self.workers), ("seed", self.seed)
        words += [f"{name} {value}" for name, value in named if value]
        words += [f"root {self.root}"] * (self.root is not None) + ["with a hint"] * bool(self.hint)
        words += [f"encoding {self.encoding}"] * bool(self.encoding) + ["reduced"] * self.reduce
        return " ".join(words)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The answer of an engine."""

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
        return ASKED[probe.what](model, probe)
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
        time_limit=SECONDS,
        root=model.item_names[probe.root] if probe.root is not None and probe.root < model.items else None,
        start={model.option_name(o): True for o in probe.hint if o < model.options} or None,  # fewer: shrunk
        **{name: getattr(probe, name) for name in PASSED_ON},
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
    """Search the pieces as several processes would, but one after the other and here."""
    work = cut_work(work_of(model, distinct=False, method=None, root=None, reduce=probe.reduce), probe.pieces)
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


def _ask_distribution(model: Model, probe: Probe) -> Answer:
    """Return all solutions, by their numbers."""
    numbered = table.backend(probe.backend).distribution(model)
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


def _ask_decisions(model: Model, probe: Probe) -> Answer:
    """Return what the certificate proves that has the decisions of the backend."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "random.count")
        try:
            write(model, path, backend=probe.backend, time_limit=SECONDS)
        except StoppedError:
            return Answer(late=True)
        verdict = check(path, model=model)
    return Answer(count=verdict.count or 0, failed=verdict.reason)


def _ask_power(model: Model, probe: Probe) -> Answer:
    """So many copies side by side have as many solutions as one, to that power: too many to walk to."""
    outcome = run(
        Form.of(model).copies(probe.pieces).model(),
        "count",
        backend=probe.backend,
        engine=probe.engine,
        reduce=probe.reduce,
        time_limit=POWER_SECONDS,
    )
    return Answer(count=outcome.count, answer=outcome.answer, late=outcome.status == "time")


def _ask_resume(model: Model, probe: Probe) -> Answer:
    """Stopped at states again and again, each time going on with a new search; in the smallest slices."""
    backend = table.backend(probe.backend)
    walks_to = probe.task == "all"
    request = Request(
        probe.task,
        solutions=walks_to,
        engine=probe.engine,
        workers=1,
        save_when=lambda: True,
        seed=probe.seed,
    )
    refusal = backend.refusal(model, request)
    if refusal:
        return Answer(refused=refusal)
    count, found, until = 0, list[Solution](), monotonic() + POWER_SECONDS
    with _small_slices():
        while monotonic() < until:
            states = 0
            with closing(backend.search(model, request)) as search:
                for step in search:
                    count += step.count
                    found += _rows(step.solutions) if step.solutions is not None and step.count else ()
                    if step.complete:
                        return Answer(count=count, solutions=found if walks_to else None)
                    states += step.state is not None
                    if states == probe.pieces:
                        break
                else:
                    return Answer(failed="the search ended without saying that it was complete")
            request = replace(request, resume=step.state)
    return Answer(count=count, solutions=found if walks_to else None, late=True)


@contextmanager
def _small_slices() -> Iterator[None]:
    """Slices of a few nodes, so that even small searches are stopped under way."""
    from accord.backends.native import layers, memo, walks

    with (
        patch.multiple(walks, FIRST_BUDGET=3, LARGEST_BUDGET=3),
        patch.multiple(memo, HEAD_START=8, SHORTEST_TURN=4),
        patch.object(layers, "HEARTBEAT", 1e-4),
    ):
        yield


def _rows(batch: Indices) -> Iterator[Solution]:
    for row in batch.tolist():
        yield tuple(sorted(option for option in row if option >= 0))


ASKED: dict[str, Callable[[Model, Probe], Answer]] = {
    "run": _run,
    "pieces": _in_pieces,
    "power": _ask_power,
    "resume": _ask_resume,
    "distribution": _ask_distribution,
    "decisions": _ask_decisions,
}
