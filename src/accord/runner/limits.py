"""The limits of a run (solutions, nodes, time, memory) and cancelling by the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import sub
from time import monotonic
from typing import Any, Literal, TypeAlias

from accord.arguments import Cancel as Cancel  # many ask for these here
from accord.arguments import Limited
from accord.arguments import Show as Show
from accord.arguments import unseen as unseen
from accord.backends.contract import Allowance, node_counter
from accord.errors import SpentError, StoppedError, UsageError, number_of
from accord.exits import Status
from accord.watchdog import CALL, LONGEST, Guard, resident, until

Limit: TypeAlias = Literal["", "solutions", "nodes", "states", "moves", "memory"]  # which one ended a run

MOST_WORKERS = 1024
NOTHING: Mapping[str, int] = {}

GRACE = 0.4  # seconds for a step: a search that takes no longer looks at its limits itself
SOON = 0.1  # seconds for what is built, before `cancel` is asked
SHOWING = 0.4  # seconds at least to draw what was found, once the time is over


@dataclass(frozen=True, slots=True)
class Called:
    """A cancellation that asks a function, such as `Limits.over`."""

    is_set: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Stop:
    """How a run ended: its status, the reason in words, and which limit it was, if it was one."""

    status: Status
    reason: str = ""
    limit: Limit = ""

    @staticmethod
    def of(error: Exception) -> Stop:
        """How a run ended that raised this error."""
        if not isinstance(error, StoppedError):
            return Stop("failed", str(error) or type(error).__name__)
        if error.status == "time" and error.limit:
            return Stop("limit", str(error), error.limit)
        return Stop(error.status, str(error))

    def error(self, known: str) -> StoppedError:
        """The error of work that has no result if it ends so; `known` gives the findings by then."""
        message = f"{self.reason}: {known}"
        if self.limit == "nodes":
            return SpentError(message)
        return StoppedError(message, status="cancelled" if self.status == "cancelled" else "time")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of a run that begins now; None is no limit. Raises UsageError for what is none.

    The end of other work that it is a part of is its end too: see `accord.watchdog.until`.
    """

    solutions: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None  # bytes, beyond what the process had
    workers: int = 1
    cancel: Cancel | None = None
    started: float = 0.0  # on the clock of time.monotonic(); 0: now
    base: int = 0  # resident bytes of the process at the start
    _outer: tuple[float, float] | None = field(default_factory=until)  # the end of what it is a part of

    def __post_init__(self) -> None:
        object.__setattr__(self, "started", self.started or monotonic())
        if self.memory is not None:
            object.__setattr__(self, "base", self.base or resident())
        if self.seconds is not None and not self.seconds > 0:
            raise UsageError(f"time limit {self.seconds}; expected more than 0 seconds")
        whole = (("limit", self.solutions, "1"), ("node limit", self.nodes, "1"))
        for name, limit, least in (*whole, ("memory limit", self.memory, "1 byte")):
            if limit is not None and limit < 1:
                raise UsageError(f"{name} {limit}; expected at least {least}")
        if not 1 <= self.workers <= MOST_WORKERS:
            raise UsageError(f"{self.workers} workers; expected 1 to {MOST_WORKERS:,}")

    @staticmethod
    def of(asked: Limited, **more: Any) -> Limits:
        """Return the limits of a query, which begin now; `more` replaces some. Raises UsageError."""
        seconds = None if asked.time_limit is not None and asked.time_limit > LONGEST else asked.time_limit
        nodes: int | None = getattr(asked, "node_limit", None)
        own = {"seconds": seconds, "memory": asked.memory_limit, "nodes": nodes, "cancel": asked.cancel}
        return Limits(**{**own, **more})

    @property
    def deadline(self) -> float | None:
        """When the time is over."""
        return None if self._end is None else self._end[0]

    @property
    def _end(self) -> tuple[float, float] | None:
        """When the time is over, and of how many seconds that is the end."""
        own = None if self.seconds is None else (self.started + self.seconds, self.seconds)
        return min((end for end in (own, self._outer) if end is not None), default=None)

    def allowance(self, effort: Mapping[str, int]) -> Allowance | None:
        """The nodes that are left after so much effort; None without a limit."""
        return None if self.nodes is None else Allowance(partial(sub, self.nodes - node_counter(effort)[0]))

    @property
    def rest(self) -> float | None:
        """Seconds that are left, more than none."""
        return None if self.deadline is None else max(1e-3, self.deadline - monotonic())

    def find_stop(self, solutions: int = 0, effort: Mapping[str, int] = NOTHING) -> Stop | None:
        """How a run stops that has found so many solutions by so much effort; None if it may continue."""
        if self.solutions is not None and solutions >= self.solutions:
            return Stop("limit", f"stopped after {number_of(self.solutions, 'solutions')}", "solutions")
        if self.nodes is not None and (spent := node_counter(effort))[0] >= self.nodes:
            return Stop("limit", f"stopped after {spent[0]:,} {spent[1]}", "nodes")
        if self.cancel is not None and self.cancel.is_set():
            return Stop("cancelled", "cancelled")
        if (end := self._end) is not None and monotonic() >= end[0]:
            return Stop("time", f"stopped after {end[1]:g} seconds")
        return None

    def over(self) -> bool:
        """Whether the time is over, or the work cancelled: for code that asks often."""
        return self.find_stop() is not None

    def check(self, known: Callable[[], str], nodes: int = 0) -> None:
        """Raise StoppedError at a limit, with the findings: for work that is called, and yields nothing."""
        stop = self.find_stop(effort={"nodes": nodes})
        if stop is not None:
            raise stop.error(known())

    def cause(self, error: StoppedError) -> StoppedError:
        """The error of work that looks only at `over`, with the status of what ended it."""
        cancelled = self.cancel is not None and self.cancel.is_set()
        return StoppedError(str(error), status="cancelled" if cancelled else "time")

    def to_show(self) -> Limits:
        """The limits for drawing what was found: what is left, but a moment at least; also after Ctrl-C."""
        now, cancelled = monotonic(), self.cancel is not None and self.cancel.is_set()
        if cancelled:
            return replace(self, seconds=SHOWING, started=now, cancel=None, _outer=None)
        if self.deadline is None:
            return self
        return replace(self, seconds=max(SHOWING, self.deadline - now), started=now, _outer=None)

    def guard(self, doing: str, grace: float = SOON) -> Guard:
        """A guard by which time, memory and `cancel` end what does not look at them: StoppedError."""
        return self._guard(doing, grace, whole=False)

    def whole(self) -> Guard:
        """A guard over all of the work, which ends what does not end by itself soon after a limit."""
        return self._guard("", CALL, whole=True)

    def _guard(self, doing: str, grace: float, whole: bool) -> Guard:
        deadline, seconds = self._end or (None, None)
        return Guard(
            doing,
            deadline=deadline,
            seconds=seconds,
            memory=self.memory,
            base=self.base,
            cancel=self.cancel,
            grace=grace,
            whole=whole,
        )
