"""Answer many questions about one model: does it have a solution that contains these options?

The model is lowered once, which a search for each question would do anew: that takes longer than the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from accord.backends.contract import Request
from accord.backends.native import bitset
from accord.backends.native.arrays import out_of_reach
from accord.backends.native.bitset import BitsetJobs
from accord.backends.native.engine import refusal_of
from accord.kernels import load
from accord.model import Model
from accord_native.progress import DONE, SOLUTIONS

NODES_AT_ONCE = np.uint64(1 << 16)


def oracle(model: Model) -> Callable[[Sequence[int]], tuple[int, ...] | None] | None:
    """Return the oracle of a model; None if bitset does not take it: then search for each question."""
    return None if refusal_of(bitset.refuse, model) else Oracle(model)


class Oracle:
    """One model that is asked about, by the kernel of `bitset`."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lowered = bitset.lower(model)
        self._kernel = load("accord_native.cover.bitset", profile=False)
        self._possible = not out_of_reach(model)

    def __call__(self, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that contains these options, ascending; None if there is none."""
        begin = bitset.start(self._lowered, options)
        if begin is None or not self._possible:
            return None
        request = Request("first", limit=1, workers=1)
        walk = BitsetJobs(self._model, self._lowered, self._kernel, request, [(begin, 0)]).begin(0)
        while True:
            end = walk.call(NODES_AT_ONCE)
            if walk.state[SOLUTIONS]:
                return tuple(sorted(int(option) for option in walk.new_solutions()[0] if option >= 0))
            if end == DONE:
                return None
