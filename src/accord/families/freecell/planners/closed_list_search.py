"""FreeCell planners that store every position: find shortest plans, and prove that no plan exists.

`Optimal` is A* over exact positions. A plan's length is the number of its moves of one card, those home
included; where sequences are unlimited, a run that moves as one is one move. Before it ends, the search knows
a bound: no plan is shorter. `Impossible` tries every legal move in every position that can be reached.

What a card lies on says all of a position, so a plan is found again from the positions on its way: between
two of them one card moved, and others may have gone home after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.families.freecell.board import AT_HOME, IN_CELL, Board, board_of, under
from accord.families.freecell.planners.base import MEMORY, CardPlanner
from accord.families.freecell.planners.moves import CardMove, send_home
from accord.families.freecell.rules import legal_moves
from accord.families.freecell.spec import Rules
from accord.kernels import load
from accord.planners.contract import Asked, Progress
from accord_native.freecell.optimal import layout
from accord_native.progress import DONE, FULL

Moves: TypeAlias = "npt.NDArray[np.uint8]"  # [n, 2]: a card, and where it goes

KEYS = "accord_native.freecell.optimal.position"
FIRST_ROWS = 1 << 14
MOST_ROWS = (1 << 32) - 1
SLICE = 1 << 14  # positions searched between two yields: some hundredths of a second
CHILDREN = 8  # about so many new positions come from one


class ClosedListSearch(CardPlanner):
    """A search whose kernel keeps all positions as rows: its closed list."""

    kernel: ClassVar[str]  # the module of its `search`

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:
        self._rules, self._kernel = rules, load(self.kernel)
        self._memory = MEMORY if asked.memory_limit is None else asked.memory_limit
        cells, columns, ranks, build, fill, moving = rules.codes
        self._start = under(rules, board)
        self._places, codes, onto, self._takes, higher = layout.tables(ranks, build, self._start)
        knobs = np.array([cells, columns, fill, moving, not moving], np.uint64)
        self._deck = self._places, codes, onto, self._takes, higher, knobs
        position = self._start.tolist()
        self._forced = send_home(position, lambda card: self._safe(position, card))
        self._rows = np.zeros((FIRST_ROWS, layout.ROW), np.uint64)
        self._rows[1, :3] = layout.pack_key(np.array(position, np.uint8), codes)
        self._rows[1, 3] = len(self._forced) << int(layout.MOVES)
        self._state = np.zeros(layout.STATES, np.uint64)
        self._state[layout.ROWS] = 2
        self._table = self._hash_table(self._rows)
        work = np.zeros((4, rules.cards), np.uint64)
        self._scratch = work, np.zeros((layout.MOST_CHILDREN, layout.CHILD), np.uint64)
        self._own = self._set_up()
        self._refuse(self._bytes, self._name, " at least")

    def _set_up(self) -> tuple[Any, ...]:
        """Return the arrays that are the kernel's own."""
        raise NotImplementedError

    def _kernel_arguments(self) -> tuple[Any, ...]:
        """Return the arguments of the kernel beside arrays and budget."""
        return ()

    def _conclusion(self, plan: Moves | None) -> Progress:
        """Return the progress at the end of the search."""
        raise NotImplementedError

    def _go_on(self, states: int) -> Progress | None:
        budget = np.uint64(min(SLICE, states // CHILDREN + 1))
        searched = *self._deck, self._rows, self._table, *self._own, *self._scratch, self._state
        ended = self._kernel(*searched, *self._kernel_arguments(), budget)
        if ended == DONE:
            goal = int(self._state[layout.GOAL])
            progress = self._conclusion(self._plan_to(goal) if goal else None)
            self.close()
            return progress
        if ended == FULL and (short := self._grow()):
            return self._progress(reason=f"out of memory: {short}", limit="memory")
        return None

    def close(self) -> None:
        """Free what is held."""
        super().close()
        self._rows, self._table, self._own = self._rows[:0].copy(), self._table[:0].copy(), ()

    @property
    def _bytes(self) -> int:
        return sum(array.nbytes for array in (self._rows, self._table, *self._own))

    def _counters(self) -> dict[str, int]:
        states, expanded = (int(self._state[at]) for at in (layout.ROWS, layout.EXPANDED))
        return {"states": states - 1, "expanded": expanded, "bytes": self._bytes}

    def _grow(self) -> str:
        """Copy the rows into larger arrays; return "", or why there is no memory for them."""
        rows = len(self._rows)
        each = self._bytes // rows + 1
        room = (self._memory - self._rows.nbytes - self._table.nbytes) // each
        larger = min(2 * rows, room, MOST_ROWS)
        if larger < rows + rows // 8:
            return f"more than {self._memory:,} bytes would be needed"
        try:
            grown = np.zeros((larger, layout.ROW), np.uint64)
            grown[:rows] = self._rows
            table = self._hash_table(grown)
        except MemoryError:  # what is held stays whole, so that the search can continue
            return f"the machine has no room beside the {self._bytes:,} bytes that are held"
        self._rows, self._table = grown, table
        return ""

    def _hash_table(self, rows: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
        """Return a hash table of rows."""
        table = np.zeros(1 << (4 * len(rows) // 3).bit_length(), np.uint32)
        load(KEYS, "tabulate")(rows, table, self._state[layout.ROWS])
        return table

    def _plan_to(self, row: int) -> Moves:
        """Return the card moves from the start to a row."""
        way = []
        while row:
            way.append(layout.position(self._rows[row], self._places).tolist())
            row = int(self._rows[row, 2]) >> int(layout.PARENT) & int(layout.LINK)
        moves = list(self._forced)
        way.reverse()
        for before, after in pairwise(way):
            moves += self._between(before, after)
        return np.array(moves, np.uint8).reshape(-1, 2)

    def _between(self, before: list[int], after: list[int]) -> list[CardMove]:
        """Return the moves of one step: a card moves, then others go home."""
        changed = [card for card in range(len(before)) if before[card] != after[card]]
        elsewhere = [(card, after[card]) for card in changed if after[card] != AT_HOME]
        # if all are home, one of them may have gone out of another's way first
        for first in chain([elsewhere], () if elsewhere else self._elsewhere(before, changed)):
            position = list(before)
            for card, place in first:
                position[card] = place
            moves = first + send_home(position, lambda card: after[card] == AT_HOME)
            if position == after:
                return moves
        raise AssertionError("a position that cannot come from the one before it")

    def _elsewhere(self, before: list[int], changed: list[int]) -> Iterator[list[CardMove]]:
        """Yield the legal moves of these cards to other places than home, each as a list of one."""
        position = board_of(self._rules, np.array(before, np.uint8))
        legal = (move for move in legal_moves(self._rules, position) if move[0] in changed)
        for card, place in sorted(legal, key=lambda move: (move[0], (move[1] - IN_CELL) % 256)):
            if place != AT_HOME:
                yield [(card, place)]

    def _safe(self, position: list[int], card: int) -> bool:
        """Whether all cards that may be built on a card are home."""
        takes = int(self._takes[card])
        return all(position[other] == AT_HOME for other in range(card) if takes >> other & 1)


class Optimal(ClosedListSearch):
    """A search for a shortest plan."""

    engines: ClassVar[tuple[str, ...]] = ("deadlocks",)
    kernel = "accord_native.freecell.optimal.search"

    def _set_up(self) -> tuple[Any, ...]:
        most = layout.LONGEST - 1
        self._longest = most if self._largest is None else min(self._largest, most)
        heads = np.zeros((layout.LONGEST, layout.LONGEST), np.uint32)
        deepest = np.zeros(layout.LONGEST, np.uint64)
        made = len(self._forced)
        at_least = int(np.count_nonzero(self._start != AT_HOME))
        heads[at_least, made], deepest[at_least] = 1, made
        self._state[layout.LEAST] = at_least
        self._state[layout.TOO_LONG] = at_least > self._longest
        return heads, deepest

    def _kernel_arguments(self) -> tuple[Any, ...]:
        return (np.uint64(self._longest),)

    @property
    def _least(self) -> int:
        return int(self._state[layout.LEAST])

    def _progress(self, **more: Any) -> Progress:
        return Progress(self._effort, bound=self._least, **more)

    def _conclusion(self, plan: Moves | None) -> Progress:
        if plan is not None:
            assert len(plan) == self._least, "a plan that is not as long as its proof says"
            return Progress(self._effort, "shortest", plan, bound=len(plan))
        if not self._state[layout.TOO_LONG]:
            return Progress(self._effort, "impossible")
        reason = f"there is no plan of at most {self._longest:,} moves"
        return Progress(self._effort, "gave-up", bound=self._longest + 1, reason=reason, limit="moves")


class Impossible(ClosedListSearch):
    """A search for any plan, or for the end of all positions."""

    engines: ClassVar[tuple[str, ...]] = ("exhaustive",)
    kernel = "accord_native.freecell.optimal.exhaust"

    def _set_up(self) -> tuple[Any, ...]:
        heads = np.zeros(layout.BUCKETS, np.uint32)
        heads[0] = 1
        return (heads,)

    def _conclusion(self, plan: Moves | None) -> Progress:
        return Progress(self._effort, "impossible") if plan is None else self._with_plan(plan)
