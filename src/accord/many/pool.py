"""Map a function over many inputs, in this process or several; results come in the order of inputs.

Things are read as results leave, so neither are ever held as a whole. A process starts once, and compiles
once. Ctrl-C, SIGTERM and SIGHUP reach the parent alone, which decides.

    work(thing, cancel) -> Iterator[Sequence[Result]]     some results at a time, as soon as they are there
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from accord.errors import ClusterError, UsageError, WorkerDiedError
from accord.processes import spawning
from accord.runner.limits import Cancel

if TYPE_CHECKING:  # only processes and clusters need what these import
    from multiprocessing.process import BaseProcess

    from accord.many.cluster import Cluster

AHEAD = 16  # things that wait for each worker
ENOUGH = 256  # things in a group, which cannot be interrupted
GROWTH = 4  # a group has arrays of its own, so few should be small
TICK = 0.05  # seconds between two looks at `cancel`

Thing = TypeVar("Thing")
Result = TypeVar("Result")
Workers: TypeAlias = "int | Cluster"  # a number of processes; or a cluster that is open
Work: TypeAlias = Callable[[Thing, Cancel | None], Iterator[Sequence[Result]]]

# set for work on a cluster that is no longer wanted; None in a process, which is ended
unwanted: ContextVar[Cancel | None] = ContextVar("unwanted", default=None)


def results(
    work: Work[Thing, Result],
    things: Iterable[Thing],
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
    ordered: bool = True,
) -> Iterator[Sequence[Result]]:
    """The results of all things in their order, some at a time; without it, as they come.

    One worker is this process: `work` gets `cancel`, and its findings about a thing under way come.
    Several are processes, which get no `cancel` and are ended; `work` and the things have to be picklable.
    So they have for a cluster, whose workers get one that is set once they are no longer wanted.
    Once `cancel` is set, nothing is begun.

    Raises what `work` raises; WorkerDiedError if a process ends before its time; ClusterError if a cluster is
    lost; and UsageError in a script that would run again in each process, as it has no
    `if __name__ == "__main__":`.
    """
    if workers != 1:
        of_all = in_order if ordered else as_they_come
        yield from of_all(partial(_all, work), things, workers=workers, cancel=cancel)
        return
    for thing in until(cancel, things):
        yield from work(thing, cancel)


def until(cancel: Cancel | None, things: Iterable[Thing]) -> Iterator[Thing]:
    """Return the things; once `cancel` is set no other is asked for, which might have to be waited for."""
    rest = iter(things)
    while cancel is None or not cancel.is_set():
        try:
            thing = next(rest)
        except StopIteration:
            return
        yield thing


def _all(work: Work[Thing, Result], thing: Thing) -> list[Result]:
    return [result for some in work(thing, unwanted.get()) for result in some]


def in_groups(
    things: Iterable[Thing],
    alike: Callable[[Thing], object | None],
    ready: Callable[[], bool] | None = None,
) -> Iterator[list[Thing]]:
    """Things in their order: each alone, or several that follow each other in a group.

    A group is at most GROWTH times as large as the one before it, so that the first results come at once.

    Args:
        things: what is grouped.
        alike: things of which this is the same may be in a group; None if it has to be alone.
        ready: whether the next thing would come at once; else those that came leave first. None: they all do.
    """
    group: list[Thing] = []
    before: object | None = None
    size = 1
    for thing in things:
        kind = alike(thing)
        if group and kind is not before:
            yield group
            group = []
        group.append(thing)
        before = kind
        if kind is None or len(group) >= size or (ready is not None and not ready()):
            yield group
            group, size = [], 1 if kind is None else min(GROWTH * size, ENOUGH)
    if group:
        yield group


def in_order(
    function: Callable[[Thing], Result],
    things: Iterable[Thing],
    *,
    workers: Workers,
    cancel: Cancel | None = None,
    ahead: int = AHEAD,
    threads: bool = False,
) -> Iterator[Result]:
    """`function` of each thing, computed in `workers` processes, or threads, or in a cluster.

    But for threads, the function and the things have to be picklable. Once `cancel` is set nothing is begun,
    what is under way is ended, and only what is done by then comes.

    Raises:
        WorkerDiedError: if a process ends before its time; or each worker of a cluster that has some thing.
        ClusterError: if a cluster is lost.
        UsageError: in a script that would run again in each process.
    """
    yield from _compute(function, things, workers, cancel, ahead, threads=threads, ordered=True)


def as_they_come(
    function: Callable[[Thing], Result],
    things: Iterable[Thing],
    *,
    workers: Workers,
    cancel: Cancel | None = None,
) -> Iterator[Result]:
    """Yield the results in any order, as they come; processes or a cluster; raise at last what ends the work.

    So one thing that takes long holds up no other.
    """
    yield from _compute(function, things, workers, cancel, AHEAD, threads=False, ordered=False)


def _compute(
    function: Callable[[Thing], Result],
    things: Iterable[Thing],
    workers: Workers,
    cancel: Cancel | None,
    ahead: int,
    *,
    threads: bool,
    ordered: bool,
) -> Iterator[Result]:
    processes = isinstance(workers, int) and not threads
    if processes:
        from accord.runner.workers import refuse_to_start_again

        refuse_to_start_again()
    with _executor(workers, threads) as pool:
        waiting: deque[Future[Result]] = deque()
        rest = iter(things)
        more = True
        try:
            while True:
                stopped = cancel is not None and cancel.is_set()
                # a cluster may have grown meanwhile
                while more and not stopped and len(waiting) < ahead * _number(workers):
                    for thing in rest:
                        with spawning() if processes else nullcontext():  # it may start a process
                            waiting.append(pool.submit(function, thing))
                        break
                    else:
                        more = False
                if not waiting:
                    return
                done = _next(waiting, ordered, 0 if stopped else TICK)
                if done is not None:
                    yield done.result()
                elif stopped:
                    return
        except BrokenExecutor:
            raise _death_error(pool) from None
        except CancelledError:  # not by us: we cancel below, when none waits
            raise ClusterError("the cluster was closed while work was under way") from None
        finally:
            if processes and cancel is not None and cancel.is_set():
                _kill(pool)  # the futures then fail; cancelled ones could not
            else:
                for future in waiting:
                    future.cancel()


def _executor(workers: Workers, threads: bool) -> AbstractContextManager[Executor | Cluster]:
    if not isinstance(workers, int):
        return nullcontext(workers)  # which stays open
    if threads:
        return ThreadPoolExecutor(workers)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from accord.runner.workers import end_with_the_parent

    context = get_context("spawn")
    with spawning():  # its locks start a process
        # a killed parent cannot end them, and they would wait for ever
        return ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_the_parent)


def _number(workers: Workers) -> int:
    return workers if isinstance(workers, int) else max(1, workers.threads)


def _next(waiting: deque[Future[Result]], ordered: bool, seconds: float) -> Future[Result] | None:
    """The next that is done by then, taken out: one that failed comes last. None if there is none."""
    may_be = [waiting[0]] if ordered else waiting
    ended = wait(may_be, seconds, FIRST_COMPLETED).done
    if not ended:
        return None
    best = min(ended, key=lambda future: future.cancelled() or future.exception() is not None)
    waiting.remove(best)
    return best


def _processes(pool: Executor | Cluster) -> list[BaseProcess]:
    return list((getattr(pool, "_processes", None) or {}).values())


def _kill(pool: Executor | Cluster) -> None:
    for process in _processes(pool):
        process.kill()
    # one of them may have sent half of a result: its reader waits while any process can write the rest
    queue = getattr(pool, "_result_queue", None)
    if queue is not None:
        queue._writer.close()


def _death_error(pool: Executor | Cluster) -> WorkerDiedError | UsageError:
    """The error for processes of which one has ended."""
    from accord.runner.workers import SENTENCE, UNGUARDED

    processes = _processes(pool)
    assert isinstance(pool, Executor)
    pool.shutdown()  # only then their exit codes are known
    if any(process.exitcode == UNGUARDED for process in processes):
        return UsageError(SENTENCE)
    return WorkerDiedError("a worker process ended before its work was done")
