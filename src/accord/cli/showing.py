"""The limits within which a command draws and prints what was found."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.runner.limits import Limits

LEAST = 0.5  # seconds


def limits_to_show(limits: Limits) -> Limits:
    """Return the limits for what was found: what is left, and a moment where the search took all the time."""
    if limits.seconds is None:
        return limits
    return replace(limits, started=max(limits.started, monotonic() + LEAST - limits.seconds))
