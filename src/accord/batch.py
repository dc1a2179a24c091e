"""Many puzzles, one after the other or in several processes: each is solved, and told as a line.

A process starts once and compiles once, however many puzzles there are. Lines come in the order of the
puzzles, and puzzles are read as lines leave: neither the file nor the answers are ever held as a whole.

Where a kernel takes many puzzles of a family in one call (`accord.backends.native.many`), puzzles that follow
each other go to it as a group; a group is at most as large as all before it, so the first lines come at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from accord.backends.native.many import ENOUGH, Found, Many, many
from accord.errors import AccordError, InputError, UsageError
from accord.runner.asked import ask
from accord.runner.limits import Cancel
from accord.runner.outcome import Outcome, Seconds, answer
from accord.runner.pool import in_order

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

EXPLAINING = 10.0  # seconds for why a puzzle has no solution, unless there is a time limit
LEAST_TIME = 1.0  # seconds: a time limit below that is for puzzles that are searched alone
ALONE = ("root", "node_limit", "encoding", "branch", "propagate", "checkpoint")  # what a group is not asked

Named: TypeAlias = "tuple[str, Puzzle | InputError]"


class Line(Outcome, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one puzzle of many; `puzzle` is its name in the file."""

    solution: tuple[str, ...] = ()  # the rows of the board with the first witness
    other: tuple[str, ...] = ()  # and with the second
    cells: tuple[str, ...] = ()  # where the two differ, as r1c1
    clash: tuple[str, ...] = ()  # items whose demands cannot all be met, none of which can be spared
    fault: str = ""  # what is wrong with the puzzle, if it is none


def lines(
    puzzles: Iterable[Named],
    asked: Mapping[str, Any],
    *,
    workers: int = 1,
    cancel: Cancel | None = None,
    ready: Callable[[], bool] | None = None,
) -> Iterator[Line]:
    """A line for each puzzle, in their order.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        asked: arguments of `accord.unique`, such as `backend` and `time_limit`, which is for each puzzle.
        workers: processes.
        cancel: once it is set, no further line comes.
        ready: whether the next puzzle would come at once; else the lines of those that came leave first. None
            if they all do.

    Raises:
        UsageError: at once, for names and limits that there are not; MissingBackendError likewise. What a
            backend refuses of one puzzle is in its line.
        WorkerDiedError: if a process ends before its time.
    """
    ask("unique", asked)
    return _lines(puzzles, asked, workers, cancel, ready)


def _lines(
    puzzles: Iterable[Named],
    asked: Mapping[str, Any],
    workers: int,
    cancel: Cancel | None,
    ready: Callable[[], bool] | None,
) -> Iterator[Line]:
    groups = _groups(puzzles, asked, ready)
    if workers == 1:
        for group in groups:
            for line in _solved(group, {**asked, "cancel": cancel}):
                if cancel is not None and cancel.is_set():
                    return
                yield line
        return
    solve = partial(_solved_all, asked=dict(asked))
    yield from chain.from_iterable(in_order(solve, groups, workers=workers, cancel=cancel))


# -- groups ------------------------------------------------------------------------------------------


def _groups(
    puzzles: Iterable[Named], asked: Mapping[str, Any], ready: Callable[[], bool] | None
) -> Iterator[list[Named]]:
    """Puzzles in their order: each alone, or several of one family for a kernel that takes many."""
    group: list[Named] = []
    before: Many | None = None  # what the group is for
    size = 1
    for named in puzzles:
        kernel = _kernel(named, asked)
        if group and kernel is not before:
            yield group
            group = []
        group.append(named)
        before = kernel
        if kernel is None or len(group) >= size or (ready is not None and not ready()):
            yield group
            group, size = [], 1 if kernel is None else min(2 * size, ENOUGH)
    if group:
        yield group


