"""Print the statistics of a search as tables: by depth, by item, by stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from accord.backends.statistics import Statistics
from accord.errors import number_of
from accord.puzzles.words import align

MOST = 12  # items that are listed: those for which most was tried; JSON has them all
NOBODY = "(all met)"  # where no item was left to be met


def lines(engine: str, stats: Statistics) -> Iterator[str]:
    """Yield the lines of one engine's statistics."""
    total = f"statistics of {engine}: {number_of(stats.total, 'nodes')}"
    yield total if stats.share is None else f"{total}, {stats.share:.3%} led to a solution"
    if stats.counters:
        yield "  " + ", ".join(f"{value:,} {name}" for name, value in stats.counters.items())
    if stats.nodes:
        yield from _by_depth(stats)
    if stats.items:
        yield from _by_item(stats)
    if stats.stages:
        yield from _by_stage(stats)


def _by_depth(stats: Statistics) -> Iterator[str]:
    columns = zip(stats.nodes, stats.dead_ends, stats.fruitful, stats.solutions, strict=True)
    rows = [(depth, *counts) for depth, counts in enumerate(columns) if any(counts)]
    head = ("depth", "nodes", "dead ends", "led to one", "solutions")
    yield from _table(head, [[f"{cell:,}" for cell in row] for row in rows])


def _by_item(stats: Statistics) -> Iterator[str]:
    known = sorted(stats.items.items(), key=lambda pair: -pair[1].tried)
    rows = []
    for name, item in known[:MOST]:
        each = f"{item.tried / item.branched:.2f}" if item.branched else "-"
        rows.append([name or NOBODY, f"{item.branched:,}" if item.branched else "-", f"{item.tried:,}", each])
    yield from _table(("item", "branched", "tried", "each"), rows)
    if len(known) > MOST:
        yield f"  and {len(known) - MOST:,} items more, which --json has"


def _by_stage(stats: Statistics) -> Iterator[str]:
    names = list(dict.fromkeys(name for stage in stats.stages for name in stage.counters))
    rows = [[stage.name, *(f"{stage.counters.get(name, 0):,}" for name in names)] for stage in stats.stages]
    yield from _table(("run", *names), rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table whose columns of numbers stand right; the first one of names stands left."""
    names = bool(rows) and not rows[0][0].replace(",", "").isdigit()
    return (f"  {line}" for line in align([head, *rows], right=range(names, len(head))))
