"""A plan, move by move: the board it begins with, then each move and the board after it."""

from __future__ import annotations

from collections.abc import Iterator

from accord.arguments.plan import Form
from accord.planners.planned import Planned
from accord.planners.replay import boards
from accord.plans.check import replay
from accord.puzzles.puzzle import Puzzle
from accord.trace.event import Event


class Moves:
    """The moves of a plan that was found: iterate over its events, once."""

    tracer = "plan"

    def __init__(self, puzzle: Puzzle, planned: Planned, form: Form = "standard") -> None:
        """`planned` is what a search for a plan of the puzzle gave; one without a plan has no events."""
        self.puzzle, self.planned, self._form = puzzle, planned, form

    def __iter__(self) -> Iterator[Event]:
        """All events. Moves are the family's own, where it has some: those of several cards are one."""
        texts = list(boards(self.planned, self.puzzle, self._form))
        states = self._states(len(texts) // 2)
        for number, board in enumerate(texts[::2]):
            words = texts[2 * number - 1] if number else ""
            yield Event(
                kind="move" if number else "begin",
                option=None,
                depth=number,
                nodes=0,
                dead_ends=0,
                solutions=0,
                chosen=(),
                state=states[number] if states else None,
                board=board,
                words=words,
            )

    def _states(self, moves: int) -> list[dict[str, str]] | None:
        """The states by variables, where a move is an operator; None elsewhere."""
        names = self.planned.operators
        if names is None or len(names) != moves or self.planned.cards is not None:
            return None
        return replay(self.puzzle.plan_problem, names)
