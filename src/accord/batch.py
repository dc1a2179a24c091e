"""Many puzzles, one after the other or in several processes: each is solved, and told as a line.

Where a kernel takes many puzzles of a family in one call (`accord.backends.native.many`), puzzles that follow
each other go to it as a group; see `accord.many.pool`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from accord.arguments import asking
from accord.backends.native.many import Found, Many, many
from accord.certify.stated import Rows, Verdict, verdict
from accord.errors import AccordError, InputError, UsageError
from accord.many.pool import Workers, grouped, results
from accord.many.source import Named, loaded
from accord.runner.asked import ask
from accord.runner.limits import Cancel
from accord.runner.outcome import Outcome, Seconds, answer

if TYPE_CHECKING:
    from accord.picture import Picture
    from accord.puzzles.puzzle import Puzzle

EXPLAINING = 10.0  # seconds for why a puzzle has no solution, unless there is a time limit
NOT_STATED = "found no solution to check; expected a file with `family KIND`, and a line `solution`"
LEAST_TIME = 1.0  # seconds: a time limit below that is for puzzles that are searched alone


class Line(Outcome, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one puzzle of many; `puzzle` is its name in the file."""

    solution: tuple[str, ...] = ()  # the rows of the board with the first witness, as the file has them
    other: tuple[str, ...] = ()  # and with the second
    cells: tuple[str, ...] = ()  # where the two differ, as r1c1
    verdict: Verdict | Literal[""] = ""  # of the solution that the file states, if that was asked
    differs: tuple[str, ...] = ()  # where it is not as the first witness, as r1c1
    clash: tuple[str, ...] = ()  # items whose demands cannot all be met, none of which can be spared
    fault: str = ""  # what is wrong with the puzzle, if it is none
    drawn: str = ""  # the first witness, if that was asked and the puzzle was searched alone


def lines(
    puzzles: Iterable[Named],
    asked: Mapping[str, Any],
    *,
    workers: Workers = 1,
    cancel: Cancel | None = None,
    ready: Callable[[], bool] | None = None,
    check: bool = False,
    draw: Callable[[Picture], str] | None = None,
) -> Iterator[Line]:
    """A line for each puzzle, in their order.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        asked: arguments of `accord.unique`, such as `backend` and `time_limit`, which is for each puzzle.
        workers: processes, or a cluster.
        cancel: once it is set, no further puzzle is begun, and none that was cut short is told.
        ready: whether the next puzzle would come at once; else the lines of those that came leave first. None
            if they all do.
        check: whether to hold the solutions that a file states against ours.
        draw: how a solution is drawn for people; None if it is not. Picklable, if there are several workers.

    Raises:
        UsageError: at once, for names and limits that there are not; MissingBackendError likewise. What a
            backend refuses of one puzzle is in its line.
        WorkerDiedError: if a process ends before its time.
    """
    ask("unique", asked)
    groups = grouped(puzzles, kernel_of(asked), ready)
    told = results(partial(_solved, dict(asked), check, draw), groups, workers=workers, cancel=cancel)
    return (line for some in told for line in some if line.status != "cancelled")


# -- groups ------------------------------------------------------------------------------------------


def kernel_of(asked: Mapping[str, Any]) -> Callable[[Named], Many | None]:
    """What tells of a puzzle which kernel takes many of its family, and is what would search it alone."""
    engine = asked.get("engine")
    alone = (
        asked.get("backend", "auto") not in ("auto", "native")
        or (asked.get("time_limit") or LEAST_TIME) < LEAST_TIME
        or bool(asking(asked, "alone", "refused"))
    )

    def of(named: Named) -> Many | None:
        puzzle = named[1]
        if alone or puzzle is None or isinstance(puzzle, InputError) or puzzle.stated is not None:
            return None
        kernel = many(puzzle.record)
        return kernel if kernel is not None and engine in (None, kernel.engine) else None

    return of


