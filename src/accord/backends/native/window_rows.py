"""What waits in a window kernel between two calls; for its arrays see `accord_native.window.layout`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from accord.backends.native.arrays import Options, Words
from accord_native.window.layout import CELL, ORIENTATION, ORIENTATION_MASK, PARENT, PARENT_MASK, ROOT, WORD

WORD_BITS = 64

Waiting: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # options: those on a board, and what fits there


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The arrays of a kernel that say where its search stands."""

    option_at: Options
    placed: Options
    rows: Words
    size: Words
    state: Words

    def present(self) -> tuple[int, ...]:
        """The options on the board from which the search goes on; none before it begins."""
        waiting = self.size.nonzero()[0]
        return self._chosen(int(waiting[-1]), int(self.size[waiting[-1]])) if len(waiting) else ()

    def levels(self) -> list[list[Waiting]]:
        """All that waits, level by level; the last row of the last level is taken next."""
        deepest = int(self.size.nonzero()[0].max(initial=-1))
        return [
            [(self._chosen(level, at), self._fits(level, at)) for at in range(1, int(self.size[level]) + 1)]
            for level in range(deepest + 1)
        ]

    def _chosen(self, level: int, at: int) -> tuple[int, ...]:
        """The options on the board of a row: those of its root, then one for each level."""
        below = list(self._up(level, at))
        return (*self.placed[int(self.state[ROOT]) - 1].tolist(), *reversed(below))

    def _up(self, level: int, at: int) -> Iterator[int]:
        """The options that were placed to come to a row, the last one first."""
        trace = self._trace(level, at)
        for above in range(level - 1, -1, -1):
            parent = self._trace(above, trace >> int(PARENT) & int(PARENT_MASK))
            number = trace >> int(ORIENTATION) & int(ORIENTATION_MASK)
            yield int(self.option_at[parent >> int(CELL), number])
            trace = parent

    def _fits(self, level: int, at: int) -> tuple[int, ...]:
        """The options that fit at the first empty cell of a row."""
        trace = self._trace(level, at)
        bits, first = int(self._row(level, at)[-2]), WORD_BITS * (trace >> int(WORD) & 1)
        options = self.option_at[trace >> int(CELL)].tolist()
        return tuple(options[first + bit] for bit in range(bits.bit_length()) if bits >> bit & 1)

    def _trace(self, level: int, at: int) -> int:
        return int(self._row(level, at)[-1])

    def _row(self, level: int, at: int) -> Words:
        row: Words = self.rows[level * (len(self.rows) // len(self.size)) + at]
        return row
