"""Addresses of puzz.link and other sites that run pzpr: `.../p?KIND/COLUMNS/ROWS/...`.

What stands behind the rows is made of parts (`cells`, `beside`, `own`), as pzprjs encodes them; they are
described in our own words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from accord.pencil.address.address import Part, Words, parts_read, size_of
from accord.pencil.address.reader import Reader
from accord.puzzles import addresses
from accord.puzzles.bounds import LARGEST

SITE = "https://puzz.link/p?"


class PuzzLink:
    """Addresses of a kind: what sites call it, and its parts in order.

    All have the flag, if there is one; some have one that changes no more than the looks of the puzzle.
    """

    name = "url"
    needed: Collection[str] = ()

    def __init__(
        self, kind: str, *parts: Part, also: Sequence[str] = (), flag: str = "", looks: str = ""
    ) -> None:
        self.kinds: tuple[str, ...] = (kind, *also)
        self.parts = parts
        self.flag = f"{flag}/" if flag else ""
        self.looks = f"(?:{looks}/)?" if looks else ""

    def begins(self, text: str) -> bool:
        """Whether a text is an address of this kind, perhaps without its site."""
        found = addresses.pzpr(text)
        return found is not None and found.kind in self.kinds

    def read(self, text: str) -> Words:
        """The words of an address. Raises SpecError."""
        found = addresses.pzpr(text)
        reader = Reader(found.text if found else text, "url")
        reader.at = found.begin if found else 0
        reader.take(self.flag, self.flag)
        reader.take(self.looks, "")
        columns = reader.number(1, LARGEST, "the number of columns")
        reader.take("/", "/ and the number of rows")
        size = (reader.number(1, LARGEST, "the number of rows"), columns)
        reader.take("/|$", "/")
        return parts_read(self.parts, reader, size)

    def write(self, said: Words) -> str:
        """The address of a puzzle. Raises RefusedError if the site cannot say it."""
        size = size_of(self.parts, said)
        text = "".join(part.write(said, size) for part in self.parts)
        return f"{SITE}{self.kinds[0]}/{self.flag}{size[1]}/{size[0]}/{text}"
