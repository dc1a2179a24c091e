"""Refute packings by colourings: compare the weights of the board's cells with what the pieces can reach.

A colouring gives each cell a whole number, such as 1 to black squares and -1 to white ones. Wherever a piece
lies, it weighs one of a few numbers: a T tetromino 2 or -2, all others 0. So three of each tetromino weigh 6
at most, and a board with 10 more black squares than white is not for them (S. W. Golomb, "Checker boards and
polyominoes", 1954). What the pieces come to is added up piece by piece, as a set.

    what              is
    ----------------  ------------------------------------------------------------------------------------
    pieces            items that options give 1 to, no option to two of them; how many of each are laid is
                      what they demand
    values            of a piece: what its options weigh, each number once
    an option of no   weighs 0; else nothing is claimed, as their number is not known
    piece

Where the number of pieces is not fixed, cells are counted as well: a cell weighs `by` more, which is so
much that sums of colours and sums of cells do not mix. Any weights would do, and nothing depends on where
cells are, so a colouring cannot make an argument false. `Imbalance.holds` goes through the model again.

`Reach` is that set, as bits of one whole number. Two pieces that weigh -1 or 1 each come to -2, 0 or 2:

    >>> from accord.refute.imbalance import Reach
    >>> list(Reach().plus([-1, 1], 2, 2))
    [-2, 0, 2]
    >>> list(Reach().plus([3], 0, 2))
    [0, 3, 6]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.arrays import unique_values
from accord.refute.argument import Argument


@dataclass(frozen=True, slots=True)
class Reach:
    """A set of whole numbers: bit i of `bits` is for `least` + i. At first only 0 is in it."""

    least: int = 0
    bits: int = 1

    def __iter__(self) -> Iterator[int]:
        """The numbers, ascending."""
        word = bin(self.bits)[:1:-1]
        at = word.find("1")
        while at >= 0:
            yield self.least + at
            at = word.find("1", at + 1)

    def plus(self, values: Sequence[int], fewest: int, most: int) -> Reach:
        """The sums of one of these numbers and of `fewest` to `most` values, each as often as one likes."""
        at = self
        for _ in range(fewest):
            at = at._and_one(values)
        found = at
        for _ in range(most - fewest):
            at = at._and_one(values)
            found = found._or(at)
        return found

    def within(self, least: int, most: int) -> Reach:
        """Return the sums from `least` to `most`."""
        bits = self.bits >> (least - self.least) if least > self.least else self.bits
        start = max(least, self.least)
        return Reach(start, bits & ((1 << max(0, most - start + 1)) - 1))

    def meets(self, other: Reach) -> bool:
        """Whether a number is in both."""
        apart = other.least - self.least
        return bool((self.bits >> apart) & other.bits if apart >= 0 else self.bits & (other.bits >> -apart))

    def _and_one(self, values: Sequence[int]) -> Reach:
        least, bits = min(values), 0
        for value in values:
            bits |= self.bits << (value - least)
        return Reach(self.least + least, bits)

    def _or(self, other: Reach) -> Reach:
        least = min(self.least, other.least)
        return Reach(least, self.bits << (self.least - least) | other.bits << (other.least - least))


Reason: TypeAlias = "Argument | Imbalance"
Weights = npt.NDArray[np.int64]

MOST_ROOM = 64  # between the bounds of what a cell demands
MOST_BITS = 1 << 28  # to look at in the additions of one colouring


@dataclass(frozen=True, eq=False)
class Colouring:
    """Weights of cells, and how to speak of them."""

    weight: Weights  # [items], 0 for what is no cell
    seen: Callable[[], str]  # "coloured like a chessboard"; of a part, which cells: "in rows 1, 4, 7"
    names: tuple[str, str] = ("", "")  # of what weighs 1 and -1; of a part, none
    kind: Literal["difference", "part", "all"] = "difference"


@dataclass(frozen=True, eq=False)
class Coloured:
    """A board whose cells can be coloured."""

    cells: npt.NDArray[np.bool_]  # [items]
    pieces: npt.NDArray[np.bool_]  # [items]: no cells
    colourings: Iterable[Colouring]  # made as they are asked for, the most telling first


@dataclass(frozen=True)
class Imbalance:
    """A colouring under which the pieces cannot come to what the board weighs."""

    weight: dict[int, int]  # cell -> its weight, none of them 0
    pieces: dict[int, tuple[int, ...]]  # piece -> what one of it may weigh; all others weigh 0
    words: str
    modulo: int = 0  # always: whole numbers
    engine: str = "colouring"

    @property
    def items(self) -> list[int]:
        """The items whose demands cannot all be met, ascending."""
        return sorted([*self.weight, *self.pieces])

    def sentence(self) -> str:
        """Why, in words."""
        return self.words

    def holds(self, model: Model) -> bool:
        """Whether it is true, by plain arithmetic."""
        weights = np.zeros(model.items, np.int64)
        weights[list(self.weight)] = list(self.weight.values())
        pieces = np.zeros(model.items, np.bool_)
        pieces[list(self.pieces)] = True
        stock = Stock(model, pieces)
        if not stock.plain or self.weight.keys() & self.pieces.keys():
            return False
        values = stock.values(weights)
        same = values is not None and {p: v for p, v in values.items() if v} == self.pieces
        return same and not stock.reachable(self.pieces).meets(demandable(model, weights))


@dataclass(frozen=True, eq=False)
class Stock:
    """The options of a model, sorted by the piece that each lays."""

    model: Model
    pieces: npt.NDArray[np.bool_]

    @cached_property
    def plain(self) -> bool:
        """Whether every option lays one piece at most, and pieces and all weighed are without colours."""
        ours = self.pieces[self.model.item]
        laid = np.bincount(self.model.option_of_entry[ours], minlength=self.model.options)
        amounts = bool((self.model.amount[ours] == 1).all())
        return amounts and not self.model.colour.any() and not (laid > 1).any()

    @cached_property
    def laid(self) -> npt.NDArray[np.int64]:
        """The piece of each option; where it lays none, a number behind the last item."""
        ours = self.pieces[self.model.item]
        laid = np.full(self.model.options, self.model.items, np.int64)
        laid[self.model.option_of_entry[ours]] = self.model.item[ours]
        return laid

    @cached_property
    def _own(self) -> tuple[list[int], npt.NDArray[np.int64]]:
        """The pieces, behind them the place of those of no piece; and the place of each option's piece."""
        pieces = [*np.flatnonzero(self.pieces).tolist(), self.model.items]
        return pieces, np.searchsorted(pieces, self.laid)

    def values(self, weights: Weights) -> dict[int, tuple[int, ...]] | None:
        """Return the weights of one of each piece, ascending, () for 0; None if another option weighs."""
        model = self.model
        pieces, place = self._own
        running = np.append(0, np.cumsum(weights[model.item] * model.amount))
        weighs = running[model.start[1:]] - running[model.start[:-1]]
        if not len(weighs):
            return dict.fromkeys(pieces[:-1], ())
        least = int(weighs.min())
        keys = unique_values(place * (int(weighs.max()) - least + 1) + weighs - least)
        found: dict[int, list[int]] = {piece: [] for piece in pieces}
        for row, value in zip(
            *(part.tolist() for part in np.divmod(keys, int(weighs.max()) - least + 1)), strict=True
        ):
            found[pieces[row]].append(value + least)
        if any(found.pop(model.items)):
            return None
        return {piece: () if values == [0] else tuple(values) for piece, values in found.items()}

    def reachable(self, values: dict[int, tuple[int, ...]]) -> Reach:
        """Return the sums that all pieces together can weigh."""
        found = Reach()
        for piece, each in values.items():
            if each:
                found = found.plus(each, int(self.model.low[piece]), int(self.model.high[piece]))
        return found

    def bits(self, values: dict[int, tuple[int, ...]]) -> int:
        """How many bits `reached` looks at, about."""
        high = self.model.high
        copies = {piece: int(high[piece]) for piece, each in values.items() if each}
        width = sum(copies[piece] * (max(values[piece]) - min(values[piece]) + 1) for piece in copies)
        return width * sum(copies[piece] * len(values[piece]) for piece in copies)


