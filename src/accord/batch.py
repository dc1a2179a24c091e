"""Solve many puzzles, in one process or several, and return one printable result for each.

Where a kernel takes many puzzles of a family in one call (`accord.backends.native.many`), puzzles that follow
each other go to it as a group; see `accord.many.pool`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, takewhile
from time import monotonic
from typing import Any, Literal

from msgspec.structs import replace as with_fields

from accord.arguments import Arguments, Query, asking, values
from accord.backends.native.many import Found, Many, many
from accord.certify.claimed_solution import Verdict, verdict
from accord.errors import AccordError, InputError, StoppedError, UsageError
from accord.many.pool import Workers, in_groups, results
from accord.many.source import Named, load_named
from accord.many.units import Question
from accord.picture import Picture
from accord.puzzles.blocks import Rows, drawn_rows
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.views import differing_cells
from accord.runner.limits import Cancel, Limits, Stop
from accord.runner.outcome import Outcome, Seconds, answer
from accord.runner.query import RunQuery, ask
from accord.runner.run import Run
from accord.tasks import Task

EXPLAINING = 10.0  # seconds for why a puzzle has no solution, unless there is a time limit
NOT_STATED = "found no solution to check; expected a file with `family KIND`, and a line `solution`"
LEAST_TIME = 1.0  # seconds: a time limit below that is for puzzles that are searched alone


def claim(line: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that no other line of the puzzle may contradict; any two solutions may be shown."""
    keys = ("answer", "verdict", *(("solution", "differs") if line["answer"] == "unique" else ()))
    return {key: line.get(key) for key in keys}


def claim_of_count(line: dict[str, Any]) -> dict[str, Any]:
    """Return these fields for a count or a part of one; the digest is not always asked for."""
    return {key: line[key] for key in ("count", "total", "digest") if line.get(key) is not None}