def _solved(
    asked: dict[str, Any],
    check: bool,
    draw: Callable[[Picture], str] | None,
    group: list[Named],
    cancel: Cancel | None,
) -> Iterator[Sequence[Line]]:
    """The lines of a group, each as soon as it is there."""
    started = monotonic()
    asked = {**asked, "cancel": cancel}
    kernel = kernel_of(asked)(group[0])
    if kernel is None:
        for named in group:
            yield [solved(*named, asked, check, draw)]
        return
    puzzles = [loaded(named) for named in group]
    forms = [kernel.form(puzzle) for puzzle in puzzles]
    taken = [form for form in forms if form is not None]
    found = iter(kernel.solve(taken) if taken else ())
    each = (monotonic() - started) / len(group)
    for (name, _), puzzle, form in zip(group, puzzles, forms, strict=True):
        one = Found(None) if form is None else next(found)
        if one.count is None:
            yield [solved(name, puzzle, asked, check, draw)]
        else:
            yield [_line(name, puzzle, asked, kernel, one, each)]


def _line(
    name: str, puzzle: Puzzle, asked: Mapping[str, Any], kernel: Many, found: Found, seconds: float
) -> Line:
    """What a kernel for many puzzles found of one; `seconds` is its share of the group's."""
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
        **_seen(found.boards),
        clash=() if found.count else _clash(puzzle, asked),
    )


# -- one puzzle --------------------------------------------------------------------------------------


def solved(
    name: str,
    puzzle: Puzzle | InputError | None,
    asked: dict[str, Any],
    check: bool = False,
    draw: Callable[[Picture], str] | None = None,
) -> Line:
    """One puzzle: whether it has exactly one solution, with what a person would want to see beside."""
    from accord.runner.api import unique

    try:
        puzzle = loaded((name, puzzle))
        if check and not puzzle.stated:
            return _faulty(name, f"{name}: {NOT_STATED}")
        outcome = unique(puzzle, **asked)
    except (InputError, UsageError) as error:
        return _faulty(name, str(error))
    boards = [_board(puzzle, witness.options) for witness in outcome.solutions]
    told = {name: getattr(outcome, name) for name in Outcome.__struct_fields__}
    told |= {"puzzle": name, "solutions": (), "versions": {}}
    told |= _seen(boards, "" if puzzle.stated is None else " ")
    if check and puzzle.stated:
        told["verdict"] = verdict(puzzle, outcome, boards, asked)
        told["differs"] = tuple(_differing(puzzle.stated, boards[0])) if boards else ()
    if draw is not None and outcome.solutions:
        told["drawn"] = draw(puzzle.picture(outcome.solutions[0]))
    return Line(**told, clash=_clash(puzzle, asked) if outcome.answer == "impossible" else ())


def _faulty(name: str, fault: str) -> Line:
    return Line(
        puzzle=name, task="unique", backend="", engine="", status="failed", answer="undecided", count=0,
        exact=False, effort={}, seconds=Seconds(0.0, None, 0.0), versions={}, fault=fault,
    )  # fmt: skip


def _board(puzzle: Puzzle, options: tuple[int, ...]) -> Rows:
    """The signs of a solution by row; where a file states solutions, those of the file."""
    from accord.render.text import rows

    block = puzzle.record.texts.block
    signs = {} if puzzle.stated is None or block is None else block.signs
    drawn = rows(puzzle.picture(options))
    return tuple(tuple(signs.get(sign, sign) for sign in row) for layer in drawn for row in layer)


def _seen(boards: Sequence[Sequence[Sequence[str]]], between: str = "") -> dict[str, Any]:
    """What a line says of the boards of up to two solutions; `between` stands between their signs."""
    one, other = (*boards, (), ())[:2]
    return {
        "solution": tuple(map(between.join, one)),
        "other": tuple(map(between.join, other)),
        "cells": tuple(_differing(one, other)) if other else (),
    }


def _differing(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> Iterator[str]:
    """The cells in which two boards differ, as r1c1; none if they are not of one size."""
    return (
        f"r{r}c{c}"
        for r, pair in enumerate(zip(one, other, strict=False), start=1)
        for c, (here, there) in enumerate(zip(*pair, strict=False), start=1)
        if here != there
    )


def _clash(puzzle: Puzzle, asked: Mapping[str, Any]) -> tuple[str, ...]:
    """An irreducible set of items that cannot all be met; empty if time was too short to find one."""
    from accord.certify.explain import explain

    try:
        found = explain(puzzle, time_limit=asked.get("time_limit") or EXPLAINING, cancel=asked.get("cancel"))
    except AccordError:
        return ()
    return tuple(f"{reason.item}: {reason.demand}" for reason in found.items) if found.irreducible else ()
