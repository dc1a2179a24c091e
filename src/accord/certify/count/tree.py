"""Write a count's certificate as a decision tree: the arrays and the loop of the kernel `tree`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.certify.count.matrix import Matrix
from accord.kernels import load
from accord.model.data import Ints
from accord_native.certificate import layout
from accord_native.progress import DONE, PAUSED
from accord_native.words import Halves

BUFFER = 1 << 16  # decisions
LARGEST = 1 << 62  # an amount that no option has


class Tree:
    """A search in depth: iterate over it for decisions, as arrays; then `count` has the number."""

    kind = "tree"

    def __init__(self, matrix: Matrix, order: Ints, memory: int) -> None:  # noqa: ARG002 (as of Graph)
        options, items = matrix.options, matrix.items
        words = -(-max(1, options) // 64)
        owner = matrix.owner
        bit = np.uint64(1) << (owner % 64).astype(np.uint64)
        mask = np.zeros((items, words), np.uint64)
        np.bitwise_or.at(mask, (matrix.item, owner // 64), bit)
        never = np.zeros(options, np.bool_)
        never[owner[matrix.amount > matrix.high[matrix.item]]] = True
        least = np.full(items, LARGEST)
        np.minimum.at(least, matrix.item, matrix.amount)
        lacking = order[matrix.low[order] > 0]
        lacking_at = np.zeros(items, np.uint32)
        lacking_at[lacking] = np.arange(len(lacking))
        state = np.zeros(layout.TREE_STATE, np.uint64)
        state[layout.LACKING], state[layout.GOES_DOWN], state[layout.DEAD] = len(lacking), 1, layout.NONE
        self.its = layout.TreeArrays(
            start=matrix.start.astype(np.uint32),
            item=matrix.item.astype(np.uint32),
            amount=matrix.amount.astype(np.uint64),
            mask=mask,
            single=(least > matrix.high - least).astype(np.uint8),
            least=least.astype(np.uint64),
            low=matrix.low.astype(np.uint64),
            high=matrix.high.astype(np.uint64),
            given=np.zeros(items, np.uint64),
            lacking=np.pad(lacking, (0, items - len(lacking))).astype(np.uint32),
            lacking_at=lacking_at,
            active=np.zeros((options + 2, words), np.uint64),  # only what is used takes memory
            reach=np.zeros((options + 2, items), np.uint64),
            frame=np.zeros((options + 2, layout.FRAME), np.uint32),
            out=np.zeros(BUFFER, np.uint32),
            state=state,
        )
        fits = ~never
        fitting = np.flatnonzero(fits)
        np.bitwise_or.at(self.its.active[0], fitting // 64, np.uint64(1) << (fitting % 64).astype(np.uint64))
        np.add.at(self.its.reach[0], matrix.item[fits[owner]], self.its.amount[fits[owner]])

    @property
    def count(self) -> int:
        """The solutions so far."""
        return int(self.its.state[layout.SOLUTIONS])

    @property
    def memory(self) -> int:
        """Bytes that its arrays take, as far as they were used."""
        deep = int(self.its.reach.any(axis=1).sum()) + 1
        rows = (self.its.active, self.its.reach, self.its.frame)
        return sum(array.nbytes for array in self.its) - sum(
            rows_.nbytes - rows_[:deep].nbytes for rows_ in rows
        )

    def __iter__(self) -> Iterator[Halves]:
        search = load("accord_native.certificate.tree")
        end = PAUSED
        while end != DONE:
            end = search(self.its, np.uint64(BUFFER))
            yield self.its.out[: int(self.its.state[layout.WRITTEN])].copy()
