"""Run several searches of one question; the first that ends stops all others.

`compete` is for one or two solutions, `count_in_turn` for the number of all.

A walk through the tree is the fastest way where solutions are easily met or the tree is small, and hopeless
where an early mistake shows late. A search that learns from conflicts is slower, but not lost there, and it
is not known beforehand which of the two a puzzle needs. So they take turns, in slices of equal time, in one
thread: at worst the search takes twice as long as the better one alone. (What such portfolios are worth: B.
A. Huberman, R. M. Lukose and T. Hogg, "An economics approach to hard computational problems", 1997.)

The first guess has some time for itself; most searches end there, and its partner is never lowered, or even
imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request, Search, Slice
from accord.backends.statistics import Statistics, together
from accord.errors import EngineError, StoppedError

SHORT = ("memory", "time")  # limit and status of an error for want of memory
MOST = 2  # solutions that are asked for, where several searches of one question are worth it


class Found:
    """The solutions that several searches of one model have found: each of them counts once."""

    def __init__(self) -> None:
        self._known: set[tuple[int, ...]] = set()

    def __len__(self) -> int:
        return len(self._known)

    def new(self, step: Slice) -> npt.NDArray[np.int32]:
        """The new solutions of a slice; they count as seen from now on."""
        rows = np.zeros((0, 0), np.int32) if step.solutions is None else step.solutions
        new = []
        for row in rows:
            solution = tuple(sorted(row[row >= 0].tolist()))
            new.append(solution not in self._known)
            self._known.add(solution)
        return rows[np.array(new, np.bool_)]


@dataclass(eq=False)
class Entrant:
    """A search under way, on an account of its own."""

    name: str  # of its engine, or with `backend` the first one of it
    search: Search
    backend: str = ""  # where backends compete
    weight: float = 1.0  # of its seconds: what is a last resort waits longer than others
    seconds: float = 0.0  # that count against it, times the weight
    effort: Mapping[str, int] = field(default_factory=dict)
    stats: Mapping[str, Statistics] = field(default_factory=dict)

    def step(self) -> Slice:
        """Its next slice. Raises EngineError if it ends without having seen everything."""
        started = perf_counter()
        step = next(self.search, None)
        if step is None:
            who = f"backend {self.backend}" if self.backend else f"engine {self.name}"
            raise EngineError(f"{who} ended without saying that its search was complete")
        self.effort, self.stats = step.effort or self.effort, step.stats or self.stats
        self.name = step.engine or self.name
        self.seconds += (perf_counter() - started) * self.weight
        return step

    def __str__(self) -> str:
        return f"{self.backend}/{self.name}" if self.backend else self.name


Start: TypeAlias = Callable[[Request], Entrant]  # begins a search


def compete(
    request: Request, guess: Start, partner: Callable[[], Start | None], alone: float, why: str = ""
) -> Search:
    """Search until one has seen all, or enough is known; no solution is yielded twice.

    Args:
        request: for no more than `found.MOST` solutions.
        guess: begins.
        partner: the search that joins it, or None. It is not asked before.
        alone: seconds of search that the guess has for itself.
        why: why the guess begins.
    """
    found, entrants, wanted, asked = Found(), list[Entrant](), request.limit or MOST, False
    with ExitStack() as stack:

        def enter(start: Start) -> None:
            """Let one search; of the nodes that it may place, those are gone which the others placed."""
            own = replace(request, solutions=True)  # so that they can be compared
            if own.nodes is not None:
                place = len(entrants)
                nodes = own.nodes.beside(lambda: _together(entrants, but=place).get("nodes", 0))
                own = replace(own, nodes=nodes)
            entrants.append(start(own))
            stack.enter_context(closing(entrants[-1].search))

        enter(guess)
        while True:
            entrant = min(entrants, key=lambda each: each.seconds)
            step = entrant.step()
            rows = found.new(step)
            over = step.complete or len(found) >= wanted
            others = [each for each in entrants if each is not entrant]
            told = over or len(rows) > 0 if others else over and bool(why)
            yield replace(
                step,
                count=len(rows),
                solutions=rows if request.solutions else None,
                effort=_together(entrants),
                stats=together(*(each.stats for each in entrants)),
                engine=entrant.name if told else step.engine,
                backend=entrant.backend or step.backend,
                why=f"it knew before {others[0]}, in turn with it" if others else why or step.why,
                state=None,
            )
            if over:
                return
            if not entrant.effort and not others:
                entrant.seconds = 0.0  # it was only loaded, and lowered
            if not asked and entrant.seconds >= alone:
                asked = True
                if (start := partner()) is not None:
                    enter(start)


def count_in_turn(
    request: Request, guess: Start, partner: Callable[[], Start | None], alone: float, *, guess_walks: bool
) -> Search:
    """Count by two searches in turn: one walks to each solution, one knows the number at its end.

    The solutions that were walked to are counted as they come. If the other ends first, the rest follows.

    Args:
        request: for the number only.
        guess: begins.
        partner: the search that joins it, or None. It is not asked before.
        alone: seconds of search that the guess has for itself.
        guess_walks: whether the guess is the one that walks; else its partner is asked for each solution.

    Raises EngineError if more solutions were walked to than there are.
    """
    counted = walked = 0
    with ExitStack() as stack:
        first = guess(request)
        entrants, asked = [first], False
        stack.enter_context(closing(first.search))
        while True:
            entrant = min(entrants, key=lambda each: each.seconds)
            walks = (entrant is first) == guess_walks
            try:
                step = entrant.step()
            except StoppedError as error:
                others = [each for each in entrants if each is not entrant and each.seconds < inf]
                if not others or walks or (error.limit, error.status) != SHORT:
                    raise
                entrant.seconds = inf  # the other continues
                continue
            if not first.effort:
                first.seconds = 0.0  # it was only loaded, and lowered
            if walks:
                walked += step.count
                number = step.count
            else:
                counted += step.count
                number = counted - walked if step.complete else 0
            others = [each for each in entrants if each is not entrant]
            if number < 0:
                raise EngineError(f"{others[0]} found {walked} solutions, and {entrant} counted {counted}")
            yield replace(
                step,
                count=number,
                solutions=None,
                effort=_together(entrants),
                engine=entrant.name if step.complete and others else step.engine,
                backend=entrant.backend or step.backend,
                why=f"it knew before {others[0]}, in turn with it" if others else step.why,
                state=None,
            )
            if step.complete:
                return
            if not asked and first.seconds >= alone:
                asked = True
                if (start := partner()) is not None:
                    own = request if guess_walks else replace(request, task="all", solutions=True)
                    entrants.append(start(own))
                    stack.enter_context(closing(entrants[-1].search))


def _together(entrants: Sequence[Entrant], but: int | None = None) -> dict[str, int]:
    """The effort of all; or of all but one."""
    effort: Counter[str] = Counter()
    for place, entrant in enumerate(entrants):
        if place != but:
            effort.update(entrant.effort)
    return dict(effort)