def demandable(model: Model, weights: Weights) -> Reach:
    """Return the sums that the board can demand, with each item between its bounds."""
    found = Reach(int(weights @ model.low))
    for item in np.flatnonzero((weights != 0) & (model.low < model.high)).tolist():
        found = found.plus([int(weights[item])], 0, int(model.high[item] - model.low[item]))
    return found


def imbalance(
    model: Model, stock: Stock, cells: npt.NDArray[np.bool_], colouring: Colouring
) -> Reason | None:
    """The colouring as an argument, if the pieces cannot come to what the board weighs."""
    plain = stock.values(colouring.weight)
    if (model.high - model.low)[colouring.weight != 0].max(initial=0) > MOST_ROOM:
        return None
    if plain is None or stock.bits(plain) > MOST_BITS:
        return None
    reached, board = stock.reachable(plain), demandable(model, colouring.weight)
    if not reached.meets(board):
        return _imbalance(colouring.weight, plain, board, _words(colouring, list(board), list(reached)))
    fixed = bool((model.low == model.high)[stock.pieces].all())
    if fixed or (stock.laid == model.items).any():
        return None
    return _with_counts(model, stock, cells, colouring, reached, board)


def _with_counts(
    model: Model,
    stock: Stock,
    cells: npt.NDArray[np.bool_],
    colouring: Colouring,
    reached: Reach,
    board: Reach,
) -> Reason | None:
    """Return an imbalance with cells counted as well, where the number of pieces is not fixed."""
    lowest = min(min(reached, default=0), min(board, default=0))
    highest = max(max(reached, default=0), max(board, default=0))
    by = highest - lowest + 1
    weights = colouring.weight + by * cells
    values = stock.values(weights)
    if values is None or stock.bits(values) > MOST_BITS:
        return None
    reached, board = stock.reachable(values), demandable(model, weights)
    if reached.meets(board):
        return None
    sizes = {(value - lowest) // by for value in board}
    some = [
        value - by * size
        for size in sizes
        for value in reached.within(by * size + lowest, by * size + highest)
    ]
    demanded = sorted({(value - lowest) % by + lowest for value in board})
    return _imbalance(weights, values, board, _words(colouring, demanded, sorted(set(some))))


def _imbalance(
    weights: Weights, values: dict[int, tuple[int, ...]], board: Reach, words: str
) -> Reason | None:
    """An imbalance; where no option weighs anything, it needs no pieces, and is a plain argument."""
    of_cell = {item: int(weights[item]) for item in np.flatnonzero(weights).tolist()}
    pieces = {piece: each for piece, each in values.items() if each}
    if pieces:
        return Imbalance(of_cell, pieces, words)
    least, *_, most = *board, max(board)
    if least <= 0 <= most:
        return None
    sign = -1 if least > 0 else 1
    weighed = {item: sign * by for item, by in of_cell.items()}
    return Argument(weighed, 0, 0, max(sign * least, sign * most), words, "colouring")


def _words(colouring: Colouring, board: list[int], pieces: list[int]) -> str:
    """The sentence: the board has so much, the pieces can make so much."""
    if colouring.kind == "all":
        return f"the board has {_number(board)} cells; these pieces {_out_of_reach('cover', board, pieces)}"
    if colouring.kind == "part":
        cells = "cell of the board is" if board == [1] else "cells of the board are"
        has = f"{_number(board)} {cells} {colouring.seen()}"
        return f"{has}; these pieces {_out_of_reach('cover', board, pieces)} of them"
    first, second = colouring.names
    if board[-1] < 0:
        first, second, board = second, first, [-value for value in reversed(board)]
        pieces = [-value for value in reversed(pieces)]
    has = f"{_number(board)} more {first} cells than {second}"
    if board == [0]:
        has = f"as many {first} cells as {second}"
    if pieces == [0]:
        return f"{colouring.seen()}, the board has {has}; each of these pieces covers as many of both"
    return f"{colouring.seen()}, the board has {has}; these pieces {_out_of_reach('make', board, pieces)}"


def _number(board: list[int]) -> str:
    return f"{board[0]:,}" if board[0] == board[-1] else f"{board[0]:,} to {board[-1]:,}"


def _out_of_reach(do: str, board: list[int], pieces: list[int]) -> str:
    """Describe the sums of the pieces, in as few words as show that they are not what the board has."""
    if not pieces:
        return f"can {do} no such number"
    if pieces[-1] < board[0]:
        return f"can {do} at most {pieces[-1]:,}"
    if pieces[0] > board[-1]:
        return f"{do} at least {pieces[0]:,}"
    below = max((value for value in pieces if value < board[0]), default=None)
    above = min((value for value in pieces if value > board[0]), default=None)
    if below is None or above is None or above < board[-1]:  # of what the board may have, some is between
        return f"can {do} none of {len(board):,} such numbers"
    return f"can {do} {below:,} or {above:,}, and nothing between"
