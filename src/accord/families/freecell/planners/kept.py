"""Searches that keep every position they meet: how they begin, grow and pause, and the way to a goal.

What a card lies on says all of a position, so a plan is found again from the positions on its way: between
two of them one card moved, and others may have gone home after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, under
from accord.families.freecell.start import start
from accord.kernels import load
from accord.planners.contract import Asked, Plan, Progress
from accord_native.freecell.optimal import layout
from accord_native.freecell.optimal import tables as keys
from accord_native.progress import DONE, FULL

CardMove = tuple[int, int]

KEYS = "accord_native.freecell.optimal.position"
FIRST_ROWS = 1 << 14
MOST_ROWS = (1 << 32) - 1
MEMORY = 4 << 30  # bytes, if nobody says another limit
SLICE = 1 << 14  # positions searched between two yields: some hundredths of a second
CHILDREN = 8  # about so many new positions come from one


class Kept:
    """A search whose kernel keeps positions as rows; a planner as in `accord.planners.contract`."""

    engines: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[str, ...]] = ()
    engine: ClassVar[str]
    kernel: ClassVar[str]  # the module of its `search`

    def __init__(self, asked: Asked) -> None:
        """Begin. Raises RefusedError for several decks; compiles at its first use."""
        assert asked.puzzle is not None, "a planner of a family takes its puzzles"
        rules, board = start(asked.puzzle.spec)
        if rules.decks > 1:
            raise RefusedError(
                f"the planner `{asked.mode}` takes one deck of cards; this game has {rules.decks}"
            )
        self.state_limit = asked.state_limit
        self._rules, self._kernel = rules, load(self.kernel)
        self._largest = asked.largest
        self._memory = MEMORY if asked.memory_limit is None else asked.memory_limit
        cells, columns, ranks, build, fill, moving = rules.codes
        self._begin = under(rules, board)
        self._places, self._codes, self._onto, self._takes, self._higher = keys.tables(
            ranks, build, self._begin
        )
        self._knobs = np.array([cells, columns, fill, moving, not moving], np.uint64)
        position = self._begin.tolist()
        self._forced = _sent_home(position, lambda card: self._safe(position, card))
        self._rows = np.zeros((FIRST_ROWS, layout.ROW), np.uint64)
        self._rows[1, :3] = keys.packed(np.array(position, np.uint8), self._codes)
        self._rows[1, 3] = len(self._forced) << int(layout.MOVES)
        self._state = np.zeros(layout.STATES, np.uint64)
        self._state[layout.ROWS] = 2
        self._table = self._tabulated(self._rows)
        self._work = np.zeros((4, rules.cards), np.uint64)
        self._last: Progress | None = None
        self._set_up()
        self._effort = self._counted()
        if self._bytes > self._memory:
            needed = self._bytes
            self.close()
            raise RefusedError(
                f"the planner `{asked.mode}` takes {needed:,} bytes at least, more than the memory limit of"
                f" {asked.memory_limit:,}"
            )

    def steps(self) -> Iterator[Progress]:
        """Go on, slice by slice."""
        while self._last is None and len(self._rows):
            states = self._effort["states"]
            left = SLICE * CHILDREN if self.state_limit is None else self.state_limit - states
            if left <= 0:
                yield self._progress()
                return
            ended = self._search(np.uint64(min(SLICE, left // CHILDREN + 1)))
            self._effort = self._counted()
            if ended == DONE:
                goal = int(self._state[layout.GOAL])
                self._last = self._ended(self._plan_to(goal) if goal else None)
                self.close()
            elif ended == FULL and (short := self._grow()):
                yield self._progress(reason=f"out of memory: {short}", limit="memory")
                return
            else:
                yield self._progress()
        if self._last is not None:
            yield self._last

    def close(self) -> None:
        """Free what is held."""
        self._rows, self._table = self._rows[:0], self._table[:0]
        self._set_free()

    def _search(self, budget: np.uint64) -> np.uint64:
        """Let the kernel go on."""
        raise NotImplementedError

    def _set_up(self) -> None:
        """Make the arrays that are the kernel's own."""
        raise NotImplementedError

    def _set_free(self) -> None:
        """Free them."""
        raise NotImplementedError

    def _ended(self, plan: Plan | None) -> Progress:
        """What is known at the end."""
        raise NotImplementedError

    def _progress(self, **more: Any) -> Progress:
        """What is known before the end."""
        return Progress(self._effort, **more)

    @property
    def _bytes(self) -> int:
        return self._rows.nbytes + self._table.nbytes + self._own_bytes

    @property
    def _own_bytes(self) -> int:
        return 0

    def _counted(self) -> dict[str, int]:
        states, expanded = (int(self._state[at]) for at in (layout.ROWS, layout.EXPANDED))
        return {"states": states - 1, "expanded": expanded, "bytes": self._bytes}

    def _grow(self) -> str:
        """Make room for more rows, beside the old ones; why there is none, or nothing."""
        rows = len(self._rows)
        each = self._bytes // rows + 1
        room = (self._memory - self._rows.nbytes - self._table.nbytes) // each
        larger = min(2 * rows, room, MOST_ROWS)
        if larger < rows + rows // 8:
            return f"more than {self._memory:,} bytes would be needed"
        try:
            grown = np.zeros((larger, layout.ROW), np.uint64)
            grown[:rows] = self._rows
            table = self._tabulated(grown)
        except MemoryError:  # what is held stays whole, so that the search can go on
            return f"the machine has no room beside the {self._bytes:,} bytes that are held"
        self._rows, self._table = grown, table
        return ""

    def _tabulated(self, rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
        """A table of rows."""
        table = np.zeros(1 << (4 * len(rows) // 3).bit_length(), np.uint32)
        load(KEYS, "tabulate")(rows, table, self._state[layout.ROWS])
        return table

    def _plan_to(self, row: int) -> Plan:
        """The card moves from the start to a row."""
        way = []
        while row:
            way.append(keys.position(self._rows[row], self._places).tolist())
            row = int(self._rows[row, 2]) >> int(layout.PARENT) & int(layout.LINK)
        moves = list(self._forced)
        way.reverse()
        for before, after in pairwise(way):
            moves += self._between(before, after)
        return np.array(moves, np.uint8).reshape(-1, 2)

    def _between(self, before: list[int], after: list[int]) -> list[CardMove]:
        """The moves of one step: a card moves, and what can go home after it has gone."""
        changed = [card for card in range(len(before)) if before[card] != after[card]]
        elsewhere = [(card, after[card]) for card in changed if after[card] != AT_HOME]
        ways: list[list[CardMove]] = [elsewhere]
        if not elsewhere:  # one of them may have gone out of another's way first
            ways += [[(card, place)] for card in changed for place in self._targets(before, card)]
        for first in ways:
            position = list(before)
            for card, place in first:
                position[card] = place
            moves = first + _sent_home(position, lambda card: after[card] == AT_HOME)
            if position == after:
                return moves
        raise AssertionError("a position that cannot come from the one before it")

    def _targets(self, position: list[int], card: int) -> Iterator[int]:
        """Where a card may go, other than home."""
        rules, covered = self._rules, set(position)
        if not self._movable(position, card):
            return
        if card not in covered and position.count(IN_CELL) < rules.cells:
            yield IN_CELL
        king = rules.rank(card) == rules.ranks - 1
        if position.count(ON_TABLE) < rules.columns and (
            rules.fill == "any" or (rules.fill == "kings" and king)
        ):
            yield ON_TABLE
        for other in range(card + 1, rules.cards):
            clear = other not in covered and position[other] not in (IN_CELL, AT_HOME)
            if clear and int(self._onto[card]) >> other & 1:
                yield other

    def _movable(self, position: list[int], card: int) -> bool:
        """Whether nothing lies on a card, or, where runs move as one, a run."""
        while card in position:
            other = position.index(card)
            if self._rules.sequence == "limited" or not int(self._onto[other]) >> card & 1:
                return False
            card = other
        return True

    def _safe(self, position: list[int], card: int) -> bool:
        """Whether all cards that may be built on a card are home."""
        takes = int(self._takes[card])
        return all(position[other] == AT_HOME for other in range(card) if takes >> other & 1)


def _sent_home(position: list[int], wanted: Callable[[int], bool]) -> list[CardMove]:
    """Send home every card that can go and is wanted, one after the other; the position is changed."""
    moves: list[CardMove] = []
    while True:
        covered = set(position)
        ready = (
            card
            for card, place in enumerate(position)
            if place != AT_HOME and card not in covered and (card < 4 or position[card - 4] == AT_HOME)
        )
        card = next((card for card in ready if wanted(card)), None)
        if card is None:
            return moves
        position[card] = AT_HOME
        moves.append((card, AT_HOME))
