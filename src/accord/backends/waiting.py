"""Waiting for functions and generators in slices, so that limits, time and Ctrl-C act meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, wait
from threading import Event, Thread
from typing import TypeVar

from accord.backends.contract import Slice

HEARTBEAT = 0.05  # seconds between slices

Result = TypeVar("Result")


def awaited(
    function: Callable[[], Result], stopping: Event | None = None, patience: float | None = None
) -> Generator[Slice, None, Result]:
    """What a function returns, with slices while it works in a thread of its own.

    If nobody waits any more, `stopping` is set, and the thread has that many seconds to end, or all it needs.
    Without `stopping` it is left to itself, and does not keep the process from ending.
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


def finished(steps: Generator[object, None, Result], between: Callable[[], object] = lambda: None) -> Result:
    """What a generator returns; `between` is called after each of its steps, and may raise."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        between()


def told(
    steps: Generator[object, None, Result], tell: Callable[[], Slice | None]
) -> Generator[Slice, None, Result]:
    """What a generator returns; after each of its steps a slice, where `tell` gives one."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        if (step := tell()) is not None:
            yield step
