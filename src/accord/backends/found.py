"""The solutions that several searches of one model find: each of them counts once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Slice

MOST = 2  # solutions that are asked for, where several searches of one question are worth it


class Found:
    """What was found so far, by whomever."""

    def __init__(self) -> None:
        self._known: set[tuple[int, ...]] = set()

    def __len__(self) -> int:
        return len(self._known)

    def new(self, step: Slice) -> npt.NDArray[np.int32]:
        """Those of the solutions of a slice that were not known, which are known from now on."""
        rows = np.zeros((0, 0), np.int32) if step.solutions is None else step.solutions
        new = []
        for row in rows:
            solution = tuple(sorted(row[row >= 0].tolist()))
            new.append(solution not in self._known)
            self._known.add(solution)
        return rows[np.array(new, np.bool_)]
