"""Windows of time in which tasks may run, for rules on tasks in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from accord.problem.expressions import Constant, Expression, Truth, Variable

WINDOWS = 200_000  # values in all windows of time, before tasks are compared pair by pair


def windows(
    starts: Sequence[Expression], lengths: Sequence[Expression]
) -> Iterator[list[tuple[int, Truth]]] | None:
    """For each time at which a task may start, the tasks that may run then, and the truth that they do.

    None if starts are no variables, lengths are not known, or below 0, or there are too many times.
    """
    variables = [start for start in starts if isinstance(start, Variable)]
    known = [each.value for each in lengths if isinstance(each, Constant) and isinstance(each.value, int)]
    if len(variables) < len(starts) or len(known) < len(lengths) or min(known, default=0) < 0:
        return None
    size = sum(len(start.values) * max(length, 1) for start, length in zip(variables, known, strict=True))
    if size * len(starts) > WINDOWS:
        return None
    times: set[Any] = {value for start in variables for value in start.values}
    return (_running(variables, known, time) for time in sorted(times))


def _running(starts: Sequence[Variable], lengths: Sequence[int], time: int) -> list[tuple[int, Truth]]:
    """The tasks that may run at a time, and the truth that each does: it starts at one of these times."""
    found = []
    for task, (start, length) in enumerate(zip(starts, lengths, strict=True)):
        window = [value for value in range(time - length + 1, time + 1) if value in start.values]
        if window:
            found.append((task, start.among(window)))
    return found
