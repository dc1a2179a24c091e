"""Generate numbered random puzzles, each from the seed and its number alone, and write each as a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from accord.arguments import values
from accord.arguments.puzzle import Generate, GenerateArguments
from accord.deduce import Rating
from accord.errors import StoppedError
from accord.exits import Status
from accord.generate.make import Made, Maker
from accord.json import encode
from accord.puzzles.writing import LINE, check_form, puzzle_text
from accord.runner.limits import Cancel


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle that was made, as a line of JSON tells it."""

    name: str
    number: int  # from 1
    tries: int
    draw: int
    unique: bool | None  # None: it was not asked
    found_by: str
    proved_by: str
    rating: str | None
    steps: Any  # of a person, as the rating has them
    puzzle: str  # in the format that was asked for

    @staticmethod
    def of(made: Made, content: str) -> Record:
        """Return the record of a puzzle with this text."""
        rating: Rating | None = made.rating
        return Record(
            name=made.name,
            number=made.number,
            tries=made.tries,
            draw=made.draw,
            unique=made.unique or None,
            found_by=made.found_by,
            proved_by=made.proved_by,
            rating=None if rating is None else rating.level,
            steps=None if rating is None else rating.steps,
            puzzle=content,
        )

    @property
    def status(self) -> Status:
        """There is no other: a puzzle that was not made leaves no record."""
        return "complete"

    def json(self) -> str:
        """Return the record as one line of JSON."""
        return encode(self)


def claim(result: Mapping[str, Any]) -> dict[str, object]:
    """Return what no other record of the puzzle may contradict: which engine was first depends on time."""
    return {name: result.get(name) for name in ("name", "tries", "draw", "puzzle", "rating")}


def maker(query: Generate) -> Maker:
    """Return who makes the puzzles that are asked for. Raises UsageError for what cannot be asked."""
    check_form(query.family, query.form or LINE)
    assert query.size is not None  # a shard has one
    return Maker(query.family, query.size, **values(query, GenerateArguments))


def make(query: Generate, unit: int, cancel: Cancel | None) -> Iterator[Sequence[tuple[int, Record]]]:
    """Yield the unit, and the puzzle of its number; nothing once `cancel` is set."""
    try:
        made = maker(replace(query, cancel=cancel)).make_one(unit + 1)
    except StoppedError:
        if cancel is not None and cancel.is_set():
            return
        raise
    yield [(unit, Record.of(made, puzzle_text(made.puzzle, query.form or LINE)))]
