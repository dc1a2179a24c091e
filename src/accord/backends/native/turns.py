"""Two engines in turn, where a solution or two answer the question: the first that knows ends the search.

A walk through the tree is the fastest way where solutions are easily met or the tree is small, and hopeless
where an early mistake shows late. An engine that learns from conflicts is slower, but not lost there, and
nobody knows beforehand which of the two a puzzle needs. So they take turns, in slices of equal time, in one
thread: at worst the search takes twice as long as the better one alone. (What such portfolios are worth:
B. A. Huberman, R. M. Lukose and T. Hogg, "An economics approach to hard computational problems", 1997.)

The first guess has the first moments for itself; most searches end there, and its partner is never lowered.
Of a large model these are more, since there the partner's tables take longer than many a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from time import perf_counter

from accord.backends.contract import Request, Search, Slice
from accord.backends.found import MOST, Found
from accord.backends.native.engine import Engine
from accord.backends.statistics import Statistics, together
from accord.model import Model

ALONE = 0.005  # seconds of search that the first guess has for itself
LARGE, ALONE_AN_OPTION = 1000, 5e-5  # options; and seconds an option instead
HARDLY = 4  # times as long as its partner waits an engine that is a last resort


@dataclass(eq=False)
class _Turn:
    """An engine under way."""

    engine: Engine
    search: Search
    seconds: float = 0.0  # that count against it
    effort: Mapping[str, int] = field(default_factory=dict)
    stats: Mapping[str, Statistics] = field(default_factory=dict)

    def step(self) -> Slice:
        """Its next slice, on its own account."""
        started = perf_counter()
        step = next(self.search)
        self.seconds += (perf_counter() - started) * (HARDLY if self.engine.last_resort else 1)
        self.effort = step.effort or self.effort
        self.stats = step.stats or self.stats
        return step


class Turns:
    """A search by two engines that take a model, for a request of no more than MOST solutions."""

    def __init__(self, model: Model, request: Request, guess: Engine, partner: Engine, why: str) -> None:
        """`guess` begins; `why` says why it does."""
        self._model, self._request, self._why = model, request, why
        self._guess, self._partner = guess, partner
        self._turns: list[_Turn] = []
        self._found = Found()
        large = guess.learns and model.options >= LARGE
        self._alone = ALONE_AN_OPTION * model.options if large else ALONE

    def search(self) -> Search:
        """Search until one of them has seen all, or enough is known; no solution is yielded twice."""
        wanted = self._request.limit or MOST
        with ExitStack() as stack:
            self._begin(self._guess, stack)
            while True:
                turn = min(self._turns, key=lambda each: each.seconds)
                step = turn.step()
                rows = self._found.new(step)
                over = step.complete or len(self._found) >= wanted
                yield Slice(
                    count=len(rows),
                    solutions=rows if self._request.solutions else None,
                    effort=self._effort(),
                    stats=together(*(each.stats for each in self._turns)),
                    complete=step.complete,
                    engine=turn.engine.name if over else "",
                    why=self._told(turn) if over else "",
                    board=step.board,
                )
                if over:
                    return
                if len(self._turns) == 1:
                    if not turn.effort:
                        turn.seconds = 0.0  # it was only loaded, and lowered
                    elif turn.seconds >= self._alone:
                        self._begin(self._partner, stack)

    def _begin(self, engine: Engine, stack: ExitStack) -> None:
        """Let an engine search; of the nodes that it may place, those are gone which the other one placed."""
        request = replace(self._request, solutions=True)  # so that they can be compared
        if request.nodes is not None:
            nodes = request.nodes.beside(lambda: self._effort(engine).get("nodes", 0))
            request = replace(request, nodes=nodes)
        search = stack.enter_context(closing(engine.search(self._model, request)))
        self._turns.append(_Turn(engine, search))

    def _effort(self, but: Engine | None = None) -> dict[str, int]:
        """That of both, or of one of them."""
        effort: Counter[str] = Counter()
        for turn in self._turns:
            if turn.engine is not but:
                effort.update(turn.effort)
        return dict(effort)

    def _told(self, turn: _Turn) -> str:
        """Why it was this engine that ended the search."""
        others = [each.engine.name for each in self._turns if each is not turn]
        return f"it knew before {others[0]}, in turn with it" if others else self._why
