"""Draw pictures as text, in the form that model files read back as boards.

A row is a line; the layers of a solid are separated by blank lines. On a hexagonal board a blank stands
between the cells of a row, and every second row is indented by one. Edges stand around a `+` where they meet.
Where pieces have names of several signs, all cells are as wide as the longest one. The report of the
Meteor contest is a text as well. A square board with walls and outside clues has a drawing of its own:

4  5  5  3  3  1        A cell is as wide as the widest thing above it, at least two characters, so
┏━━━━━┳━━┳━━━━━━━━┓       that it is about square; between cells there is a column or a line for the
4 ┃#####┃##┃        ┃       wall. What fills cells of one region flows over where there is no wall.
┃##┏━━┛##┗━━━━━┓  ┃
...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, groupby

from accord.picture import (
    CORNERS,
    EMPTY,
    FULL,
    HOLE,
    VERTEX,
    Picture,
    column_step,
    first_column,
    outline_of,
    width_of,
)

AIR = "·"  # an empty cell, so that cells can be counted
LEAST_WIDTH = 2  # characters of a cell


def grid(picture: Picture, *, colour: bool = False, width: int | None = None) -> str:
    """The board as lines, without a newline at the end. `colour` paints what fills the cells.

    Where it is wider than `width`, cells are a character wide, and what stands above them may take two lines:
    one for every other column. If that is still too wide and there are no walls within, cells have no room
    between them.
    """
    margin = max(map(len, picture.left), default=-1) + 1
    sides = margin + max(map(len, picture.right), default=-1) + 1
    board = _Board(picture)
    if width is not None and sides + board.wide > width:
        board = _Board(picture, narrow=True)
        if sides + board.wide > width and board.is_open:
            board = _Board(picture, narrow=True, gap=0)
    lines: list[str] = []
    for stack in zip(*board.top, strict=True):
        lines += board.above(stack, margin)
    colours = picture.colours if colour else {}
    for line in board.lines:
        label = picture.left[line // 2] if line % 2 and picture.left else ""
        pieces = board.wall_line(line // 2) if line % 2 == 0 else board.cell_line(line // 2)
        parts = groupby(pieces, key=lambda piece: piece[1])
        lines.append(
            (f"{label:>{margin - 1}} " if margin else "")
            + "".join(
                _paint_cells("".join(piece for piece, _ in group), colours.get(fill)) for fill, group in parts
            )
            + (f" {picture.right[line // 2]}" if line % 2 and picture.right else "")
        )
    if picture.bottom:
        lines += board.above(picture.bottom, margin)
    return "\n".join(line.rstrip() for line in lines)


class _Board:
    """Lines of a board as pieces: (characters, what they are full of or "")."""

    def __init__(self, picture: Picture, *, narrow: bool = False, gap: int = 1) -> None:
        assert picture.regions is not None
        self.gap = gap  # characters between cells, for walls
        _, rows, columns = map(max, zip(*picture.regions, strict=True))
        self.rows, self.columns = rows + 1, columns + 1
        stacks = [label.split("\n") for label in picture.top]
        height = max(map(len, stacks), default=0)
        self.top = [[""] * (height - len(stack)) + stack for stack in stacks]
        labels = [*(label for stack in stacks for label in stack), *picture.bottom]
        self._signs = dict(picture.signs) | dict(picture.marks)
        widest = max(map(len, self._signs.values()), default=0)
        self.width = max(LEAST_WIDTH, widest, *map(len, labels)) if not narrow else max(1, widest)
        self._regions = picture.regions
        self._fills = picture.fills
        self._dark = picture.dark

    @property
    def wide(self) -> int:
        """Characters of a line, from wall to wall."""
        return 2 + self.columns * (self.width + self.gap) - self.gap

    @property
    def is_open(self) -> bool:
        """Whether there are no walls but those around the board."""
        return len(self._regions) == self.rows * self.columns and len({*self._regions.values()}) == 1

    @property
    def lines(self) -> Sequence[int]:
        """Rows have odd numbers, and the lines between them even ones."""
        last = 2 * self.rows
        return range(last + 1) if self.gap else [0, *range(1, last, 2), last]

    def above(self, labels: Sequence[str], margin: int) -> Iterator[str]:
        """Return the lines above the columns; several, if labels side by side would touch."""
        pitch = self.width + self.gap
        turns = max(-(-(len(label) + 1) // pitch) for label in labels)
        for turn in range(turns):
            line = ""
            for column in range(turn, self.columns, turns):
                end = margin + 1 + pitch * (column + 1) - self.gap
                line = line.ljust(end - len(labels[column])) + labels[column]
            yield line

    def cell_line(self, row: int) -> list[tuple[str, str]]:
        """A row of cells and the walls between them."""
        pieces = []
        for column in range(self.columns + 1):
            left, right = (row, column - 1), (row, column)
            if self.gap or column in (0, self.columns):
                pieces.append(("┃", "") if self._wall(left, right) else self._gap(1, left, right))
            if column < self.columns:
                pieces.append(self._cell(row, column))
        return pieces

    def wall_line(self, row: int) -> list[tuple[str, str]]:
        """The line above a row: corners and walls."""
        pieces = []
        for column in range(self.columns + 1):
            if self.gap or column in (0, self.columns):
                pieces.append(self._corner(row, column))
            if column < self.columns:
                above, below = (row - 1, column), (row, column)
                wall = self._wall(above, below)
                pieces.append(("━" * self.width, "") if wall else self._gap(self.width, above, below))
        return pieces

    def _cell(self, row: int, column: int) -> tuple[str, str]:
        sign = self._signs.get((0, row, column), EMPTY)
        fill = self._fills.get((0, row, column), "")
        if sign == FULL and (fill or (0, row, column) in self._dark):
            return sign * self.width, fill
        return f"{AIR if sign == EMPTY else sign:>{self.width}}", fill

    def _corner(self, row: int, column: int) -> tuple[str, str]:
        around = ((row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1))
        # the arm between around[i] and the next points up, right, down, left
        arms = sum(1 << i for i in range(4) if self._wall(around[i], around[(i + 1) % 4]))
        return (CORNERS[arms], "") if arms else self._gap(1, *around)

    def _gap(self, width: int, *cells: tuple[int, int]) -> tuple[str, str]:
        """Return the sign between cells without a wall: what fills them all, or nothing."""
        fills = {self._fills.get((0, *cell), "") for cell in cells}
        fill = fills.pop() if len(fills) == 1 else ""
        return (FULL if fill else " ") * width, fill

    def _wall(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        return self._regions.get((0, *one)) != self._regions.get((0, *other))


def _paint_cells(text: str, colour: int | None) -> str:
    """Paint what fills cells in its colour; signs other than its own stay legible on it."""
    if colour is None:
        return text
    return paint(text, WHITE if text.replace(FULL, "") else colour, colour)


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
