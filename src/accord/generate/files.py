"""Puzzles that were made, as texts: one line each, a model file, or a format of the family's own."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from accord.errors import RefusedError, UsageError
from accord.names import did_you_mean, there_are
from accord.puzzles import table, toml
from accord.puzzles.puzzle import Puzzle

LINE, TOML = "line", "toml"  # what every family may be asked for


def forms(family: str) -> tuple[str, ...]:
    """The formats that puzzles of a family can be written in. Raises UsageError for an unknown family."""
    own = table.family(family).texts.forms
    return (LINE, TOML, *(form for form in own if form != TOML))


def text(puzzle: Puzzle, form: str) -> str:
    """A puzzle in one of the forms of its family, without a newline at the end.

    Raises:
        UsageError: if the family has no such format.
        RefusedError: if the format cannot say what the puzzle says.
    """
    check(puzzle.family, form)
    own = puzzle.record.texts.forms.get(form)
    if own is not None:
        return own(puzzle.spec, puzzle.name, puzzle.title)
    return _line(puzzle) if form == LINE else _toml(puzzle)


def check(family: str, form: str) -> None:
    """Raise UsageError if the family has no such format."""
    known = forms(family)
    if form not in known:
        raise UsageError(
            f"the family {family} has no format {form!r}; {there_are(known)}{did_you_mean(form, known)}"
        )


def _line(puzzle: Puzzle) -> str:
    emit = puzzle.record.texts.emit
    if emit is None:
        raise RefusedError(f"puzzles of the family {puzzle.family} have no text of one line; write toml")
    return f"{puzzle.family}:{emit(puzzle.spec)}"


def _toml(puzzle: Puzzle) -> str:
    """A model file: the heading, then the keys of the spec that are not as by default."""
    heading = {"family": puzzle.family, "title": puzzle.title or puzzle.name, "rule": puzzle.rule}
    lines = [f"{name} = {toml.text(said)}" for name, said in heading.items() if said]
    lines.append("")
    for field in msgspec.structs.fields(puzzle.spec):
        value = getattr(puzzle.spec, field.name)
        if field.required or value != field.default:
            lines.append(f"{field.encode_name} = {_value(value)}")
    return "\n".join(lines)


def _value(value: object) -> str:
    """A value; a picture, or a list of lists, is one a line."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return toml.text(value)
    lines = any(isinstance(part, str | Sequence) for part in value)
    return toml.block([_value(part) for part in value]) if lines else toml.text(value)
