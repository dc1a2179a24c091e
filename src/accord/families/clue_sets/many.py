"""The clue puzzles of many grids, one record each, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from accord.errors import InputError, StoppedError
from accord.families.clue_sets.clues import LONGEST_NAME, Clues, declared, faulty, searched
from accord.many.pool import Workers, results
from accord.many.source import Named, loaded
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
    unsaid: ClassVar[tuple[str, ...]] = ()  # a record tells all of it

    def of(self, named: Named, **asked: Any) -> Clues:
        """The record of one grid; what is wrong with a grid is in its record."""
        try:
            limits = {key: asked[key] for key in ("time_limit", "cancel") if key in asked}
            question = declared(loaded(named), self.k, self.mask, **limits)
            question.model  # noqa: B018 (built here, where its faults belong to the grid)
        except (InputError, StoppedError) as error:
            return faulty(named[0], self.k, error)
        return searched(question, exists=self.exists, limit=self.limit, **asked)

    @property
    def terms(self) -> dict[str, object]:
        """What was said of it."""
        return {"task": "clues", **asdict(self)}

    def expected(self, record: Clues, named: Named) -> dict[str, object]:
        """What the record of that grid has to say of itself, if it answers this question."""
        name = named[0][:LONGEST_NAME]
        if record.fault:  # its grid is the place it was read at, by whatever path
            return {} if Path(record.grid).name == Path(name).name else {"grid": name}
        try:
            spec = declared(loaded(named), self.k, self.mask).spec
        except InputError:
            return {"grid": name}
        return {
            "grid": "".join(spec.grid.split()), "k": spec.clues, "mask": "".join(spec.mask.split()),
            "mode": "exists" if self.exists else "all", "limit": self.limit,
        }  # fmt: skip


def records(
    grids: Iterable[Named],
    question: Question,
    asked: Mapping[str, Any],
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
    watch: Watch | None = None,
) -> Iterator[Sequence[Clues]]:
    """A record for each grid, in their order; each of `workers` searches a grid at a time.

    Args:
        grids: a name for each, and the puzzle (see `clues.declared`) or what is wrong with it.
        question: what is asked of each.
        asked: arguments of a run; time_limit is for each grid.
        workers: processes, of which a single one is this process; or a cluster.
        cancel: once it is set, no more is begun; the record of a grid under way says `cancelled`.
        watch: is told how each search goes, if there is one process.

    Raises UsageError at once for names and limits that there are not; MissingBackendError likewise.
    """
    ask("all", {**asked, "limit": question.limit})
    work = partial(_answered, question, {**asked, "watch": watch})
    return results(work, grids, workers=workers, cancel=cancel)


def claim(record: dict[str, Any]) -> dict[str, Any]:
    """What no other record of the grid may contradict: is there a puzzle, and which, if these are all."""
    puzzles = {"puzzles": record["puzzles"]} if record["exhaustive"] else {}
    return {"any": record["count"] > 0, **puzzles}


def _answered(
    question: Question, asked: Mapping[str, Any], named: Named, cancel: Cancel | None
) -> Iterator[Sequence[Clues]]:
    yield [question.of(named, **asked, cancel=cancel)]
