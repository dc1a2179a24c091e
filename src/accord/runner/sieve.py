"""From the slices of an engine to solutions of the whole model: verified, led back, and filtered."""

from __future__ import annotations

import numpy as np

from accord.backends.contract import Slice
from accord.errors import EngineError
from accord.model import Model
from accord.model.model import Indices
from accord.model.verify import verify
from accord.symmetry.group import Group
from accord.symmetry.parts import Part, least_images, least_of_images


class Sieve:
    """What every slice passes through on its way out of a run.

    Raises EngineError for what no engine may do: a false solution, a wrong number of them, one given twice.
    """

    def __init__(
        self, model: Model, backend: str, *, walks: bool, only_counts: bool, group: Group | None = None
    ) -> None:
        self._model = model
        self._backend = backend
        self._walks = walks  # solutions were asked for
        self._only_counts = only_counts  # but they are none of the whole model
        self._group = group  # of each class its least solution is wanted, whichever a part has
        self._seen: set[bytes] = set()  # visible solutions, where some options are hidden

    def passed(self, part: Part, step: Slice) -> tuple[int, Indices]:
        """What is left of a slice: how many solutions, and which, [number, width] in the whole model."""
        count, solutions = step.count, step.solutions
        if self._walks and count != (0 if solutions is None else len(solutions)):
            raise EngineError(f"backend {self._backend} counted {count} solutions but gave others")
        if solutions is None:
            return count, np.zeros((0, 0), np.int32)
        if self._only_counts:
            return count, solutions[:0]
        solutions = part.of_whole(solutions)
        verify(self._model, solutions)
        self._refuse_repeats(solutions)
        if part.filter is not None:
            solutions = solutions[least_of_images(part.filter, solutions)]
        if self._group is not None:
            solutions = least_images(self._group, solutions)
        return len(solutions), solutions

    def _refuse_repeats(self, solutions: Indices) -> None:
        """Hidden options are determined by the visible ones, so no visible solution may come twice.

        That is looked at among the solutions of this run: those that a checkpoint counts are not known.
        """
        if not self._model.hidden.any():
            return
        for row in np.sort(np.where(self._model.hidden[solutions], np.int32(-1), solutions), axis=1):
            visible = row[row >= 0].tobytes()
            if visible in self._seen:
                raise EngineError("one visible solution came twice: hidden options are not determined")
            self._seen.add(visible)
