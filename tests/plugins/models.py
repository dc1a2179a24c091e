"""Small models that many tests ask, built by hand: no family is needed to know what they are."""

from itertools import product

import numpy as np

from accord.model import Model


def exact(items, options, order=(), low=1):
    """A cover from lists of item numbers, one for each option; an item with `low` 0 may stay uncovered."""
    return Model.from_arrays(
        [f"i{i}" for i in range(items)],
        np.cumsum([0, *(len(option) for option in options)]),
        [item for option in options for item in option],
        order=list(order),
        low=low,
    )


def langford(n):
    """Langford pairs: the places come first, and in order; then the numbers from 1 on."""
    pairs = [(k, i) for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return exact(3 * n, [[i, i + k + 1, 2 * n + k - 1] for k, i in pairs], range(2 * n))


def queens_items(n, r, c):
    """What a queen covers: a row, a column, and two diagonals, from 2n and from 4n-1 on."""
    return [r, n + c, 2 * n + r + c, 5 * n - 2 + r - c]


def queens(n, ordered=False):
    """n queens that do not attack each other: an option for each square; ordered, it goes row by row."""
    low = [1] * (2 * n) + [0] * (4 * n - 2)
    options = [queens_items(n, r, c) for r, c in product(range(n), range(n))]
    return exact(6 * n - 2, options, range(n if ordered else 0), low)


def dominoes(rows, columns):
    """A board to be filled with dominoes: its cells in order, those that lie before those that stand."""
    cells = [f"r{r}c{c}" for r, c in product(range(rows), range(columns))]
    lying = [[f"r{r}c{c}", f"r{r}c{c + 1}"] for r in range(rows) for c in range(columns - 1)]
    standing = [[f"r{r}c{c}", f"r{r + 1}c{c}"] for r in range(rows - 1) for c in range(columns)]
    return Model.build(cells, lying + standing, order=cells)


def matrices(n):
    """0/1 matrices with all row and column sums 2."""
    items = {f"{line}{i}": 2 for line in "rc" for i in range(n)}
    return Model.build(items, [[f"r{r}", f"c{c}"] for r in range(n) for c in range(n)])


def strip(cells, *lengths, number=1):
    """Bars to be laid on a strip; `number` is how often each is there, or None: any number."""
    items = {str(c): 1 for c in range(cells)}
    if number is not None:
        items |= {f"bar {i}": (0, number) for i in range(len(lengths))}
    options = {}
    for (i, length), first in product(enumerate(lengths), range(cells)):
        if first + length <= cells:
            bar = [str(c) for c in range(first, first + length)]
            options[f"{i} at {first}"] = bar if number is None else [*bar, f"bar {i}"]
    return Model.build(items, options, order=[str(c) for c in range(cells)])


def two_values():
    """Three numbers of 0 to 3, and whether they have two values: the items and the options of 64 solutions.

    `has v` says that a number is v, `b` that two values are there, and `more` that three are.
    """
    items = {f"x{i}": (1, 1) for i in range(3)}
    gives = {"b": {}} | {f"x{i}={v}": {f"x{i}": 1} for i in range(3) for v in range(4)}
    has = [f"has {v}" for v in range(4)]
    gives |= {name: {} for name in (*has, "more")}
    rules = []
    for v in range(4):
        said = [f"x{i}={v}" for i in range(3)]
        rules += [((0, 3), {**dict.fromkeys(said, 1), has[v]: -1})]
        rules += [((0, 1), {has[v]: 1, one: -1}) for one in said]
    rules += [((0, 4), {**dict.fromkeys(has, 1), "b": -2}), ((0, 4), {**dict.fromkeys(has, 1), "b": 2})]
    rules += [((-1, 6), {**dict.fromkeys(has, -1), "b": 3, "more": 3})]
    rules += [((0, 7), {**dict.fromkeys(has, 1), "b": 3, "more": -3}), ((0, 1), {"b": 1, "more": 1})]
    for number, (demand, amounts) in enumerate(rules):
        items[f"rule {number}"] = demand
        for name, amount in amounts.items():
            gives[name][f"rule {number}"] = amount
    return items, gives
