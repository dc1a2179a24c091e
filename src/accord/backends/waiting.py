"""Wait for a function or a generator in another thread, and let limits and Ctrl-C act meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from threading import Event, Thread
from typing import TypeVar

from accord.backends.contract import Slice

HEARTBEAT = 0.05  # seconds between slices

Result = TypeVar("Result")


def wait_for(
    function: Callable[[], Result], stopping: Event | None = None, patience: float | None = None
) -> Generator[Slice, None, Result]:
    """Return what a function returns, and yield slices while it works in a thread of its own.

    If the caller no longer waits, `stopping` is set, and the thread has that many seconds to end, or all it
    needs. Without `stopping` it is left to itself, and does not keep the process from ending.
    """
    outcome: Future[Result] = Future()

    def work() -> None:
        try:
            outcome.set_result(function())
        except BaseException as error:
            outcome.set_exception(error)

    thread = Thread(target=work, name="accord-awaited", daemon=True)
    thread.start()
    try:
        while not wait([outcome], HEARTBEAT).done:
            yield Slice()
        return outcome.result()
    finally:
        if stopping is not None:
            stopping.set()
            thread.join(patience)


def finish(steps: Generator[object, None, Result], between: Callable[[], object] = lambda: None) -> Result:
    """Run a generator to its end and return its value; `between` is called after each step, and may raise."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        between()


def in_slices(
    steps: Generator[object, None, Result], tell: Callable[[], Slice | None]
) -> Generator[Slice, None, Result]:
    """Run a generator to its end and return its value; yield the slices that `tell` gives after steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if (step := tell()) is not None:
            yield step
