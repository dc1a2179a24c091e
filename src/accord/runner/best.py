"""The least solution so far: what the task `best` keeps of what an engine finds."""

from __future__ import annotations

import numpy as np

from accord.errors import EngineError
from accord.model import Model
from accord.model.model import Indices


class Best:
    """The value of the least solution so far, over all parts, and the bound that an engine has proved.

    Raises EngineError for what no engine may do: a solution that is no better than its last one, or one below
    the bound that it gave.
    """

    def __init__(self, model: Model, *, strict: bool) -> None:
        """`strict`: the engine looks for the least itself, so within a part its values have to fall."""
        self._model = model
        self._strict = strict
        self._last: dict[int, int] = {}  # the value last found in each part
        self._bounds: dict[int, int] = {}
        self.value: int | None = None

    def improved(self, part: int, solutions: Indices, bound: int | None) -> Indices:
        """The solutions of a batch that are better than all before, in their order."""
        if bound is not None:
            self._bounds[part] = max(bound, self._bounds.get(part, bound))
        values = self._model.values(solutions).tolist()
        keep = np.zeros(len(values), np.bool_)
        for row, value in enumerate(values):
            if self._strict and value >= self._last.get(part, value + 1):
                raise EngineError(f"after a solution of {self._last[part]} came one of {value}, no better")
            if value < self._bounds.get(part, value):
                raise EngineError(f"a solution of {value} lies below the bound {self._bounds[part]}")
            self._last[part] = value
            if self.value is None or value < self.value:
                self.value, keep[row] = value, True
        return solutions[keep]

    def bound(self, parts: int, exhausted: bool) -> int | None:
        """No solution has a smaller value than this; None if nothing is known."""
        if exhausted:
            return self.value
        return self._bounds.get(0) if parts == 1 else None
