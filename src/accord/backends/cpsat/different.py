"""Numbers no two of which are the same, as a model says value by value: CP-SAT is told so of the numbers.

Of the options with one value at most one is chosen. That implies what is told, so no solution is lost; but of
numbers CP-SAT sees that too many lie within too narrow bounds, which no value shows alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from accord.backends.cpsat.items import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ortools.sat.python import cp_model

    from accord.backends.cpsat.numbers import Numbers
    from accord.model import Model

LEAST = 3  # of two numbers the values say all there is

Values: TypeAlias = dict[int, int]  # of each option of an item the value


def different(model: Model, numbers: Numbers) -> Iterator[list[cp_model.LinearExprT]]:
    """The numbers that were made, shifted, in lists: no two of one list can have the same value.

    The options of an item tell which values are the same. So one item says how far each number is shifted,
    and then all options that have the same value must have such an item in common.
    """
    known: dict[int, tuple[cp_model.IntVar, Values]] = {}
    for (item, values), variable in numbers.known.items():
        pairs = zip(model.options_of(item).tolist(), np.frombuffer(values, np.int64).tolist(), strict=True)
        known.setdefault(item, (variable, dict(pairs)))
    if len(known) < LEAST:
        return
    rows = _one_at_most(model, numbers)
    rows_of: dict[int, set[int]] = defaultdict(set)
    for row, of in enumerate(rows):
        for option in of.values():
            rows_of[option].add(row)
    tried: list[frozenset[int]] = []
    for of in sorted(rows, key=len, reverse=True):
        items = frozenset(of.keys() & known.keys())
        if len(items) < LEAST or any(items <= others for others in tried):
            continue
        tried.append(items)
        shifted = [(*known[item], known[item][1][of[item]]) for item in sorted(items)]
        same: dict[int, list[int]] = defaultdict(list)
        for _, value_of, shift in shifted:
            for option, value in value_of.items():
                same[value - shift].append(option)
        if all(len(some) == 1 or set.intersection(*(rows_of[o] for o in some)) for some in same.values()):
            yield [variable - shift for variable, _, shift in shifted]


def _one_at_most(model: Model, numbers: Numbers) -> list[dict[int, int]]:
    """Of each item that takes one option at most, all of different numbers: a number's item -> its option."""
    start, option, _ = model.by_item
    found: list[dict[int, int]] = []
    for item in np.flatnonzero(plain(model) & (model.high == 1) & (np.diff(start) > 1)).tolist():
        options = option[start[item] : start[item + 1]]
        of = dict(zip(numbers.item[options].tolist(), options.tolist(), strict=True))
        if len(of) == len(options):
            found.append(of)
    return found
