"""Run a search in a thread of its own and yield its slices in the caller's thread.

In the main thread python-sat puts its own handler of SIGINT in the place of ours while a solver runs; an
interrupt then leaves ours unset, and the solver broken. So every call of a solver is made in this thread.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from time import monotonic

from accord.backends.contract import Allowance, Search, Slice

TICK = 0.05  # seconds between slices


class StoppingError(Exception):
    """The search is no longer wanted."""


class Pulse:
    """The data that both sides of a thread share: whether to stop, how far the search is."""

    def __init__(self, nodes: Allowance | None = None) -> None:
        self.nodes = nodes  # that may be placed; conflicts, where there are none
        self.stopping = threading.Event()
        self.bound: int | None = None  # no solution has a smaller objective
        self.conflicts = 0
        self.better: deque[Slice] = deque()  # what a call that is under way has found
        self._due = monotonic() + TICK

    def quantum(self, wanted: int, nodes: int) -> int:
        """How many of the nodes that are wanted to place now, after so many; at least 1."""
        return wanted if self.nodes is None else self.nodes.quantum(wanted, nodes)

    def due(self) -> bool:
        """Whether it is time for a slice."""
        now = monotonic()
        if now < self._due:
            return False
        self._due = now + TICK
        return True


def in_thread(search: Callable[[Pulse], Search], nodes: Allowance | None = None) -> Search:
    """Yield the slices of a search that runs in a thread of its own, and empty ones while there are none."""
    handed: queue.SimpleQueue[Slice | BaseException | None] = queue.SimpleQueue()
    taken = threading.Lock()  # held by a slice that waits to be taken: no more than one does
    pulse = Pulse(nodes)

    def hand_over(step: Slice | BaseException | None) -> None:
        taken.acquire()
        handed.put(step)

    def take(seconds: float) -> Slice | BaseException | None:
        step = handed.get(timeout=seconds)
        taken.release()
        return step

    def work() -> None:
        last: BaseException | None = None
        try:
            with closing(search(pulse)) as steps:
                for step in steps:
                    hand_over(step)
                    if pulse.stopping.is_set():
                        break
        except StoppingError:
            pass
        except BaseException as fault:
            last = fault
        hand_over(last)

    thread = threading.Thread(target=work, name="accord-sat", daemon=True)
    thread.start()
    effort: Mapping[str, int] = {}
    try:
        while True:
            try:
                step = take(TICK)
            except queue.Empty:
                while pulse.better:
                    yield pulse.better.popleft()
                yield Slice(effort=effort, bound=pulse.bound)
                continue
            while pulse.better:  # they came before the step
                yield pulse.better.popleft()
            if step is None:
                return
            if isinstance(step, BaseException):
                raise step
            effort = step.effort
            yield step
            if step.complete:
                return
    finally:
        pulse.stopping.set()
        while thread.is_alive():
            with suppress(queue.Empty):  # make room for what it may be about to hand over
                take(0.01)
        thread.join()
