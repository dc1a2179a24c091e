"""Parts of the game IDs of Simon Tatham's collection, as its programs write them with `--generate`.

cells      a value as it is, a to z for 1 to 26 empty cells; `_` parts two numbers
marks      a letter says how many empty cells stand before a mark, and which mark it is; z is 25 empty cells
           and no mark. Behind the last cell stands one mark more.
edges      marks of edges between regions: those at the right of cells, row by row, then those below,
           column by column
sights     clues above, below, left and right, with / between; behind a comma the cells, if any is given
dominoes   for each cell where the other half is: L (this is the left half), R, T, B; * for a hole
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from string import ascii_letters, ascii_lowercase, digits

import numpy as np

from accord.grids.regions import parts, walls
from accord.pencil.address.address import (
    HOLE,
    GridPart,
    Part,
    Size,
    Words,
    cells,
    grid_size,
    line,
    lines_size,
    refusal,
    rows,
)
from accord.pencil.address.cells import Cells
from accord.pencil.address.codes import NOTHING, Gaps, Reader, gap_of, write_gaps
from accord.pencil.address.outside_cells import refuse_wall_inside


def _as_it_is(token: str, word: str) -> str | None:
    return word if re.fullmatch(token, word) else None


def _gaps(token: str, expected: str, between: str = "") -> Gaps:
    """Values as they are, between gaps."""
    return Gaps(token, str, partial(_as_it_is, token), "a", expected, between)


def _bare(token: str) -> str:
    return token.strip("[]")


def _brackets(word: str) -> str | None:
    return (f"[{word}]" if len(word) > 1 else word) if re.fullmatch("[0-9]{1,3}", word) else None


def _letter_number(token: str) -> str:
    return str(_LETTERS.index(token))


def _number_letter(word: str) -> str | None:
    return _LETTERS[int(word)] if re.fullmatch("[0-9]{1,2}", word) and int(word) < len(_LETTERS) else None


_LETTERS = digits + ascii_letters
LETTERED = Gaps(
    "[0-9a-zA-Z]", _letter_number, _number_letter, "", "numbers to 61 (0-9, a-z, A-Z), one in each cell"
)
DIGIT = _gaps("[0-9]", "0-9, or a-z for a gap")
FENCE = _gaps("[0-4]", "0-4, or a-z for a gap")
PEARLS = _gaps("[WB]", "W, B, or a-z for a gap")
ISLANDS = _gaps("[1-8]", "1-8, or a-z for a gap")
LIGHT = _gaps("[0-4B]", "0-4, B, or a-z for a gap")
NUMBER = _gaps("[1-9][0-9]{0,4}", "numbers with _ between, or a-z for a gap", "_")
PIPS = Gaps(r"[0-9]|\[[0-9]{1,3}\]", _bare, _brackets, "", "0-9, or a number in brackets, in each cell")


# -- marks -----------------------------------------------------------------------------------------

Letters = Mapping[str, tuple[int, str]]  # a letter -> the empty places, and the mark behind them
_LONGEST = 25  # places that the last letter of an alphabet stands for


def letters(alphabet: str, mark: str) -> Letters:
    """The letters of a mark: those for gaps of 0, 1, 2, ..; the last one is a gap without a mark."""
    return {letter: (gap, mark) for gap, letter in enumerate(alphabet[:-1])} | {alphabet[-1]: (_LONGEST, "")}


TREES = letters("_" + ascii_lowercase, "x")
_EDGES = letters("_" + ascii_lowercase, "|")


def read_marks(reader: Reader, known: Letters, places: int) -> list[str]:
    """So many words. Raises SpecError."""
    found: list[str] = []
    begin, token = reader.at, ""
    while len(found) <= places:
        begin, token = reader.at, reader.take(f"[{''.join(known)}]", "a letter for a gap and a mark")
        gap, mark = known[token]
        found += [NOTHING] * gap + [mark] * bool(mark)
    if len(found) > places + 1 or found[-1] == NOTHING:
        reader.at = begin
        raise reader.wrong("a mark right behind the last cell", token)
    return found[:-1]


def write_marks(words: Sequence[str], known: Letters) -> Iterator[str]:
    """The letters of words. Raises KeyError for a word that is no mark."""
    letter = {value: letter for letter, value in known.items()}
    longest, end = max((gap, mark) for gap, mark in letter if mark)
    gap = 0
    for word in (*words, end):
        if word == NOTHING:
            gap += 1
            continue
        while gap > longest:
            yield letter[_LONGEST, ""]
            gap -= _LONGEST
        yield letter[gap, word]
        gap = 0


@dataclass(frozen=True)
class Marked(GridPart):
    """A grid of marks."""

    letters: Letters

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        return {self.key: rows(read_marks(reader, self.letters, size[0] * size[1]), size)}

    def write(self, said: Words, size: Size) -> str:
        """Its letters."""
        words = cells(said.get(self.key), size)
        marks = sorted({mark for _, mark in self.letters.values() if mark})
        if strange := set(words) - {*marks, NOTHING}:
            raise refusal(self.key, min(strange), " or ".join(marks))
        return "".join(write_marks(words, self.letters))


@dataclass(frozen=True)
class Cages(GridPart):
    """Regions by their edges, and behind a comma a number in each: a word in the first cell of the region."""

    numbers: str

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels of regions, and the grid of numbers."""
        side, begin = size[0], reader.at
        edges = np.array(read_marks(reader, _EDGES, 2 * side * (side - 1))) != NOTHING
        right, below = edges.reshape(2, side, side - 1)
        region = parts(right, below.T)
        refuse_wall_inside(reader, (begin, reader.at), (right, below.T), region, self.key)
        labels = region.ravel().tolist()
        reader.take(",", "a comma and the sums")
        begin, found = reader.at, _NUMBERS.read(reader, size)
        first = {label: cell for cell, label in reversed([*enumerate(labels)])}
        words = [NOTHING] * len(labels)
        for label, word in zip(labels, cells(found[_NUMBERS.key], size), strict=True):
            if word != NOTHING and words[first[label]] != NOTHING:
                reader.at = begin
                raise reader.wrong("one sum a cage")
            words[first[label]] = word if word != NOTHING else words[first[label]]
        return {self.key: rows([str(label) for label in labels], size), self.numbers: rows(words, size)}

    def write(self, said: Words, size: Size) -> str:
        """Edges and numbers."""
        number: dict[str, int] = {}
        words = cells(said.get(self.key), size)
        wrong = next((word for word in words if not 2 <= words.count(word) <= size[0]), None)
        if wrong is not None:
            raise refusal(self.key, wrong, f"regions of 2 to {size[0]} cells")
        label = np.array([number.setdefault(word, len(number)) for word in words], np.int64).reshape(size)
        right, below = walls(label)
        edges = ["|" if edge else NOTHING for edge in (*right.ravel().tolist(), *below.T.ravel().tolist())]
        numbers = write_gaps(cells(said.get(self.numbers), size), NUMBER)
        return f"{''.join(write_marks(edges, _EDGES))},{numbers}"


