"""Game IDs of Simon Tatham's Portable Puzzle Collection: `7x7:...`, and addresses of its pages behind `#`.

Before the colon stand the parameters: the size, columns x rows as a rule, and letters. Those for readings of
the rule matter. Those that only tell the collection how to draw a puzzle, such as how hard, are passed over;
others are refused. Behind it is the board, made of parts (`games`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from accord.pencil.address.address import Part, Size, Words, one_word, parts_read, refusal, size_of
from accord.pencil.address.codes import Reader
from accord.puzzles import sites
from accord.puzzles.bounds import LARGEST

SITE = sites.Site(
    name="tatham",
    title="Simon Tatham's collection",
    pattern=r"(?:{host}/)?(?:[^?#\s/]*[^a-z?#\s/])?(?P<kind>[a-z]+)\.html#",
    elsewhere={
        "pattern": "Pattern of Tatham's collection, a nonogram; write its game ID, as in "
        "nonogram:3x2:2//1/1.1/1",
    },
)
_LIKE_AN_ID = re.compile(r"[0-9]{1,4}(x[0-9]{1,4})?[a-zA-Z0-9.]*[:#]")


@dataclass(frozen=True)
class Sizes:
    """How parameters say the size of a board."""

    words: str  # for messages
    read: Callable[[int, int], Size | None]  # the first number and the second, or 0 -> rows, columns, if any
    write: Callable[[Size], str]  # raises RefusedError


def _board_of(wide: int, high: int) -> Size:
    return (high or wide, wide)


def _board(size: Size) -> str:
    return f"{size[1]}x{size[0]}"


def _square_of(side: int, more: int) -> Size | None:
    return None if more else (side, side)


def _square(size: Size) -> str:
    if size[0] != size[1]:
        raise refusal("size", _board(size), "as many rows as columns")
    return str(size[0])


def _pips_of(most: int, more: int) -> Size | None:
    return None if more else (most + 1, most + 2)


def _pips(size: Size) -> str:
    if size[0] + 1 != size[1]:
        raise refusal("size", _board(size), "one column more than rows")
    return str(size[0] - 1)


BOARD = Sizes("COLUMNSxROWS", _board_of, _board)
SIDE = Sizes("SIZE", _square_of, _square)
PIPPED = Sizes("PIPS", _pips_of, _pips)


class Tatham:
    """Game IDs: what the collection calls the game, its parts in order, and what its parameters say.

    Args:
        kind: the name of the game.
        parts: of the ID, in order.
        sizes: how parameters say the size.
        letters: the pattern of all that may stand behind the size; by default how hard a puzzle is, which the
            collection needs to draw one. Its group, if it has one, is a letter that matters.
        says: that letter, the key of the part that it is, and the word of that part with it, and without.
        always: letters that are written.
        unread: how parameters behind the size begin that say another puzzle, and what to write instead.
    """

    name = SITE.name
    needed: Collection[str] = ()

    def __init__(
        self,
        kind: str,
        *parts: Part,
        sizes: Sizes = BOARD,
        letters: str = "(?:d[a-z])?",
        says: tuple[str, str, str, str] | None = None,
        always: str = "",
        unread: Mapping[str, str] | None = None,
    ) -> None:
        self.kinds: tuple[str, ...] = (kind,)
        self.parts = parts
        self.sizes = sizes
        self.letters = letters
        self.says = says
        self.always = always
        self.unread = unread or {}

    def begins(self, text: str) -> bool:
        """Whether a text is the ID of a game, or the page of this one with an ID."""
        found = sites.locate(SITE.pattern, text)
        return found.kind in self.kinds if found else bool(_LIKE_AN_ID.match(text.strip()))

    def read(self, text: str) -> Words:
        """The words of an ID. Raises SpecError."""
        found = sites.locate(SITE.pattern, text)
        reader = Reader(found.text if found else text.strip(), "game ID")
        reader.at = found.begin if found else 0
        if reader.text[reader.at :].partition(":")[0].count("#"):
            raise reader.wrong("the ID with a colon; what a # stands in says no board, but how to draw one")
        size = self._size(reader)
        for pattern, expected in self.unread.items():
            if re.match(pattern, reader.text[reader.at :]):
                raise reader.wrong(expected)
        letter = re.match(self.letters, reader.text[reader.at :])
        reader.take(
            f"(?:{self.letters}):",
            f"{self.sizes.words}{self.always} and a colon",
        )
        words = {self.says[1]: [[self.says[2 if letter and letter[1] else 3]]]} if self.says else {}
        return words | parts_read(self.parts, reader, size)

    def _size(self, reader: Reader) -> Size:
        begin, expected = reader.at, f"{self.sizes.words}, of 1 to {LARGEST} rows and columns"
        first = reader.number(0, LARGEST, expected)
        second = reader.number(1, LARGEST, expected) if self._skip(reader, "x") else 0
        size = self.sizes.read(first, second)
        if size is None or not 1 <= min(size) <= max(size) <= LARGEST:
            reader.at = begin
            raise reader.wrong(expected)
        return size

    def _skip(self, reader: Reader, sign: str) -> bool:
        passed = reader.text.startswith(sign, reader.at)
        reader.at += passed
        return passed

    def write(self, said: Words) -> str:
        """The ID of a puzzle. Raises RefusedError if the game has no such puzzle."""
        size = size_of(self.parts, said)
        parameters = self.sizes.write(size) + self.always
        if self.says and one_word(said.get(self.says[1])) == self.says[2]:
            parameters += self.says[0]
        return f"{parameters}:{''.join(part.write(said, size) for part in self.parts)}"
