"""Base class of the FreeCell planners: models they refuse, limits, and how a search pauses and ends.

A planner defines how it begins (`_begin`), searches a slice (`_go_on`) and counts (`_counters`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.families.freecell.board import Board
from accord.families.freecell.spec import Rules
from accord.families.freecell.start import start
from accord.planners.contract import Answer, Asked, Progress

ENDLESS = 1 << 62  # states
NO_PROOF = "; a search of this kind never shows that there is none"
MEMORY = 4 << 30  # bytes, for searches that grow, where no other limit is set


def array_bytes(*arrays: object) -> int:
    """Return the bytes of these arrays; a view of another array counts as 0."""
    return sum(each.nbytes for each in arrays if isinstance(each, np.ndarray) and each.base is None)


class CardPlanner:
    """A search from one position, slice by slice: a planner as in `accord.planners.contract`.

    Without a limit on states it gives up after `usual` of them; with one it pauses there, and can be taken
    further. A search that was run in parts ends as one that was not.
    """

    engines: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[int] = ENDLESS
    unproved: ClassVar[str] = ""  # ends the reason wherever it gives up

    _held: Any = None  # what the search holds, until it is closed

    def __init__(self, asked: Asked) -> None:
        """Begin. Raises RefusedError for too little memory, UsageError for options; compiles at first use."""
        assert asked.puzzle is not None, "a planner of a family takes its puzzles"
        rules, board = start(asked.puzzle.spec)
        self._name = f"the planner `{asked.mode}`"
        self.engine = self.engines[0]
        self.state_limit = asked.state_limit
        self._memory_limit, self._largest = asked.memory_limit, asked.largest
        self._last: Progress | None = None
        self._at_close: dict[str, int] | None = None  # the counters; None while it is open
        self._begin(asked, rules, board)

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:
        """Make what the search holds, `_held`. Raises UsageError for options that are none."""
        raise NotImplementedError

    def _go_on(self, states: int) -> Progress | None:
        """Search a slice of so many states at most; return None if there is more to do, else progress.

        Progress without an answer is a pause.
        """
        raise NotImplementedError

    def _counters(self) -> dict[str, int]:
        """Return the counters; limits are about `states`."""
        raise NotImplementedError

    def steps(self) -> Iterator[Progress]:
        """Search slice by slice; yield progress after each."""
        while self._last is None and self._at_close is None:
            limit = self.usual if self.state_limit is None else self.state_limit
            left = limit - self._effort["states"]
            if left > 0:
                progress = self._go_on(left)
            elif self.state_limit is None:
                progress = self._gave_up(f"no plan within {limit:,} states")
            else:
                yield self._progress()
                return
            if progress is None:
                yield self._progress()
            elif progress.answer is None:
                yield progress
                return
            else:
                self._last = progress
        if self._last is not None:
            yield self._last

    def close(self) -> None:
        """Free what is held."""
        if self._at_close is None:
            self._at_close = self._counters()
            self._held = None

    @property
    def _effort(self) -> dict[str, int]:
        return self._counters() if self._at_close is None else self._at_close

    def _progress(self, **more: Any) -> Progress:
        """Return progress before the end."""
        return Progress(self._effort, **more)

    def _refuse(self, needed: int, what: str, least: str = "") -> None:
        """Raise RefusedError if so many bytes are more than the memory limit."""
        limit = self._memory_limit
        if limit is not None and needed > limit:
            raise RefusedError(
                f"{what} takes {needed:,} bytes{least}, more than the memory limit of {limit:,}"
            )

    def _gave_up(self, reason: str, **more: Any) -> Progress:
        return self._progress(answer="gave-up", reason=reason + self.unproved, **more)

    def _with_plan(self, plan: npt.NDArray[np.uint8], answer: Answer = "solved") -> Progress:
        """Return the end of a search that has a plan, which may have more moves than are asked for."""
        if self._largest is None or len(plan) <= self._largest:
            return Progress(self._effort, answer, plan)
        reason = f"the plan found has {len(plan):,} moves, more than {self._largest:,}"
        return Progress(self._effort, "gave-up", reason=reason, limit="moves")
