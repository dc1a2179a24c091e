"""Run the jobs of a comparison, one after the other or several at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from accord.backends import table
from accord.errors import UsageError
from accord.many.pool import in_order
from accord.model import Model
from accord.puzzles.loader import load
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits
from accord.runner.query import check_names
from accord_compare.isolate import run_isolated
from accord_compare.job import Job
from accord_compare.ledger import Ledger
from accord_compare.row import Row

Engine: TypeAlias = tuple[str, str | None]  # a backend, and its engine if one is named

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
BUILT_IN = ("native", "cpsat", "sat")
MIB = 1 << 20  # bytes


def jobs_for(
    puzzles: Sequence[str],
    variant: str | None = None,
    distinct: bool = False,
    backends: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
    best: bool = False,
    repeat: int = 1,
    seeds: str | None = None,
) -> list[Job]:
    """Return a job for each puzzle and each backend; without names, of the headline and of our backends.

    A backend may name an engine: native/sums. With `repeat` or `seeds`, engines take turns, so that a load of
    the machine meets all of them. Raises what `load` raises.
    """
    if "-" in puzzles:
        raise UsageError(
            "every run is a process of its own and cannot read stdin too; name a file instead of -"
        )
    # a question asked twice has one answer, and a backend does not agree with itself
    asked = [(puzzle, variant, distinct) for puzzle in dict.fromkeys(puzzles)] or list(HEADLINE)
    engines = engines_of(backends)
    jobs = []
    for name, variant_of, is_distinct in asked:
        guard = Limits(seconds=time_limit, memory=memory_limit).guard("the puzzle was read")
        puzzle = guard.do(_read, name, variant_of, best)
        alone = jobs_of(name, puzzle, engines, variant_of, is_distinct, time_limit, memory_limit)
        jobs += [
            replace(job, best=best, expected=None if best else job.expected, seed=seed, repetition=repetition)
            for repetition in range(1, repeat + 1)
            for seed in seeds_of(seeds)
            for job in alone
        ]
    return jobs


def _read(name: str, variant: str | None, best: bool) -> Puzzle:
    """Return a puzzle. Raises UsageError if it has no objective, and the best is asked for."""
    puzzle = load(name, variant)
    if best and not _has_objective(puzzle):
        raise UsageError(f"{name} has no objective, so no solution is the best; leave --best out")
    return puzzle


def _has_objective(puzzle: Puzzle) -> bool:
    if puzzle.is_plan:
        return False
    problem = puzzle.as_problem  # whose model need not be made, nor may be
    return problem.objective is not None if problem is not None else len(puzzle.model.objective) > 0


def seeds_of(text: str | None) -> list[int]:
    """The seeds in a list such as 1,2,3; 0 where there is none. Raises UsageError."""
    parts = "0" if text is None else text
    if not all(part.strip().isdecimal() for part in parts.split(",")):
        raise UsageError(f"--seeds {text}: expected whole numbers with commas between, such as 1,2,3")
    return list(dict.fromkeys(map(int, parts.split(","))))


def engines_of(names: Sequence[str]) -> list[Engine]:
    """Return the backends, ours if none is named, each with its engine if one is. Raises UsageError."""
    engines = []
    for name in dict.fromkeys(names or BUILT_IN):
        backend, slash, engine = name.partition("/")
        table.row(backend)  # an unknown name is a usage error now, not a row later
        if slash and not engine:
            raise UsageError(f"found {name!r}; expected BACKEND or BACKEND/ENGINE, such as native/sums")
        engines.append((backend, engine or None))
    return engines


def jobs_of(
    name: str,
    puzzle: Puzzle | Model,
    engines: Sequence[Engine],
    variant: str | None = None,
    distinct: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> list[Job]:
    """A job for each engine, on a puzzle that is called so. Raises UsageError for what cannot be asked."""
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"time limit {time_limit}; expected more than 0 seconds")
    if memory_limit is not None and memory_limit < MIB:
        raise UsageError(f"memory limit {memory_limit}; expected at least {MIB:,} bytes, which are 1M")
    plans = isinstance(puzzle, Puzzle) and puzzle.is_plan
    for backend, engine in engines:
        if engine is not None and not plans and table.is_installed(backend):
            check_names(backend, {"engine": engine})
    counts = puzzle.counts if isinstance(puzzle, Puzzle) else {}
    declared = counts.get("shortest" if plans else "distinct" if distinct else "all")
    expected = declared.count if declared else None
    return [
        Job(
            name,
            backend,
            engine,
            variant=variant,
            distinct=distinct and not plans,
            plans=plans,
            expected=expected,
            impossible=plans and "all" in counts,  # of plans, none is all that can be declared
            digest=expected is None or expected <= WALKABLE,
            time_limit=time_limit,
            memory_limit=None if memory_limit is None else memory_limit // MIB,
        )
        for backend, engine in engines
    ]


def words_for(jobs: Sequence[Job]) -> list[str]:
    """Return what to type after `accord compare` for these jobs: `jobs_for` makes them again of it."""
    first = jobs[0]
    asked = list(dict.fromkeys(job.question for job in jobs))
    headline = asked == [(*question, False) for question in HEADLINE]
    words = [] if headline else [puzzle for puzzle, *_ in asked]
    if not headline and first.variant is not None:
        words += ["--variant", first.variant]
    if not headline and any(job.distinct for job in jobs):
        words.append("--distinct")
    words += ["--best"] * first.best
    if (turns := max(job.repetition for job in jobs)) > 1:
        words += ["--repeat", str(turns)]
    if (seeds := list(dict.fromkeys(job.seed for job in jobs))) != [0]:
        words += ["--seeds", ",".join(map(str, seeds))]
    backends = list(dict.fromkeys(job.who for job in jobs))
    if backends != list(BUILT_IN):
        words += [word for name in backends for word in ("--backend", name)]
    words += ["--time-limit", "inf" if first.time_limit is None else str(first.time_limit).removesuffix(".0")]
    if first.memory_limit is not None:
        words += ["--memory-limit", f"{first.memory_limit}M"]
    return words


def perform_all(
    jobs: Sequence[Job],
    done: dict[int, Row],
    ledger: Ledger | None,
    cancel: threading.Event,
    at_once: int,
    tell: Callable[[str], object],
    model: bytes = b"",
) -> Iterator[tuple[int, Row]]:
    """Run the jobs that are not done and yield (number, row) in their order, all in the ledger.

    All of them on that model if there is one, pickled; each else on the puzzle that it names.
    """

    def perform(number: int) -> Row:
        if cancel.is_set():
            return Row(job=jobs[number], ending="cancelled", reason="not started")
        tell(f"{jobs[number].title}: {jobs[number].who} ...")
        if ledger is not None:
            ledger.start_job(number)
        row = run_isolated(jobs[number], cancel, model)
        if ledger is not None:
            ledger.end_job(number, row)
        return row

    waiting = [number for number in range(len(jobs)) if number not in done]
    yield from zip(waiting, in_order(perform, waiting, workers=at_once, threads=True), strict=True)
