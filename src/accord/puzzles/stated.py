"""Solutions as files of blocks state them: rows of words, with blanks between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

Rows: TypeAlias = tuple[tuple[str, ...], ...]  # the words of each row


class Stated(Protocol):
    """How the files of a family state solutions."""

    @property
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""

    def rows(self, puzzle: Puzzle, options: Sequence[int]) -> Rows:
        """A solution as the puzzle's own file has it, which may say the same in several ways."""

    def options(self, puzzle: Puzzle, rows: Rows) -> tuple[list[int], list[int]]:
        """The options that a file says are chosen, and those that it says are not.

        Raises UsageError where a cell cannot be as it says.
        """


def drawn(puzzle: Puzzle, options: Sequence[int]) -> Rows:
    """The signs of a solution by row, as the family's picture has them."""
    from accord.render.text import rows

    return tuple(tuple(row) for layer in rows(puzzle.picture(options)) for row in layer)
