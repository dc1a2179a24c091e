"""Encode "at most one of these literals" as clauses: a clause per pair, or a ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

import numpy as np
import numpy.typing as npt

from accord.cnf.clauses import Clauses
from accord.model.arrays import ranges, starts
from accord.model.data import Indices, Ints

AT_ONCE = 1 << 17  # pairs made in one go
NONE = np.zeros(0, np.int64)


class Exclusive:
    """Groups of literals of which no two may be true; with colours, two may if their colours are equal.

    `items` has the item of each group, and `literals` a row for each, which ascends. Colour 0 agrees with
    none, not even with itself.
    """

    def __init__(self, items: npt.ArrayLike, literals: npt.ArrayLike, colours: npt.ArrayLike | None = None):
        self.items = np.asarray(items, np.int64)
        self.literals = np.asarray(literals, np.int64)
        self.colours = None if colours is None else np.asarray(colours, np.int64)

    def pairs(self) -> int:
        """How many pairs are excluded."""
        groups, number = self.literals.shape
        rows = [] if self.colours is None else self.colours.tolist()
        agreeing = [size for row in rows for size in Counter(filter(None, row)).values()]
        return groups * (number * (number - 1) // 2) - sum(size * (size - 1) // 2 for size in agreeing)


def pairwise(clauses: Clauses, groups: list[Exclusive], *, once: bool = True) -> Generator[None, None, None]:
    """A clause for each pair that some group excludes, owned by that group's item; `once`: by the first one.

    Goes literal by literal, some at a time, and unites the later literals that their groups exclude.
    """
    literal, colour, size, item = _in_order_of_items(groups)
    later = np.repeat(np.cumsum(size), size) - np.arange(1, len(literal) + 1)  # of the group
    yield
    order = np.argsort(literal, kind="stable")
    changes = np.append(np.flatnonzero(np.diff(literal[order])) + 1, len(order))
    pairs = starts(later[order])
    first = 0
    while first < len(order):
        enough = np.searchsorted(pairs, pairs[first] + AT_ONCE)
        last = int(changes[min(np.searchsorted(changes, enough), len(changes) - 1)])
        a, b = _pairs(order[first:last], later)
        agree = (colour[a] == colour[b]) & (colour[a] > 0)
        a, b = a[~agree], b[~agree]
        if once and len(groups) > 1:
            _, firsts = np.unique(literal[a] << 32 | literal[b] + (1 << 31), return_index=True)
            a, b = a[firsts], b[firsts]
        clauses.block(-np.stack([literal[a], literal[b]], axis=1), item[a])
        first = last
        yield


def _in_order_of_items(groups: list[Exclusive]) -> tuple[Ints, Ints, Ints, Ints]:
    """The literals of all groups, the colour of each, the size of each group, the item of each literal."""
    size = np.concatenate([NONE, *(np.full(len(some.items), some.literals.shape[1]) for some in groups)])
    order = np.argsort(np.concatenate([NONE, *(some.items for some in groups)]), kind="stable")
    place = ranges(starts(size)[:-1][order], size[order])
    literal = np.concatenate([NONE, *(some.literals.ravel() for some in groups)])[place]
    colours = (np.zeros_like(some.literals) if some.colours is None else some.colours for some in groups)
    colour = np.concatenate([NONE, *(some.ravel() for some in colours)])[place]
    item = np.concatenate([NONE, *(some.items for some in groups)])[order]
    return literal, colour, size[order], np.repeat(item, size[order])


def _pairs(entry: Ints, later: Ints) -> tuple[Ints, Ints]:
    """Each entry with each of the later ones of its group."""
    return np.repeat(entry, later[entry]), ranges(entry + 1, later[entry])


def ladder(clauses: Clauses, literals: list[int]) -> None:
    """Rung i says whether one of the first i + 1 literals is true; the next literal must then be false.

    The sequential counter for a bound of 1 (C. Sinz, CP 2005), with its rungs defined both ways.
    """
    if len(literals) < 2:
        return
    x: Indices = np.array(literals, np.int32)
    rungs = len(x) - 2
    s = np.concatenate(
        [x[:1], np.arange(clauses.variables + 1, clauses.variables + 1 + rungs, dtype=np.int32)]
    )
    clauses.variables += rungs
    pairs = [np.stack([-s, -x[1:]], 1), np.stack([-x[1:-1], s[1:]], 1), np.stack([-s[:-1], s[1:]], 1)]
    clauses.block(np.concatenate(pairs))
    clauses.block(np.stack([-s[1:], s[:-1], x[1:-1]], 1))
