"""Draw pictures as text, in the form that model files read back as boards.

A row is a line; the layers of a solid are separated by blank lines. On a hexagonal board a blank stands
between the cells of a row, and every second row is indented by one. Edges stand around a `+` where they meet.
Where pieces have names of several signs, all cells are as wide as the longest one. A board with walls has a
drawing of its own (`accord.render.grid`). The report of the Meteor contest is a text as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle

from accord.picture import EMPTY, HOLE, VERTEX, Picture, column_step, first_column, outline_of, width_of

WHITE = 231  # of the 256 colours
BACKGROUNDS = (31, 172, 65, 133, 38, 167, 100, 62, 29, 139, 130, 74, 104, 168, 36, 96)


def text(picture: Picture, *, colour: bool = False, width: int | None = None) -> str:
    """The picture as lines, without a newline at the end. `colour` paints each sign's background.

    A board with walls that is wider than `width` is drawn with narrower cells.
    """
    lines = _lines(picture)
    if lines is not None:
        return "\n".join(lines)
    if picture.regions is not None:
        from accord.render.grid import grid

        return grid(picture, colour=colour, width=width)
    paint = _painter(picture) if colour else str
    wide = max(map(len, picture.signs.values()), default=1)
    return "\n\n".join(
        "\n".join(_row(picture.lattice, row, signs, wide, paint) for row, signs in enumerate(layer))
        for layer in rows(picture)
    )


def _row(lattice: str, row: int, signs: list[str], wide: int, paint: Callable[[str], str]) -> str:
    """A row of cells that are so many characters wide."""
    first = first_column(lattice, row)
    cells = [" " * (wide - len(sign)) + paint(sign) for sign in signs]
    if lattice == "edges":
        return VERTEX.join(["", *cells, ""]) if first else " ".join(cells)
    apart = " " * max(column_step(lattice) - 1, wide > 1)
    return " " * (first * ((wide + 1) // 2)) + apart.join(cells)


def line(picture: Picture) -> str:
    """The signs of all cells in one line, row by row; of a puzzle without a board, its lines."""
    lines = _lines(picture)
    if lines is not None:
        return "; ".join(lines)
    signs = [sign for _, sign in sorted(picture.signs.items())]
    return (" " if max(map(len, signs), default=1) > 1 else "").join(signs)


def rows(picture: Picture) -> list[list[list[str]]]:
    """The signs by layer, by row, and within a row from left to right, holes included."""
    lines = _lines(picture)
    if lines is not None:
        return [[list(row) for row in lines]]
    step = column_step(picture.lattice)
    layers, height, longest = outline_of(picture)
    return [
        [
            [
                picture.signs.get((layer, row, first_column(picture.lattice, row) + step * cell), HOLE)
                for cell in range(width_of(picture, row, longest))
            ]
            for row in range(height)
        ]
        for layer in range(layers)
    ]


def _lines(picture: Picture) -> Sequence[str] | None:
    """Return the lines of a puzzle without a board, or of a board with edges; None for any other board."""
    if picture.lines is None and picture.network is not None:
        from accord.render.network import network_lines

        return network_lines(picture)
    return picture.lines


def paint(signs: str, ink: int, ground: int) -> str:
    """Return signs in one of the 256 colours, on another."""
    from rich.color import ColorSystem
    from rich.style import Style

    style = Style(color=f"color({ink})", bgcolor=f"color({ground})")
    return style.render(signs, color_system=ColorSystem.EIGHT_BIT)


def _painter(picture: Picture) -> Callable[[str], str]:
    """Return a function that puts a sign on its colour. Beyond sixteen signs, colours come again."""
    every = (sign for _, sign in sorted(picture.signs.items()))
    signs = dict.fromkeys(sign for sign in every if sign not in (EMPTY, HOLE))
    ground = dict(zip(signs, cycle(BACKGROUNDS), strict=False))
    return lambda sign: paint(sign, WHITE, ground[sign]) if sign in ground else sign


def contest(pictures: Sequence[Picture]) -> str:
    """The report of the Meteor contest on these solutions, which must be all: the smallest and the largest.

    Solutions are compared as lines of signs. Each sign is followed by a blank, every second row is indented
    by one, and each part ends with a blank line; the newline at the very end is left to the caller.

        2098 solutions found

        0 0 0 0 1
         2 2 2 0 1
        2 6 6 1 1
        ...
    """
    parts = [f"{len(pictures)} solutions found\n"]
    if pictures:
        parts += [_board(min(pictures, key=line)), _board(max(pictures, key=line))]
    return "\n".join(parts)


def _board(picture: Picture) -> str:
    return "".join(
        " " * first_column(picture.lattice, row) + "".join(f"{sign} " for sign in signs) + "\n"
        for layer in rows(picture)
        for row, signs in enumerate(layer)
    )
