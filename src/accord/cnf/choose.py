"""Choose the encoding of a linear constraint: by the number of clauses, unless the user names one.

Sizes count clauses and auxiliary variables. Pairs are the best at-most-one up to some hundred options: they
propagate in one step, and items share them. An adder is small, but so little follows from half a sum that a
diagram many times its size is worth it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from accord.cnf.linear import Linear
from accord.errors import unknown

ENCODINGS = ("pairwise", "sequential", "totalizer", "diagram", "adder")
MOST_EXCLUSIVE = 400  # options that exclude each other by pairs
MOST_PAIRS = 2_000_000  # in all items together; about 300 bytes each in a solver
DIAGRAM_WORTH = 8  # how many times the size of an adder
MOST_OF_ONE = 10_000_000  # literals of a constraint; a diagram takes some 20 bytes for each while it is made
PER_CLAUSE = 3  # literals, about
PER_LITERAL = 5  # clauses and variables that an at-most-one takes for each literal, other than by pairs
PER_ADDITION = 88  # literals of an addition, and the ends of its clauses


def check_encoding(encoding: str | None) -> None:
    """Raise UsageError if there is no such encoding; None chooses by size."""
    if encoding is not None and encoding not in ENCODINGS:
        raise unknown("encoding", encoding, ENCODINGS)


def most_exclusive(sizes: npt.NDArray[np.int64]) -> int:
    """Up to how many options pairs are used: the items' pairs, the smallest first, are not too many."""
    ascending = np.sort(sizes[sizes <= MOST_EXCLUSIVE])
    pairs = np.cumsum(ascending * (ascending - 1) // 2)
    too_many = int(np.searchsorted(pairs, MOST_PAIRS, side="right"))
    return int(ascending[too_many]) - 1 if too_many < len(pairs) else MOST_EXCLUSIVE


def at_most_one(number: int, wanted: str | None, most: int) -> str:
    """The encoding of: at most one of so many."""
    if wanted is not None:
        return wanted
    return "pairwise" if number <= most else "sequential"


def colours_by_pairs(pairs: int, sizes: list[int], wanted: str | None, most: int) -> bool:
    """Whether options of different colours exclude each other by pairs; else each colour has a variable.

    Args:
        pairs: How many there would be.
        sizes: How many options have each of the colours, the uncoloured ones 1 each.
        wanted: The encoding that was asked for.
        most: How many options may exclude each other by pairs.
    """
    if wanted is not None:
        return wanted == "pairwise"
    shown = len(sizes) * (len(sizes) - 1) // 2 if len(sizes) <= most else PER_LITERAL * len(sizes)
    return pairs <= shown + sum(size + 2 for size in sizes if size > 1)


def linear(linear: Linear, wanted: str | None) -> Iterator[tuple[str, int]]:
    """The encodings to try for a general constraint, each with the literals it may take."""
    if wanted in ("totalizer", "diagram", "adder") or (wanted == "sequential" and linear.unit):
        if not linear.unit or wanted == "adder" or _size(linear, wanted) <= MOST_OF_ONE // PER_CLAUSE:
            yield wanted, MOST_OF_ONE
        return
    if linear.unit:
        sizes = {name: _size(linear, name) for name in ("sequential", "totalizer")}
        name = min(sizes, key=sizes.__getitem__)
        if sizes[name] <= MOST_OF_ONE // PER_CLAUSE:
            yield name, MOST_OF_ONE
    else:
        additions = sum(amount.bit_count() for amount in linear.amounts)
        yield "diagram", min(DIAGRAM_WORTH * PER_ADDITION * additions, MOST_OF_ONE)
    yield "adder", MOST_OF_ONE


def _size(linear: Linear, name: str) -> int:
    """Clauses and variables for amounts of 1, about."""
    if name != "totalizer":
        return PER_LITERAL * sum(_diagram_width(linear, leaves) for leaves in range(1, linear.total))
    size = 0
    nodes = [1] * linear.total
    while len(nodes) > 1:
        parents = []
        for left, right in zip(nodes[::2], nodes[1::2], strict=False):
            parents.append(left + right)
            both = _range(linear, left) + _range(linear, right)
            pairs = (_range(linear, left) + 1) * (_range(linear, right) + 1)
            size += both if left + right == linear.total else 2 * pairs + both
        nodes = parents + nodes[2 * len(parents) :]
    return size


def _diagram_width(linear: Linear, leaves: int) -> int:
    """How many sums of so many of the literals need a node of a diagram, less one; for amounts of 1.

    Those after which the bounds hold, whatever the other literals are, share one.
    """
    rest = linear.total - leaves
    within = min(leaves, linear.high) - max(0, linear.low - rest) + 1
    met = min(leaves, linear.high - rest) - linear.low + 1
    return within - max(1, met)


def _range(linear: Linear, leaves: int) -> int:
    """How many sums so many of the literals can have within the bounds, less one; for amounts of 1."""
    return min(leaves, linear.high) - max(0, linear.low - (linear.total - leaves))
