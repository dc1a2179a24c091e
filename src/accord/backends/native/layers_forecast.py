"""How large a count in layers will become, foreseen from its first layers.

The number of states grows ever more slowly from layer to layer. So the logarithm of the growth is drawn on as
a line, by its last slope, to where nothing grows, or to where most layers are behind. That is rough: once
there are some million states, the peak is foreseen within a factor of two or so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

FEWEST = 4_000_000  # states of a layer: before, nothing is foreseen
RISING = 0.6  # of all layers: later, nothing grows any more


@dataclass(frozen=True, slots=True)
class Past:
    """A layer that is behind."""

    layer: int
    states: int
    memory: int  # bytes that were taken at a time while it was expanded, at most


@dataclass(frozen=True, slots=True)
class Peak:
    """What is foreseen."""

    states: int  # of the largest layer
    memory: int  # bytes


def peak(past: Sequence[Past], step: int, last: int) -> Peak | None:
    """The peak of a count, or None while it cannot be foreseen.

    Args:
        past: layers, in order.
        step: into how many layers beyond itself a layer may be expanded: so many are looked at together.
        last: the number of the last layer.
    """
    blocks = _blocks(past, step)
    if len(blocks) < 3 or max(each.states for each in blocks[-1]) < FEWEST:
        return None
    counts = [sum(each.states for each in block) for block in blocks[-3:]]
    before, rate = log(counts[1] / counts[0]), log(counts[2] / counts[1])
    slope = rate - before
    if rate > 0 and slope >= 0:
        return None
    left = int((RISING * last - blocks[-1][-1].layer) / step) + 1
    rise = sum(max(0.0, rate + ahead * slope) for ahead in range(1, left + 1))
    states, memory = (max(getattr(each, name) for each in blocks[-1]) for name in ("states", "memory"))
    return Peak(int(states * exp(rise)), int(memory * exp(rise)))


def _blocks(past: Sequence[Past], step: int) -> list[list[Past]]:
    """Layers by so many, as far as they are complete."""
    found: dict[int, list[Past]] = {}
    for each in past:
        found.setdefault(each.layer // step, []).append(each)
    if any(each.layer % step for each in past):
        found.popitem()
    return list(found.values())
