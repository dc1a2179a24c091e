"""A puzzle as sheets to fill in: the words of each cell, corner and side, and which may stand there.

The record of a family has an `Editing`; an editor needs nothing else to know of a kind. A sheet on the whole
board has a word for a number, one of some choices, or a text.

    akari          board     cells     .x1...      x a wall, numbers 0 to 4
    star battle    stars     whole     2           a number
                   regions   cells     AAB...      labels
    nonogram       columns   top       3 1, 2      a text for each column
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

from accord.picture import Place

Words: TypeAlias = Sequence[Sequence[str]]  # row by row; of a side, and of the whole board, one row


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The words that one key of a puzzle has on the board."""

    key: str
    about: str
    on: Literal["cells", "corners", "top", "left", "bottom", "right", "whole"]
    words: Words
    blank: str = ""  # the word for nothing; none: each place has a word
    choices: tuple[tuple[str, str], ...] = ()  # words that may stand there, each with its meaning
    numbers: tuple[int, int] | None = None  # from .. to: words as well
    free: str = ""  # what other words may be
    labels: bool = False  # whether a word is the label of a region
    fixed: bool = False  # whether the board has this size, and no other
    places: tuple[
        tuple[Place, ...], ...
    ] = ()  # of the words, where these are not rows and columns of squares


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Editing:
    """How the puzzles of a family are edited. Both raise SpecError with every fault."""

    sheets: Callable[[Any], Sequence[Sheet]]  # spec -> its sheets
    spec: Callable[
        [Any, Mapping[str, Words]], Any
    ]  # spec, the words of its sheets by key -> the spec of these
