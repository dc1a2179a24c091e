"""The state from which a search of a lazy model is resumed: items found, and true solutions handed on.

The search itself begins anew, with these items from the start; of the solutions that it comes by again, none
is handed on twice. What it learned beside that is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np

from accord.backends.contract import State
from accord.model.arrays import pad_rows
from accord.model.lazy import Cut


def state_of(cuts: Sequence[Cut], solutions: Collection[Sequence[int]]) -> State:
    """The state, as arrays."""
    return {"cuts": np.frombuffer(msgspec.json.encode(cuts), np.uint8), "solutions": pad_rows(solutions)}


def known_of(state: State | None) -> tuple[list[Cut], list[list[int]]]:
    """The items and the solutions of a state; nothing is known without one."""
    if state is None:
        return [], []
    cuts = msgspec.json.decode(state["cuts"].tobytes(), type=list[Cut])
    return cuts, [row[row >= 0].tolist() for row in state["solutions"]]
