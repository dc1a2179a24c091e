"""Random draws by name (`chance`, `pick`...), from a seeded numpy Generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Thing = TypeVar("Thing")


class Dice:
    """A source of random choices; the same seed gives the same ones."""

    def __init__(self, *seed: int) -> None:
        self.generator = np.random.default_rng(seed)

    def number(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return int(self.generator.integers(low, high, endpoint=True))

    def chance(self, probability: float) -> bool:
        """True as often as that."""
        return bool(self.generator.random() < probability)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """Return one of the things."""
        return things[self.number(0, len(things) - 1)]

    def some(self, things: Sequence[Thing], number: int) -> list[Thing]:
        """So many different ones, or all, in the order they have."""
        chosen = self.generator.permutation(len(things))[: max(0, number)]
        return [things[i] for i in sorted(chosen.tolist())]

    def shuffle(self, things: Sequence[Thing]) -> list[Thing]:
        """Return all the things, in any order."""
        return [things[i] for i in self.generator.permutation(len(things)).tolist()]