_NUMBERS = Cells("numbers", NUMBER, whole=True)


@dataclass(frozen=True)
class Blank(Part):
    """Cells in which nothing can be given."""

    def read(self, reader: Reader, size: Size) -> Words:
        """Nothing."""
        begin, found = reader.at, _NUMBERS.read(reader, size)
        if set(cells(found[_NUMBERS.key], size)) != {NOTHING}:
            reader.at = begin
            raise reader.wrong("no digits that are given")
        return {}

    def write(self, said: Words, size: Size) -> str:  # noqa: ARG002
        """One gap."""
        return gap_of(size[0] * size[1], "a")


# -- clues of lines --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """A number for each line, a comma before each: columns, then rows."""

    columns: str
    rows: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The clues."""
        found = [reader.take(",[0-9]{1,3}", "a comma and the clue of a line")[1:] for _ in range(sum(size))]
        words = [str(int(word)) for word in found]
        return {self.columns: [words[: size[1]]], self.rows: [words[size[1] :]]}

    def write(self, said: Words, size: Size) -> str:
        """Their text."""
        words = [*line(said.get(self.columns), size[1]), *line(said.get(self.rows), size[0])]
        if NOTHING in words:
            raise refusal("clues", NOTHING, "a clue at each row and column")
        return "".join(f",{word}" for word in words)

    def size(self, said: Words) -> Size | None:
        """Rows and columns, as many as there are clues."""
        return lines_size(said.get(self.columns), said.get(self.rows))


@dataclass(frozen=True)
class Sights:
    """Clues at the four sides, and cells that are given."""

    sides: tuple[str, str, str, str]  # the keys of top, bottom, left, right
    key: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The clues; the grid if any cell is given."""
        words: list[str] = []
        for number in range(4 * size[0]):
            clue = reader.take("/[0-9]{0,3}" if number else "[0-9]{0,3}", "4 clues a row, with / between")
            words.append(clue.strip("/") or NOTHING)
        found = {key: [words[at * size[0] : (at + 1) * size[0]]] for at, key in enumerate(self.sides)}
        if reader.at_end():
            return found
        reader.take(",", "a comma, or the end")
        return {**found, **Cells(self.key, NUMBER, whole=True).read(reader, size)}

    def write(self, said: Words, size: Size) -> str:
        """Their text."""
        clues = [word for key in self.sides for word in line(said.get(key), size[0])]
        given = cells(said.get(self.key), size)
        more = f",{write_gaps(given, NUMBER)}" if set(given) != {NOTHING} else ""
        return "/".join("" if word == NOTHING else word for word in clues) + more

    def size(self, said: Words) -> Size | None:
        """Rows and columns, as many as there are clues."""
        return lines_size(said.get(self.sides[0]), said.get(self.sides[2])) or grid_size(said.get(self.key))


