"""The progress line on stderr: a bar where the total is known, the time, and the current step."""

from __future__ import annotations

from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Column

from accord.cli.streams import visible


class Line:
    """The line on stderr, from now on until it is wiped; it is drawn ten times a second."""

    def __init__(self) -> None:
        columns = (
            BarColumn(20, table_column=Column(min_width=20)),
            TimeElapsedColumn(table_column=Column(no_wrap=True, min_width=7)),
            TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
        )
        # stdout may be a file while stderr is the terminal: what goes there is none of its business
        terminal = Console(stderr=True)
        self._bar = Progress(*columns, console=terminal, transient=True, redirect_stdout=False)
        self._task = self._bar.add_task("", total=None)
        self._bar.start()

    def say(self, words: str, done: float | None) -> None:
        """Say this from now on; `done` is the fraction of the work, if known."""
        told = _in_words(visible(words), done, self._bar.tasks[0].elapsed or 0.0)
        self._bar.update(self._task, completed=done or 0.0, total=done and 1.0, description=told)

    def hide(self, hidden: bool) -> None:
        """Take it away for a while, and bring it back; its time continues."""
        if hidden:
            self._bar.stop()
        else:
            self._bar.start()

    def wipe(self) -> None:
        """Leave the terminal as it was."""
        self._bar.stop()


def _in_words(words: str, done: float | None, seconds: float) -> str:
    """The words, behind how much is done and the time that is left, where one knows."""
    if not done:
        return words
    left = timedelta(seconds=round(seconds * (1 - done) / done))
    return f"{100 * done:.0f} %, {left} left, {words}"
