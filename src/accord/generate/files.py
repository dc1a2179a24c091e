"""Puzzles that were made, as texts: one line each, a model file, or a format of the family's own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, cast

import msgspec

from accord.errors import RefusedError, UsageError
from accord.names import unknown
from accord.puzzles.puzzle import Puzzle

AQUARIUM = ("aqt", "url")  # formats of that family, beside those of all
FORMS = ("line", "toml", *AQUARIUM)
_WRITERS = {  # what writes the text that the family's `parse` reads
    "nonogram": "accord.puzzles.nonogram:write",
    "sudoku": "accord.puzzles.sudoku_files:write",
    "thermometers": "accord.puzzles.thermometers:write",
}


def text(puzzle: Puzzle, form: str) -> str:
    """A puzzle in one of FORMS, without a newline at the end.

    Raises:
        UsageError: if the family has no such format.
        RefusedError: if the format cannot say what the puzzle says.
    """
    if form not in FORMS:
        raise unknown("format", form, FORMS)
    if puzzle.family == "aquarium":
        from accord.puzzles.aquarium_formats import write

        if form == "line":
            return f"aquarium:{write(puzzle.spec, 'task')}"
        return write(puzzle.spec, form, name=puzzle.name, title=puzzle.title)
    if form in AQUARIUM:
        raise UsageError(f"the family {puzzle.family} has no format {form!r}; there are line and toml")
    return _line(puzzle) if form == "line" else _toml(puzzle)


def _line(puzzle: Puzzle) -> str:
    where = _WRITERS.get(puzzle.family)
    if where is None:
        raise RefusedError(f"puzzles of the family {puzzle.family} have no text of one line; write toml")
    module, _, name = where.partition(":")
    write = cast(Callable[[Any], str], getattr(import_module(module), name))
    return f"{puzzle.family}:{write(puzzle.spec)}"


def _toml(puzzle: Puzzle) -> str:
    """A model file: the heading, then the keys of the spec that are not as by default."""
    lines = [f"family = {_value(puzzle.family)}", f"title = {_value(puzzle.title or puzzle.name)}"]
    if puzzle.rule:
        lines.append(f"rule = {_value(puzzle.rule)}")
    lines.append("")
    for field in msgspec.structs.fields(puzzle.spec):
        value = getattr(puzzle.spec, field.name)
        if field.required or value != field.default:
            lines.append(f"{field.encode_name} = {_value(value)}")
    return "\n".join(lines)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        parts = [_value(part) for part in value]
        if any(isinstance(part, str | Sequence) for part in value):  # a picture, or lists: one a line
            return "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
        return f"[{', '.join(parts)}]"
    return str(value)
