"""Solutions as files of blocks state them: rows of words, with blanks between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from accord.picture import EMPTY

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

Rows: TypeAlias = tuple[tuple[str, ...], ...]  # the words of each row


class Stated(Protocol):
    """How the files of a family state solutions."""

    @property
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""

    def known(self, word: str) -> bool:
        """Whether a file may have that word."""

    def rows(self, puzzle: Puzzle, options: Sequence[int]) -> Rows:
        """A solution as the puzzle's own file has it, which may say the same in several ways."""

    def options(self, puzzle: Puzzle, rows: Rows) -> tuple[list[int], list[int]]:
        """The options that a file says are chosen, and those that it says are not.

        Raises UsageError where a cell cannot be as it says.
        """


@dataclass(frozen=True)
class Signs:
    """The signs of a family's pictures, each with the word that a file has for it."""

    of_file: Mapping[str, str]

    @property
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""
        return " or ".join(self.of_file.values())

    def known(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word in self.of_file.values()

    def rows(self, puzzle: Puzzle, options: Sequence[int]) -> Rows:
        """The words of a solution by row."""
        return tuple(tuple(self.of_file.get(sign, sign) for sign in row) for row in drawn(puzzle, options))

    def options(self, puzzle: Puzzle, rows: Rows) -> tuple[list[int], list[int]]:
        """The options that a file says are chosen, and those that it says are not. Raises UsageError."""
        from accord.puzzles.known import VOID, Board  # only now: most solutions are the one that was found

        sign_of = {word: VOID if sign == EMPTY else sign for sign, word in self.of_file.items()}
        return Board(puzzle).read("\n".join("".join(sign_of[word] for word in row) for row in rows))


def drawn(puzzle: Puzzle, options: Sequence[int]) -> Rows:
    """The signs of a solution by row, as the family's picture has them."""
    from accord.render.text import rows

    return tuple(tuple(row) for layer in rows(puzzle.picture(options)) for row in layer)
