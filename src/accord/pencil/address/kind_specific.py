"""Codecs of address parts that belong to one kind: kakuro sums, magnets, a fleet, a side, a nonogram's runs.

ends     of sashigane: 0 to f a corner with a number, to 255 as -xx, `.` one without; g to j an end whose
         corner is above, below, to the left, to the right; k to z: 1 to 16 cells without
sums     a black cell: `.`, or its clues down and across: 1 to 9, a to j (10 to 19), A to Z (20 to 45), 0 for
         none; k to z: 1 to 16 white cells. Behind the cells the clues above the first row, then those
         left of the first column, where a white cell is; the address does not count that row and column.
poles    given poles, three cells a digit of base 27: 0 none, 1 plus, 2 minus; and behind them the holes,
         five cells a digit of base 32. Both are left out where there are none.
fleet    //c, //d, //e: three ships of one cell, two of two, ..; or from four, or five. Else /, how many
         ships there are, and each as /WHx: its width, its height, its cells
runs     of each column, then of each row: the runs from the last to the first, and a gap for the places that
         are left of half as many as the line has cells, rounded up
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from accord.errors import RefusedError
from accord.grids.regions import parts
from accord.pencil.address.address import (
    HOLE,
    Grid,
    Part,
    Size,
    Words,
    as_word,
    cells,
    grid_size,
    one_word,
    refusal,
    rows,
)
from accord.pencil.address.cells import OUTSIDE16
from accord.pencil.address.codes import (
    DIGITS,
    NOTHING,
    Gaps,
    Reader,
    read_bits,
    read_gaps,
    write_bits,
    write_gaps,
)
from accord.pencil.address.outside_cells import read_walls, refuse_wall_inside, write_walls

WHITE = "0"  # the word of a white cell


def _sum(digit: str) -> str:
    return str(int(digit, 36) + 10 * digit.isupper()) if digit != "0" else ""


def _digit(clue: str) -> str:
    number = int(clue) if re.fullmatch("[0-9]{1,2}", clue) else 0 if not clue else 46
    if number > 45:
        raise refusal("sums", clue, "a sum of at most 45")
    return DIGITS[number] if number < 20 else DIGITS[number - 10].upper()


def _word(token: str) -> str:
    return "black" if token == "." else f"{_sum(token[0])},{_sum(token[1])}"


def _token(word: str) -> str | None:
    if word == "black":
        return "."
    down, comma, across = word.partition(",")
    return _digit(down) + _digit(across) if comma else None


_BLACK = Gaps(
    r"\.|[0-9a-jA-Z]{2}", _word, _token, "k", "`.`, two sums (0-9, a-j, A-Z), or k-z for 1 to 16 white cells"
)


def _bend_word(token: str) -> str:
    return (
        "o"
        if token == "."
        else "nswe"["ghij".index(token)]
        if token in "ghij"
        else str(int(token[-2:].strip("-"), 16))
    )


def _bend_value(word: str) -> str | None:
    if word == "o" or word in "nswe":
        return "." if word == "o" else "ghij"["nswe".index(word)]
    number = int(word) if re.fullmatch("[0-9]{1,3}", word) else 256
    return f"{'-' if number > 15 else ''}{number:x}" if number < 256 else None


ENDS = Gaps(
    r"[0-9a-j]|-[0-9a-f]{2}|\.", _bend_word, _bend_value, "k",
    "corners (0-9, a-f, -xx, `.`), ends (g-j), or k-z for a gap",
)  # fmt: skip


@dataclass(frozen=True)
class Sums:
    """Black cells with sums down and across. The words: `12,7`, `12,`, `,7`; `-` without any; 0: white."""

    key: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The board, with the row and the column of clues that an address does not count."""
        white = {NOTHING: WHITE, "black": NOTHING}
        found = read_gaps(
            reader, _BLACK, size[0] * size[1], whole=True
        )  # sites read what is cut off otherwise
        within = rows([white.get(each, each) for each in found], size)
        above = [f"{self._beside(reader)}," if word == WHITE else NOTHING for word in within[0]]
        left = [f",{self._beside(reader)}" if row[0] == WHITE else NOTHING for row in within]
        board = [[NOTHING, *above], *([clue, *row] for clue, row in zip(left, within, strict=True))]
        return {self.key: [[NOTHING if word == "," else word for word in row] for row in board]}

    def _beside(self, reader: Reader) -> str:
        return "" if reader.at_end() else _sum(reader.take("[0-9a-jA-Z]", "a sum (0-9, a-j, A-Z)"))

    def write(self, said: Words, size: Size) -> str:
        """Its text. Raises RefusedError for a board of sums alone."""
        if 0 in size:
            found = "found one row or one column; expected two of each"
            raise RefusedError(f"{self.key}: {found}: sites do not count the first")
        (_, *above), *below = self._board(said)
        within = [row[1:] for row in below]
        black = {WHITE: NOTHING, NOTHING: "black"}
        text = write_gaps([black.get(word, word) for row in within for word in row], _BLACK)
        down = [
            word.partition(",")[0] for word, white in zip(above, within[0], strict=True) if white == WHITE
        ]
        across = [row[0].partition(",")[2] for row in below if row[1] == WHITE]
        return text + "".join(_digit(clue.strip(NOTHING)) for clue in (*down, *across))

    def _board(self, said: Words) -> Grid:
        """The board with a first row and a first column that are black."""
        board = [[as_word(word) for word in row] for row in said[self.key]]
        if WHITE in board[0] or any(row[0] == WHITE for row in board):
            board = [[NOTHING] * (len(board[0]) + 1), *([NOTHING, *row] for row in board)]
        return board

    def size(self, said: Words) -> Size | None:
        """The size of the board without its first row and column."""
        board = self._board(said)
        return len(board) - 1, len(board[0]) - 1


