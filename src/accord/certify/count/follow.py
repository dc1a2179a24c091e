"""Check a certificate of a count: follow its decisions on a matrix, refuse what does not hold, and count.

The writers of certificates use nothing of this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from time import process_time
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import StoppedError
from accord.kernels import load
from accord_native.certificate import check_layout as layout
from accord_native.progress import DONE, PAUSED
from accord_native.words import Integers

Demand: TypeAlias = tuple[int, int]  # the least and the most
Words: TypeAlias = npt.NDArray[np.uint64]

BUDGET = 1 << 16  # decisions between two looks at the clock
FIRST_ROWS = 1 << 12
WORD = 64
ENTRY = 12  # words that an entry of the matrix takes
# It is quicker to look at all entries of an item together where rows have few words, and items have as many
# entries or more.
FEW_WORDS = 16


class WrongError(Exception):
    """The certificate does not hold; the message says why."""


class Source(Protocol):
    """A source of decisions."""

    def more(self) -> npt.NDArray[np.uint32]:
        """The next ones, at least one. Raises WrongError at the end of the file."""

    def unread(self, number: int) -> None:
        """So many of the last ones belong to what comes behind them."""


class Checking(Protocol):
    """Limits and progress of a check."""

    memory: int  # bytes that arrays may take

    def look(self, seen: int) -> None:
        """Called now and then with the decisions followed since the last call; may raise."""


class Options(NamedTuple):
    """The options: option o has the entries start[o]:start[o + 1], its items ascending."""

    start: Integers
    item: Integers
    amount: Integers

    @property
    def owner(self) -> Integers:
        """The option of each entry."""
        return np.repeat(np.arange(len(self.start) - 1), np.diff(self.start))

    def each(self) -> Iterator[list[tuple[int, int]]]:
        """The items of each option, and how much they get."""
        pairs = list(zip(self.item.tolist(), self.amount.tolist(), strict=True))
        return (pairs[first:last] for first, last in pairwise(self.start.tolist()))


class Matrix:
    """Items, options, and rows of words for what was given: a field an item, and above it a guard."""

    def __init__(self, items: Sequence[Demand], options: Options, memory: int) -> None:
        """Raises StoppedError if it needs more bytes than that, WrongError for what kernels cannot hold."""
        word, used = 0, 0
        self.item = np.zeros((len(items), layout.ITEM), np.uint64)
        places, guard, enough, nothing = [], [0], [0], [0]
        for number, (low, high) in enumerate(items):
            bits = high.bit_length()
            if used + bits + 1 > WORD:
                word, used = word + 1, 0
                for row in (guard, enough, nothing):
                    row.append(0)
            spare = (1 << bits) - 1 - high
            guard[word] |= 1 << used + bits
            enough[word] |= 1 + high - low << used
            nothing[word] |= spare << used
            self.item[number] = word, used, (1 << bits) - 1, spare, low
            places.append((word, used))
            used += bits + 1
        self.words = word + 1
        self.options, owner, item = len(options.start) - 1, options.owner, options.item
        together = self.words <= FEW_WORDS and len(item) >= self.words * len(items)
        need(8 * len(item) * (ENTRY + together * self.words), memory, "the matrix takes")
        at, shift = np.array(places, np.int64).reshape(-1, 2)[item].T
        most = np.array([high for _, high in items], np.int64)[item]
        held = np.minimum(options.amount, most + 1).astype(np.uint64)  # more than `high` is one more
        begin = np.flatnonzero(np.diff(owner * self.words + at, prepend=-1))
        self.part = np.zeros((len(begin), layout.PART), np.uint64)
        self.part[:, layout.WORD] = at[begin]
        self.part[:, layout.FIELDS] = np.add.reduceat(held << shift.astype(np.uint64), begin)
        self.start = np.searchsorted(owner[begin], np.arange(self.options + 1))
        amounts = options.amount.tolist()  # their sums may take more than a word
        self.weights = [sum(amounts[first:last]) for first, last in pairwise(options.start.tolist())]
        self.guard, self.enough, self.nothing = (np.array(row, np.uint64) for row in (guard, enough, nothing))
        order = np.argsort(item, kind="stable")
        self.first = np.searchsorted(item[order], np.arange(len(items) + 1))
        self.giver, self.gives = owner[order], options.amount[order].astype(np.uint64)
        exact = np.array([low == high for low, high in items], np.bool_)
        self.tight = bool(np.bincount(owner[exact[item]], minlength=self.options).all())
        self.column = self._columns() if together else np.zeros((0, 0), np.uint64)

    def _columns(self) -> Words:
        """Return what the giver of each entry adds to a row, a word of it a line."""
        adds = np.zeros((self.words, self.options), np.uint64)
        owner = np.repeat(np.arange(self.options), np.diff(self.start))
        adds[self.part[:, layout.WORD].astype(np.int64), owner] = self.part[:, layout.FIELDS]
        return np.ascontiguousarray(adds[:, self.giver])


def need(size: int, memory: int, what: str) -> None:
    """Raise StoppedError if so many bytes are too many; `what` takes them."""
    if size > memory:
        raise StoppedError(f"{what} more than {memory:,} bytes, and no more may be taken")


def load_checker() -> float:
    """Load the kernel, compiled if need be: the seconds of the processor that this took."""
    before = process_time()
    load("accord_native.certificate.check", "check")
    return process_time() - before


def count(matrix: Matrix, source: Source, checking: Checking, *, merges: bool) -> int:
    """Count the solutions of a graph, or of a tree, which never merges situations.

    Raises WrongError, or what `look` raises.
    """
    following = _Follower(matrix, source, checking, merges)
    total = following.count()
    following.return_unread()
    return total


class _Follower:
    """The layers of a graph, or the one of a tree: what is kept of each, and the kernel's arrays."""

    def __init__(self, matrix: Matrix, source: Source, checking: Checking, merges: bool) -> None:
        self._matrix, self._source, self._checking = matrix, source, checking
        weights = matrix.weights if merges else [0] * matrix.options
        self._weights = sorted({0, *weights})
        number = {weight: i for i, weight in enumerate(self._weights)}
        key, children = int(layout.KEY), 2 + int(np.diff(matrix.first).max(initial=0))
        self._need(8 * (FIRST_ROWS * (key + matrix.words + 2) + children * (key + matrix.words)))
        self._state = np.zeros(layout.STATE, np.uint64)
        self._state[layout.TIGHT], self._state[layout.MERGES] = matrix.tight, merges
        self._state[layout.USED] = self._state[layout.OPEN] = self._state[layout.SPILT] = 1
        self._its = layout.Arrays(
            item=matrix.item,
            start=matrix.start,
            part=matrix.part,
            weight=np.array([number[weight] for weight in weights], np.int64),
            guard=matrix.guard,
            enough=matrix.enough,
            first=matrix.first,
            giver=matrix.giver,
            gives=matrix.gives,
            column=matrix.column,
            over=np.zeros(matrix.options, np.uint64),
            row=np.zeros((FIRST_ROWS, key + matrix.words + 1), np.uint64),
            bucket=np.zeros(2 * FIRST_ROWS if merges else 1, np.uint32),
            target=np.zeros((len(self._weights), layout.TARGET), np.uint32),
            total=np.zeros(1, np.uint64),
            choice=np.zeros(matrix.options + 1, np.int64),
            child=np.zeros((children, key + matrix.words), np.uint64),
            before=np.zeros(0, np.uint64),
            trail=np.zeros(matrix.options, np.uint32),
            decision=np.zeros(0, np.uint32),
            state=self._state,
        )
        self._its.row[0, key : key + matrix.words] = matrix.nothing
        self._its.row[0, -1], self._its.row[0, layout.LISTED] = 1, int(merges) << 32

    def count(self) -> int:
        """Follow all layers: the number of solutions."""
        lists, named = {0: [1, 1, 1]}, 1
        while lists:
            least = min(lists)
            self._state[layout.HEAD] = lists.pop(least)[1]
            for i, weight in enumerate(self._weights):
                if least + weight not in lists:
                    named += 1
                    lists[least + weight] = [named, 0, 0]
                self._its.target[i] = lists[least + weight]
            self._follow_layer()
            for i, weight in enumerate(self._weights):
                lists[least + weight] = self._its.target[i].tolist()
                if lists[least + weight][1] == 0:
                    del lists[least + weight]
        return sum(int(lane) << int(layout.LANE) * i for i, lane in enumerate(self._its.total))

    def _follow_layer(self) -> None:
        """Follow all situations of a layer."""
        state, check = self._state, load("accord_native.certificate.check", "check")
        end: Any = PAUSED
        while end != DONE:
            before = int(state[layout.SEEN])
            end = check(self._its, np.uint64(BUDGET))
            self._checking.look(int(state[layout.SEEN]) - before)
            if end == layout.HUNGRY:
                self._its = self._its._replace(decision=self._source.more())
                state[layout.READ], state[layout.KNOWN] = 0, len(self._its.decision)
            elif end == layout.FULL:
                self._double_rows()
            elif end == layout.LARGE:
                self._its = self._its._replace(
                    row=_with_lane(self._its.row), total=_with_lane(self._its.total[None])[0]
                )
            elif end == layout.NARROW:
                self._widen_rows()
            elif end not in (DONE, PAUSED):
                decision = int(self._its.decision[int(state[layout.READ])])
                raise _wrong(int(end - layout.NO_DECISION), decision, self._matrix)

    def return_unread(self) -> None:
        """Return to the source what was read and not followed."""
        self._source.unread(int(self._state[layout.KNOWN] - self._state[layout.READ]))

    def _double_rows(self) -> None:
        """Make room for twice as many situations. Raises StoppedError if that is too much memory."""
        its = self._its
        self._need(3 * (its.row.nbytes + its.bucket.nbytes))
        self._replace_rows(np.concatenate([its.row, np.zeros_like(its.row)]))

    def _widen_rows(self) -> None:
        """Make room for bits of options that are left; so far, none that fit are."""
        its, bits = self._its, -(-self._matrix.options // WORD)
        if not self._state[layout.MERGES]:
            self._its = its._replace(before=np.zeros(bits, np.uint64))
            return  # a tree has them for the situation at hand, a graph for each that waits
        self._need(its.row.nbytes + 8 * bits * (2 * len(its.row) + len(its.child)))
        none, key = np.zeros((len(its.row), bits), np.uint64), its.child.shape[1]
        child = np.zeros((len(its.child), key + bits), np.uint64)
        self._its = its._replace(child=child, before=np.zeros(bits, np.uint64))
        self._replace_rows(np.hstack([its.row[:, :key], none, its.row[:, key:]]))

    def _replace_rows(self, rows: Words) -> None:
        """Take other rows in place of those so far, with empty buckets."""
        buckets = 2 * len(rows) if self._state[layout.MERGES] else 1
        self._its = self._its._replace(row=rows, bucket=np.zeros(buckets, np.uint32))
        self._state[layout.SPILT] = 1

    def _need(self, size: int) -> None:
        """Raise StoppedError if so many bytes are too many."""
        need(size, self._checking.memory, "so many situations wait at a time that they take")


def _wrong(kind: int, decision: int, matrix: Matrix) -> WrongError:
    """The error that says what is wrong with a decision."""
    option = decision - len(matrix.item)
    return WrongError(
        (f"{decision} is no decision", f"option {option} does not fit", f"item {decision} lacks nothing")[
            kind
        ]
    )


def _with_lane(numbers: Words) -> Words:
    """Numbers of one lane more, so that the last one has room again."""
    low, high = (
        numbers[:, -1:] & ((np.uint64(1) << layout.LANE) - np.uint64(1)),
        numbers[:, -1:] >> layout.LANE,
    )
    return np.ascontiguousarray(np.hstack([numbers[:, :-1], low, high]))
