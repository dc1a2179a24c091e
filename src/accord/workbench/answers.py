"""Answer an ask in a worker process: find its function, read its puzzle, send progress on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import Event as Flag
from time import monotonic
from typing import Any

from accord.errors import InputError, RefusedError
from accord.puzzles import loader, writing
from accord.puzzles.family import SpecError, load_reference
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sheets import PLAIN
from accord.runner.limits import Limits
from accord.workbench.ask import Ask, Event

PLACE = "the puzzle"  # as messages call what was typed
EVERY = 0.1  # seconds between two events of progress
VERBS = {  # verb -> the generator of its events
    "library": "listing:library",
    "kinds": "listing:kinds",
    "thumbnail": "listing:thumbnail",
    "edit": "verdict:edit",
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
    "download": "files:download",
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