@dataclass(frozen=True)
class Poles:
    """Regions with holes, and poles that are given: `+` and `-` in a grid whose blank is `.`."""

    regions: str
    key: str

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels, `@` for holes; the grid of poles if any is given."""
        first, drawn = reader.at, read_walls(reader, size)
        right, below = (some.copy() for some in drawn)
        places = size[0] * size[1]
        begin = reader.at
        given = [] if reader.at_end() else read_bits(reader, places, 3, 3)
        hole = [0] * places if reader.at_end() else read_bits(reader, places)
        both = [cell for cell, (pole, flag) in enumerate(zip(given, hole, strict=False)) if pole and flag]
        if both:
            reader.at = begin + both[0] // 3
            raise reader.wrong("no pole where a hole is", reader.text[reader.at])
        for cell in (cell for cell, flag in enumerate(hole) if flag):
            row, column = divmod(cell, size[1])
            right[row, max(column - 1, 0) : column + 1] = True
            below[max(row - 1, 0) : row + 1, column] = True
        region = parts(right, below)
        refuse_wall_inside(reader, (first, begin), drawn, region, self.regions)
        labels = [str(label) for label in region.ravel().tolist()]
        words = [HOLE if flag else label for label, flag in zip(labels, hole, strict=True)]
        found = {self.regions: rows(words, size)}
        return found | ({self.key: rows([".+-"[pole] for pole in given], size)} if any(given) else {})

    def write(self, said: Words, size: Size) -> str:
        """Walls, poles and holes."""
        labels = said[self.regions]
        hole = [word == HOLE for word in cells(labels, size)]
        words = ["." if word is None else str(word) for row in said.get(self.key) or [] for word in row] or [
            "."
        ] * len(hole)
        words = ["." if flag else word for word, flag in zip(words, hole, strict=True)]
        if strange := set(words) - set(".+-"):
            raise refusal(self.key, min(strange), "+, -, or . for none")
        text = write_walls(labels)
        if any(hole) or set(words) != {"."}:
            text += write_bits([".+-".index(word) for word in words], 3, 3)
        return text + (write_bits([int(flag) for flag in hole]) if any(hole) else "")

    def size(self, said: Words) -> Size | None:
        """The size of the grid of regions."""
        return grid_size(said.get(self.regions))


@dataclass(frozen=True)
class SideOnly(Part):
    """A number that sites leave out: it equals the rows."""

    key: str
    otherwise: str  # what sites would need where it is another

    def read(self, reader: Reader, size: Size) -> Words:  # noqa: ARG002
        """The number of rows."""
        return {self.key: [[str(size[0])]]}

    def write(self, said: Words, size: Size) -> str:
        """Nothing."""
        found = one_word(said.get(self.key))
        if found not in ("", "0", str(size[0])):
            raise refusal(self.key, found, f"{size[0]}: sites have no {self.otherwise}")
        return ""


#: the longest ship of a fleet in which there is one more of each shorter; z is a fleet without ships
_FLEETS = {"c": 3, "d": 4, "e": 5, "z": 0}
_MOST_SHIPS = 400


@dataclass(frozen=True)
class Fleet(Part):
    """How many ships there are of each length: words of numbers, from length 1."""

    key: str

    def read(self, reader: Reader, size: Size) -> Words:  # noqa: ARG002
        """The numbers, up to the longest ship."""
        if reader.take("//|/", "/ and the fleet") == "//":
            longest = _FLEETS[reader.take("[cdez]", "c, d, e or z for a fleet")]
            return {self.key: [[str(number) for number in range(longest, 0, -1)] or ["0"]]}
        lengths = [self._ship(reader) for _ in range(reader.number(0, _MOST_SHIPS, "the number of ships"))]
        return {self.key: [[str(lengths.count(each)) for each in range(1, max(lengths, default=1) + 1)]]}

    def _ship(self, reader: Reader) -> int:
        reader.take("/", "/ and one ship more")
        begin, text = reader.at, reader.take("[1-9a-z]1[0-9a-v]*|1[1-9a-z][0-9a-v]*", "a ship such as 31s")
        length = max(int(text[0], 36), int(text[1], 36))
        if text[2:].rstrip("0") != write_bits([1] * length).rstrip("0"):
            reader.at = begin
            raise reader.wrong("a ship without gaps, such as 31s", text)
        return length

    def write(self, said: Words, size: Size) -> str:  # noqa: ARG002
        """Their text."""
        numbers = [int(each) for each in said[self.key][0]]
        while numbers and not numbers[-1]:
            numbers.pop()
        usual = next((key for key, most in _FLEETS.items() if numbers == [*range(most, 0, -1)]), None)
        if usual is not None:
            return f"//{usual}"
        if len(numbers) > 35 or sum(numbers) > _MOST_SHIPS:
            raise refusal(self.key, str(sum(numbers)), f"at most {_MOST_SHIPS} ships, of at most 35 cells")
        return f"/{sum(numbers)}" + "".join(self._ships(numbers))

    def _ships(self, numbers: list[int]) -> Iterator[str]:
        for length, number in enumerate(numbers, start=1):
            yield f"/{DIGITS[length]}1{write_bits([1] * length)}" * number


_RUN = OUTSIDE16._replace(
    token=r"[0-9a-f]|-[0-9a-f]{2}", expected="runs to 255 (0-9, a-f, -xx), or g-z for a gap"
)
NO_INK = "0"  # the word of a line without runs


@dataclass(frozen=True)
class RunsOfLines(Part):
    """The runs of each column and each row: a line of words for each, NO_INK where there are none."""

    columns: str
    rows: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The runs of both."""
        height, width = size
        shape = [*[(self.columns, (height + 1) // 2)] * width, *[(self.rows, (width + 1) // 2)] * height]
        words = read_gaps(reader, _RUN, sum(places for _, places in shape))
        found: dict[str, Grid] = {self.columns: [], self.rows: []}
        at = 0
        for key, places in shape:
            runs = [word for word in words[at : at + places] if word != NOTHING]
            found[key].append(runs[::-1] or [NO_INK])
            at += places
        return found

    def write(self, said: Words, size: Size) -> str:
        """Their text."""
        words: list[str] = []
        for key, cells_of_line in ((self.columns, size[0]), (self.rows, size[1])):
            places = (cells_of_line + 1) // 2
            for line in said[key]:
                runs = [] if line == [NO_INK] else line
                if "?" in runs:
                    raise refusal(
                        key, "?", "runs in each line: the site has no lines of which nothing is said"
                    )
                words += [*runs[::-1], *[NOTHING] * (places - len(runs))]
        return write_gaps(words, _RUN)

    def size(self, said: Words) -> Size | None:
        """Rows and columns, as many as there are lines of each."""
        return len(said[self.rows]), len(said[self.columns])
