"""Tilings that a group fixes, by their walls: sets of unit segments in which each is on a closed line.

The walls of a tiling are segments between corners of cells. A set of segments is a tiling's if and only if no
segment has the same part on both sides: each lies on a closed line of walls, where the border of the board
counts as one corner, OUTSIDE. So what is counted are the subgraphs without a bridge of the graph of corners.

Segments are decided in order, each with its images under the group at once. A *state* knows, of the corners
that still have undecided segments, which are connected by walls, and for each wall that is a bridge so far
how it splits its component: two sets of corners. A further wall between two components is a bridge itself;
one within a component closes a line over all bridges whose sets it connects. Bridges that split alike are as
one: whatever closes one of them closes all. A bridge with no corner left on one side can never be closed.
(A graph's bridges are told by their splits as the edges of a tree are: P. Buneman, 1971.)

Example: the 2 x 2 square has one inner corner and four segments from it to OUTSIDE. No wall, or two and more:
1 + 6 + 4 + 1 = 12 tilings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from accord_research.counted import Counted

Corner: TypeAlias = tuple[int, int]  # down, across; OUTSIDE for all on the border
Segment: TypeAlias = tuple[Corner, Corner]
Split: TypeAlias = tuple[int, int]  # two sets of slots as bits, the lower number first
# components as sets of slots, and the splits of bridges, both in order
Known: TypeAlias = tuple[tuple[int, ...], tuple[Split, ...]]

OUTSIDE: Corner = (-1, -1)
# what becomes of (down, across), seen from the middle: their signs, and whether they change places
MOVES = {
    "identity": [(1, 1, False)],
    "half-turn": [(1, 1, False), (-1, -1, False)],
    "quarter-turn": [(1, 1, False), (-1, 1, True), (-1, -1, False), (1, -1, True)],
    "mirror": [(1, 1, False), (1, -1, False)],
    "diagonal": [(1, 1, False), (1, 1, True)],
    "mirrors": [(1, 1, False), (1, -1, False), (-1, 1, False), (-1, -1, False)],
    "diagonals": [(1, 1, False), (1, 1, True), (-1, -1, True), (-1, -1, False)],
}


def fixed(high: int, wide: int, group: str = "identity") -> Counted:
    """The tilings of a rectangle that a group fixes; one that swaps down and across is of squares only."""
    sweep = list(_segments(high, wide, group))
    ends = {corner: number for number, some in enumerate(sweep) for pair in some for corner in pair}
    slots: dict[Corner, int] = {}
    ways: dict[Known, int] = {((), ()): 1}
    work, most = 0, 1
    for number, some in enumerate(sweep):
        fresh = 0
        for corner in (corner for pair in some for corner in pair):
            if corner not in slots:
                slots[corner] = next(bit for bit in range(len(slots) + 1) if bit not in slots.values())
                fresh |= 1 << slots[corner]
        pairs = [(1 << slots[one], 1 << slots[other]) for one, other in some]
        done = [corner for corner in slots if ends[corner] == number]
        gone = sum(1 << slots.pop(corner) for corner in done)
        work += len(ways)
        further: dict[Known, int] = {}
        for (components, splits), count in ways.items():
            widened = [*components, *_bits(fresh)]
            built = _built(widened, list(splits), pairs)
            for chosen in ((widened, list(splits)), built):
                left = _without(*chosen, gone)
                if left is not None:
                    further[left] = further.get(left, 0) + count
        ways = further
        most = max(most, len(ways))
    return Counted(sum(ways.values()), work, most)


def _segments(high: int, wide: int, group: str) -> Iterator[list[Segment]]:
    """The inner segments with their images: at each corner that to the left, and that downwards."""
    seen: set[Segment] = set()
    for down in range(high):
        for across in range(1, wide + 1):
            for other in ((down, across - 1), (down + 1, across)):
                if (other[0] == down and down == 0) or (other[1] == across and across == wide):
                    continue  # on the border
                images = {_moved(high, wide, move, (down, across), other) for move in MOVES[group]}
                if not seen & images:
                    seen |= images
                    yield [(_placed(high, wide, a), _placed(high, wide, b)) for a, b in sorted(images)]


def _moved(high: int, wide: int, move: tuple[int, int, bool], *ends: Corner) -> Segment:
    """A segment's image, with its ends in order."""
    moved: list[Corner] = []
    for down, across in ends:
        from_middle = (move[0] * (2 * down - high), move[1] * (2 * across - wide))
        there = from_middle[::-1] if move[2] else from_middle
        moved.append(((there[0] + high) // 2, (there[1] + wide) // 2))
    return min(moved), max(moved)


def _placed(high: int, wide: int, corner: Corner) -> Corner:
    inner = 0 < corner[0] < high and 0 < corner[1] < wide
    return corner if inner else OUTSIDE


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _built(
    components: list[int], splits: list[Split], pairs: list[tuple[int, int]]
) -> tuple[list[int], list[Split]]:
    """Components and splits when walls are built between the corners of these pairs."""
    for one, other in pairs:
        if one == other:  # both on the border: closed at once
            continue
        (here,) = (each for each in components if each & one)
        (there,) = (each for each in components if each & other)
        if here == there:
            splits = [(a, b) for a, b in splits if not ((a & one and b & other) or (a & other and b & one))]
            continue
        components = [each for each in components if each not in (here, there)] + [here | there]
        longer: list[Split] = [(here, there)]
        for a, b in splits:
            if (a | b) == here:  # what is beyond the new wall is on the side of its end
                longer.append((a | there, b) if a & one else (a, b | there))
            elif (a | b) == there:
                longer.append((a | here, b) if a & other else (a, b | here))
            else:
                longer.append((a, b))
        splits = longer
    return components, splits


def _without(components: list[int], splits: list[Split], gone: int) -> Known | None:
    """What is known when some corners are done; None if a bridge is left that nothing can close."""
    left: set[Split] = set()
    for a, b in splits:
        one, other = a & ~gone, b & ~gone
        if not one or not other:
            return None
        left.add((one, other) if one < other else (other, one))
    return tuple(sorted(each & ~gone for each in components if each & ~gone)), tuple(sorted(left))
