"""`accord.film`: a film of a puzzle's search, steps or plan; notebooks play it, `save` writes it.

>>> import accord
>>> film = accord.film(accord.load("queens:4"))
>>> print(film)
queens:4: 22 frames, to node 5, depth 0, 4 dead ends, 2 solutions
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from accord.arguments import Limited
from accord.arguments.drawing import LOOKING
from accord.arguments.field import as_types, refuse_other_types
from accord.atomic_write import temporary_folder
from accord.errors import StoppedError, UsageError
from accord.films import files
from accord.films.frames import Frame, frames, visible_events
from accord.model import Model
from accord.planners.planned import Planned
from accord.planners.search import plan
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, puzzle_of
from accord.runner.limits import GRACE, Cancel, Limits
from accord.trace import Event, Trace, What, of, select_events

FRAMES = 400  # by default
SPEED, PAUSE, SIZE = 8.0, 1.5, 24  # frames a second; seconds; pixels of a cell's side


@dataclass(frozen=True)
class Film:
    """Frames, in their order; `partial` is whether there would be more."""

    title: str
    frames: tuple[Frame, ...]
    partial: bool

    @staticmethod
    def of(trace: Trace, events: Iterable[Event], most: int, *, patterns: bool, solid: bool) -> Film:
        """The first frames of some events, `most` at most."""
        shown = visible_events(events)
        drawn = frames(trace, islice(shown, most), patterns=patterns, solid=solid)
        puzzle = trace.puzzle
        return Film(puzzle.name or puzzle.title or puzzle.family, tuple(drawn), next(shown, None) is not None)

    def __str__(self) -> str:
        """How many frames there are, and the last counters."""
        end = f", to {self.frames[-1].counters}" if self.frames else ""
        return f"{self.title}: {len(self.frames):,} frames{end}{', partial' if self.partial else ''}"

    def write(self, path: str, *, speed: float, pause: float, size: float) -> Generator[int, None, None]:
        """Write a file; yields how many frames are drawn so far. See `save`."""
        yield from files.write(self.frames, path, size, 1 / speed, pause)

    def save(
        self, path: str | Path, *, speed: float = SPEED, pause: float = PAUSE, size: float = SIZE
    ) -> None:
        """Write NAME.gif, NAME.mp4, NAME.svg, or a folder of pictures, whose name ends with `/`.

        Args:
            path: of the file.
            speed: frames a second.
            pause: how many seconds a solution is shown, and the end.
            size: pixels of a cell's side.

        Raises:
            UsageError: for other names, or if there is no frame.
            MissingBackendError: if a library is not installed, as for MP4.
            AccordError: if it cannot be written.
        """
        for _ in self.write(str(path), speed=speed, pause=pause, size=size):
            pass

    def _repr_html_(self) -> str:
        """For notebooks: the film as an SVG, which plays without a script."""
        from html import escape

        words = f"<pre>{escape(str(self))}</pre>"
        if not self.frames:
            return words
        with temporary_folder() as folder:
            path = Path(folder) / "film.svg"
            self.save(path)
            return words + path.read_text("utf-8")


def film(
    puzzle: AnyPuzzle,
    what: What | None = None,
    *,
    first: int = 0,
    last: int | None = None,
    every: int | None = None,
    frames: int = FRAMES,
    root: str | None = None,
    limit: int | None = None,
    reduce: bool = True,
    patterns: bool = False,
    solid: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Film:
    """Return a film of a search, of the steps of a person, or of the moves of a plan.

    Args:
        puzzle: a puzzle from `accord.load`, or a problem.
        what: `search`, `deductions`, `bounds` or `plan`; None: `plan` for a puzzle of moves, else `search`.
        first: the first node.
        last: the last node; None: the end of the search.
        every: show one node in this many, and all solutions.
        frames: the largest number of frames.
        root: the item that a search places first.
        limit: a search stops after this many solutions.
        reduce: whether a search drops options that no solution can contain.
        patterns: use patterns and greys instead of colours.
        solid: draw cubes in perspective.
        time_limit: seconds for all of it; None: 300 for the search for a plan, and no limit for the rest.
        memory_limit: bytes that it may take, such as 2 * 10**9.
        cancel: an object; the work stops once its is_set() is true.

    Raises:
        UsageError: for a bare model, for an unknown `what` or `root`, and if there is no plan.
        RefusedError: if the model has lazy items.
        StoppedError: at a limit, if no plan was found in time, or on `cancel`.
    """
    refuse_other_types(
        what=(what, str | None),
        root=(root, str | None),
    )
    first, last, every, frames, limit = as_types(
        first=(first, int),
        last=(last, int | None),
        every=(every, int | None),
        frames=(frames, int),
        limit=(limit, int | None),
    )
    reduce, patterns, solid = as_types(reduce=(reduce, bool), patterns=(patterns, bool), solid=(solid, bool))
    if frames < 1:
        raise UsageError(f"frames: found {frames}; expected 1 or more")
    query = Limited(time_limit=time_limit, memory_limit=memory_limit, cancel=cancel)
    limits = Limits.of(query)
    stop = limits.over

    def make() -> Film:
        asked = puzzle_of(puzzle)
        if isinstance(asked, Model):
            raise UsageError("a bare model has no board to film; film its puzzle")
        planned = _plan(asked, query) if asked.is_plan and what in (None, "plan") else None
        building = limits.guard("the model was built")
        trace = building.do(
            of, asked, what, root=root, limit=limit, reduce=reduce, stop=stop, planned=planned
        )
        events = select_events(trace, first=first, last=last, every=every, stop=stop)
        made = Film.of(trace, events, frames, patterns=patterns, solid=solid)
        limits.check(lambda: "the film was not made")  # the events end then, too
        return made

    return limits.guard("the film was made", GRACE).do(make)


def _plan(puzzle: Puzzle, query: Limited) -> Planned:
    """Return a plan to film. Raises StoppedError if none was found in time, UsageError if there is none."""
    seconds = LOOKING if query.time_limit is None else query.time_limit
    planned = plan(puzzle, time_limit=seconds, memory_limit=query.memory_limit, cancel=query.cancel)
    if planned.operators is None and planned.answer == "gave-up":
        raise StoppedError(planned.words, status="cancelled" if planned.status == "cancelled" else "time")
    if planned.operators is None:
        raise UsageError(f"there is nothing to film: {planned.words}")
    return planned
