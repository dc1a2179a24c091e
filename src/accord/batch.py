"""Many puzzles, one after the other or in several processes: each is solved, and told as a line.

A process starts once and compiles once, however many puzzles there are. Lines come in the order of the
puzzles, and puzzles are read as lines leave: neither the file nor the answers are ever held as a whole.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as LateError
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from accord.errors import AccordError, InputError, UsageError, WorkerDiedError
from accord.runner.limits import Cancel
from accord.runner.outcome import Outcome, Seconds

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

AHEAD = 16  # puzzles that wait for each worker
TICK = 0.05  # seconds between two looks at `cancel`
EXPLAINING = 10.0  # seconds for why a puzzle has no solution, unless there is a time limit

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
) -> Iterator[Line]:
    """A line for each puzzle, in their order.

    Args:
        puzzles: a name for each, and the puzzle or what is wrong with it.
        asked: arguments of `accord.unique`, such as `backend` and `time_limit`, which is for each puzzle.
        workers: processes.
        cancel: once it is set, no further line comes.

    Raises:
        WorkerDiedError: if a process ends before its time.
    """
    if workers == 1:
        for name, puzzle in puzzles:
            line = solved(name, puzzle, {**asked, "cancel": cancel})
            if cancel is not None and cancel.is_set():
                return
            yield line
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_without_interrupts) as pool:
        waiting: deque[Future[Line]] = deque()
        rest = iter(puzzles)
        try:
            while True:
                while len(waiting) < AHEAD * workers and (named := next(rest, None)) is not None:
                    waiting.append(pool.submit(solved, *named, dict(asked)))
                if not waiting:
                    return
                line_or_none = _next(waiting.popleft(), cancel)
                if line_or_none is None:
                    return
                yield line_or_none
        finally:
            for future in waiting:
                future.cancel()
            if cancel is not None and cancel.is_set():
                for process in list((pool._processes or {}).values()):
                    process.terminate()


def _next(future: Future[Line], cancel: Cancel | None) -> Line | None:
    """The line once it is there; None if the run is cancelled before."""
    while cancel is None or not cancel.is_set():
        try:
            return future.result(timeout=TICK)
        except LateError:
            continue
        except BrokenProcessPool as error:
            raise WorkerDiedError("a worker process ended before its puzzle was solved") from error
    return None


def _without_interrupts() -> None:
    """Ctrl-C reaches the whole group, and the parent alone decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
