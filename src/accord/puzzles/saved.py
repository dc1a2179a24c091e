"""Problems, puzzles and models as model files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from accord.atomic_write import atomic_write
from accord.errors import AccordError, InputError, RefusedError
from accord.model import Model
from accord.puzzles import table
from accord.puzzles.file import Count
from accord.puzzles.puzzle import AnyPuzzle, puzzle_of
from accord.puzzles.toml import model_file


def save(puzzle: AnyPuzzle, path: str | Path) -> None:
    """Write a model file, which `accord.load` reads; a file that is there is replaced.

    A bare model is written as its matrix, all else in the words of its family, without what was counted.

    Raises RefusedError for what a file cannot say, and InputError if it cannot be written.
    """
    text = text_of(puzzle)
    try:
        with atomic_write(str(path)) as place:
            place.write_text(text, "utf-8", newline="\n")
    except AccordError as error:
        raise InputError([str(error)]) from None


def text_of(puzzle: AnyPuzzle, *, counts: bool = False) -> str:
    """The text of the model file; with `counts`, those that the puzzle states. Raises RefusedError.

    A rule that the puzzle does not state is that of its family, where the family states one in its files.
    """
    asked = puzzle_of(puzzle)
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
