"""The library and the kinds of puzzles as lists, and small pictures of them."""

from __future__ import annotations

from collections.abc import Iterator

from accord.puzzles import library as entries
from accord.puzzles import loader, source, table
from accord.render.svg import svg
from accord.workbench.answers import Question
from accord.workbench.ask import Event

SMALL = 16.0  # pixels of a cell's side


def library(_question: Question) -> Iterator[Event]:
    """Yield the puzzles that come with Accord, each with its title and its kind."""
    rows = [
        {"name": each.name, "title": each.title, "family": each.family, "rule": each.rule}
        for each in entries.entries()
    ]
    yield {"event": "library", "puzzles": rows}


def kinds(_question: Question) -> Iterator[Event]:
    """Yield the kinds of puzzles, each with a small puzzle to begin with where it has a text form."""
    found = []
    for row in table.rows().values():
        record = table.family(row.name)
        example = f"{row.name}:{record.texts.example}" if record.texts.example else ""
        about = record.about
        found.append({"name": row.name, "rule": about.rule, "also": about.also, "example": example})
    yield {"event": "kinds", "kinds": found}


def thumbnail(question: Question) -> Iterator[Event]:
    """Yield the picture of a puzzle of the library, small; nothing where there is no drawing."""
    name = question.ask.text
    if name in source.names():
        puzzle = loader.of_pasted(name)
        yield {"event": "picture", "svg": svg(puzzle.draw(), SMALL)}
