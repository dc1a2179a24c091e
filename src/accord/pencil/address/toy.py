"""Addresses of a toy site, which says the board of a kind row by row: `toy://KIND/.1./x../..2`."""

from __future__ import annotations

from collections.abc import Collection

from accord.pencil.address.address import Words
from accord.pencil.address.reader import Reader
from accord.puzzles import sites

PATTERN = r"toy://(?P<kind>[a-z-]+)/"


class Toy:
    """Addresses of a kind whose puzzles are a board."""

    name = "toy"
    needed: Collection[str] = ()

    def __init__(self, kind: str) -> None:
        self.kinds: tuple[str, ...] = (kind,)

    def begins(self, text: str) -> bool:
        """Whether a text is an address of this kind."""
        found = sites.locate(PATTERN, text)
        return found is not None and found.kind in self.kinds

    def read(self, text: str) -> Words:
        """The words of the board. Raises SpecError."""
        found = sites.locate(PATTERN, text)
        reader = Reader(found.text if found else text, "url")
        reader.at = found.begin if found else 0
        rows = reader.text[reader.at :].split("/")
        if len({*map(len, rows)}) != 1:
            raise reader.wrong("rows of the same length")
        return {"board": [[*row] for row in rows]}

    def write(self, said: Words) -> str:
        """The address of a puzzle."""
        return f"toy://{self.kinds[0]}/{'/'.join(map(''.join, said['board']))}"


SITE = sites.Site(
    name="toy",
    title="the toy site",
    pattern=PATTERN,
    forms={kind: (Toy(kind),) for kind in ("akari", "mosaic")},
)
