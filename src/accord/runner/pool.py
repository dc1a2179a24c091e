"""The same work on many things in several processes: what comes back has the order of what went in.

Things are read as results leave, so neither are ever held as a whole. A process starts once, and compiles
once. Ctrl-C reaches the parent alone, which decides.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as LateError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

from accord.errors import WorkerDiedError
from accord.runner.limits import Cancel

AHEAD = 16  # things that wait for each worker
TICK = 0.05  # seconds between two looks at `cancel`

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def in_order(
    function: Callable[[Thing], Result],
    things: Iterable[Thing],
    *,
    workers: int,
    cancel: Cancel | None = None,
    ahead: int = AHEAD,
) -> Iterator[Result]:
    """`function` of each thing, computed in `workers` processes; both have to be picklable.

    Once `cancel` is set nothing is begun, what is under way is ended, and only what is done by then comes.

    Raises:
        WorkerDiedError: if a process ends before its time.
    """
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_without_interrupts) as pool:
        waiting: deque[Future[Result]] = deque()
        rest = iter(things)
        more = True
        try:
            while True:
                stopped = cancel is not None and cancel.is_set()
                while more and not stopped and len(waiting) < ahead * workers:
                    for thing in rest:
                        waiting.append(pool.submit(function, thing))
                        break
                    else:
                        more = False
                if not waiting or not _done(waiting[0], cancel):
                    return
                yield waiting.popleft().result()
        finally:
            if cancel is not None and cancel.is_set():  # the futures then fail; cancelled ones could not
                for process in list((pool._processes or {}).values()):
                    process.terminate()
            else:
                for future in waiting:
                    future.cancel()


def _done(future: Future[Result], cancel: Cancel | None) -> bool:
    """Wait for it; whether it came before the work is cancelled."""
    while not future.done():
        if cancel is not None and cancel.is_set():
            return False
        with suppress(LateError):
            future.exception(timeout=TICK)
    if isinstance(future.exception(), BrokenProcessPool):
        raise WorkerDiedError("a worker process ended before its work was done")
    return True


def _without_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
