"""Answer an ask in a worker process: find its function, read its puzzle, send progress on the way.

Count while a page watches: solutions so far, the share of the search, and what samples say of all.

The share of the search says nothing about the number: solutions may be anywhere in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from threading import Event as Flag
from time import monotonic
from typing import Any

from accord.errors import InputError, RefusedError, StoppedError
from accord.puzzles import loader, writing
from accord.puzzles.family import SpecError, load_reference
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sheets import PLAIN
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome
from accord.runner.presolve import PresolvedRun
from accord.symmetry.estimate import Forecast, solutions
from accord.workbench.ask import Ask, Event

PLACE = "the puzzle"  # as messages call what was typed
EVERY = 0.1  # seconds between two events of progress
VERBS = {  # verb -> the generator of its events
    "library": "listing:library",
    "kinds": "listing:kinds",
    "thumbnail": "listing:thumbnail",
    "edit": "editor:edit",
    "lay": "editor:lay",
    "check": "editor:check",
    "hint": "editor:hint",
    "count": "runs:count",
    "solve": "runs:solve",
    "best": "runs:best",
    "plan": "runs:plan",
    "compare": "runs:compare",
    "draw": "runs:draw",
    "watch": "runs:watch",
    "candidates": "runs:candidates",
    "why": "runs:why",
    "repair": "runs:repair",
    "rate": "runs:rate",
    "download": "runs:download",
}


class Question:
    """An ask with its limits, and where its progress goes."""

    def __init__(self, ask: Ask, cancel: Flag, put: Callable[[Event], None]) -> None:
        self.ask, self.cancel = ask, cancel
        self._put, self._last = put, 0.0

    def show(self, words: str, done: float | None = None) -> None:
        """Send how far it is, a few times a second."""
        now = monotonic()
        if now - self._last >= EVERY:
            self._last = now
            self._put({"event": "progress", "words": words, "done": done})

    @property
    def watched(self) -> dict[str, Any]:
        """Return the arguments of work that shows how far it is; see `accord.arguments.Watched`."""
        return {"show": self.show, **self.limited}

    @property
    def limited(self) -> dict[str, Any]:
        """Return the arguments of work that can be cancelled."""
        return {"cancel": self.cancel, "time_limit": self.ask.time_limit}

    def puzzle(self) -> Puzzle:
        """Return the puzzle of the text, with other words if there are some. Raises AccordError."""
        limits = Limits(seconds=self.ask.time_limit, cancel=self.cancel)
        return limits.guard("the puzzle was read").do(self._puzzle)

    def _puzzle(self) -> Puzzle:
        ask = self.ask
        puzzle = loader.of_pasted(ask.text, PLACE)
        if ask.variant is not None:
            puzzle = puzzle.with_variant(ask.variant)
        if ask.words is None:
            return puzzle
        return Puzzle(
            family=puzzle.record,
            spec=with_words(puzzle, ask.words),
            title=ask.title or puzzle.title,
            rule=puzzle.rule,
        )


def with_words(puzzle: Puzzle, words: Mapping[str, Any]) -> Any:
    """Return the spec of a puzzle with other words in its sheets. Raises InputError with every fault."""
    try:
        return (puzzle.record.editing or PLAIN).spec(puzzle.spec, words)
    except (KeyError, IndexError, ValueError):
        raise InputError([f"{PLACE}: found words that do not fit; expected a word for each place"]) from None
    except SpecError as error:
        raise error.at(PLACE) from None


def text_of(puzzle: Puzzle, form: str) -> str:
    """Return the text of a puzzle in a form; as a model file where the form cannot say it."""
    if form and form != writing.TOML:
        try:
            return writing.puzzle_text(puzzle, form)
        except (RefusedError, SpecError):
            pass
    return writing.text_of(puzzle)


def events(ask: Ask, cancel: Flag, put: Callable[[Event], None]) -> Iterator[Event]:
    """Return the events of an ask. Raises AccordError."""
    verb = load_reference(f"accord.workbench.{VERBS[ask.verb]}")
    found: Iterator[Event] = verb(Question(ask, cancel, put))
    return found


def warm_up() -> None:
    """Load what the first questions need: engines, and the kernels of small boards."""
    for text in ("akari-10x10", "killer-sudoku-6x6", "pentomino-6x10"):
        ask = Ask(verb="edit", text=text, details=text != "pentomino-6x10")
        for _ in events(ask, Flag(), lambda _event: None):
            pass


STOPPED = "the count was stopped before the first solution"
SOON = 2.5  # seconds within which most counts end, and no sample is taken
MOST = 1.0  # seconds for the samples, and for the model


def count_with_forecast(question: Question, puzzle: Puzzle, **how: Any) -> tuple[Outcome, str]:
    """Count to the end or a limit; return the outcome, and in words what a page shows as its number."""
    run, sampled = PresolvedRun(puzzle, "count", **how), _Sampled(question, puzzle)
    with closing(iter(run)) as steps:
        for step in steps:
            question.show(f"{step.count:,} so far{sampled.words_later(step.count)}", step.done)
    outcome = run.outcome
    if outcome.exact:
        return outcome, outcome.found
    found = f"{outcome.found}: the count was stopped" if outcome.count else STOPPED
    return outcome, found + sampled.words(outcome.count)


class _Sampled:
    """What samples of the search say about the number of solutions; they are taken once, when it is asked."""

    def __init__(self, question: Question, puzzle: Puzzle) -> None:
        self._question, self._puzzle, self._began = question, puzzle, monotonic()
        self._is_taken = False
        self._forecast: Forecast | None = None

    def words_later(self, found: int) -> str:
        """Return what `words` does, after a while: most counts end before, and need no samples."""
        return self.words(found) if monotonic() - self._began >= SOON else ""

    def words(self, found: int) -> str:
        """Return what they say, beyond the solutions that were found; nothing if they say no more."""
        if not self._is_taken and not self._question.ask.distinct:
            self._is_taken = True
            limits = Limits(seconds=MOST, cancel=self._question.cancel)
            with suppress(StoppedError), limits.guard("the number of solutions was estimated"):
                self._forecast = solutions(self._puzzle.model.reduced[0])
        return "" if self._forecast is None else forecast_words(self._forecast, found)


def forecast_words(forecast: Forecast, found: int) -> str:
    """Return a forecast in words, where it says more than that so many solutions were found."""
    if forecast.about is not None and forecast.about > found:
        return f", about {_round(forecast.about):,} in all"
    if _round_down(forecast.least) > found:
        return f", probably more than {_round_down(forecast.least):,} in all"
    return ""


def _round(about: int) -> int:
    """Return a number with two digits that count: an estimate has no more."""
    return int(float(f"{about:.1e}"))


def _round_down(least: int) -> int:
    """Return the number with two digits that count and zeros behind them."""
    unit = 10 ** max(0, len(str(least)) - 2)
    return least // unit * unit
