"""A board of FreeCell as a scene of cards."""

from __future__ import annotations

from collections.abc import Sequence

from accord.scene.cards import table
from accord.scene.shapes import Scene


def drawn(lines: Sequence[str]) -> Scene:
    """The scene of a board's lines, as `text.written` makes them."""
    home: list[str] = []
    cells: list[str] = []
    columns = []
    for line in lines:
        heading, _, words = line.rpartition(":")
        if not heading:  # a colon alone begins a column where one is empty
            columns.append(words.split())
        elif heading == "Foundations":
            home = [_home(word) for word in words.split()]
        else:
            cells = ["" if word == "-" else word for word in words.split()]
    return table(cells, home, columns)


def _home(word: str) -> str:
    """`H-7` -> the card on top, `7H`; `H-0` -> the suit of an empty place."""
    suit, _, rank = word.partition("-")
    return suit if rank == "0" else f"{rank}{suit}"
