"""Lay out the screen of `accord watch`: the board, the current event above it, and the keys below."""

from __future__ import annotations

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from accord.cli.output import board
from accord.cli.player import HELP, Player
from accord.cli.streams import visible
from accord.trace import Event, Pictures, Trace, event_line

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
