"""A run for some seconds, and then for some more.

run = TimedRun(model, "unique", limits)
yield from run.run_for(2.0)         # until it has ended, or so many seconds are over
run.outcome                         # what is known by then
yield from run.run_for(8.0)         # it goes on where it was
run.close()
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING

from accord.errors import MissingBackendError, RefusedError
from accord.runner.limits import Limits, Show, unseen
from accord.runner.run import Run

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.outcome import Outcome
    from accord.tasks import Task


class TimedRun:
    """A run that goes on now and then; one that no engine takes knows nothing."""

    def __init__(
        self,
        model: Model,
        task: Task,
        limits: Limits,
        *,
        backend: str = "auto",
        show: Show = unseen,
    ) -> None:
        """Nothing is searched yet. `limits` have the time and the cancellation of the whole work."""
        self._show = show
        self._run: Run | None = None
        try:
            self._run = Run(model, task, backend=backend, time_limit=limits.rest, cancel=limits.cancel)
            self._steps = iter(self._run)
        except (RefusedError, MissingBackendError):
            pass

    def run_for(self, seconds: float) -> Generator[None, None, None]:
        """Go on for so long; yields after each slice."""
        until = monotonic() + seconds
        while self._run is not None and monotonic() < until and (step := next(self._steps, None)) is not None:
            self._show(f"asking {self._run.chosen.partition(':')[0]}", step.done)
            yield

    def finish_within(self, seconds: float) -> TimedRun:
        """Go on until it has ended, or so many seconds are over, and stop the engine; return the run."""
        try:
            for _ in self.run_for(seconds):
                pass
        finally:
            self.close()
        return self

    @property
    def outcome(self) -> Outcome | None:
        """What is known; None if no engine takes the model."""
        return None if self._run is None else self._run.outcome

    @property
    def solutions(self) -> list[list[int]]:
        """Those that were found, as options."""
        return [] if self.outcome is None else [list(each.options) for each in self.outcome.solutions]

    @property
    def searched(self) -> str:
        """The engine that went through the whole search; empty if none did."""
        known = self.outcome
        whole = known is not None and known.answer in ("impossible", "unique")
        return f"{known.backend}/{known.engine}" if known is not None and whole else ""

    def close(self) -> None:
        """Stop the engine."""
        if self._run is not None:
            self._steps.close()
