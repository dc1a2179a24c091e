"""Short plans of FreeCell by beam search, in native code.

Short is meant in players' moves: cards that can go together are one, and moves home are free. A beam forgets
most of what it meets, so it never shows that a plan is shortest, nor that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError, UsageError
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board, Under, under
from accord.families.freecell.notation import player_moves
from accord.families.freecell.planners.carry import CardMove, carried
from accord.families.freecell.spec import Rules
from accord.families.freecell.start import start
from accord.kernels import load
from accord.planners.contract import Asked, Progress
from accord.puzzles.words import found as shown
from accord_native.freecell import short_layout as layout
from accord_native.freecell.layout import SOLVED, WORDS
from accord_native.freecell.tables import tables
from accord_native.progress import DONE, FULL

WIDTH = 1 << 11
WIDEST = 1 << 16
WIDER = 4  # times, if a beam runs dry
LEVELS = 64  # room for a plan at first
SLICE = 4096  # positions kept between two yields: some hundredths of a second
# What one of each costs: a card not home, a card in a cell, a column that is not empty, a card that lies
# on one it is not built on, or on one of lower rank, a card on the next of a suit, or on the one after it.
WEIGHTS = (4, 10, 11, 9, 3, 4, 1)
NO_PROOF = "; a search of this kind never shows that there is none"


def metric(rules: Rules, board: Board, plan: Sequence[CardMove]) -> int:
    """The players' moves of a plan, those home not counted: as published tables of short plans count."""
    return sum(move.target.kind != "home" for move in player_moves(rules, board, plan))


class Beam:
    """One beam search of one position, of one width, which can be run in parts."""

    def __init__(self, rules: Rules, position: Under, width: int, weights: Sequence[int] = WEIGHTS) -> None:
        """Begin. It compiles at first use."""
        self.rules, self.width = rules, width
        self._root = np.array(position, np.uint8)[None]
        cells, columns, ranks, build, fill, unlimited = rules.codes
        onto, takes, _, stir = tables(ranks, build)
        words = np.zeros((2 * width + 2, WORDS), np.uint64)
        self._search = load("accord_native.freecell.short")
        self._trail = np.zeros((LEVELS, width), np.uint64)
        self._before = (
            self._root,
            words,
            words.view(np.uint8),
            np.zeros((8 * width, layout.OFFER), np.uint64),
            np.zeros(layout.COSTS, np.uint64),
        )
        self._state = np.zeros(layout.STATES, np.uint64)
        self._after = (
            np.zeros(1 << max(10, (128 * width).bit_length()), np.uint64),
            np.zeros(64, np.uint64),
            np.zeros(64, np.uint64),
            np.zeros(2, np.uint64),
            np.array(weights, np.uint64),
            onto,
            takes,
            stir,
            np.array([cells, columns, fill, unlimited, (1 << rules.cards) - 1], np.uint64),
            self._state,
        )
        self.ended = ""  # "", "solved" or "dry"

    def run(self, levels: int) -> bool:
        """Search so many levels more; whether it has ended."""
        last = self.moves + levels
        while not self.ended and self.moves < last:
            left = np.uint64(last - int(self._state[layout.LEVEL]))
            end = self._search(*self._before, self._trail, *self._after, left)
            if end == SOLVED:
                self.ended = "solved"
            elif end == DONE:
                self.ended = "dry"
            elif end == FULL:
                self._trail = np.concatenate([self._trail, np.zeros_like(self._trail)])
        return bool(self.ended)

    @property
    def moves(self) -> int:
        """The level: players' moves made."""
        return int(self._state[layout.LEVEL])

    @property
    def tried(self) -> int:
        """The moves tried, each of which gave a state."""
        return int(self._state[layout.MADE])

    @property
    def nbytes(self) -> int:
        """What is held."""
        held = (self._trail, *self._before[1:2], *self._before[3:], *self._after)
        return sum(array.nbytes for array in held)

    def plan(self) -> npt.NDArray[np.uint8]:
        """The plan of a beam that came home, as moves of single cards: uint8 [moves, 2]."""
        at, moves = int(self._state[layout.GOAL]), []
        for level in reversed(range(self.moves)):
            made = int(self._trail[level, at])
            moves.append((made & int(layout.LOW), made >> int(layout.PLACE) & int(layout.LOW)))
            at = made >> int(layout.HIGH)
        singles = list(_singles(self.rules, self._root[0].tolist(), moves[::-1]))
        return np.array(singles, np.uint8).reshape(-1, 2)


