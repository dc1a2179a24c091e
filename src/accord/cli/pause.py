"""A key pauses a run on a terminal: it is told where the search is, and the next key says whether to go on.

It is looked for between two slices of the search, so nothing is paid while no key is pressed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from accord.cli.keys import Keys
from accord.cli.streams import colours, tell

if TYPE_CHECKING:
    from accord.runner.findings import Step
from accord.runner.run import Run

STOP = ("esc", "q")
TURN = 0.1  # seconds between two looks at whether the command was asked to stop


class Pause:
    """The keys during one run; a context."""

    def __init__(
        self, run: Run, cancel: Event, hide: Callable[[], object], show: Callable[[], object]
    ) -> None:
        """`hide` and `show` are of what is drawn meanwhile; `cancel` is set where the run is to stop."""
        self._run, self._cancel, self._hide, self._show = run, cancel, hide, show
        self.keys = Keys(stopping=hide, going_on=show)

    def look(self, step: Step) -> None:
        """Pause if a key was pressed since the last look, until there is another, or the command is ended."""
        if not self.keys.pressed():
            return
        self._hide()
        tell(where(self._run, step))
        pressed: list[str] = []
        while not pressed and not self._cancel.is_set():
            pressed = self.keys.pressed(TURN)
        if pressed and pressed[0] in STOP:
            self._cancel.set()
        else:
            self._show()


def where(run: Run, step: Step) -> str:
    """Where a search is: how long it took, what it found and placed, and its board where that is known."""
    from accord.cli.console import effort
    from accord.puzzles.puzzle import Puzzle
    from accord.render.text import text
    from accord.trace import Pictures

    seconds, board = run.outcome.seconds, run.board()
    facts = [str(seconds), effort(step.effort), f"{step.count:,} so far"]
    facts += [] if board is None else [f"{len(board)} options on the board"]
    lines = [
        f"paused: {', '.join(fact for fact in facts if fact)}",
        "any key goes on; q or Esc stops with what is known",
    ]
    if board is not None and isinstance(run.puzzle, Puzzle):
        picture = Pictures(run.puzzle).picture_so_far(board)
        width = shutil.get_terminal_size().columns
        lines.insert(1, text(picture, colour=colours() is not False, width=width))
    return "\n".join(lines)
