"""The harness: which jobs a comparison has, and running them one after the other or several at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from accord.backends import table
from accord.errors import UsageError
from accord.many.pool import in_order
from accord.puzzles.library import load
from accord_compare.isolate import isolated
from accord_compare.job import Job
from accord_compare.ledger import Ledger
from accord_compare.row import Row

SMALL_DECKS = ("three-columns", "no-cells", "two-cells", "by-suit", "by-rank", "kings")
# What Accord stands for: Golomb's 6 x 10, Hoyt's 402, the Meteor contest; and more than tilings.
HEADLINE = (
    ("pentomino-6x10", None, True),
    ("pentomino-4x15", "hoyt", False),
    ("meteor", None, False),
    ("aquarium-15x15-hard", None, False),
    ("aquarium-30x30", None, False),
    ("sudoku-17", None, False),
    ("clues-6x6", None, False),
    *(("freecell-small", deck, False) for deck in SMALL_DECKS),
)
WALKABLE = 20_000_000  # solutions that may be walked to for their digest; beyond, only counts are compared
HOUSE = ("native", "cpsat", "sat")


def jobs_for(
    puzzles: Sequence[str],
    variant: str | None = None,
    distinct: bool = False,
    backends: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> list[Job]:
    """A job for each puzzle, or those of the headline, and each backend, or those of the house.

    Raises what `load` raises.
    """
    if "-" in puzzles:
        raise UsageError(
            "every run is a process of its own and cannot read stdin too; name a file instead of -"
        )
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"time limit {time_limit}; expected more than 0 seconds")
    # a question asked twice has one answer, and a backend does not agree with itself
    asked = [(puzzle, variant, distinct) for puzzle in dict.fromkeys(puzzles)] or list(HEADLINE)
    backends = list(dict.fromkeys(backends or HOUSE))
    for backend in backends:
        table.row(backend)  # an unknown name is a usage error now, not a row later
    jobs = []
    for name, chosen_variant, is_distinct in asked:
        puzzle = load(name, chosen_variant)
        which = "shortest" if puzzle.is_plan else "distinct" if is_distinct else "all"
        declared = puzzle.counts.get(which)
        expected = declared.count if declared else None
        impossible = puzzle.is_plan and "all" in puzzle.counts  # of plans, none is all that can be declared
        walkable = expected is None or expected <= WALKABLE
        jobs += [
            Job(
                name,
                backend,
                variant=chosen_variant,
                distinct=is_distinct and not puzzle.is_plan,
                plans=puzzle.is_plan,
                expected=expected,
                impossible=impossible,
                digest=walkable,
                time_limit=time_limit,
                memory_limit=memory_limit,
            )
            for backend in backends
        ]
    return jobs


def words_for(jobs: Sequence[Job]) -> list[str]:
    """What to type after `accord compare` for these jobs: `jobs_for` makes them again of it."""
    first = jobs[0]
    asked = list(dict.fromkeys(job.question for job in jobs))
    headline = asked == [(name, variant, distinct) for name, variant, distinct in HEADLINE]
    words = [] if headline else [puzzle for puzzle, _, _ in asked]
    if not headline and first.variant is not None:
        words += ["--variant", first.variant]
    if not headline and any(job.distinct for job in jobs):
        words.append("--distinct")
    backends = list(dict.fromkeys(job.backend for job in jobs))
    if backends != list(HOUSE):
        words += [word for name in backends for word in ("--backend", name)]
    words += ["--time-limit", "inf" if first.time_limit is None else str(first.time_limit).removesuffix(".0")]
    if first.memory_limit is not None:
        words += ["--memory-limit", str(first.memory_limit)]
    return words


def perform_all(
    jobs: Sequence[Job],
    done: dict[int, Row],
    ledger: Ledger,
    cancel: threading.Event,
    at_once: int,
    tell: Callable[[str], None],
) -> Iterator[tuple[int, Row]]:
    """Run the jobs that are not done and yield (number, row) in their order, all in the ledger."""

    def perform(number: int) -> Row:
        if cancel.is_set():
            return Row(job=jobs[number], ending="cancelled", reason="not started")
        tell(f"{jobs[number].title}: {jobs[number].backend} ...")
        ledger.started(number)
        row = isolated(jobs[number], cancel)
        ledger.ended(number, row)
        return row

    waiting = [number for number in range(len(jobs)) if number not in done]
    yield from zip(waiting, in_order(perform, waiting, workers=at_once, threads=True), strict=True)