class Short:
    """A search for a short plan of one position; a planner as in `accord.planners.contract`.

    If a beam runs dry, a wider one is tried, up to WIDEST. The option `width` says how wide the first one is.
    A search that was run in parts ends as one that was not.
    """

    engines: ClassVar[tuple[str, ...]] = ("beam",)
    options: ClassVar[tuple[str, ...]] = ("width",)

    def __init__(self, asked: Asked) -> None:
        """Begin. Raises UsageError for options that are none, RefusedError for several decks."""
        self.engine = "beam"
        assert asked.puzzle is not None, "a planner of a family takes its puzzles"
        rules, board = start(asked.puzzle.spec)
        if rules.decks > 1:
            raise RefusedError(f"the planner `short` takes one deck; this game has {rules.decks}")
        self.state_limit = asked.state_limit
        self._memory_limit, self._largest = asked.memory_limit, asked.largest
        self._rules, self._position = rules, under(rules, board)
        self._tried = 0  # by the beams before
        self._beam: Beam | None = self._of_width(_width(asked.options))
        self._effort = self._told(self._beam)
        self._last: Progress | None = None

    def steps(self) -> Iterator[Progress]:
        """Go on, slice by slice."""
        while self._last is None and self._beam is not None:
            beam = self._beam
            if self.state_limit is not None and self._effort["states"] >= self.state_limit:
                yield Progress(self._effort)
                return
            ended = beam.run(max(1, SLICE // beam.width) if self.state_limit is None else 1)
            self._effort = self._told(beam)
            if not ended and self._memory_limit is not None and beam.nbytes > self._memory_limit:
                reason = f"a beam of width {beam.width:,} has come to the memory limit" + NO_PROOF
                self._last = Progress(self._effort, "gave-up", reason=reason, limit="memory")
            elif not ended:
                yield Progress(self._effort)
            elif beam.ended == "solved":
                self._last = self._solved(beam)
            else:
                self._last = self._widened(beam)
        if self._last is not None:
            yield self._last

    def close(self) -> None:
        """Free what is held."""
        self._beam = None

    def _of_width(self, width: int) -> Beam:
        beam = Beam(self._rules, self._position, width)
        if self._memory_limit is not None and beam.nbytes > self._memory_limit:
            raise RefusedError(
                f"a beam of width {width:,} takes {beam.nbytes:,} bytes, more than the memory limit of"
                f" {self._memory_limit:,}"
            )
        return beam

    def _told(self, beam: Beam) -> dict[str, int]:
        return {
            "states": self._tried + beam.tried,
            "width": beam.width,
            "moves": beam.moves,
            "bytes": beam.nbytes,
        }

    def _widened(self, beam: Beam) -> Progress | None:
        """Try a wider beam; what is to be said if there is none."""
        reason = f"a beam of width {beam.width:,} has run dry" + NO_PROOF
        if beam.width * WIDER > WIDEST:
            return Progress(self._effort, "gave-up", reason=reason)
        self._tried += beam.tried
        try:
            self._beam = self._of_width(beam.width * WIDER)
        except RefusedError as error:
            return Progress(self._effort, "gave-up", reason=f"{reason}; {error}", limit="memory")
        self._effort = self._told(self._beam)
        return None

    def _solved(self, beam: Beam) -> Progress:
        plan = beam.plan()
        if self._largest is not None and len(plan) > self._largest:
            reason = f"the plan found has {len(plan):,} moves, more than {self._largest:,}"
            return Progress(self._effort, "gave-up", reason=reason, limit="moves")
        return Progress(self._effort, "solved", plan)


def _width(options: Mapping[str, str]) -> int:
    width = options.get("width", str(WIDTH))
    if not (width.isdecimal() and len(width) < 9 and 1 <= int(width) <= WIDEST):
        raise UsageError(f"width {shown(width)}; expected a number from 1 to {WIDEST:,}")
    return int(width)


def _singles(rules: Rules, below: list[int], moves: Sequence[CardMove]) -> Iterator[CardMove]:
    """Moves of single cards from moves of runs, after each of which all goes home that can."""
    above = {place: card for card, place in enumerate(below) if place < rules.cards}

    def put(card: int, place: int) -> None:
        above.pop(below[card], None)
        below[card] = place
        if place < rules.cards:
            above[place] = card

    def sent_home() -> Iterator[CardMove]:
        ready = True
        while ready:
            ready = False
            for card in range(rules.cards):
                turn = card < 4 or below[card - 4] == AT_HOME
                if below[card] != AT_HOME and turn and card not in above:
                    put(card, AT_HOME)
                    ready = True
                    yield card, AT_HOME

    yield from sent_home()
    for card, place in moves:
        run = [card]
        while run[-1] in above:
            run.append(above[run[-1]])
        free = rules.cells - below.count(IN_CELL)
        spare = rules.columns - below.count(ON_TABLE) - (place == ON_TABLE) if rules.fill == "any" else 0
        if rules.sequence == "unlimited":
            run = [card]
        yield from carried(run, place, free, spare)
        put(card, place)
        yield from sent_home()
