"""Many questions about one model: is there a solution with these options? They are placed before the search.

The model is lowered once, which a search for each question would do anew: that takes longer than the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.backends.contract import Request
from accord.backends.native import general_bitset
from accord.kernels import load
from accord.model import Model
from accord_native.progress import DONE, SOLUTIONS

NODES_AT_ONCE = np.uint64(1 << 16)


def oracle(model: Model) -> Callable[[Sequence[int]], tuple[int, ...] | None] | None:
    """What answers questions about the model; None where amounts are not all 1: search for each, then."""
    return Oracle(model) if general_bitset.applies(model) else None


class Oracle:
    """One model that is asked about, by the kernel of `general` for amounts of 1."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lowered = general_bitset.lower(model)
        self._kernel = load("accord_native.cover.general_bitset")
        self._place = np.argsort(self._lowered.option)  # of the model's options: the kernel's
        self._possible = not ((model.low > 0) & (np.diff(model.by_item[0]) == 0)).any()

    def __call__(self, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that contains these options, ascending; None if there is none."""
        begin = general_bitset.start(self._lowered, self._place[np.asarray(options, np.int64)].tolist())
        if begin is None or not self._possible:
            return None
        request = Request("first", limit=1, workers=1)
        walk = general_bitset.BitsetJobs(self._model, self._lowered, self._kernel, request, [begin]).begin(0)
        while True:
            end = walk.call(NODES_AT_ONCE)
            if walk.state[SOLUTIONS]:
                return tuple(sorted(int(option) for option in walk.found()[0] if option >= 0))
            if end == DONE:
                return None
