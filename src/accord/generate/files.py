"""Puzzles that were made, as texts: one line each, a model file, or a format of the family's own."""

from __future__ import annotations

from accord.errors import RefusedError, UsageError, did_you_mean, there_are
from accord.puzzles import blocks, table
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.saved import text_of

LINE, TOML = "line", "toml"  # what every family may be asked for
BLOCK = "block"  # where its record has one


def forms(family: str) -> tuple[str, ...]:
    """The formats that puzzles of a family can be written in. Raises UsageError for an unknown family."""
    texts = table.family(family).texts
    block = () if texts.block is None else (BLOCK,)
    return (LINE, TOML, *block, *(form for form in texts.forms if form != TOML))


def all_forms() -> set[str]:
    """The formats of any family."""
    return {form for family in table.rows() for form in forms(family)}


def text(puzzle: Puzzle, form: str) -> str:
    """A puzzle in one of the forms of its family, without a newline at the end.

    Raises:
        UsageError: if the family has no such format.
        RefusedError: if the format cannot say what the puzzle says.
    """
    check(puzzle.family, form)
    if form == TOML:
        return text_of(puzzle).removesuffix("\n")
    if form == LINE:
        return _line(puzzle)
    if form == BLOCK:
        return blocks.block_file(puzzle)
    return puzzle.record.texts.forms[form](puzzle.spec, puzzle.name, puzzle.title)


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
