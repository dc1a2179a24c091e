"""The loop that drives every search (solutions, plans, proofs) slice by slice and applies the limits.

    driver = Driver(limits)
    for step in driver.drive(search):       # a generator, which knows no limit and no clock
        ...
    driver.stop                             # how it ended
    driver.value                            # what the generator returned, where it came to its end
    driver.error                            # what broke it off

Between two steps the driver looks at the limits. It notes the time, that in which engines were loaded, and
how the search ended; the search itself keeps the findings. An error that a limit, a signal or a dead worker
raised within a step ends the loop as a limit does, so that the findings are kept. Others are passed on. A
step that takes too long is ended by a guard (`accord.watchdog`).

Some searches can be driven once only: a second walk would count again what was counted. They are `SingleUse`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Generic, TypeAlias, TypeVar

from accord import kernels
from accord.errors import StoppedError, UsageError, WorkerDiedError
from accord.runner.limits import GRACE, Limits, Stop

T = TypeVar("T")
R = TypeVar("R")

Spent: TypeAlias = tuple[float, float]  # seconds so far, and how many of them loaded engines

UNDER_WAY, LEFT, FAILED = "is under way", "was left before its end", "has failed"
NOT_FINISHED = Stop("cancelled", "not finished")  # until the loop says otherwise


class SingleUse:
    """A context that is entered once, by one thread.

    A walk is new, then under way, and then ended, left or failed. If it has ended, another has nothing to
    add; in all other cases another is refused.
    """

    def __init__(self, what: str, advice: str) -> None:
        """`what` is walked, and `advice` says what to do instead of a second walk, in the error."""
        self._what, self._advice = what, advice
        self._state = ""  # one of those above, or new
        self._lock = Lock()
        self.ended = False  # so that another walk has nothing to add

    def end(self) -> None:
        """Note that the walk is at its end, even if the caller leaves it now."""
        self.ended = True

    def __enter__(self) -> None:
        """Raises UsageError if it was entered before."""
        with self._lock:
            if not self._state:
                self._state = UNDER_WAY
                return
        raise UsageError(f"{self._what} {self._state}, and can be iterated over once; {self._advice}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended = self.ended or kind is None
        self._state = LEFT if kind is GeneratorExit else FAILED


class Driver(Generic[R]):
    """Drives a search within limits that have begun; any thread may look at how far it is."""

    def __init__(
        self, limits: Limits, single: SingleUse | None = None, doing: str = "the work was prepared"
    ) -> None:
        """Make a driver.

        Args:
            limits: of the work, which has begun.
            single: lets the search be driven once only.
            doing: what is done in a step that takes too long: `stopped after 2 seconds, while ...`.
        """
        self.limits = limits
        self.stop = NOT_FINISHED
        self.value: R | None = None
        self.error: BaseException | None = None  # what broke the search off, within a step
        self._single, self._doing = single, doing
        self._unloaded = kernels.seconds()
        self._spent: Spent | None = None  # once it has ended

    @property
    def ended(self) -> bool:
        """Whether another walk has nothing to add."""
        return self._single is not None and self._single.ended

    @property
    def spent(self) -> Spent:
        """Seconds until it ended, or until now, and how many of them loaded engines."""
        if self._spent is not None:
            return self._spent
        return monotonic() - self.limits.started, kernels.seconds() - self._unloaded

    def drive(
        self, search: Generator[T, None, R], reached: Callable[[], Stop | None] | None = None
    ) -> Generator[T, None, None]:
        """Yield the steps of a search until its end, or until `reached` gives a stop.

        `reached` is asked before each step and after it; without one, only the limits are looked at. Leaving
        the loop closes the search. Raises UsageError if the search was left, or is under way.
        """
        if self._single is None:
            yield from self._drive(search, reached or self.limits.find_stop)
        elif not self.ended:
            with self._single:
                yield from self._drive(search, reached or self.limits.find_stop)

    def end_unbegun(self, error: StoppedError) -> Stop:
        """End before the first step, since an error stopped what comes before; return how that ended."""
        self.error = error
        self._end(Stop.of(error))
        return self.stop

    def finish(self, search: Generator[object, None, R]) -> R | None:
        """Take all steps; return what the search returned, or None if it was stopped before: see `stop`."""
        for _ in self.drive(search):
            pass
        return self.value

    def _drive(
        self, search: Generator[T, None, R], reached: Callable[[], Stop | None]
    ) -> Generator[T, None, None]:
        self.stop = NOT_FINISHED
        try:
            with closing(search):
                stop = reached()  # building may have taken all the time there was
                while stop is None:
                    try:
                        step = self.limits.guard(self._doing, GRACE).do(next, search)
                    except BaseException as error:
                        stop = self._ended_by(error)
                        if stop is None:
                            raise
                        break
                    stop = reached()
                    if stop is not None:  # noted before the last step: the caller may leave with it
                        self._end(stop)
                    yield step
                self._end(stop)
        finally:
            self._spent = self.spent

    def _ended_by(self, error: BaseException) -> Stop | None:
        """How the search ended that raised this; None if the error is to be passed on."""
        if isinstance(error, StopIteration):
            self.value = error.value
            return Stop("complete")
        self.error = error
        if isinstance(error, Exception):
            self.stop = Stop.of(error)
        if self.stop.limit == "memory":  # unless the search looked at the limits itself
            self.stop = self.limits.find_stop() or self.stop
        return self.stop if isinstance(error, StoppedError | WorkerDiedError) else None

    def _end(self, stop: Stop) -> None:
        self.stop, self._spent = stop, self.spent
        if self._single is not None:
            self._single.end()
