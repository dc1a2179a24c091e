"""The steps of a person, those of `accord hint`, one event each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from accord.deduce import Contradiction, Step
from accord.deduce.reason import never
from accord.puzzles.hints import about, reasoner, sentence
from accord.puzzles.puzzle import Puzzle
from accord.trace.event import Event, Kind


class Deductions:
    """The steps to the solution, or until no rule forces the next: iterate over its events, once."""

    tracer = "deductions"

    def __init__(self, puzzle: Puzzle, *, stop: Callable[[], bool] = never) -> None:
        """Prepare.

        Raises:
            RefusedError: if the model has lazy items.
            Contradiction: if what the puzzle gives contradicts itself.
        """
        self.puzzle = puzzle
        self.reasoner = reasoner(puzzle, stop=stop)
        self._chosen, self._closed = tuple(self.reasoner.chosen), tuple(self.reasoner.closed)
        self._steps = 0

    def __iter__(self) -> Iterator[Event]:
        """All events. Raises StoppedError once `stop` is true."""
        yield self._event("begin")
        try:
            for step in self.reasoner.steps():
                self._chosen, self._closed = (*self._chosen, *step.chosen), (*self._closed, *step.closed)
                self._steps += 1
                yield self._event("step", step)
        except Contradiction as error:
            yield self._event("dead end", words=str(error), items=(error.item,))
            return
        if self.reasoner.solved:
            yield self._event("solution")

    def _event(
        self, kind: Kind, step: Step | None = None, *, words: str = "", items: tuple[int, ...] = ()
    ) -> Event:
        return Event(
            kind=kind,
            option=step.forced[0].option if step else None,
            depth=self._steps,
            nodes=0,
            dead_ends=int(kind == "dead end"),
            solutions=int(kind == "solution"),
            chosen=self._chosen,
            closed=self._closed,
            new=(*step.chosen, *step.closed) if step else (),
            items=about(self.puzzle, step) if step else items,
            words=f"{step.rule}: {sentence(self.puzzle, self.reasoner.model, step)}" if step else words,
        )
