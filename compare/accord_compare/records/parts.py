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

from accord_compare.records.counted import Counted

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
    """

    parts: tuple[int, ...]
    apart: tuple[Pair, ...]


def fixed(rows: int, columns: int, group: str = "identity") -> Counted:
    """The tilings of a rectangle that a group fixes; one with r90 or a diagonal is of squares only."""
    steps = orbits(rows, columns, group)
    first: dict[Cell, int] = {}
    last: dict[Cell, int] = {}
    for number, orbit in enumerate(steps):
        for cell in (cell for side in orbit for cell in side):
            first.setdefault(cell, number)
            last[cell] = number
    frontier: list[Cell] = []
    layer = {State((), ()): 1}
    work, most = 0, 1
    for number, orbit in enumerate(steps):
        coming = [cell for cell in first if first[cell] == number]
        frontier += coming
        place = {cell: at for at, cell in enumerate(frontier)}
        sides = [(place[one], place[other]) for one, other in orbit]
        staying = [at for at, cell in enumerate(frontier) if last[cell] > number]
        work += len(layer)
        layer = _next(layer, len(coming), sides, staying)
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
    layer: Mapping[State, int], coming: int, sides: Sequence[Pair], staying: Sequence[int]
) -> dict[State, int]:
    """The states after an orbit of sides, with the ways to each: all are walls, or none."""
    after: defaultdict[State, int] = defaultdict(int)
    for state, ways in layer.items():
        parts = state.parts + tuple(range(len(state.parts), len(state.parts) + coming))  # parts of their own
        if all(parts[one] != parts[other] for one, other in sides):
            walls = [(parts[one], parts[other]) for one, other in sides]
            after[_kept(parts, (*state.apart, *walls), staying)] += ways
        joined = list(parts)
        for one, other in sides:
            kept, lost = joined[one], joined[other]
            if kept != lost:
                joined = [kept if part == lost else part for part in joined]
        renamed = dict(zip(parts, joined, strict=True))
        apart = [(renamed[one], renamed[other]) for one, other in state.apart]
        if all(one != other for one, other in apart):
            after[_kept(joined, apart, staying)] += ways
    return after


def _kept(parts: Sequence[int], apart: Iterable[Pair], staying: Sequence[int]) -> State:
    """The state of the cells that stay, with parts numbered anew; a part that has none left is whole."""
    number: dict[int, int] = {}
    labels = tuple(number.setdefault(parts[at], len(number)) for at in staying)
    pairs = {(number[one], number[other]) for one, other in apart if one in number and other in number}
    return State(labels, tuple(sorted({(min(pair), max(pair)) for pair in pairs})))
