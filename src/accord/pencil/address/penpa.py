"""Addresses of penpa-edit, which are read: a kind takes from the drawing what it knows.

penpa-edit draws; it knows no kinds and no rules. So its addresses stand behind the name of a kind, and before
them may stand what a drawing does not say: `star-battle:stars=2;https://...`.
"""

from __future__ import annotations

from collections.abc import Collection

from accord.pencil.address import penpa_text
from accord.pencil.address.address import Grid, Words
from accord.pencil.address.drawing import read
from accord.pencil.address.penpa_parts import Part
from accord.puzzles import sites

TAGS = 17  # their line
_KINDS = {  # tag -> as on puzz.link; `battleship` is a sudoku with ships
    "classic": "sudoku", "irregular": "sudoku", "battleships": "battleship", "battleship": "sudoku of ships",
    "killer": "solo", "kuromasu": "kurodoko", "numberlink": "numlin", "slitherlink": "slither",
}  # fmt: skip


def tags(text: str) -> list[str]:
    """The kinds that the tags of an address name, each as puzz.link calls it. Raises SpecError."""
    found = penpa_text.value(penpa_text.lines(text), TAGS)
    words = [word for word in found if isinstance(word, str)] if isinstance(found, list) else []
    return list(dict.fromkeys(_KINDS.get(word, word.partition(" (")[0]) for word in words))


SITE = sites.Site(name="penpa", title="penpa-edit", pattern=penpa_text.PATTERN, tags=tags)


class Penpa:
    """The parts of a drawing that a kind reads.

    Args:
        kind: its name, for messages.
        parts: they take what they know, in this order.
        needed: keys that a drawing may leave open; settings before the address say them, and win.
    """

    name = SITE.name
    kinds: tuple[str, ...] = ()
    write = None

    def __init__(self, kind: str, *parts: Part, needed: Collection[str] = ()) -> None:
        self.kind = kind
        self.parts = parts
        self.needed = needed

    def begins(self, text: str) -> bool:
        """Whether a text is an address of penpa-edit."""
        return sites.locate(SITE.pattern, text) is not None

    def read(self, text: str) -> Words:
        """The words of a drawing. Raises SpecError for what the kind does not know."""
        drawing = read(text)
        words: dict[str, Grid] = {}
        for part in self.parts:
            words |= part.take(drawing)
        drawing.refuse_rest(self.kind)
        return words
