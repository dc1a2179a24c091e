"""Sheets of a pencil kind: its parts, with the words that each may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from accord.pencil.boards import HOLE, Board, Grid, Regions
from accord.pencil.kind import Kind, instance, spec_of, words_of
from accord.pencil.parts import NONE, Number, Numbers, Part, Reading, Side, Size, Variant
from accord.puzzles.sheets import Sheet, Words


def sheets(kind: Kind, spec: Any) -> list[Sheet]:
    """Return a sheet for each part of a puzzle. Raises SpecError with every fault."""
    puzzle, words = instance(kind, spec), words_of(kind, spec)
    return [_sheet(part, words[part.key], (puzzle.height, puzzle.width)) for part in kind.parts]


def spec(kind: Kind, _spec: Any, words: Mapping[str, Words]) -> Any:
    """Return the spec of the words of its sheets. Raises SpecError with every fault."""
    return spec_of(kind, {part.key: _words(part, words.get(part.key, ())) for part in kind.parts})


def _sheet(part: Part, words: Words, size: Size) -> Sheet:
    """Return the sheet of a part whose words are these, on a board of that size."""
    match part:
        case Grid():
            return _grid(part, words, size)
        case Side():
            blank, lines = part.none or NONE[0], size[part.of == "columns"]
            texts = [" ".join(line) for line in words] if part.lists else [*words[0]] if words else []
            numbers = None if part.lists else (part.least, part.most(size[part.of == "rows"]))
            return Sheet(
                key=part.key, about=part.about, on=part.stands, words=[texts or [blank] * lines],
                blank=blank, numbers=numbers, free="numbers with blanks between them" if part.lists else "",
            )  # fmt: skip
    more: dict[str, Any] = {}
    match part:
        case Number():
            more = {"numbers": (0 if part.by_size else part.least, part.most)}
        case Numbers():
            more = {"free": "numbers with blanks between them"}
        case Reading():
            more = {"choices": tuple(part.readings.items())}
        case Variant():
            more = {"choices": (("", "no"), (part.letter, "yes"))}
    return Sheet(key=part.key, about=part.about, on="whole", words=[[" ".join(words[0])]], **more)


def _grid(part: Grid, words: Words, size: Size) -> Sheet:
    """Return the sheet of a grid; one that is missing is blank."""
    rows, columns = (side + part.on_corners for side in size)
    blank = part.blanks[-1] if part.blanks else ""
    choices: tuple[tuple[str, str], ...] = ()
    if isinstance(part, Board):
        choices = tuple((sign.word, sign.about) for sign in part.signs)
    if part.holes:
        choices += ((HOLE, "no cell"),)
    return Sheet(
        key=part.key,
        about=part.about,
        on="corners" if part.on_corners else "cells",
        words=part.with_blank([[*row] for row in words], -1) if words else [[blank] * columns] * rows,
        blank=blank,
        choices=choices,
        numbers=part.numbers if isinstance(part, Board) else None,
        free=(part.pattern_about or "other words") if isinstance(part, Board) and part.pattern else "",
        labels=isinstance(part, Regions),
    )


def _words(part: Part, words: Words) -> list[list[str]]:
    """Return the words of a part as `spec_of` takes them; a grid that may be missing and is blank is."""
    rows = [[*row] for row in words]
    if isinstance(part, Side) and part.lists:
        return [text.split() for text in rows[0]] if rows else []
    if part.scalar:
        return [rows[0][0].split()] if rows and rows[0] else []
    if isinstance(part, Grid) and part.optional and all(word in part.blanks for row in rows for word in row):
        return []
    return rows
