"""Addresses of penpa-edit, which are read: a kind takes from the drawing what it knows.

penpa-edit draws; it knows no kinds and no rules. So its addresses stand behind the name of a kind, and before
them may stand what a drawing does not say: `star-battle:stars=2;https://...`.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from accord.pencil.address.address import Grid, Words
from accord.pencil.address.drawing import read
from accord.pencil.address.penpa_parts import Part
from accord.puzzles import addresses, penpa
from accord.puzzles.words import describe

_SETTING = re.compile(r"\s*([a-z_]+)=([^;&#?/]*);")


class Penpa:
    """The parts of a drawing that a kind reads.

    Args:
        kind: its name, for messages.
        parts: they take what they know, in this order.
        settings: keys that may stand before the address; their words are parted by `_`.
        needed: those of them that nothing else says.
    """

    def __init__(
        self, kind: str, *parts: Part, settings: Collection[str] = (), needed: Collection[str] = ()
    ) -> None:
        self.kind = kind
        self.parts = parts
        self.settings = settings
        self.needed = needed

    def begins(self, text: str) -> bool:
        """Whether a text is an address of penpa-edit, perhaps behind settings."""
        return addresses.penpa(_settings(text)[1]) is not None

    def read(self, text: str) -> Words:
        """The words of a drawing, and of settings. Raises SpecError for what the kind does not know."""
        given, address = _settings(text)
        for key in given:
            if key not in self.settings:
                expected = (
                    f"one of {', '.join(self.settings)}" if self.settings else "nothing before the address"
                )
                raise penpa.fault(f"found {describe(key)}; expected {expected}")
        drawing = read(address)
        words: dict[str, Grid] = {}
        for part in self.parts:
            words |= part.take(drawing)
        words |= given
        missing = next((key for key in self.needed if key not in words), None)
        if missing is not None:
            raise penpa.fault(
                f"{missing}: found nothing; write {missing}=... and a semicolon before the address"
            )
        drawing.refuse_rest(self.kind)
        return words


def _settings(text: str) -> tuple[dict[str, Grid], str]:
    """The settings before an address, and the address."""
    found: dict[str, Grid] = {}
    while match := _SETTING.match(text):
        found[match[1]] = [match[2].strip().split("_")]
        text = text[match.end() :]
    return found, text
