"""Read single keys from the terminal while a command works, and restore the terminal afterwards.

While `Keys` is open, a key comes at once and is not shown. Ctrl-C and Ctrl-Z stay signals: a command that is
stopped leaves the terminal to the shell, and takes it again when it continues in the foreground.

A key pauses a run: `Pause` shows where the search is, and the next key says whether it continues. It looks
for a key between two slices of the search, so it costs nothing while no key is pressed.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import stat
import sys
import termios
from collections.abc import Callable
from threading import Event
from time import monotonic
from types import FrameType
from typing import Any

from accord.cli.streams import colours, tell
from accord.runner.findings import Step
from accord.runner.run import Run

NAMES = {
    "\x1b": "esc",
    "\x1b[C": "right",
    "\x1bOC": "right",
    "\x1b[D": "left",
    "\x1bOD": "left",
    " ": "space",
}
_ONE = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])?|.", re.DOTALL)
_REST = 0.03  # seconds in which the rest of a key comes that is several characters
_MOST = 1 << 10  # bytes read at a time: what was typed before the command listened is one press


def nothing() -> None:
    """Do nothing about a stop: nothing is drawn."""


def possible() -> bool:
    """Whether keys can be read: on a terminal, in the foreground, from which no other program reads keys.

    What reads our output may be a pager, which takes them.
    """
    try:
        return (
            sys.stdin.isatty()
            and sys.stderr.isatty()
            and not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
            and _in_front(sys.stdin.fileno())
        )
    except (OSError, ValueError):  # a stream is closed, or no file
        return False


def _in_front(terminal: int) -> bool:
    """Whether the terminal is ours just now: a background process that touches it is stopped."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False


class Keys:
    """The keys of stdin; a context."""

    def __init__(
        self, stopping: Callable[[], object] = nothing, going_on: Callable[[], object] = nothing
    ) -> None:
        """`stopping` is called before Ctrl-Z stops the process, `going_on` when it is in front again."""
        self._terminal = sys.stdin.fileno()
        self._stopping, self._going_on = stopping, going_on
        self._before: list[Any] | None = None  # how the terminal was; None while it is so
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> Keys:
        # first the signals: a stop before its handler stands would leave the terminal as we took it
        for number, handler in ((signal.SIGTSTP, self._stop), (signal.SIGCONT, self._continue)):
            self._handlers[number] = signal.signal(number, handler)
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        self.leave()

    def leave(self) -> None:
        """Leave the terminal as it was; may be called twice, and by the code that ends the process."""
        if self._before is not None and _in_front(self._terminal):
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)
            self._before = None

    def poll(self, seconds: float = 0.0) -> list[str]:
        """The keys that were pressed, by NAMES, or as they are; within so many seconds, or nothing.

        `q` if the terminal has gone.
        """
        until = monotonic() + seconds
        if self._before is None or not _in_front(self._terminal):
            select.select([], [], [], seconds)  # it is somebody else's just now
            return []
        if not select.select([self._terminal], [], [], max(0.0, until - monotonic()))[0]:
            return []
        text = self._read()
        if text.endswith("\x1b") and select.select([self._terminal], [], [], _REST)[0]:
            text += self._read()
        return [NAMES.get(key, key) for key in _ONE.findall(text)]

    def _read(self) -> str:
        try:
            text = os.read(self._terminal, _MOST).decode(errors="replace")
        except OSError:
            return "q"
        return text or ("q" if self._is_gone() else "")

    def _is_gone(self) -> bool:
        terminal = select.poll()
        terminal.register(self._terminal, 0)  # the kernel reports the end unasked
        return bool(terminal.poll(0))

    def _take(self) -> None:
        if self._before is not None or not _in_front(self._terminal):
            return
        before = termios.tcgetattr(self._terminal)
        now = termios.tcgetattr(self._terminal)
        now[3] &= ~(termios.ICANON | termios.ECHO)
        # reading never waits: a Ctrl-C throws away the keys before it, perhaps once they were seen
        now[6][termios.VMIN], now[6][termios.VTIME] = 0, 0
        self._before = before
        termios.tcsetattr(self._terminal, termios.TCSADRAIN, now)

    def _stop(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 (signal's signature)
        self._stopping()
        self.leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)  # here it stands until somebody says SIGCONT
        signal.signal(signal.SIGTSTP, self._stop)

    def _continue(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self._before is None and _in_front(self._terminal):
            self._take()
            self._going_on()


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
        if not self.keys.poll():
            return
        self._hide()
        tell(where(self._run, step))
        pressed: list[str] = []
        while not pressed and not self._cancel.is_set():
            pressed = self.keys.poll(TURN)
        if pressed and pressed[0] in STOP:
            self._cancel.set()
        else:
            self._show()


def where(run: Run, step: Step) -> str:
    """The state of a search in words: its time, findings and options placed, and its board if known."""
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
