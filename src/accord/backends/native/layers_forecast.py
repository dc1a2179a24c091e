"""How large a count in layers will become, foreseen from its first layers.

The number of states grows ever more slowly from layer to layer. So the logarithm of the growth is drawn on as
a line, by its last slope, to where nothing grows, or to where most layers are behind. That is rough: once
there are some million states, the peak is foreseen within a factor of two or so. Before, that slope is mostly
chance, and the line is drawn to where most layers are behind; the peak is then foreseen within a factor of
five or so, and rather too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log

FEWEST = 4_000_000  # states of a layer: before, the last slope says little
EARLY = 50_000  # states of a layer: before, nothing is foreseen
RISING = 0.6  # of all layers: later, nothing grows any more


@dataclass(frozen=True, slots=True)
class Past:
    """A layer that is behind."""

    layer: int
    states: int
    memory: int  # bytes that were taken at a time while it was expanded, at most
    seconds: float = 0.0  # that it took


@dataclass(frozen=True, slots=True)
class Peak:
    """What is foreseen."""

    states: int  # of the largest layer
    memory: int  # bytes
    rest: float  # seconds until then, from the last layers on that were looked at
    early: bool  # whether few states were seen so far, so that it is rougher still


def peak(past: Sequence[Past], step: int, last: int) -> Peak | None:
    """The peak of a count, or None while it cannot be foreseen.

    Args:
        past: layers, in order.
        step: into how many layers beyond itself a layer may be expanded: so many are looked at together.
        last: the number of the last layer.
    """
    blocks = _blocks(past, step)
    if len(blocks) < 3 or max(each.states for each in blocks[-1]) < EARLY:
        return None
    counts = [sum(each.states for each in block) for block in blocks[-3:]]
    states, memory = (max(getattr(each, name) for each in blocks[-1]) for name in ("states", "memory"))
    left = int((RISING * last - blocks[-1][-1].layer) / step) + 1
    before, rate = log(counts[1] / counts[0]), log(counts[2] / counts[1])
    slope = rate - before
    if states < FEWEST or (rate > 0 and slope >= 0):
        slope = -rate / max(1, left)
    rises = list(accumulate(max(0.0, rate + ahead * slope) for ahead in range(1, left + 1))) or [0.0]
    seconds = sum(each.seconds for each in blocks[-1]) * sum(map(exp, rises)) if left > 0 else 0.0
    grown = exp(rises[-1])
    return Peak(int(states * grown), int(memory * grown), seconds, early=states < FEWEST)


def _blocks(past: Sequence[Past], step: int) -> list[list[Past]]:
    """Layers by so many, as far as they are complete."""
    found: dict[int, list[Past]] = {}
    for each in past:
        found.setdefault(each.layer // step, []).append(each)
    if any(each.layer % step for each in past):
        found.popitem()
    return list(found.values())
