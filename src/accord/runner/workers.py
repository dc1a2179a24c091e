"""Search the parts of a run in several processes, which take a part at a time and send slices back.

    worker                      run
    None: give me a part   ->   a part, or None: there is no more
    a slice, again and again
    None: give me a part   ->   ...

A part is only sent to a worker that asks for one, so that none waits for one that is still importing its
engine. Every worker has a pipe of its own, so that one that dies cannot hold up the others. Losing a worker
ends the run as failed: its part was not finished, and a count without it would be wrong.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from ctypes import c_longlong
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from typing import TypeAlias

from accord.backends import table
from accord.backends.contract import Allowance, Backend, Request, Slice, node_counter
from accord.errors import AccordError, UsageError, WorkerDiedError
from accord.exits import Code
from accord.processes import spawning
from accord.runner.search import Steps, complete_search
from accord.symmetry.parts import Part

Pipe: TypeAlias = "Connection[Part | None, Slice | AccordError | None]"

HEARTBEAT = 0.1  # seconds between empty slices while all workers are busy
UNGUARDED = 85  # the exit code of a process that ran a script, not work
SENTENCE = (
    "workers are processes, and each runs your script from its top: put what it does "
    'under `if __name__ == "__main__":`'
)


class Purse:
    """The nodes that all workers together may place, in memory that they share.

    Each writes its own place: what it has placed, and what it is about to place. Two that look at the same
    time see the same rest, of which each takes its share; so there is no need of a lock.
    """

    def __init__(self, nodes: int, workers: int) -> None:
        self.nodes = nodes
        self.taken = RawArray(c_longlong, workers)

    def left(self, number: int, placed: int) -> int:
        """The nodes left once the worker of that number has placed so many."""
        return self.nodes - (sum(self.taken) - self.taken[number]) - placed

    def take(self, number: int, nodes: int) -> None:
        """The worker of that number will have placed so many."""
        self.taken[number] = nodes

    def allowance(self, number: int, before: int) -> Allowance:
        """The nodes that the worker of that number may place in its next part, after so many in others."""
        return Allowance(partial(self.left, number), len(self.taken), partial(self.take, number)).after(
            before
        )


Share: TypeAlias = tuple[Purse, int]  # and the number of the worker


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Pipe
    part: int | None = None  # under way
    effort: Mapping[str, int] = field(default_factory=dict)  # of that part


def in_parallel(
    backend: str,
    parts: Sequence[Part],
    request: Request,
    workers: int,
    finished: Collection[int] = (),
    nodes: Allowance | None = None,
) -> Steps:
    """Search the parts that are not finished in worker processes.

    `nodes` may be placed in all of them together. Raises WorkerDiedError, and UsageError in a
    script that would run again in each of them; closing it ends all workers, within
    a second whatever they do.
    """
    refuse_to_start_again()
    left = [index for index in range(len(parts)) if index not in finished]
    jobs, team = iter([(index, parts[index]) for index in left]), []
    try:
        workers = min(workers, len(left))
        purse = None if nodes is None else Purse(nodes.left(0), workers)
        for number in range(workers):
            try:
                team.append(_start(backend, request, None if purse is None else (purse, number)))
            except OSError as error:
                raise WorkerDiedError(f"a worker process cannot be started: {error.strerror}") from error
        active = list(team)
        while active:
            ready = wait([worker.pipe for worker in active], timeout=HEARTBEAT)
            if not ready:
                busy = [worker for worker in active if worker.part is not None]
                yield (busy[0].part or 0, Slice(effort=busy[0].effort)) if busy else (left[0], Slice())
            for worker in [worker for worker in active if worker.pipe in ready]:
                step = _receive(worker)
                if step is not None:
                    assert worker.part is not None
                    worker.effort = step.effort
                    yield worker.part, step
                elif not _next_job(worker, jobs):
                    active.remove(worker)
    finally:
        _end(team)


def _end(team: Sequence[_Worker]) -> None:
    """Kill all workers: they have nothing to keep."""
    for worker in team:
        worker.process.kill()
        worker.pipe.close()
    for worker in team:
        worker.process.join()


def refuse_to_start_again() -> None:
    """Leave, in a process that runs the user's script again instead of work, as it was not guarded.

    A spawned process imports the script that started it; what that asks for, it asks for again. Our parent
    sees the exit code, and says so once: a traceback of each worker would only repeat it.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(UNGUARDED)


def _start(backend: str, request: Request, share: Share | None) -> _Worker:
    # spawned, not forked: solvers keep threads, and a fork of a threaded process may hang
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, backend, request, share), daemon=True)
    with spawning():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _serve(
    pipe: Connection[Slice | AccordError | None, Part | None],
    name: str,
    request: Request,
    share: Share | None,
) -> None:
    """A worker's life: take a part, send its slices, until there is None."""
    end_with_the_parent()
    try:
        backend = table.backend(name)
        pipe.send(None)
        while part := pipe.recv():
            for step in _within(share, backend, part, request):
                pipe.send(step if step.board is None else replace(step, board=None))  # it is of this process
            pipe.send(None)
    except AccordError as error:
        pipe.send(error)
    except (EOFError, ConnectionError):
        pass  # the run is gone


def _within(share: Share | None, backend: Backend, part: Part, request: Request) -> Iterator[Slice]:
    """A part's slices, cut by what all workers together may still place."""
    if share is None:
        yield from complete_search(backend, part, request)
        return
    purse, number = share
    before, spent = purse.taken[number], 0
    for step in complete_search(backend, part, replace(request, nodes=purse.allowance(number, before))):
        spent = node_counter(step.effort)[0] if step.effort else spent
        yield step
    purse.take(number, before + spent)


def end_with_the_parent() -> None:
    """From now on this process ends as soon as the one that started it has, in the midst of a call too."""
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(Code.FAILED)


def _next_job(worker: _Worker, jobs: Iterator[tuple[int, Part]]) -> bool:
    """Send the next part, or that there is none; whether there was one."""
    worker.part, worker.effort = None, {}
    job = next(jobs, None)
    part = None
    if job is not None:
        worker.part, whole = job
        # without what was derived from the model, and the filter, which only the run needs
        part = Part(replace(whole.model), whole.options, whole.root)
    try:
        worker.pipe.send(part)
    except ConnectionError:
        if job is not None:
            raise _death_error(worker) from None
    return job is not None


def _receive(worker: _Worker) -> Slice | None:
    try:
        message = worker.pipe.recv()
    except (EOFError, ConnectionError):
        raise _death_error(worker) from None
    if isinstance(message, AccordError):
        raise message
    return message


def _death_error(worker: _Worker) -> WorkerDiedError | UsageError:
    worker.process.join()
    if worker.process.exitcode == UNGUARDED:
        return UsageError(SENTENCE)
    when = "it took a part" if worker.part is None else f"part {worker.part} was finished"
    return WorkerDiedError(
        f"worker process {worker.process.pid} ended with exit code {worker.process.exitcode} before {when}"
    )
