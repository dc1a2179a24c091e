"""A glance: what the engine that is usually fastest says of a model, for some seconds and then some more.

glance = Glance(model, "unique", limits)
yield from glance.look(2.0)         # until it has ended, or so many seconds are over
glance.outcome                      # what is known by then
yield from glance.look(8.0)         # it goes on where it was
glance.close()
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


class Glance:
    """A run that is looked at now and then; one that no engine takes knows nothing."""

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

    def look(self, seconds: float) -> Generator[None, None, None]:
        """Go on for so long; yields after each slice."""
        until = monotonic() + seconds
        while self._run is not None and monotonic() < until and (step := next(self._steps, None)) is not None:
            self._show(f"asking {self._run.chosen.partition(':')[0]}", step.done)
            yield

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


def looked(glance: Glance, seconds: float) -> Glance:
    """The same after so many seconds, or when it has ended; stopped."""
    try:
        for _ in glance.look(seconds):
            pass
    finally:
        glance.close()
    return glance
