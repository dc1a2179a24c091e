"""Tilings that a group fixes, by the parts that cells are in: a frontier goes over the sides between cells.

The sides between neighbouring cells are decided in order, each with its images under the group at once: both
cells are in one part, or a wall is between them. A *state* knows of the cells that still have undecided sides
which are in one part already, and which parts are kept *apart* by a wall, and so may never become one. Two
ways to the same state have the same ways on, and are counted together. A side within a part cannot be a wall;
nor can parts be joined that are apart. (F. Simon, "Algebraic Methods for Computing the Reliability of
Networks", 2012, counted A145835 by partitions of a frontier.)

Example: of the 2 x 2 square the four sides make 16 choices. The four with one wall are no tilings, as that
wall has the same part on both sides: 12 tilings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from accord_research.counted import Counted

Cell = tuple[int, int]  # row, column
Side = tuple[Cell, Cell]  # the cells on both sides of it
Pair = tuple[int, int]  # two parts, by their numbers, or two places of the frontier

# whether row and column of a cell change places; then whether each is counted from the other end
TURNS = {
    "as it is": (False, False, False),
    "r180": (False, True, True),
    "r90": (True, False, True),
    "r270": (True, True, False),
    "left-right": (False, False, True),
    "up-down": (False, True, False),
    "main": (True, False, False),
    "other": (True, True, True),
}
GROUPS = {
    "identity": ("as it is",),
    "half-turn": ("as it is", "r180"),
    "quarter-turn": ("as it is", "r90", "r180", "r270"),
    "mirror": ("as it is", "left-right"),
    "diagonal": ("as it is", "main"),
    "mirrors": ("as it is", "left-right", "up-down", "r180"),
    "diagonals": ("as it is", "main", "other", "r180"),
}


class State(NamedTuple):
    """What is known of the frontier.

    Attributes:
        parts: of each cell of the frontier the number of its part; numbered as they come up.
        apart: the pairs of parts that have a wall between them, the lower first, in order.
        sizes: of each part, its cells so far; all 0 where parts may have any size.
    """

    parts: tuple[int, ...]
    apart: tuple[Pair, ...]
    sizes: tuple[int, ...]


def fixed(rows: int, columns: int, group: str = "identity", size: int | None = None) -> Counted:
    """The tilings of a rectangle that a group fixes; one with r90 or a diagonal is of squares only.

    Args:
        rows: of the rectangle.
        columns: of it.
        group: one of those of `accord_research.squares`.
        size: how many cells each part has; if None, any number.
    """
    steps = orbits(rows, columns, group)
    if not steps:  # one cell
        return Counted(int(size in (None, 1)), 0, 1)
    first: dict[Cell, int] = {}
    last: dict[Cell, int] = {}
    for number, orbit in enumerate(steps):
        for cell in (cell for side in orbit for cell in side):
            first.setdefault(cell, number)
            last[cell] = number
    frontier: list[Cell] = []
    layer = {State((), (), ()): 1}
    work, most = 0, 1
    for number, orbit in enumerate(steps):
        coming = [cell for cell in first if first[cell] == number]
        frontier += coming
        place = {cell: at for at, cell in enumerate(frontier)}
        sides = [(place[one], place[other]) for one, other in orbit]
        staying = [at for at, cell in enumerate(frontier) if last[cell] > number]
        work += len(layer)
        layer = _next(layer, len(coming), sides, staying, size)
        frontier = [frontier[at] for at in staying]
        most = max(most, len(layer))
    return Counted(sum(layer.values()), work, most)


def orbits(rows: int, columns: int, group: str) -> list[list[Side]]:
    """The sides between cells, row by row, each with its images, and none twice."""
    known: set[Side] = set()
    listed: list[list[Side]] = []
    for cell in ((row, column) for row in range(rows) for column in range(columns)):
        for before in ((cell[0], cell[1] - 1), (cell[0] - 1, cell[1])):
            if min(before) < 0:
                continue
            images = [[_turned(at, rows, columns, name) for at in (before, cell)] for name in GROUPS[group]]
            orbit = sorted({(min(side), max(side)) for side in images})
            if known.isdisjoint(orbit):
                known.update(orbit)
                listed.append(orbit)
    return listed


def _turned(cell: Cell, rows: int, columns: int, turn: str) -> Cell:
    places, from_below, from_right = TURNS[turn]
    row, column = cell[::-1] if places else cell
    return (rows - 1 - row if from_below else row, columns - 1 - column if from_right else column)


def _next(
    layer: Mapping[State, int], coming: int, sides: Sequence[Pair], staying: Sequence[int], size: int | None
) -> dict[State, int]:
    """The states after an orbit of sides, with the ways to each: all are walls, or none."""
    cell, most = (0, 0) if size is None else (1, size)  # what a cell counts, and a part at most
    after: defaultdict[State, int] = defaultdict(int)
    for state, ways in layer.items():
        known = len(state.sizes)
        parts = state.parts + tuple(range(known, known + coming))  # parts of their own
        sizes = state.sizes + (cell,) * coming
        if all(parts[one] != parts[other] for one, other in sides):
            walls = [(parts[one], parts[other]) for one, other in sides]
            kept = _kept(parts, (*state.apart, *walls), sizes, staying, most)
            if kept is not None:
                after[kept] += ways
        joined, grown = list(parts), list(sizes)
        for one, other in sides:
            part, lost = joined[one], joined[other]
            if part != lost:
                joined = [part if each == lost else each for each in joined]
                grown[part] += grown[lost]
        renamed = dict(zip(parts, joined, strict=True))
        apart = [(renamed[one], renamed[other]) for one, other in state.apart]
        if all(one != other for one, other in apart) and max(grown) <= most:
            kept = _kept(joined, apart, grown, staying, most)
            if kept is not None:
                after[kept] += ways
    return after


def _kept(
    parts: Sequence[int], apart: Iterable[Pair], sizes: Sequence[int], staying: Sequence[int], most: int
) -> State | None:
    """The state of the cells that stay, with parts numbered anew; None if a part is whole and too small.

    Two parts that are too large to be joined need no wall to be kept apart.
    """
    number: dict[int, int] = {}
    labels = tuple(number.setdefault(parts[at], len(number)) for at in staying)
    if any(sizes[part] != most for part in parts if part not in number):
        return None
    pairs = set()
    for one, other in apart:
        if one in number and other in number and sizes[one] + sizes[other] <= most:
            pair = number[one], number[other]
            pairs.add((min(pair), max(pair)))
    return State(labels, tuple(sorted(pairs)), tuple(sizes[part] for part in number))
