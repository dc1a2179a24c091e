"""A puzzle as sheets to fill in: the words of each cell, corner and side, and which may stand there.

The record of a family has an `Editing`; an editor needs nothing else to know of a kind. A sheet on the whole
board has a word for a number, one of some choices, or a text. Of a family that has none, keys with one word
are edited.

    akari          board     cells     .x1...      x a wall, numbers 0 to 4
    star battle    stars     whole     2           a number
                   regions   cells     AAB...      labels
    nonogram       columns   top       3 1, 2      a text for each column
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import structs

from accord.picture import Place
from accord.puzzles.family import Faults
from accord.puzzles.words import describe

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


# -- families without an Editing --------------------------------------------------------------------

BOOLEANS = (("false", "no"), ("true", "yes"))


def _plain_sheets(spec: Any) -> list[Sheet]:
    """Return a sheet for each key of a spec that is a number, a truth or a word, and not left out."""
    found = []
    for field in structs.fields(type(spec)):
        value = getattr(spec, field.name)
        if isinstance(value, bool | int | str) and "\n" not in str(value):
            words = get_args(field.type) if get_origin(field.type) is Literal else ()
            choices = BOOLEANS if isinstance(value, bool) else tuple((word, "") for word in words)
            word = str(value).lower() if isinstance(value, bool) else str(value)
            found.append(Sheet(key=field.name, about=field.name, on="whole", words=[[word]], choices=choices))
    return found


def _with_plain_words(spec: Any, words: Mapping[str, Words]) -> Any:
    """Return the spec with these words. Raises SpecError with every fault."""
    faults, changed = Faults(), dict[str, bool | int | str]()
    for sheet in _plain_sheets(spec):
        word, old = words[sheet.key][0][0].strip(), getattr(spec, sheet.key)
        known = [choice for choice, _ in sheet.choices]
        if known and word not in known:
            faults.add(sheet.key, f"found {describe(word)}; expected one of {', '.join(known)}")
        elif isinstance(old, bool):
            changed[sheet.key] = word == "true"
        elif isinstance(old, int) and not re.fullmatch("-?[0-9]{1,9}", word):
            faults.add(sheet.key, f"found {describe(word)}; expected a whole number")
        else:
            changed[sheet.key] = int(word) if isinstance(old, int) else word
    faults.end()
    return structs.replace(spec, **changed)


PLAIN = Editing(_plain_sheets, _with_plain_words)  # numbers, truths and words; the rest is edited as text
