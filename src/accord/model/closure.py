"""Generate a permutation group from its generators, coset by coset.

Each generator that is new at least doubles the group: with a subgroup H whose elements are known, whole
cosets r H are added until every generator maps cosets onto cosets (Dimino's algorithm; G. Butler,
"Fundamental Algorithms for Permutation Groups", 1991). Elements are distinguished by all their numbers.

    >>> import numpy as np
    >>> from accord.model.closure import Closure
    >>> closure = Closure(4)
    >>> for generator in ([1, 0, 2, 3], [1, 2, 3, 0]):
    ...     closure.add(np.array(generator, np.int32))
    >>> len(closure), len(closure.generators)
    (24, 2)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Permutations = npt.NDArray[np.int32]


class Closure:
    """The group that some permutations generate: `rows` [elements, points], the identity first.

    Args:
        points: that are permuted.
        told: by the images of how many of the first of them elements are told apart; None: all.
        most: elements; with more than these `whole` is false, and it grows no further.
    """

    def __init__(self, points: int, told: int | None = None, most: int | None = None) -> None:
        self.rows: Permutations = np.arange(points, dtype=np.int32)[None]
        self.generators: list[Permutations] = []
        self.whole = True
        self._told, self._most = told, most
        self.number = {self.key(self.rows[0]): 0}

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, row: Permutations) -> bool:
        return self.key(row) in self.number

    def key(self, row: Permutations) -> bytes:
        """Return the key of an element, by which it differs from all others."""
        return row[: self._told].tobytes()

    def add(self, generator: Permutations) -> None:
        """The group with one more generator, unless that is in it."""
        if generator in self or not self.whole:
            return
        self.generators.append(generator)
        subgroup, cosets = self.rows, [self.rows]
        firsts = [self.rows[0]]
        for first in firsts:  # grows while it is walked
            for each in self.generators:
                moved = each[first]
                if moved in self:
                    continue
                if self._most is not None and len(self.number) + len(subgroup) > self._most:
                    self.whole = False
                    return
                coset = moved[subgroup]
                for row in coset:
                    self.number[self.key(row)] = len(self.number)
                cosets.append(coset)
                firsts.append(moved)
        self.rows = np.concatenate(cosets)
