"""Codecs of addresses for dots on cells, sides and corners: the centres of galaxies.

Dots     of puzz.link: 0, 2, .. e is a dot before 0 to 7 places without (an odd digit: a black dot); g-z: a
         gap of 1 to 20; behind them holes, five cells a digit of base 32, where there are any
Gapped   of game IDs: a-y is a gap of 0 to 24 and a dot (A-Y: a black one), z a gap of 25

The places are those of a board with twice as many rows and columns, less one. The words of a cell: 0 for a
dot in its middle, 1 on its right side, 2 on its lower side, 3 at its lower right corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from accord.pencil.address.address import HOLE, Grid, GridPart, Size, Words, as_word, cells, refusal, rows
from accord.pencil.address.codes import DIGITS, NOTHING, Reader, gap_of, read_bits, write_bits

DOT = "o"  # a place with one
_FAR = 7  # places that a digit says to be without a dot, at most
_LONGEST = 25  # places of the longest gap in game IDs


class Dots(GridPart):
    """A grid of dots, and holes."""

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        dots: list[bool] = []
        begin = reader.at
        while len(dots) < _places(size) and not reader.at_end():
            token = reader.take("[0-9a-z]", "0-9 and a-f for a dot, g-z for a gap")
            number = DIGITS.index(token)
            dots += [True, *[False] * (number // 2)] if number < 16 else [False] * (number - 15)
        found = _grid(reader, begin, dots, size)
        if reader.at_end():
            return {self.key: found}
        holes = rows([HOLE if bit else NOTHING for bit in read_bits(reader, size[0] * size[1])], size)
        for line, of in zip(found, holes, strict=True):
            for column, hole in enumerate(of):
                if hole == HOLE and line[column] != NOTHING:
                    raise reader.wrong("no hole where a dot is")
                line[column] = hole if hole == HOLE else line[column]
        return {self.key: found}

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        holes = [int(word == HOLE) for word in cells(said.get(self.key), size)]
        dots = _dots(self.key, said)
        text, gap, at = "", 0, 0
        while at < len(dots):
            if not dots[at]:
                gap, at = gap + 1, at + 1
                continue
            far = next((n for n, dot in enumerate(dots[at + 1 : at + 1 + _FAR]) if dot), _FAR)
            text, gap, at = f"{text}{gap_of(gap, 'g')}{DIGITS[2 * far]}", 0, at + 1 + far
        return text + gap_of(gap, "g") + (write_bits(holes) if any(holes) else "")


class Gapped(GridPart):
    """A grid of dots."""

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        dots: list[bool] = []
        begin = reader.at
        while not reader.at_end():
            number = ascii_letters.index(reader.take("[a-zA-Z]", "a letter for a gap and a dot")) % 26
            dots += [*[False] * number, *[True] * (number < _LONGEST)]
        return {self.key: _grid(reader, begin, dots, size)}

    def write(self, said: Words, size: Size) -> str:
        """Its letters."""
        if HOLE in cells(said.get(self.key), size):
            raise refusal(self.key, HOLE, "no holes")
        text, gap = "", 0
        for dot in _dots(self.key, said):
            if dot:
                text += "z" * (gap // _LONGEST) + ascii_letters[gap % _LONGEST]
            gap = 0 if dot else gap + 1
        return text


def spread(grid: Grid) -> Grid:
    """Return the places of a grid of dots: `o` for a dot. Raises IndexError for one at the edge."""
    height, width = len(grid), len(grid[0])
    found = [[NOTHING] * (2 * width - 1) for _ in range(2 * height - 1)]
    for row, line in enumerate(grid):
        for column, word in enumerate(map(as_word, line)):
            down, right = (0, 0) if word in (NOTHING, HOLE) else divmod(int(word), 2)
            sign = word if word in (NOTHING, HOLE) else DOT
            if sign != NOTHING:
                found[2 * row + down][2 * column + right] = sign
    return found


def gather(places: Grid) -> Grid:
    """Return the grid of dots with these places. Raises ValueError for two dots at a cell."""
    height, width = len(places) // 2 + 1, len(places[0]) // 2 + 1
    found = [[NOTHING] * width for _ in range(height)]
    for row, line in enumerate(places):
        for column, sign in enumerate(line):
            if sign != NOTHING:
                if found[row // 2][column // 2] != NOTHING:
                    raise ValueError
                word = HOLE if sign == HOLE else str(row % 2 * 2 + column % 2)
                found[row // 2][column // 2] = word
    return found


def _width(size: Size) -> int:
    return 2 * size[1] - 1


def _places(size: Size) -> int:
    return (2 * size[0] - 1) * _width(size)


def _grid(reader: Reader, begin: int, dots: Sequence[bool], size: Size) -> Grid:
    """Return the grid of these dots. Raises SpecError for dots beyond the board, and for two at a cell."""
    signs = [DOT if dot else NOTHING for dot in dots] + [NOTHING] * (_places(size) - len(dots))
    reader.at, end = begin, reader.at
    if DOT in signs[_places(size) :]:
        raise reader.wrong("no dot beyond the last cell")
    try:
        found = gather([signs[at : at + _width(size)] for at in range(0, _places(size), _width(size))])
    except ValueError:
        raise reader.wrong("one dot in a cell, or at its right and lower sides") from None
    reader.at = end
    return found


def _dots(key: str, said: Words) -> list[bool]:
    """Return for each place whether there is a dot. Raises RefusedError for one at the edge."""
    try:
        return [sign == DOT for line in spread(said[key]) for sign in line]
    except IndexError:
        raise refusal(key, "a dot at the edge of the board", "a dot between cells") from None
