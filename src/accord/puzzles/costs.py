"""Report the size of a puzzle's model: by rule where the family knows, else by item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from accord.problem.lower.passes import Cost
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.words import align

MOST = 12  # rules that a table lists
WIDEST = 60  # characters of the words of a rule


def costs(puzzle: Puzzle) -> Iterator[Cost]:
    """Yield what each rule of a puzzle adds, in their order; without rules, all options, then each item.

    Raises RefusedError where a rule grows too large, behind those before it, and what `Puzzle.model` raises.
    """
    told = puzzle.record.made.costs
    if told is not None:
        yield from told(puzzle.spec)
        return
    model = puzzle.model
    yield Cost("options", model.options, 0, 0)
    entries = np.bincount(model.item, minlength=model.items).tolist()
    yield from (Cost(name, 0, 1, number) for name, number in zip(model.item_names, entries, strict=True))


def table(rows: Sequence[Cost]) -> list[str]:
    """The largest rows as a table, in their own order, with what the others add and the sum of all."""
    largest = sorted(range(len(rows)), key=lambda n: (rows[n].options + rows[n].entries, -n))[-MOST:]
    shown = [rows[n] for n in sorted(largest)]
    rest = [row for n, row in enumerate(rows) if n not in largest]
    if rest:
        shown.append(_sum(f"{len(rest):,} smaller ones", rest))
    lines = [("options", "rows", "entries", ""), *map(_cells, shown), _cells(_sum("all", rows))]
    return align(lines, right=range(3))


def _sum(words: str, rows: Sequence[Cost]) -> Cost:
    return Cost(
        words,
        sum(row.options for row in rows),
        sum(row.rows for row in rows),
        sum(row.entries for row in rows),
    )


def _cells(row: Cost) -> tuple[str, str, str, str]:
    words = row.rule if len(row.rule) <= WIDEST else f"{row.rule[: WIDEST - 3]}..."
    return f"{row.options:,}", f"{row.rows:,}", f"{row.entries:,}", words
