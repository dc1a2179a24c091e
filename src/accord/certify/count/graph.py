"""Write a count's certificate as a decision graph: the arrays, queues and loop of the kernel `graph`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from accord.certify.count.matrix import Matrix, exact, fields
from accord.errors import StoppedError
from accord.kernels import load
from accord.model.data import Ints
from accord_native.certificate import layout
from accord_native.progress import DONE
from accord_native.words import Halves, Words

Number = TypeVar("Number", np.uint32, np.uint64)

BUFFER = 1 << 14  # decisions
FIRST_ROWS = 1 << 12
LARGEST = 1 << 62  # an amount that no option has


class Graph:
    """A search in layers: iterate over it for decisions, as arrays; then `count` is the number of solutions.

    Iterating raises StoppedError where situations would take more than `memory` bytes.
    """

    kind = "graph"

    def __init__(self, matrix: Matrix, order: Ints, memory: int) -> None:
        self._matrix, self._order, self._limit = matrix, order, memory
        self._weights, step = self._steps()
        self._begin(step)

    def _steps(self) -> tuple[list[int], Ints]:
        """Return the totals that options give, 0 and each number once; and the place of each option's."""
        matrix = self._matrix
        sums = [0] * matrix.options  # whole numbers without a bound
        for option, amount in zip(matrix.owner.tolist(), matrix.amount.tolist(), strict=True):
            sums[option] += amount
        weights = sorted({0, *sums})
        place = {weight: i for i, weight in enumerate(weights)}
        return weights, np.array([place[weight] for weight in sums], np.int64)

    def _begin(self, step: Ints) -> None:
        """All arrays, with the first situation."""
        matrix, order = self._matrix, self._order
        rank = np.zeros(matrix.items, np.int64)
        rank[order] = np.arange(matrix.items)
        low, high = matrix.low[order], matrix.high[order]
        bits = np.array([max(1, int(most).bit_length()) for most in high], np.int64)
        word, shift, words = fields(bits)
        mask = (np.uint64(1) << bits.astype(np.uint64)) - np.uint64(1)
        bit = word * 64 + shift
        once = (low == 1) & (high == 1)
        wanted = np.zeros(words, np.uint64)
        np.bitwise_or.at(wanted, word[once], np.uint64(1) << shift[once].astype(np.uint64))

        entry_item, owner = rank[matrix.item], matrix.owner
        lowest = np.full(matrix.items, LARGEST)
        np.minimum.at(lowest, entry_item, matrix.amount)
        fits = matrix.amount <= high[entry_item]
        blocking = fits & (matrix.amount > high[entry_item] - lowest[entry_item])
        blocks, adds = (np.zeros((matrix.options, words), np.uint64) for _ in range(2))
        at = word[entry_item], shift[entry_item].astype(np.uint64)
        np.bitwise_or.at(blocks, (owner[blocking], at[0][blocking]), (mask[entry_item] << at[1])[blocking])
        np.bitwise_or.at(adds, (owner[fits], at[0][fits]), (matrix.amount.astype(np.uint64) << at[1])[fits])

        # an item is decided when those before it lack nothing: no option fits that gives to one which is full
        full = exact(matrix)[order]
        first_full = np.full(matrix.options, matrix.items, np.int64)
        np.minimum.at(first_full, owner[full[entry_item]], entry_item[full[entry_item]])
        decides = entry_item <= first_full[owner]
        by_item = np.lexsort((owner, entry_item))
        by_item = by_item[decides[by_item]]
        first = np.concatenate([[0], np.cumsum(np.bincount(entry_item[decides], minlength=matrix.items))])

        # where two options fit together that decide an item, the second one is taken without the first
        apart = lowest[entry_item] > high[entry_item] - lowest[entry_item]
        several = (decides & ~apart & (low[entry_item] > 0)).any()
        marks = -(-matrix.options // 64) if several or not matrix.tight else 0

        counting = ~blocking
        state = np.zeros(layout.GRAPH_STATE, np.uint64)
        state[layout.CLOSED] = matrix.tight
        self.its = layout.GraphArrays(
            item=np.stack([row.astype(np.uint64) for row in (word, shift, mask, low, high, bit)], axis=1),
            counted=np.flatnonzero((low > 0) & ~once).astype(np.uint32),
            wanted=wanted,
            blocks=blocks,
            adds=adds,
            step=step.astype(np.uint32),
            start=np.concatenate(
                [[0], np.cumsum(np.bincount(owner[counting], minlength=matrix.options))]
            ).astype(np.uint32),
            entry_item=entry_item[counting].astype(np.uint32),
            entry_amount=matrix.amount[counting].astype(np.uint64),
            first=first.astype(np.uint32),
            of=owner[by_item].astype(np.uint32),
            of_amount=matrix.amount[by_item].astype(np.uint64),
            state_of=np.zeros((FIRST_ROWS, words + marks), np.uint64),
            ways=np.zeros((FIRST_ROWS, 1), np.uint64),
            link=np.zeros((FIRST_ROWS, layout.LINK), np.uint32),
            bucket=np.zeros(2 * FIRST_ROWS, np.uint32),
            queue=np.zeros((len(self._weights), layout.QUEUES), np.uint32),
            total=np.zeros(1, np.uint64),
            fitting=np.zeros(matrix.options + 1, np.uint32),
            next_state=np.zeros(words + marks, np.uint64),
            out=np.zeros(BUFFER, np.uint32),
            state=state,
        )
        its = self.its
        its.ways[0, 0], its.link[0, layout.QUEUE] = 1, 1
        state[layout.ROWS] = state[layout.WAITING] = state[layout.LOST] = 1
        self.memory = 0
        self._account(sum(array.nbytes for array in its))

    def _account(self, size: int) -> None:
        """So many bytes are taken. Raises StoppedError."""
        if size > self._limit:
            raise StoppedError(
                f"situations of a graph may take {self._limit:,} bytes, and more are needed; "
                "raise `memory_limit`, or take the kind tree"
            )
        self.memory = max(self.memory, size)

    @property
    def count(self) -> int:
        """The solutions so far."""
        return sum(int(lane) << int(layout.LANE) * i for i, lane in enumerate(self.its.total))

    def __iter__(self) -> Iterator[Halves]:
        search, name = load("accord_native.certificate.graph"), 1
        meant = np.concatenate(
            [self._order, np.arange(self._matrix.items, len(self._order) + self._matrix.options)]
        )
        meant = meant.astype(np.uint32)
        queues = {0: (1, 1, 1)}  # what was given in all -> name, head, tail
        while queues:
            least = min(queues)
            _, self.its.state[layout.ROW], _ = queues.pop(least)
            for weight, row in zip(self._weights, self.its.queue, strict=True):
                if (total := least + weight) not in queues:
                    name += 1
                    queues[total] = name, 0, 0
                row[:] = queues[total]
            while (end := search(self.its, np.uint64(BUFFER))) != DONE:
                yield meant[self.its.out[: int(self.its.state[layout.WRITTEN])]]
                if end == layout.GROW:
                    self._grow()
                elif end == layout.LONGER:
                    self._lengthen()
            yield meant[self.its.out[: int(self.its.state[layout.WRITTEN])]]
            for weight, row in zip(self._weights, self.its.queue.tolist(), strict=True):
                queues[least + weight] = (row[0], row[1], row[2])
                if not row[1]:
                    del queues[least + weight]

    def _grow(self) -> None:
        """Twice as many rows."""
        its = self.its
        rows = len(its.link)
        kept = sum(array.nbytes for array in (its.state_of, its.ways, its.link, its.bucket))
        self._account(self.memory + 2 * kept)  # while it is copied
        self.its = its._replace(
            state_of=_longer(its.state_of, rows),
            ways=_longer(its.ways, rows),
            link=_longer(its.link, rows),
            bucket=np.zeros(4 * rows, np.uint32),
        )
        self.its.state[layout.LOST] = 1

    def _lengthen(self) -> None:
        """One lane more for all numbers."""
        self.its = self.its._replace(ways=_lane(self.its.ways), total=_lane(self.its.total[None])[0])


def _longer(rows: npt.NDArray[Number], more: int) -> npt.NDArray[Number]:
    return np.concatenate([rows, np.zeros((more, rows.shape[1]), rows.dtype)])


def _lane(numbers: Words) -> Words:
    """Numbers with one lane more, which takes what is too much for the last."""
    last = numbers[:, -1:]
    mask = (np.uint64(1) << layout.LANE) - np.uint64(1)
    return np.ascontiguousarray(np.concatenate([numbers[:, :-1], last & mask, last >> layout.LANE], axis=1))
