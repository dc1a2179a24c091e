"""Searching parts in several processes: each takes a part at a time and sends its slices back.

Every worker has a pipe of its own, so that one that dies cannot hold up the others. Losing a worker ends
the run as failed: its part was not finished, and a count without it would be wrong.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeAlias

from accord.backends import table
from accord.backends.contract import Request, Slice
from accord.errors import AccordError, EngineError
from accord.runner.search import Steps, complete_search
from accord.symmetry.parts import Part

Job: TypeAlias = tuple[int, Part]
Pipe: TypeAlias = "Connection[Job | None, Slice | AccordError]"

PARTS_PER_WORKER = 8  # enough that workers end at about the same time
HEARTBEAT = 0.1  # seconds between empty slices while all workers are busy


class WorkerDiedError(EngineError):
    """A worker process ended before its part was finished."""


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    part: int | None = None
    effort: Mapping[str, int] = field(default_factory=dict)  # of the part under way


def in_parallel(
    backend: str, parts: Sequence[Part], request: Request, workers: int, finished: Collection[int] = ()
) -> Steps:
    """Search the parts that are not finished in worker processes.

    Raises WorkerDiedError; closing it ends all workers.
    """
    jobs = iter([(index, part) for index, part in enumerate(parts) if index not in finished])
    team = [_start(backend, request) for _ in range(min(workers, len(parts) - len(finished)))]
    try:
        for worker in team:
            _next_job(worker, jobs)
        while busy := [worker for worker in team if worker.part is not None]:
            ready = wait([worker.pipe for worker in busy], timeout=HEARTBEAT)
            if not ready:
                yield busy[0].part or 0, Slice(effort=busy[0].effort)
            for worker in busy:
                if worker.pipe not in ready:
                    continue
                part, step = worker.part, _receive(worker)
                worker.effort = step.effort
                yield part or 0, step
                if step.complete:
                    worker.effort = {}
                    _next_job(worker, jobs)
    finally:
        for worker in team:
            worker.process.terminate()
            worker.pipe.close()
        for worker in team:
            worker.process.join()


def _start(backend: str, request: Request) -> _Worker:
    # spawned, not forked: solvers keep threads, and a fork of a threaded process may hang
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, backend, request), daemon=True)
    # Ctrl-C reaches the whole group, and the parent alone decides: a worker inherits the mask from its first
    # moment on, and the parent gets a signal that came meanwhile when the mask is lifted
    resource_tracker.ensure_running()  # starting a process does so, and would lift the mask too early
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    theirs.close()
    return _Worker(process, ours)


def _serve(pipe: Connection, backend_name: str, request: Request) -> None:
    """A worker's life: take a part, send its slices, until there is None."""
    try:
        backend = table.backend(backend_name)
        while part := pipe.recv():
            for step in complete_search(backend, part, request):
                pipe.send(step)
    except AccordError as error:
        pipe.send(error)
    except (EOFError, ConnectionError):
        pass  # the parent is gone


def _next_job(worker: _Worker, jobs: Iterator[tuple[int, Part]]) -> None:
    job = next(jobs, None)
    worker.part = job[0] if job else None
    try:
        worker.pipe.send(job[1] if job else None)
    except ConnectionError:
        if job:
            raise _died(worker) from None


def _receive(worker: _Worker) -> Slice:
    try:
        message = worker.pipe.recv()
    except (EOFError, ConnectionError):
        raise _died(worker) from None
    if isinstance(message, AccordError):
        raise message
    assert isinstance(message, Slice)
    return message


def _died(worker: _Worker) -> WorkerDiedError:
    worker.process.join()
    return WorkerDiedError(
        f"worker process {worker.process.pid} ended with exit code {worker.process.exitcode} "
        f"before part {worker.part} was finished"
    )