class Line(Outcome, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one puzzle of many that was counted to two; `puzzle` is its name in the file."""

    solution: tuple[str, ...] = ()  # the rows of the board with the first witness, as the file has them
    other: tuple[str, ...] = ()  # and with the second
    cells: tuple[str, ...] = ()  # where the two differ, as r1c1
    verdict: Verdict | Literal[""] = ""  # of the solution that the file states, if that was asked
    differs: tuple[str, ...] = ()  # where it is not as the first witness, as r1c1
    clash: tuple[str, ...] = ()  # items whose demands cannot all be met, none of which can be spared
    drawn: str = ""  # the first witness, if that was asked and the puzzle was searched alone


def question(task: str, query: Query) -> Question[Any]:
    """Return what is asked of every puzzle; `task` is that of the command: solve, check, count, rate."""
    terms = {"task": task, **query.terms, "with_digest": getattr(query, "with_digest", False)}
    return Question(terms)


def lines(puzzles: Iterable[Named], asked: Mapping[str, Any], **more: Any) -> Iterator[Line]:
    """A line for each puzzle, in their order; see `groups` for what there is besides.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        asked: arguments of `accord.unique`, such as `backend` and `time_limit`, which is for each puzzle.
        **more: arguments of `groups`.

    Raises UsageError at once, for names and limits that there are not; MissingBackendError likewise.
    """
    return chain.from_iterable(groups(puzzles, ask("unique", asked), **more))


def groups(
    puzzles: Iterable[Named],
    query: RunQuery,
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
    ready: Callable[[], bool] | None = None,
    check: bool = False,
    draw: Callable[[Picture], str] | None = None,
) -> Iterator[Sequence[Line]]:
    """A line for each puzzle, in their order, some at a time.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        query: what is asked of each puzzle: the task `unique`, with a time limit for each.
        workers: processes, or a cluster.
        cancel: once it is set, no further puzzle is begun; one that was cut short ends the lines.
        ready: whether the next puzzle would come at once; else the lines of those that came leave first. None
            if they all do.
        check: whether to hold the solutions that a file states against ours.
        draw: how a solution is drawn for people; None if it is not. Picklable, if there are several workers.

    What a backend refuses of one puzzle is in its line. Raises WorkerDiedError if a process ends before its
    time.
    """
    things = in_groups(puzzles, kernel_of(query), ready)
    return _before_cancelled(
        results(partial(_solve_group, query, check, draw), things, workers=workers, cancel=cancel)
    )


def _before_cancelled(told: Iterator[Sequence[Line]]) -> Iterator[Sequence[Line]]:
    """Yield the lines before the first cancelled one: each is of the puzzle at its place."""
    for some in told:
        done = [*takewhile(lambda line: line.status != "cancelled", some)]
        if done:
            yield done
        if len(done) < len(some):
            return


# -- groups ------------------------------------------------------------------------------------------


def kernel_of(query: RunQuery) -> Callable[[Named], Many | None]:
    """Return a function from a puzzle to the kernel that takes many of its family and searches it alone."""
    engine = query.engine
    alone = (
        query.backend not in ("auto", "native")
        or (query.time_limit or LEAST_TIME) < LEAST_TIME
        or bool(asking(query, "alone", "refused"))
    )

    def of(named: Named) -> Many | None:
        puzzle = named[1]
        if alone or puzzle is None or isinstance(puzzle, InputError) or puzzle.stated is not None:
            return None
        kernel = many(puzzle.record)
        return kernel if kernel is not None and engine in (None, kernel.engine) else None

    return of


def _solve_group(
    query: RunQuery,
    check: bool,
    draw: Callable[[Picture], str] | None,
    group: list[Named],
    cancel: Cancel | None,
) -> Iterator[Sequence[Line]]:
    """Yield the lines of a group, some at a time, as soon as they are known."""
    started = monotonic()
    query = replace(query, cancel=cancel)
    kernel = kernel_of(query)(group[0])
    if kernel is None:
        for named in group:
            yield [solve_one(*named, query, check, draw)]
        return
    puzzles = [load_named(named) for named in group]
    forms = [kernel.form(puzzle) for puzzle in puzzles]
    taken = [form for form in forms if form is not None]
    found = iter(kernel.solve(taken) if taken else ())
    each = (monotonic() - started) / len(group)
    known: list[Line] = []
    for (name, _), puzzle, form in zip(group, puzzles, forms, strict=True):
        one = Found(None) if form is None else next(found)
        if not one.count and known:  # a search, or a reason why there is no solution, takes a while
            yield known
            known = []
        if one.count is None:
            known.append(solve_one(name, puzzle, query, check, draw))
        else:
            known.append(_line(name, puzzle, query, kernel, one, each))
    yield known


def _line(name: str, puzzle: Puzzle, query: RunQuery, kernel: Many, found: Found, seconds: float) -> Line:
    """Return the line of one puzzle from a kernel for many; `seconds` is its share of the group's."""
    assert found.count is not None
    return Line(
        puzzle=name,
        task="unique",
        backend="native",
        engine=kernel.engine,
        chosen=kernel.why,
        status="complete",
        answer=answer("unique", found.count, found.count < 2),
        count=found.count,
        exact=found.count < 2,
        effort={"nodes": found.nodes, "roots": 0},
        seconds=Seconds(0.0, seconds if found.boards else None, seconds, search=seconds),
        difference=found.difference,
        versions={},
        **_board_fields(found.boards),
        clash=() if found.count else _clash(puzzle, query),
    )


# -- one puzzle --------------------------------------------------------------------------------------


def solve_one(
    name: str,
    puzzle: Puzzle | InputError | None,
    query: RunQuery,
    check: bool = False,
    draw: Callable[[Picture], str] | None = None,
) -> Line:
    """Return the line of one puzzle: whether it has exactly one solution, and the fields beside it."""
    try:
        return query.limits().whole().do(_solve_one, name, puzzle, query, check, draw)
    except StoppedError as error:
        return Line(**_stop_fields(name, "unique", error))


def _solve_one(
    name: str,
    puzzle: Puzzle | InputError | None,
    query: RunQuery,
    check: bool,
    draw: Callable[[Picture], str] | None,
) -> Line:
    from accord.runner.run import Run

    limits = query.limits()
    try:
        puzzle = limits.guard("the puzzle was read").do(load_named, (name, puzzle))
        if check and not puzzle.stated:
            return _faulty(name, f"{name}: {NOT_STATED}")
        run = Run(puzzle, query)
        _exhaust(run)
        outcome = run.outcome
    except (InputError, UsageError) as error:
        return _faulty(name, str(error))
    boards = [_board(puzzle, witness.options) for witness in outcome.solutions]
    told = {name: getattr(outcome, name) for name in Outcome.__struct_fields__}
    told |= {"puzzle": name, "solutions": (), "versions": {}}
    told |= _board_fields(boards, "" if puzzle.stated is None else " ")
    if check and puzzle.stated:
        asked = values(query, Arguments) | {"time_limit": limits.rest}
        told["verdict"] = verdict(puzzle, outcome, boards, asked)
        told["differs"] = tuple(differing_cells(puzzle.stated, boards[0])) if boards else ()
    if draw is not None and outcome.solutions:
        told["drawn"] = draw(puzzle.picture(outcome.solutions[0]))
    if outcome.answer == "impossible":
        told["clash"] = _clash(puzzle, replace(query, time_limit=limits.rest))
    return Line(**told)


def _faulty(name: str, fault: str) -> Line:
    return Line(**_fault(name, "unique", fault))


def _fault(name: str, task: Task, fault: str) -> dict[str, Any]:
    """Return the outcome for a text that is no puzzle."""
    return {**_open_fields(name, task), "status": "failed", "fault": fault}


def _stop_fields(name: str, task: Task, error: StoppedError) -> dict[str, Any]:
    """Return the outcome for a puzzle where a limit ended what comes before the search, or after it."""
    stop = Stop.of(error)
    return {**_open_fields(name, task), "status": stop.status, "reason": stop.reason, "limit": stop.limit}


def _open_fields(name: str, task: Task) -> dict[str, Any]:
    return {
        "puzzle": name, "task": task, "backend": "", "engine": "", "answer": "undecided",
        "count": 0, "exact": False, "effort": {}, "seconds": Seconds(0.0, None, 0.0), "versions": {},
    }  # fmt: skip


def counting(
    query: RunQuery, watch: Callable[[Run], object] | None, named: Named, cancel: Cancel | None
) -> Iterator[Sequence[Outcome]]:
    """Count one puzzle; `watch` iterates over the run."""
    yield [_count_one(named, replace(query, cancel=cancel), watch or _exhaust)]


def _exhaust(steps: Iterable[object]) -> None:
    """Take all steps."""
    for _ in steps:
        pass


def _count_one(named: Named, query: RunQuery, watch: Callable[[Run], object]) -> Outcome:
    """Count one puzzle; its fault, if any, is in the outcome."""
    from accord.runner.run import Run

    name, limits = named[0], query.limits()

    def outcome() -> Outcome:
        run = Run(limits.guard("the puzzle was read").do(load_named, named), query)
        watch(run)
        return run.outcome

    try:
        return with_fields(limits.whole().do(outcome), puzzle=name)
    except (InputError, UsageError) as error:
        return Outcome(**_fault(name, "count", str(error)))
    except StoppedError as error:
        return Outcome(**_stop_fields(name, "count", error))


def _board(puzzle: Puzzle, options: tuple[int, ...]) -> Rows:
    """The signs of a solution by row; where a file states solutions, its words."""
    block = puzzle.record.texts.block
    if puzzle.stated is None or block is None:
        return drawn_rows(puzzle, options)
    return block.solution.rows(puzzle, options)


def _board_fields(boards: Sequence[Sequence[Sequence[str]]], between: str = "") -> dict[str, Any]:
    """Return the fields of a line for up to two solutions; `between` stands between the signs of a board."""
    one, other = (*boards, (), ())[:2]
    return {
        "solution": tuple(map(between.join, one)),
        "other": tuple(map(between.join, other)),
        "cells": tuple(differing_cells(one, other)) if other else (),
    }


def _clash(puzzle: Puzzle, query: RunQuery) -> tuple[str, ...]:
    """An irreducible set of items that cannot all be met; empty if time was too short to find one."""
    from accord.certify.explain import explain

    limits = Limits.of(query, seconds=query.time_limit or EXPLAINING)
    try:
        # the guard ends it before that of the puzzle does, with which the answer would be lost
        found = limits.guard("a reason was looked for").do(
            explain,
            puzzle,
            time_limit=limits.seconds,
            memory_limit=query.memory_limit,
            cancel=query.cancel,
        )
    except AccordError:
        return ()
    return tuple(f"{reason.item}: {reason.demand}" for reason in found.items) if found.irreducible else ()
