"""Colours and patterns for pieces.

The twelve colours were found by a search: among light colours (L* of 60 to 94) that are neither grey nor loud
(chroma of 30 to 60), any two differ by at least 20 (CIE 1976) to an eye that sees all colours, and to eyes
that lack any of the three kinds of cones (by the matrices of G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, 2009, for a complete lack). The search found no twelve in a narrower band of lightness. On
paper without colour pieces can be distinguished by patterns, which are drawn on white.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

PIECES = (
    "#839CF5", "#F0D161", "#5EC2BA", "#F7A78F", "#769C4B", "#C0C4FF",
    "#E26D89", "#A7F3CA", "#9E87BF", "#E8F69E", "#B39827", "#79FFF9",
)  # fmt: skip

WATER = "#77AADD"
MERCURY = "#DD6677"
DARK = "#333333"  # ink of nonograms
FILLS = {"water": WATER, "mercury": MERCURY, "ink": DARK}
GIVEN = "#000000"  # signs that the puzzle states
FOUND = "#2255AA"  # signs that a solution adds
NEW = "#CC4400"  # lines and crosses that a hint adds
FAINT = "#AAAAAA"  # signs that are there, but not shown in texts
GRID = "#999999"  # thin lines between cells
# Behind marked cells. The last two are the colours b and w of a board; signs can be read on both.
SHADES = ("#FFDD88", "#BBCCFF", "#CCEEBB", "#FFCCCC", "#DDDDDD", "#CCEEFF", "#808080", "#FFFFFF")
BLACK = 6  # the group of b; w is the next one

# Each is a tile of 8 x 8 that is repeated: strokes as x, y, x, y; and dots as x, y, radius.
PATTERNS: tuple[tuple[tuple[float, ...], ...], ...] = (
    ((0, 4, 8, 4),),
    ((4, 0, 4, 8),),
    ((0, 8, 8, 0), (-1, 1, 1, -1), (7, 9, 9, 7)),
    ((0, 0, 8, 8), (-1, 7, 1, 9), (7, -1, 9, 1)),
    ((4, 4, 1.2),),
    ((0, 4, 8, 4), (4, 0, 4, 8)),
    ((0, 0, 8, 8), (0, 8, 8, 0)),
    ((2, 2, 2.0), (6, 6, 2.0)),
    ((0, 2, 8, 2), (0, 4, 8, 4), (0, 6, 8, 6)),
    ((2, 0, 2, 8), (4, 0, 4, 8), (6, 0, 6, 8)),
    (),
    ((0, 1, 8, 1), (0, 3, 8, 3), (0, 5, 8, 5), (0, 7, 8, 7), (2, 0, 2, 8), (6, 0, 6, 8)),
)


def warmth(share: float) -> str:
    """A colour between white, for 0, and a dark blue, for 1."""
    return "#" + "".join(f"{round(255 + share * (end - 255)):02X}" for end in (0x08, 0x30, 0x6B))


def colours(
    signs: Sequence[str], beside: Mapping[int, Iterable[int]], names: Iterable[str] = ()
) -> list[int]:
    """A number in PIECES for each piece: by its sign where there are few, so that a sign keeps its colour.

    Beyond that, pieces that touch (`beside`, by their indices) get different ones, as far as twelve allow.
    `names` are all signs there may be.
    """
    order = sorted({*names, *signs})
    if len(order) <= len(PIECES):
        return [order.index(sign) for sign in signs]
    found: list[int] = []
    for piece, sign in enumerate(signs):
        taken = {found[other] for other in beside.get(piece, ()) if other < piece}
        first = order.index(sign)
        free = ((first + turn) % len(PIECES) for turn in range(len(PIECES)))
        found.append(next((number for number in free if number not in taken), first % len(PIECES)))
    return found
