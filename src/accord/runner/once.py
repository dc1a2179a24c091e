"""What is walked once, and by one iterator at a time: a second walk would count again what was counted.

A walk is new, then under way, and then ended, left or failed. If it has ended, another has nothing to add; in
all other cases another is refused.
"""

from __future__ import annotations

from threading import Lock
from types import TracebackType

from accord.errors import UsageError

UNDER_WAY, LEFT, FAILED = "is under way", "was left before its end", "has failed"


class Once:
    """A context that is entered once, whatever the thread."""

    def __init__(self, what: str, advice: str) -> None:
        """What it is, and what to do instead of a second walk, as the error says them."""
        self._what, self._advice = what, advice
        self._state = ""  # one of those above, or new
        self._lock = Lock()
        self.ended = False  # so that another walk has nothing to add

    def end(self) -> None:
        """The walk is at its end, even if whoever walks leaves now."""
        self.ended = True

    def __enter__(self) -> None:
        """Raises UsageError if it was entered before."""
        with self._lock:
            if not self._state:
                self._state = UNDER_WAY
                return
        raise UsageError(f"{self._what} {self._state}, and can be iterated over once; {self._advice}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended = self.ended or kind is None
        self._state = LEFT if kind is GeneratorExit else FAILED
