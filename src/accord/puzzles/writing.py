"""Write puzzles as text: model files, and the other text forms of their families."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from accord.atomic_write import atomic_write
from accord.errors import AccordError, InputError, RefusedError, UsageError, did_you_mean, there_are
from accord.model import Model
from accord.problem.notation import brief
from accord.puzzles import blocks, table
from accord.puzzles.file import Count
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, unlowered
from accord.puzzles.toml import model_file

LINE, TOML = "line", "toml"  # what every family may be asked for
BLOCK = "block"  # where its record has one


def save(puzzle: AnyPuzzle, path: str | Path) -> None:
    """Write a model file, which `accord.load` reads; a file that is there is replaced.

    A bare model is written as its matrix, all else in the words of its family, without what was counted.

    Raises RefusedError for what a file cannot say, and InputError if it cannot be written.
    """
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"found {brief(path)}; expected the path of a file")
    text = text_of(puzzle)
    try:
        with atomic_write(os.fsdecode(path)) as place:
            place.write_text(text, "utf-8", newline="\n")
    except AccordError as error:
        raise InputError([str(error)]) from None


def text_of(puzzle: AnyPuzzle, *, counts: bool = False) -> str:
    """The text of the model file; with `counts`, the counts that the puzzle states. Raises RefusedError.

    Where the puzzle states no rule, the text has its family's, if the family states one in its files.
    """
    asked = unlowered(puzzle)
    if isinstance(asked, Model):
        return model_text(asked, "A model")
    record, spec = asked.record, asked.spec
    if not isinstance(spec, record.spec):
        if record.texts.spelled is None:
            raise RefusedError(f"{asked.name or record.name}: a model file has no words for it")
        spec = record.texts.spelled(spec)
    title = asked.title or asked.name or record.name
    own = record.texts.forms.get("toml")
    if own is not None and not asked.rule:
        return own(spec, asked.name, title) + "\n"
    known = dict(asked.counts) if counts else None
    return model_file(record.name, spec, title=title, rule=asked.rule, counts=known) + "\n"


def model_text(model: Model, title: str, rule: str = "", counts: Mapping[str, Count] | None = None) -> str:
    """The text of a model file that declares any model. Raises RefusedError for lazy items."""
    write = table.of_models().texts.declared
    assert write is not None
    return write(model, title, rule, counts)


def forms(family: str) -> tuple[str, ...]:
    """Return the formats of a family's puzzles. Raises UsageError for an unknown family."""
    texts = table.family(family).texts
    block = () if texts.block is None else (BLOCK,)
    return (LINE, TOML, *block, *(form for form in texts.forms if form != TOML))


def all_forms() -> set[str]:
    """Return the formats of all families."""
    return {form for family in table.rows() for form in forms(family)}


def puzzle_text(puzzle: Puzzle, form: str) -> str:
    """Return a puzzle in one of the forms of its family, without a newline at the end.

    Raises:
        UsageError: if the family has no such format.
        RefusedError: if the format cannot say what the puzzle says.
    """
    check_form(puzzle.family, form)
    if form == TOML:
        return text_of(puzzle).removesuffix("\n")
    if form == LINE:
        return _line(puzzle)
    if form == BLOCK:
        return blocks.block_file(puzzle)
    return puzzle.record.texts.forms[form](puzzle.spec, puzzle.name, puzzle.title)


def check_form(family: str, form: str) -> None:
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
