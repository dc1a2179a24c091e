"""The clue puzzles of many grids, one record each, in their order; and a file of records to be gone on with.

The file has a line of JSON a grid. A run that was killed leaves whole lines, and perhaps half a line, which
is dropped; the lines that are there have to be those of the first grids, with the same question, and are not
searched again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.errors import InputError, StoppedError, UsageError
from accord.families.clue_sets.clues import LONGEST_NAME, Clues, declared, faulty, searched
from accord.families.clue_sets.grids import Named
from accord.runner import records as records_file
from accord.runner.asked import ask

if TYPE_CHECKING:
    from accord.families.clue_sets.clues import Watch
    from accord.runner.limits import Cancel


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
            limits = {name: asked[name] for name in ("time_limit", "cancel") if name in asked}
            question = declared(puzzle, self.k, self.mask, **limits)
            question.model  # noqa: B018 (built here, where its faults belong to the grid)
        except (InputError, StoppedError) as error:
            return faulty(name, self.k, error)
        return searched(question, exists=self.exists, limit=self.limit, **asked)

    def refuse(self, record: Clues, named: Named, place: str) -> None:
        """Raise UsageError for a record that answers another question than this one about this grid."""
        name, puzzle = named
        expected: dict[str, Any]
        try:
            if isinstance(puzzle, InputError):
                raise puzzle
            spec = declared(puzzle, self.k, self.mask).spec
            mode, mask = "exists" if self.exists else "all", "".join(spec.mask.split())
            expected = {
                "grid": "".join(spec.grid.split()), "k": spec.clues, "mask": mask, "mode": mode,
                "limit": self.limit,
            }  # fmt: skip
        except InputError:
            expected = {"grid": name[:LONGEST_NAME]}
        if record.fault:  # its grid is the place it was read at, by whatever path
            expected = {} if Path(record.grid).name == Path(name[:LONGEST_NAME]).name else {"grid": name}
        for key, value in expected.items():
            if (found := getattr(record, key)) != value:
                raise UsageError(
                    f"{place}: found {key} {found!r}; expected {value!r}, as is asked now; "
                    "ask the same, or name another --output"
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
        grids: a name for each, and the puzzle (see `clues.declared`) or what is wrong with it.
        question: what is asked of each.
        asked: arguments of a run; time_limit is for each grid.
        workers: processes; a single one is this process.
        cancel: once it is set, no more is begun; the record of a grid under way says `cancelled`.
        watch: is told how each search goes, if there is one process.

    Raises UsageError at once for names and limits that there are not; MissingBackendError likewise.
    """
    ask("all", {**asked, "limit": question.limit})
    return _records(grids, question, asked, workers, cancel, watch)


def _records(
    grids: Iterable[Named],
    question: Question,
    asked: Mapping[str, Any],
    workers: int,
    cancel: Cancel | None,
    watch: Watch | None,
) -> Iterator[Clues]:
    if workers > 1:
        from accord.runner.pool import in_order

        yield from in_order(partial(question.of, **asked), grids, workers=workers, cancel=cancel)
        return
    for named in grids:
        if cancel is not None and cancel.is_set():
            return
        yield question.of(named, cancel=cancel, watch=watch, **asked)


class Records(records_file.Records[Clues]):
    """A file of records, to be filled line by line."""

    def __init__(self, path: Path, question: Question, *, resume: bool) -> None:
        """Open it, empty or after its last whole line.

        Raises:
            UsageError: if it cannot be written.
            InputError: if it holds something else than records.
        """
        self._question = question
        self.kept: list[Clues] = []  # of grids that are done

        def keep(record: Clues, place: str) -> None:  # noqa: ARG001 (what it should be, `rest` knows)
            self.kept.append(record)

        super().__init__(path, Clues, keep, resume=resume, expected="accord clues --json")

    def rest(self, grids: Iterable[Named]) -> Iterator[Named]:
        """The grids after those of the file. Raises UsageError where that answers something else."""
        left = iter(grids)
        for number, record in enumerate(self.kept, start=1):
            place = f"{self._path}:{number}"
            named = next(left, None)
            if named is None:
                raise UsageError(f"{place}: found a grid more than are asked about; name another --output")
            self._question.refuse(record, named, place)
        yield from left
