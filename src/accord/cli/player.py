"""Play events as a film in the terminal: forwards, backwards, faster, slower, or to the next solution.

It knows neither the terminal nor a clock: it gets the keys that were pressed and how much time has passed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from accord.cli.output import board
from accord.cli.streams import visible
from accord.trace import Event, Pictures, Trace, event_line

KEPT = 1_000  # events that one can go back to
SLOWEST, FASTEST = 0.125, 65_536.0  # events a second
FLASH = 1.0  # seconds that a solution stays
BURST = 1 << 11  # events at a time, at most: then keys are looked at again
LONGEST = 1.0  # seconds that pass at a time: where the program was stopped, the film was as well
HELP = "space pause, n on, b back, s next solution, + faster, - slower, q end"


class Player:
    """Events, one of which is shown."""

    def __init__(self, events: Iterator[Event], speed: float) -> None:
        """Show the first one; `speed` is in events a second."""
        self._events = events
        self._kept: deque[Event] = deque(maxlen=KEPT)
        self._place = -1  # in what is kept: of the one that is shown, from the end
        self._due = 0.0  # events that should have been shown by now
        self._rest = 0.0  # seconds that a solution still stays
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self.paused = self.seeking = self.closed = False
        self.ended = False  # there are no more events
        self._next()

    @property
    def event(self) -> Event | None:
        """The one that is shown; None if there is none."""
        return self._kept[self._place] if self._kept else None

    @property
    def flashes(self) -> bool:
        """Whether a solution was just met."""
        return self._rest > 0

    @property
    def at_the_end(self) -> bool:
        """Whether the last of all events is shown."""
        return self.ended and self._place == -1

    @property
    def wait(self) -> float:
        """Seconds until something may change by itself, at least; infinite while it stands."""
        if self.seeking:
            return 0.0
        if self.paused or self.at_the_end:
            return float("inf")
        return self._rest or max(0.0, (1 - self._due) / self.speed)

    def press(self, key: str) -> None:
        """Do what a key is for."""
        self.seeking = False
        match key:
            case "q" | "esc":
                self.closed = True
            case "space":
                self.paused = not self.paused
            case "n" | "right":
                self.paused = True
                self._next()
            case "b" | "left":
                self.paused = True
                self._place = max(self._place - 1, min(-1, -len(self._kept)))
            case "s":
                self.seeking = True
            case "+" | "=":
                self.speed = min(2 * self.speed, FASTEST)
            case "-":
                self.speed = max(self.speed / 2, SLOWEST)
        self._due = self._rest = 0.0

    def pass_by(self, seconds: float) -> None:
        """Show what is due after so much time."""
        if self.seeking:
            self._seek()
            return
        if self.paused:
            return
        seconds = min(seconds, LONGEST)
        if self.flashes:
            self._rest -= seconds
            return
        self._due = min(self._due + seconds * self.speed, BURST)
        while self._due >= 1 and self._next():
            self._due -= 1
            if self._is_met():
                self._rest, self._due = FLASH, 0.0
                return

    def _seek(self) -> None:
        """Move on to the next solution, and stop there."""
        for _ in range(BURST):
            if not self._next() or self._is_met():
                self.seeking, self.paused = False, True
                return

    def _is_met(self) -> bool:
        return self.event is not None and self.event.kind == "solution"

    def _next(self) -> bool:
        """Show the next event; False if there is none."""
        if self._place < -1:
            self._place += 1
            return True
        event = next(self._events, None)
        self.ended = event is None
        if event is not None:
            self._kept.append(event)
        return event is not None


FLASHING = "bold reverse"


class Screen:
    """A screen of its own, as of an editor: what the terminal showed before comes back; a context."""

    def __init__(self, trace: Trace) -> None:
        """Nothing is drawn yet."""
        self._trace, self._pictures = trace, Pictures(trace.puzzle)
        self._live = Live(console=Console(highlight=False), screen=True, auto_refresh=False)
        self._drawn: tuple[object, ...] = ()

    def __enter__(self) -> Screen:
        self.come()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def come(self) -> None:
        """Take the screen, with what was drawn last."""
        self._live.start(refresh=True)

    def leave(self) -> None:
        """Give the screen back; may be called twice."""
        self._live.stop()

    def board(self, event: Event) -> str:
        """The board after an event, as wide as the terminal is."""
        return board(self._pictures(event))

    def draw(self, player: Player) -> None:
        """Draw what is shown now, if it is not there yet."""
        event, width = player.event, self._live.console.width
        now = (event, width, player.paused, player.seeking, player.flashes, player.at_the_end, player.speed)
        if now == self._drawn:
            return
        self._drawn = now
        puzzle = self._trace.puzzle
        title = Text(visible(f"{puzzle.title or puzzle.name}, {self._trace.tracer}"), "bold")
        lines = [title, Text(_state(player)), Text()]
        if event is not None:
            drawn = Text.from_ansi(self.board(event))
            line = Text(visible(event_line(puzzle, event)), FLASHING if player.flashes else "")
            lines = [title, line, Text(_state(player)), Text(), drawn, Text()]
        self._live.update(Group(*lines, Text(HELP, "dim")), refresh=True)


def _state(player: Player) -> str:
    """Whether it is playing, and how fast."""
    if player.event is None:
        return "there is nothing to see"
    if player.seeking:
        return "running on to the next solution; any key stops"
    if player.at_the_end:
        return "the end"
    return "paused" if player.paused else f"{player.speed:g} events a second"