@dataclass(frozen=True)
class Row(Part):
    """The clues of all columns, or of all rows, a sign each: 0-9, a-z (10 to 35), A-Z, or `.` for none."""

    key: str
    axis: int  # 0: one a row; 1: one a column

    def read(self, reader: Reader, size: Size) -> Words:
        """The clues."""
        signs = reader.take(
            f"[0-9a-zA-Z.]{{{size[self.axis]}}}", f"{size[self.axis]} signs of 0-9, a-z, A-Z, ."
        )
        return {self.key: [[NOTHING if sign == "." else str(_SIGNS.index(sign)) for sign in signs]]}

    def write(self, said: Words, size: Size) -> str:
        """Their signs."""
        words = line(said.get(self.key), size[self.axis])
        large = next((word for word in words if word != NOTHING and int(word) >= len(_SIGNS)), None)
        if large is not None:
            raise refusal(self.key, large, f"at most {len(_SIGNS) - 1}")
        return "".join("." if word == NOTHING else _SIGNS[int(word)] for word in words)


_SIGNS = digits + ascii_letters


# -- dominoes --------------------------------------------------------------------------------------

_OTHER = {"L": ("R", 0, 1), "T": ("B", 1, 0)}  # a first half: the other one, and where it is


@dataclass(frozen=True)
class Dominoes(GridPart):
    """Regions of two cells, and holes. Of the grid `given` nothing can be said."""

    given: str

    def read(self, reader: Reader, size: Size) -> Words:
        """Labels, and `@` for holes."""
        begin, places = reader.at, size[0] * size[1]
        halves = reader.take(f"[LRTB*]{{{places}}}", f"{places} signs of L, R, T, B, *")
        labels = [HOLE] * places
        for cell, half in enumerate(halves):
            row, column = divmod(cell, size[1])
            if half in _OTHER:
                sign, down, right = _OTHER[half]
                other = cell + down * size[1] + right
                if row + down < size[0] and column + right < size[1] and halves[other] == sign:
                    labels[cell] = labels[other] = str(cell)
            if half != HOLE_HALF and labels[cell] == HOLE:
                reader.at = begin + cell
                raise reader.wrong("halves of dominoes that lie side by side", half)
        return {self.key: rows(labels, size)}

    def write(self, said: Words, size: Size) -> str:
        """The halves."""
        labels = said[self.key]
        for label_row, given in zip(labels, said.get(self.given) or [], strict=False):
            for label, word in zip(label_row, given, strict=True):
                if label != HOLE and word != ".":
                    raise refusal(self.given, word, "no poles that are given")
        seen: dict[str, list[int]] = {}
        for cell, word in enumerate(cells(labels, size)):
            seen.setdefault(word, []).append(cell)
        halves = [HOLE_HALF] * (size[0] * size[1])
        for label, found in seen.items():
            if label != HOLE and len(found) > 1:
                (row, column), (below, right) = (divmod(cell, size[1]) for cell in found[:2])
                if len(found) > 2 or (below - row, right - column) not in ((1, 0), (0, 1)):
                    raise refusal(self.key, label, "regions of one cell or two")
                halves[found[0]], halves[found[1]] = "TB" if below > row else "LR"
        return "".join(halves)


HOLE_HALF = "*"
