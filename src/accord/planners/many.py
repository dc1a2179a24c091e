"""Plan many puzzles: a file of many, or a range of deals; one result record per puzzle, in order.

Where the family has a sweep, puzzles of a range are searched by the hundred in one call. Neither names nor
records are ever held as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from accord.arguments import Cancel, values
from accord.arguments.plan import Mode, PlanArguments, PlanRecords
from accord.errors import InputError, StoppedError, UsageError
from accord.many.pool import Workers, in_groups, results
from accord.many.source import Found, Named, Range, Source, load_named, read_or_range
from accord.many.units import Question
from accord.planners import table
from accord.planners.contract import Sweep
from accord.planners.planned import Planned
from accord.planners.search import Search
from accord.puzzles.family import load_reference
from accord.puzzles.loader import load
from accord.puzzles.puzzle import Puzzle


def search(query: PlanArguments, puzzle: Puzzle, *, cancel: Cancel | None = None, workers: int = 1) -> Search:
    """Return the search of one puzzle. Raises UsageError, RefusedError, MissingBackendError."""
    from accord.planners.search import Search

    own = {"state_limit": states(query, puzzle), "workers": workers, "cancel": cancel}
    return Search(puzzle, **values(query, PlanArguments) | own)


def record(query: PlanRecords, named: Named, cancel: Cancel | None = None) -> Planned:
    """Return the record of one puzzle; what is wrong with a puzzle is in its record."""
    name = named[0]
    try:
        puzzle = load_named(named)
        with search(query, puzzle, cancel=cancel) as one:
            planned = one.run()
    except (InputError, StoppedError) as error:
        return faulty(name, query, error)
    line = planned.write(puzzle, query.options, query.form, plans=query.plans)
    return structs.replace(line, puzzle=name, versions={})


def sweep_of(query: PlanRecords, puzzle: Puzzle) -> Sweep | None:
    """Return what searches puzzles like this one by the hundred, if anything does."""
    place = puzzle.record.searched.sweep
    if not place:
        return None
    mode, backend = _usual(query, puzzle)
    sweep: Sweep = load_reference(place)
    return sweep if sweep.takes(puzzle.spec, replace(query, mode=mode, backend=backend)) else None


def question(query: PlanRecords) -> Question[Planned]:
    """Return the question to every puzzle."""
    return Question(query.terms)


def _usual(query: PlanArguments, puzzle: Puzzle) -> tuple[Mode, str]:
    return table.resolve(puzzle.record, query.mode, query.backend, query.engine)


def states(query: PlanArguments, puzzle: Puzzle) -> int | None:
    """Return the limit of states: where the planner has a usual one, that; it says where it gave up."""
    searched = puzzle.record.searched
    if query.state_limit is not None or not searched.limits:
        return query.state_limit
    usual = _usual(query, puzzle)
    own = table.planners(puzzle.record, query.engine).get(usual) == searched.planners.get(usual)
    place = searched.limits.get(usual) if own else None
    return None if place is None else int(load_reference(place))


def records(
    puzzles: Iterable[Named],
    query: PlanRecords,
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
) -> Iterator[Sequence[Planned]]:
    """A record for each puzzle, in their order, some at a time; see `accord.many.pool.results`.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it; those of a range have names alone.
        query: what is asked of each.
        workers: processes, of which a single one is this process; or a cluster.
        cancel: once it is set, no more is begun; the record of a puzzle under way says `cancelled`.

    Raises WorkerDiedError if a process ends before its time, and what a search raises.
    """
    sweeps: list[Sweep | None] = []  # of the range, once its first puzzle is there

    def alike(named: Named) -> Sweep | None:
        name, puzzle = named
        if puzzle is None and not sweeps:
            sweeps.append(sweep_of(query, load(name)))
        return sweeps[0] if puzzle is None else None

    groups = in_groups(puzzles, alike)
    yield from results(partial(_answer, query), groups, workers=workers, cancel=cancel)


def puzzles_of(name: str) -> Source:
    """The source of a name; see `accord.many.source`. A model among several puzzles is a UsageError."""
    return Source(name, find=_plans)


def faulty(name: str, query: PlanRecords, error: InputError | StoppedError) -> Planned:
    """The record of what is no puzzle, or of one that was stopped before its search."""
    stopped = isinstance(error, StoppedError)
    words = " / ".join(str(error).splitlines())
    return Planned(
        puzzle=name,
        mode=query.mode,
        status=error.status if isinstance(error, StoppedError) else "failed",
        reason=words if stopped else "",
        answer="gave-up",
        moves=None,
        plan=None,
        form=query.form,
        effort={},
        seconds=0.0,
        fault="" if stopped else words,
    )


def claim(record: dict[str, Any]) -> dict[str, Any]:
    """The claim that no other record of the puzzle may contradict; plans may differ unless the shortest."""
    match record["answer"]:
        case "shortest":
            return {"plan": True, "cost": record.get("cost", record.get("single", record["moves"]))}
        case "gave-up":
            return {}
    return {"plan": record["answer"] == "solved"}


def _answer(query: PlanRecords, group: list[Named], cancel: Cancel | None) -> Iterator[Sequence[Planned]]:
    """The records of a group: of a range, by the sweep if there is one."""
    name, puzzle = group[0]
    sweep = sweep_of(query, first := load(name)) if puzzle is None else None
    if sweep is None:
        yield from ([record(query, each, cancel)] for each in group)
        return
    asked = {"limit": query.state_limit, "plans": query.plans, "cancel": cancel}
    yield from sweep.swept([name for name, _ in group], first.spec, **asked)


def _plans(name: str) -> Found:
    found = read_or_range(name)
    return found if isinstance(found, Range) or callable(found) else _without_models(found, name)


def _without_models(puzzles: Iterable[Named], file: str) -> Iterator[Named]:
    """Yield these puzzles; raises UsageError for one that is a model, which has another command."""
    for name, puzzle in puzzles:
        if not isinstance(puzzle, InputError | None) and not puzzle.is_plan:
            raise UsageError(f"{file}: {name} is a model, no plan problem; use accord solve {file}")
        yield name, puzzle
