"""Find the k-clue puzzles of many sudoku grids; yields one record per grid, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from accord.arguments import values
from accord.errors import AccordError, InputError, StoppedError, own_fault
from accord.families.clue_sets.arguments import CluesQuery
from accord.families.clue_sets.clues import (
    LONGEST_NAME,
    Clues,
    Watch,
    clue_sets_puzzle,
    failure_of,
    faulty,
    limits_among,
    name_of_grid,
    search_clues,
)
from accord.many.pool import Workers, results
from accord.many.source import Named, load_named
from accord.many.units import Question
from accord.runner.limits import Cancel, Limits
from accord.runner.query import ask


def record(query: CluesQuery, named: Named, **asked: Any) -> Clues:
    """Return the record of one grid; a fault of the grid, or one of ours, is in its record."""
    try:
        return _record(query, named, **asked)
    except (AccordError, MemoryError):
        raise
    except Exception as error:  # a fault of ours: the other grids of a file do not suffer from it
        return failure_of(named[0], query.k, own_fault(error))


def _record(query: CluesQuery, named: Named, **asked: Any) -> Clues:
    try:
        limits = limits_among(asked)
        puzzle = clue_sets_puzzle(load_named(named), query.k, query.mask, limits)
        # built here, where its faults belong to the grid
        Limits.of(limits).guard("the model was built").do(lambda: puzzle.model)
    except (InputError, StoppedError) as error:
        return faulty(named[0], query.k, error)
    return search_clues(puzzle, exists=query.exists, limit=query.limit, **asked)


def question(query: CluesQuery) -> Question[Clues]:
    """Return the question for every grid."""
    asked = values(query, CluesQuery)
    if not query.entry:
        del asked["entry"]  # files of grids are older than entries
    return Question({"task": "clues", **asked}, partial(_expected_name, query))


def _expected_name(query: CluesQuery, record: Clues, named: Named) -> dict[str, object]:
    """Return the name that the record of that grid must have."""
    name = named[0][:LONGEST_NAME]
    if record.fault or record.status == "failed":  # its grid is the place it was read at, by whatever path
        return {} if Path(record.grid).name == Path(name).name else {"grid": name}
    try:
        spec = clue_sets_puzzle(load_named(named), query.k, query.mask).spec
    except InputError:
        return {"grid": name}
    return {"grid": name_of_grid(spec)}


def records(
    grids: Iterable[Named],
    query: CluesQuery,
    asked: Mapping[str, Any],
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Iterator[Sequence[Clues]]:
    """Yield a record for each grid, in their order; each of `workers` searches a grid at a time.

    Args:
        grids: a name for each, and the puzzle (see `clues.clue_sets_puzzle`) or what is wrong with it.
        query: the question.
        asked: arguments of a run; limits are for each grid.
        workers: processes, of which a single one is this process; or a cluster.
        cancel: once it is set, no more is begun; the record of a grid under way says `cancelled`.
        watch: observes each search, if there is one process.

    Raises UsageError at once for names and limits that there are not; MissingBackendError likewise.
    """
    ask("all", {**asked, "limit": query.limit})
    work = partial(_answer, query, {**asked, "watch": watch})
    return results(work, grids, workers=workers, cancel=cancel)


def claim(record: dict[str, Any]) -> dict[str, Any]:
    """Return the claim of a record that no other may contradict: is there a puzzle, and which, if all."""
    puzzles = {"puzzles": record["puzzles"]} if record["exhaustive"] else {}
    return {"any": record["count"] > 0, **puzzles}


def _answer(
    query: CluesQuery, asked: Mapping[str, Any], named: Named, cancel: Cancel | None
) -> Iterator[Sequence[Clues]]:
    yield [record(query, named, **asked, cancel=cancel)]
