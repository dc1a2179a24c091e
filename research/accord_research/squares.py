"""Tilings of a square by polyominoes, up to its symmetries: from those that each subgroup leaves as they are.

A tiling is a partition of the n x n cells into connected parts. It is counted with its turns and reflections
as one (A291806), or only if one of these, not the identity, leaves it as it is (A291807). For both it is
enough to know how many tilings are *fixed* by each of seven subgroups; a method is whatever counts these.

    identity       A145835 itself, all tilings          half-turn      {e, r180}
    quarter-turn   {e, r90, r180, r270}                 mirror         {e, left-right}
    diagonal       {e, main diagonal}                   mirrors        {e, both mirrors, r180}
    diagonals      {e, both diagonals, r180}

Free tilings are the mean of those fixed by each of the eight elements (Burnside). Tilings with no symmetry
are in orbits of eight, and number the sum of mu(1, H) fixed(H) over the subgroups H: mu is 1 for the
identity, -1 for the five groups of order two, 2 for the two of order four that have no quarter-turn, else 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from accord_research.counted import Counted

# how many elements generate the subgroup or a conjugate of it; the sum of mu(1, H) over it and these
SUBGROUPS: Mapping[str, tuple[int, int]] = {
    "identity": (1, 1),
    "half-turn": (1, -1),
    "quarter-turn": (2, 0),
    "mirror": (2, -2),
    "diagonal": (2, -2),
    "mirrors": (0, 2),
    "diagonals": (0, 2),
}
ORDER = 8

Method = Callable[[int, str], Counted]  # the side and a subgroup's name to what it fixes


class Terms(NamedTuple):
    """What is known of the tilings of one square.

    Attributes:
        fixed: of each subgroup, the tilings that it fixes.
        free: the number of tilings up to symmetry.
        symmetric: the number of those that have some symmetry.
    """

    fixed: Mapping[str, Counted]
    free: int
    symmetric: int


def terms(side: int, method: Method) -> Terms:
    """The free and the symmetric tilings of a square.

    Raises:
        ArithmeticError: if the fixed numbers cannot all be right, as orbits would not be whole.
    """
    fixed = {name: method(side, name) for name in SUBGROUPS}
    free = _whole(sum(times * fixed[name].count for name, (times, _) in SUBGROUPS.items()))
    without = _whole(sum(mu * fixed[name].count for name, (_, mu) in SUBGROUPS.items()))
    return Terms(fixed, free, free - without)


def _whole(images: int) -> int:
    orbits, rest = divmod(images, ORDER)
    if rest:
        raise ArithmeticError(f"{images} images are no whole number of orbits of {ORDER}")
    return orbits
