"""Codecs of puzz.link addresses for numbers and marks in the cells of a board.

    NUMBER16   0 to f as they are, 16 to 255 as -xx, to 4095 as +xxx; g-z: a gap of 1 to 20
    OUTSIDE16  the same to 255, without +xxx, for clues outside of the board
    NUMBER10   0 to 9; a-z: a gap of 1 to 26
    NUMBER36   0 to z as they are, 36 to 1295 as -xx; there are no gaps
    GROUPS     0 to 8; 9 is 1111; two digits of base 36: several numbers, as `_GROUPS` has them; g-z: a gap of
               1 to 20
    ARROWS     a bearing (0 none, 1 up, 2 down, 3 left, 4 right) and 0 to f; 5 more and two digits of base 16;
               `-`, a bearing and three digits; a-z: a gap of 1 to 26
    FourCells  0 to 4; 5 to 9 are these before one empty cell, a to e before two; g-z: a gap of 1 to 20
    Circles    three cells a digit of base 27: 0 none, 1 the first sign, 2 the second
    Marks      0 to h: one before so many empty cells, 0 to 17; i-z: a gap of 1 to 18

`.` stands for a clue without its number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from accord.pencil.address.address import UNKNOWN, Grid, GridPart, Size, Words, cells, refusal, rows
from accord.pencil.address.codes import (
    DIGITS,
    NOTHING,
    Gaps,
    Reader,
    gap_of,
    read_bits,
    read_gaps,
    write_bits,
    write_gaps,
)


def _word16(token: str) -> str:
    if token == ".":
        return UNKNOWN
    return str(int(token.lstrip("-+"), 16))


def _value16(word: str) -> str | None:
    if word == UNKNOWN:
        return "."
    number = int(word) if re.fullmatch("[0-9]{1,4}", word) else 4096
    sign = "" if number < 16 else "-" if number < 256 else "+"
    return f"{sign}{number:x}" if number < 4096 else None


def _value_outside(word: str) -> str | None:
    value = _value16(word)
    return None if value is None or value.startswith("+") else value


def _word10(token: str) -> str:
    return token.replace(".", UNKNOWN)


def _value10(word: str) -> str | None:
    return word if re.fullmatch("[0-9]", word) else "." if word == UNKNOWN else None


def _arrow_word(token: str) -> str:
    bearing, number = (token[1], token[2:]) if token[0] == "-" else (token[0], token[1:])
    return f"{_word16(number)}{_BEARINGS[int(bearing) % 5]}"


def _arrow_value(word: str) -> str | None:
    match = re.fullmatch(r"([0-9]{1,4}|\?)([nswe]?)", word)
    if match is None or (match[1] != UNKNOWN and int(match[1]) >= 4096):
        return None
    bearing = _BEARINGS.index(match[2])
    if match[1] == UNKNOWN:
        return f"{bearing}."
    number = int(match[1])
    sign = f"{bearing}" if number < 16 else f"{bearing + 5}" if number < 256 else f"-{bearing}"
    return f"{sign}{number:x}"


def _group_word(token: str) -> str:
    if len(token) == 1:
        return "1111" if token == "9" else _word10(token)
    value = int(token, 36)
    many, first = next((many, first) for many, (_, first) in reversed(_GROUPS.items()) if value >= first)
    base = _GROUPS[many][0]
    digits = [(value - first) // base**power % base for power in reversed(range(many))]
    return "".join(str(digit or UNKNOWN) for digit in digits)


def _group_value(word: str) -> str | None:
    if word == "1111":
        return "9"
    if len(word) == 1:
        return _value10(word) if word != "9" else None
    base, value = _GROUPS.get(len(word), (0, 0))
    for power, digit in enumerate(reversed(word)):
        number = "?12345".find(digit)
        if not 0 <= number < base:
            return None
        value += number * base**power
    return f"{DIGITS[value // 36]}{DIGITS[value % 36]}"


def _word36(token: str) -> str:
    return str(int(token.lstrip("-"), 36))


def _value36(word: str) -> str | None:
    number = int(word) if re.fullmatch("[0-9]{1,4}", word) else 1296
    if number >= 1296:
        return None
    return DIGITS[number] if number < 36 else f"-{DIGITS[number // 36]}{DIGITS[number % 36]}"


_BEARINGS = ("", "n", "s", "w", "e")  # none, up, down, left, right
NUMBER16 = Gaps(
    r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|\.",
    _word16, _value16, "g", "numbers to 4095 (0-9, a-f, -xx, +xxx), `.`, or g-z for a gap",
)  # fmt: skip
OUTSIDE16 = Gaps(
    r"[0-9a-f]|-[0-9a-f]{2}|\.",
    _word16, _value_outside, "g", "numbers to 255 (0-9, a-f, -xx), `.`, or g-z for a gap",
)  # fmt: skip
NUMBER10 = Gaps(
    r"[0-9]|\.",
    _word10,
    _value10,
    "a",
    "numbers to 9, `.`, or a-z for a gap",
)
NUMBER36 = Gaps(
    "[0-9a-z]|-[0-9a-z]{2}", _word36, _value36, "", "numbers to 1295 (0-9, a-z, -xx), one in each cell"
)
_GROUPS = {2: (6, 360), 3: (4, 396), 4: (2, 460)}  # how many numbers: the base of each, the value of zeros
GROUPS = Gaps(
    r"[0-9.]|[abc][0-9a-z]|d[0-7]",
    _group_word, _group_value, "g",
    "one number 0 to 8, two to 5, three to 3, four to 1 (0-9, a0-d7), `.`, or g-z for a gap",
)  # fmt: skip
ARROWS = Gaps(
    r"[0-4][0-9a-f.]|[5-9][0-9a-f]{2}|-[0-4][0-9a-f]{3}",
    _arrow_word, _arrow_value, "a", "numbers to 4095 with a bearing (0-4), or a-z for a gap",
)  # fmt: skip


@dataclass(frozen=True)
class Cells(GridPart):
    """A grid of numbers, or of words that stand for them; one that is `late` is left out if it is blank."""

    code: Gaps = NUMBER16
    signs: Mapping[str, str] = field(default_factory=dict)  # word -> number
    late: bool = False
    whole: bool = False  # whether the text has to reach to the last cell

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        if self.late and reader.at_end():
            return {}
        word = {number: word for word, number in self.signs.items()}
        found = read_gaps(reader, self.code, size[0] * size[1], whole=self.whole)
        return {self.key: rows([word.get(each, each) for each in found], size)}

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        words = cells(said.get(self.key), size)
        if self.signs and (strange := set(words) - {*self.signs, NOTHING}):
            raise refusal(self.key, min(strange), f"one of {' '.join(self.signs)}")
        if self.late and set(words) == {NOTHING}:
            return ""
        return write_gaps([self.signs.get(each, each) for each in words], self.code)


@dataclass(frozen=True)
class FourCells(GridPart):
    """A grid of the numbers 0 to 4, each with the one or two empty cells behind it in one digit."""

    unknown: str = UNKNOWN  # the word of a clue without its number

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        expected = "0-4, 5-9, a-e, `.`, or g-z for a gap"
        return {self.key: _read_grid(reader, size, "[0-9a-eg-z.]", expected, self._words)}

    def _words(self, token: str, left: int) -> list[str]:
        if token == ".":
            return [self.unknown]
        if token < "f":
            number = DIGITS.index(token)
            return [str(number % 5), *[NOTHING] * (number // 5)][:left]
        return [NOTHING] * (ord(token) - ord("g") + 1)

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        words, text, at = cells(said.get(self.key), size), list[str](), 0
        while at < len(words):
            gap = next((n for n, word in enumerate(words[at:]) if word != NOTHING), len(words) - at)
            text.append(gap_of(gap, "g"))
            at += gap
            if at < len(words):
                behind = next((n for n, word in enumerate(words[at + 1 : at + 3]) if word != NOTHING), 2)
                text.append(self._digit(words[at], behind))
                at += 1 if words[at] == self.unknown else 1 + behind
        return "".join(text)

    def _digit(self, word: str, behind: int) -> str:
        if word == self.unknown:
            return "."
        if not re.fullmatch("[0-4]", word):
            raise refusal(self.key, word, f"0 to 4, or {self.unknown}")
        return DIGITS[int(word) + 5 * behind]


@dataclass(frozen=True)
class Circles(GridPart):
    """A grid of two signs, three cells a digit of base 27."""

    signs: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        found = read_bits(reader, size[0] * size[1], 3, 3)
        return {self.key: rows([(NOTHING + self.signs)[number] for number in found], size)}

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        words = cells(said.get(self.key), size)
        if strange := set(words) - {*self.signs, NOTHING}:
            raise refusal(self.key, min(strange), f"one of {' '.join(self.signs)}")
        return write_bits([(NOTHING + self.signs).index(word) for word in words], 3, 3)


@dataclass(frozen=True)
class Marks(GridPart):
    """A grid of one sign, each with the empty cells behind it in one letter."""

    sign: str

    def read(self, reader: Reader, size: Size) -> Words:
        """The grid."""
        expected = "0-9 and a-h for a mark, i-z for a gap"
        return {self.key: _read_grid(reader, size, "[0-9a-z]", expected, self._words)}

    def _words(self, token: str, left: int) -> list[str]:  # noqa: ARG002 (a mark has all its cells)
        number = DIGITS.index(token)
        return [self.sign, *[NOTHING] * number] if number < 18 else [NOTHING] * (number - 17)

    def write(self, said: Words, size: Size) -> str:
        """Its text."""
        words = cells(said.get(self.key), size)
        if strange := set(words) - {self.sign, NOTHING}:
            raise refusal(self.key, min(strange), f"nothing but {self.sign}")
        text: list[str] = []
        for begun, gap in _runs(words, self.sign):
            within = min(gap, 17) if begun else 0
            text += [DIGITS[within]] if begun else []
            text.append(gap_of(gap - within, "i"))
        return "".join(text)


def _read_grid(
    reader: Reader, size: Size, pattern: str, expected: str, words: Callable[[str, int], list[str]]
) -> Grid:
    """Read tokens until the grid is full or the text ends; `words` are those of a token, in so many cells."""
    places, found = size[0] * size[1], list[str]()
    while len(found) < places and not reader.at_end():
        begin, token = reader.at, reader.take(pattern, expected)
        found += words(token, places - len(found))
        if len(found) > places:
            reader.at = begin
            raise reader.wrong("no gap beyond the last cell", token)
    return rows(found + [NOTHING] * (places - len(found)), size)


def _runs(words: Sequence[str], sign: str) -> list[tuple[bool, int]]:
    """Each mark with the number of empty cells behind it; first those before the first mark."""
    marks = [at for at, word in enumerate(words) if word == sign]
    first = [(False, marks[0] if marks else len(words))]
    ends = [*marks[1:], len(words)]
    return first + [(True, end - at - 1) for at, end in zip(marks, ends, strict=False)]
