"""Puzzles that were made, as texts: one line each, a model file, or a format of the family's own."""

from __future__ import annotations

import msgspec

from accord.errors import RefusedError, UsageError
from accord.names import did_you_mean, there_are
from accord.puzzles import table
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.toml import string, value

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
    lines = [f"family = {string(puzzle.family)}", f"title = {string(puzzle.title or puzzle.name)}"]
    lines += [f"rule = {string(puzzle.rule)}"] if puzzle.rule else []
    lines.append("")
    for field in msgspec.structs.fields(puzzle.spec):
        given = getattr(puzzle.spec, field.name)
        if field.required or given != field.default:
            lines.append(f"{field.encode_name} = {value(given, rows=True)}")
    return "\n".join(lines)
