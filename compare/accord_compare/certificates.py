"""Benchmark of certificates: the time to write one, and the time to check it.

name            what it is
--------------  ---------------------------------------------------------------------------------------
accord check    the compiled checker: the other side
check_count.py  the plain one, in a process of its own, once
"""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.certify.count import check, write
from accord.errors import RefusedError
from accord.processes import environment, python
from accord.puzzles.loader import load
from accord_compare.bench import Contest, Counted, MissingPeerError, Sides

PLAIN = Path(__file__).parents[1] / "check_count.py"


@dataclass(frozen=True)
class Subject:
    """A count that is certified."""

    puzzle: str
    count: int
    kind: str
    distinct: bool = False
    variant: str | None = None
    plain: bool = True  # whether the plain checker follows it as well

    @property
    def name(self) -> str:
        """The puzzle, as it is called in the table."""
        return " ".join(filter(None, (self.puzzle, self.variant, "distinct" * self.distinct)))


SUBJECTS = (
    Subject("queens-8", 92, "tree"),
    Subject("langford-8", 300, "graph"),
    Subject("aquarium-6x6", 1, "tree"),
    Subject("sudoku-17", 1, "tree"),
    Subject("dominoes-8x8", 12_988_816, "graph"),
    Subject("monominoes-dominoes-9x9", 10_185_111_919_160_666_118_608, "graph"),
    Subject("soma", 11_520, "graph"),
    Subject("soma", 240, "tree", distinct=True),
    Subject("meteor", 2098, "graph"),
    Subject("meteor", 1049, "graph", distinct=True),
    Subject("pentomino-4x15", 402, "graph", variant="hoyt"),
    Subject("pentomino-4x15", 368, "graph", distinct=True),
    Subject("pentomino-6x10", 9356, "graph"),
    Subject("pentomino-6x10", 2339, "tree", distinct=True),
    Subject("one-sided-3x30", 46, "graph", distinct=True),
    Subject("one-sided-5x18", 686_628, "graph", distinct=True, plain=False),
)


def contests() -> list[Contest]:
    """A row for each subject: it is written, and checked."""
    return [
        Contest(
            section="certificates",
            instance=subject.name,
            engine=subject.kind,
            what="written",
            beside="accord check",
            count=subject.count,
            clock="CPU",
            sides=partial(_sides, subject),
            warm_up=subject.plain,
        )
        for subject in SUBJECTS
    ]


def _sides(subject: Subject) -> Iterator[Sides]:
    model = load(subject.puzzle, subject.variant).model
    with TemporaryDirectory() as folder:
        path = Path(folder, "count")

        def write_count() -> Counted:
            found = write(model, path, puzzle=subject.puzzle, kind=subject.kind, distinct=subject.distinct)
            sizes = {"bytes": found.bytes, "compressed": found.compressed, "memory": found.memory}
            return Counted(found.count, {"decisions": found.situations, **sizes})

        plain = _plainly(path, write_count) if subject.plain else {}

        def check_count() -> Counted:
            return Counted(check(path, model=model).count or 0, plain)

        yield write_count, check_count


def _plainly(path: Path, write_it: Callable[[], Counted]) -> dict[str, int]:
    """Return the milliseconds of the plain checker for the file. Raises MissingPeerError without it."""
    if not PLAIN.exists():
        raise MissingPeerError("the sources of Accord, of which the plain checker is a part")
    written = write_it()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        python(str(PLAIN), str(path)), env=environment(), capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if f"has {written.count} solutions" not in done.stdout:
        raise RefusedError(f"the plain checker says: {done.stderr.strip()}")
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"plain ms": round(1000 * seconds)}
