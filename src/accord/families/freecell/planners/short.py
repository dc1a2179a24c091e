"""The FreeCell planner that looks for short plans by beam search, in a kernel.

Short is meant in players' moves: cards that can go together are one, and moves home are free. A beam forgets
most of what it meets, so it never shows that a plan is shortest, nor that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError, UsageError
from accord.families.freecell.board import IN_CELL, ON_TABLE, Board, Under, under
from accord.families.freecell.planners.base import NO_PROOF, CardPlanner, array_bytes
from accord.families.freecell.planners.moves import CardMove, carry_moves, send_home
from accord.families.freecell.spec import Rules
from accord.kernels import load
from accord.planners.contract import Asked, Progress
from accord.puzzles.words import describe
from accord_native.freecell import layout
from accord_native.freecell.layout import SOLVED, WORDS, deck_of
from accord_native.progress import DONE, FULL

WIDTH = 1 << 11
WIDEST = 1 << 16
WIDER = 4  # times, if a beam runs dry
LEVELS = 64  # moves that the arrays of a plan hold at first
SLICE = 4096  # positions kept between two yields: some hundredths of a second
# What one of each costs: a card not home, a card in a cell, a column that is not empty, a card that lies
# on one it is not built on, or on one of lower rank, a card on the next of a suit, or on the one after it.
WEIGHTS = (4, 10, 11, 9, 3, 4, 1)


class Beam:
    """One beam search of one position, of one width, which can be run in parts."""

    def __init__(self, rules: Rules, position: Under, width: int, weights: Sequence[int] = WEIGHTS) -> None:
        """Begin. It compiles at first use."""
        self.rules, self.width = rules, width
        self._root = np.array(position, np.uint8)[None]
        words = np.zeros((2 * width + 2, WORDS), np.uint64)
        self._search = load("accord_native.freecell.short")
        self._arrays = layout.BeamArrays(
            under=self._root,
            words=words,
            bytes_=words.view(np.uint8),
            found=np.zeros((8 * width, layout.OFFER), np.uint64),
            tally=np.zeros(layout.COSTS, np.uint64),
            trail=np.zeros((LEVELS, width), np.uint64),
            table=np.zeros(1 << max(10, (128 * width).bit_length()), np.uint64),
            lane=np.zeros(64, np.uint64),
            many=np.zeros(64, np.uint64),
            weights=np.array(weights, np.uint64),
            deck=deck_of(*rules.codes),
            state=np.zeros(layout.STATES, np.uint64),
        )
        self._state = self._arrays.state
        self.ended = ""  # "", "solved" or "dry"

    def run(self, levels: int) -> bool:
        """Search so many levels more; return whether the search has ended."""
        last = self.moves + levels
        while not self.ended and self.moves < last:
            left = np.uint64(last - int(self._state[layout.LEVEL]))
            end = self._search(self._arrays, left)
            if end == SOLVED:
                self.ended = "solved"
            elif end == DONE:
                self.ended = "dry"
            elif end == FULL:
                trail = self._arrays.trail
                self._arrays = self._arrays._replace(trail=np.concatenate([trail, np.zeros_like(trail)]))
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
        """The bytes of all arrays."""
        return array_bytes(*self._arrays, *self._arrays.deck)

    def plan(self) -> npt.NDArray[np.uint8]:
        """Return the plan of a beam that reached the goal, as moves of single cards: uint8 [moves, 2]."""
        at, moves = int(self._state[layout.GOAL]), []
        for level in reversed(range(self.moves)):
            made = int(self._arrays.trail[level, at])
            moves.append((made & int(layout.LOW), made >> int(layout.PLACE) & int(layout.LOW)))
            at = made >> int(layout.HIGH)
        singles = list(_singles(self.rules, self._root[0].tolist(), moves[::-1]))
        return np.array(singles, np.uint8).reshape(-1, 2)


class Short(CardPlanner):
    """A search for a short plan of one position.

    If a beam runs dry, a wider one is tried, up to WIDEST. The option `width` says how wide the first one is.
    """

    engines: ClassVar[tuple[str, ...]] = ("beam",)
    options: ClassVar[tuple[str, ...]] = ("width",)
    unproved = NO_PROOF

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:
        self._rules, self._position = rules, under(rules, board)
        self._tried = 0  # by the beams before
        self._held = self._of_width(_width(asked.options))

    def _go_on(self, states: int) -> Progress | None:  # noqa: ARG002
        beam: Beam = self._held
        if not beam.run(max(1, SLICE // beam.width) if self.state_limit is None else 1):
            if self._memory_limit is None or beam.nbytes <= self._memory_limit:
                return None
            return self._gave_up(
                f"a beam of width {beam.width:,} has come to the memory limit", limit="memory"
            )
        return self._with_plan(beam.plan()) if beam.ended == "solved" else self._widen(beam)

    def _counters(self) -> dict[str, int]:
        beam: Beam = self._held
        states = self._tried + beam.tried
        return {"states": states, "width": beam.width, "levels": beam.moves, "bytes": beam.nbytes}

    def _of_width(self, width: int) -> Beam:
        beam = Beam(self._rules, self._position, width)
        self._refuse(beam.nbytes, f"a beam of width {width:,}")
        return beam

    def _widen(self, beam: Beam) -> Progress | None:
        """Try a wider beam: return None, or the end of the search if there is none."""
        dry = self._gave_up(f"a beam of width {beam.width:,} has run dry")
        if beam.width * WIDER > WIDEST:
            return dry
        try:
            self._held = self._of_width(beam.width * WIDER)
        except RefusedError as error:
            return replace(dry, reason=f"{dry.reason}; {error}", limit="memory")
        self._tried += beam.tried
        return None


def _width(options: Mapping[str, str]) -> int:
    width = options.get("width", str(WIDTH))
    if not (width.isdecimal() and len(width) < 9 and 1 <= int(width) <= WIDEST):
        raise UsageError(f"width {describe(width)}; expected a number from 1 to {WIDEST:,}")
    return int(width)


def _singles(rules: Rules, below: list[int], moves: Sequence[CardMove]) -> Iterator[CardMove]:
    """Yield moves of single cards from moves of runs, after each of which all goes home that can."""
    position = list(below)
    yield from send_home(position, lambda _: True)
    for card, place in moves:
        above = {lower: upper for upper, lower in enumerate(position)}
        run = [card]
        while rules.sequence == "limited" and run[-1] in above:
            run.append(above[run[-1]])
        free = rules.cells - position.count(IN_CELL)
        spare = rules.columns - position.count(ON_TABLE) - (place == ON_TABLE) if rules.fill == "any" else 0
        yield from carry_moves(run, place, free, spare)
        position[card] = place
        yield from send_home(position, lambda _: True)
