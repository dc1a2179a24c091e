"""The clue puzzles of many grids, one record each, in their order; and a file of records to be gone on with.

The file has a line of JSON a grid. A run that was killed leaves whole lines, and perhaps half a line, which
is dropped; the lines that are there have to be those of the first grids, with the same question, and are not
searched again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from accord.errors import InputError, UsageError
from accord.sudoku.clues import Clues, declared, faulty, searched
from accord.sudoku.grids import Named

if TYPE_CHECKING:
    from accord.runner.limits import Cancel
    from accord.sudoku.clues import Watch


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of every grid."""

    k: int | None = None
    mask: str = ""
    exists: bool = False
    limit: int | None = None

    def of(self, named: Named, **asked: Any) -> Clues:
        """The record of one grid; what is wrong with a grid is in its record."""
        name, puzzle = named
        try:
            if isinstance(puzzle, InputError):
                raise puzzle
            question = declared(puzzle, self.k, self.mask)
            question.model  # noqa: B018 (built here, where its faults belong to the grid)
        except InputError as error:
            return faulty(name, error)
        return searched(question, exists=self.exists, limit=self.limit, **asked)

    def refuse(self, record: Clues, place: str) -> None:
        """Raise UsageError for a record that answers another question."""
        mode = "exists" if self.exists else "all"
        asked = {"k": record.k if self.k is None else self.k, "mask": self.mask, "mode": mode}
        for key, value in asked.items():
            if not record.fault and getattr(record, key) != value:
                raise UsageError(
                    f"{place}: found {key} {getattr(record, key)!r}; expected {value!r}, as is asked now; "
                    "name another --output, or ask the same"
                )


def records(
    grids: Iterable[Named],
    question: Question,
    asked: Mapping[str, Any],
    *,
    workers: int = 1,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Iterator[Clues]:
    """A record for each grid, in their order; `workers` processes search a grid each.

    Args:
        grids: a name for each, and the puzzle (see `accord.sudoku.clues.declared`) or what is wrong with it.
        question: what is asked of each.
        asked: arguments of a run; time_limit is for each grid.
        workers: processes; a single one is this process.
        cancel: once it is set, no more is begun; the record of a grid under way says `cancelled`.
        watch: is told how each search goes, if there is one process.
    """
    if workers > 1:
        from accord.runner.pool import in_order

        yield from in_order(partial(question.of, **asked), grids, workers=workers, cancel=cancel)
        return
    for named in grids:
        if cancel is not None and cancel.is_set():
            return
        yield question.of(named, cancel=cancel, watch=watch, **asked)


class Records:
    """A file of records, to be filled line by line."""

    def __init__(self, path: Path, question: Question, *, resume: bool) -> None:
        """Open it, empty or after its last whole line.

        Raises:
            UsageError: if it cannot be written, or answers another question.
            InputError: if it holds something else than records.
        """
        self._path, self._question = path, question
        self.kept: list[Clues] = []  # of grids that are done
        try:
            if resume and path.exists():
                self._read()
            else:
                path.write_bytes(b"")
            self._file = path.open("ab")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, record: Clues) -> None:
        """Add a line, and have it on the disk before the next is begun."""
        self._file.write(record.json().encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def rest(self, grids: Iterable[Named]) -> Iterator[Named]:
        """The grids after those of the file. Raises UsageError where the file has those of other grids."""
        left = iter(grids)
        for number, (record, named) in enumerate(zip(self.kept, left, strict=False), start=1):
            grid = grid_of(named)
            if grid not in (None, record.grid):
                place, found = f"{self._path}:{number}", f"found the grid {record.grid[:20]}..."
                advice = "give the grids it was made from, or another --output"
                raise UsageError(f"{place}: {found}; grid {number} is {str(grid)[:20]}...; {advice}")
        yield from left

    def _read(self) -> None:
        """What the file holds. Half a line at its end is cut off, since its grid is searched again."""
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        for number, text in enumerate(whole.splitlines(), start=1):
            try:
                record = msgspec.json.decode(text, type=Clues)
            except msgspec.MsgspecError as error:
                raise InputError(
                    [f"{self._path}:{number}: {error}; expected a line of `accord clues --json`"]
                ) from None
            self._question.refuse(record, f"{self._path}:{number}")
            self.kept.append(record)
        if len(whole) < len(content):
            os.truncate(self._path, len(whole))


def grid_of(named: Named) -> str | None:
    """The grid that is searched, as a line of text; None if there is none to be had."""
    try:
        return None if isinstance(named[1], InputError) else "".join(declared(named[1]).spec.grid.split())
    except InputError:
        return None
