"""Choose the tracer for a puzzle, and attach pictures to its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from accord.backends.contract import Request
from accord.deduce.reason import never
from accord.errors import RefusedError, unknown
from accord.picture import Picture
from accord.planners.planned import Planned
from accord.puzzles.partial_board import Known, PartialBoard
from accord.puzzles.puzzle import Puzzle
from accord.trace.event import Event

What: TypeAlias = Literal["search", "deductions", "bounds", "plan"]
WHATS = get_args(What)


@dataclass(frozen=True, eq=False)
class Trace:
    """Events of a puzzle, to be iterated over once; and who makes them, and why."""

    puzzle: Puzzle
    tracer: str  # window, items, deductions, bounds, plan
    why: str
    events: Iterable[Event]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)


def of(
    puzzle: Puzzle,
    what: What | None = None,
    *,
    root: str | None = None,
    limit: int | None = None,
    breadth: int = 1,
    reduce: bool = True,
    stop: Callable[[], bool] = never,
    planned: Planned | None = None,
) -> Trace:
    """The events of a puzzle.

    Args:
        puzzle: what to look at.
        what: `search`; `deductions`, the steps of a person; `bounds`, these with sums as they close in; or
            `plan`, the moves of a plan. None: `plan` for a plan problem, else `search`.
        root: of a search: the item to be placed first.
        limit: of a search: solutions that are enough.
        breadth: of a search as the engine window makes it: the boards that it goes on with together, at most.
        reduce: of a search: without options that are seen to be in no solution, as in a run.
        stop: of deductions: asked often; once it is true, StoppedError is raised.
        planned: what was found by a search for a plan; None: it is searched for now, without a limit.

    Raises:
        UsageError: for what there is not: a search of a plan problem, a plan of a model, such an item.
        RefusedError: if the model has lazy items.
    """
    what = what or ("plan" if puzzle.is_plan else "search")
    if what not in WHATS:
        raise unknown("trace", what, WHATS)
    if what == "plan":
        return _plan(puzzle, planned)
    _ = puzzle.model  # of a plan problem it says which command to use
    if what == "search":
        return _search(puzzle, root, limit, breadth, reduce)
    from accord.trace.steps import Bounds, Deductions

    made = (Bounds if what == "bounds" else Deductions)(puzzle, stop=stop)
    return Trace(puzzle, made.tracer, "the easiest rule first, and the least to look at", made)


def _search(puzzle: Puzzle, root: str | None, limit: int | None, breadth: int, reduce: bool) -> Trace:
    """Trace a search in the order of the engine window; where it refuses, item by item."""
    from accord.backends.native.window import Window
    from accord.runner.work import work_of
    from accord.trace.search import Search

    (part,) = work_of(puzzle.model, distinct=False, method=None, root=root, reduce=reduce).parts
    try:
        found = Search(
            part.model, root=part.root, limit=limit, breadth=breadth, numbers=part.options.tolist()
        )
    except RefusedError as error:
        from accord.trace.items import Items

        plain = Items(puzzle.model, given=puzzle.given, limit=limit)
        return Trace(puzzle, plain.tracer, f"the fewest ways left go first; {error}", plain)
    why = Window().why(part.model, Request(task="count", root=part.root, limit=limit))
    return Trace(puzzle, found.tracer, why, found)


def _plan(puzzle: Puzzle, planned: Planned | None) -> Trace:
    """The moves of the plan that was found, or is found now."""
    from accord.planners.search import plan
    from accord.trace.steps import Moves

    if planned is None:
        _ = puzzle.plan_problem  # of a model it says which command to use
        planned = plan(puzzle)
    moves = Moves(puzzle, planned)
    return Trace(puzzle, moves.tracer, planned.write(puzzle, {}).words, moves)


def event_line(puzzle: Puzzle, event: Event) -> str:
    """An event as a line: its number, what has happened, and the counters."""
    counters = "" if event.words or event.kind == "begin" else f"; {counters_text(event)}"
    return f"{event.number:,}. {event_text(puzzle, event)}{counters}"


def event_text(puzzle: Puzzle, event: Event) -> str:
    """Return the line that says what has happened."""
    if event.words or event.option is None:
        return event.words or event.kind
    return f"{event.kind} {puzzle.model.option_name(event.option)}"


def counters_text(event: Event) -> str:
    """The counters of a search, but for nodes."""
    dead = f"{event.dead_ends:,} dead end{'s' * (event.dead_ends != 1)}"
    return f"depth {event.depth:,}, {dead}, {event.solutions:,} solution{'s' * (event.solutions != 1)}"


class Pictures:
    """Draw events of a puzzle, of any search, and boards that are not finished."""

    def __init__(self, puzzle: Puzzle, *, drawn: bool = False) -> None:
        """The board is looked at on the first event that needs it; `drawn` says that it is no text."""
        self.puzzle, self._drawn = puzzle, drawn

    def picture_so_far(self, chosen: Sequence[int]) -> Picture:
        """The board with what is chosen so far: what is not known yet is empty."""
        return self.puzzle.picture(chosen) if self._is_plain else self._show(Known(chosen, ()))

    def __call__(self, event: Event) -> Picture:
        """The board after an event: what is chosen; where it is known, what is closed and where to look."""
        if event.board:
            return Picture("square", {}, lines=tuple(event.board.split("\n")))
        if event.kind == "solution":
            return self.puzzle.picture(event.chosen)
        if event.closed is not None:
            return self._show(Known(event.chosen, event.closed, event.new, event.items))
        return self.picture_so_far(event.chosen)

    def _show(self, known: Known) -> Picture:
        return self._known.drawing(known) if self._drawn else self._known.picture(known)

    @cached_property
    def _is_plain(self) -> bool:
        """Whether a cell is drawn as empty until an option says otherwise; in others it is full."""
        return self.puzzle.picture([]).signs == self.puzzle.picture().signs

    @cached_property
    def _known(self) -> PartialBoard:
        return PartialBoard(self.puzzle)