def _kernel(named: Named, asked: Mapping[str, Any]) -> Many | None:
    """The kernel that takes many puzzles of its family, and is what would search it alone."""
    puzzle = named[1]
    kernel = None if isinstance(puzzle, InputError) else many(puzzle.record)
    if (
        kernel is None
        or asked.get("backend", "auto") not in ("auto", "native")
        or asked.get("engine") not in (None, kernel.engine)
        or (asked.get("time_limit") or LEAST_TIME) < LEAST_TIME
        or any(asked.get(name) is not None for name in ALONE)
    ):
        return None
    return kernel


def _solved_all(group: list[Named], asked: dict[str, Any]) -> list[Line]:
    return list(_solved(group, asked))


def _solved(group: list[Named], asked: dict[str, Any]) -> Iterator[Line]:
    """The lines of a group."""
    started = monotonic()
    kernel = _kernel(group[0], asked)
    forms = [None if kernel is None else kernel.form(puzzle) for _, puzzle in group]  # type: ignore[arg-type]
    taken = [form for form in forms if form is not None]
    found = iter(kernel.solve(taken) if kernel is not None and taken else ())
    each = (monotonic() - started) / len(group)
    for (name, puzzle), form in zip(group, forms, strict=True):
        one = Found(None) if form is None else next(found)
        if kernel is None or isinstance(puzzle, InputError) or one.count is None:
            yield solved(name, puzzle, asked)
        else:
            yield _line(name, puzzle, asked, kernel, one, each)


def _line(
    name: str, puzzle: Puzzle, asked: Mapping[str, Any], kernel: Many, found: Found, seconds: float
) -> Line:
    """What a kernel for many puzzles found of one; `seconds` is its share of the group's."""
    assert found.count is not None
    boards = found.boards
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
        seconds=Seconds(0.0, seconds if boards else None, seconds),
        difference=found.difference,
        versions={},
        solution=boards[0] if boards else (),
        other=boards[1] if len(boards) > 1 else (),
        cells=_differing(*boards) if len(boards) > 1 else (),
        clash=() if found.count else _clash(puzzle, asked),
    )


# -- one puzzle --------------------------------------------------------------------------------------


def solved(name: str, puzzle: Puzzle | InputError, asked: dict[str, Any]) -> Line:
    """One puzzle: whether it has exactly one solution, with what a person would want to see beside."""
    from accord.runner.api import unique

    if isinstance(puzzle, InputError):
        return _faulty(name, str(puzzle))
    try:
        outcome = unique(puzzle, **asked)
    except (InputError, UsageError) as error:
        return _faulty(name, str(error))
    boards = [_rows(puzzle, witness.options) for witness in outcome.solutions]
    told = {name: getattr(outcome, name) for name in Outcome.__struct_fields__}
    told |= {"puzzle": name, "solutions": (), "versions": {}}
    return Line(
        **told,
        solution=boards[0] if boards else (),
        other=boards[1] if len(boards) > 1 else (),
        cells=_differing(*boards) if len(boards) > 1 else (),
        clash=_clash(puzzle, asked) if outcome.answer == "impossible" else (),
    )


def _faulty(name: str, fault: str) -> Line:
    return Line(
        puzzle=name, task="unique", backend="", engine="", status="failed", answer="undecided", count=0,
        exact=False, effort={}, seconds=Seconds(0.0, None, 0.0), versions={}, fault=fault,
    )  # fmt: skip


def _rows(puzzle: Puzzle, options: tuple[int, ...]) -> tuple[str, ...]:
    from accord.draw.text import rows

    return tuple("".join(row) for layer in rows(puzzle.picture(options)) for row in layer)


def _differing(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        f"r{r}c{c}"
        for r, pair in enumerate(zip(one, other, strict=True), start=1)
        for c, (here, there) in enumerate(zip(*pair, strict=True), start=1)
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


def json(line: Line) -> str:
    """The line as JSON."""
    return msgspec.json.encode(line).decode()
