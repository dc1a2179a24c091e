"""Bands that complete others: all last bands of a board, and all bands 2 below a canonical band 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from accord.families.sudoku.band_classes import class_numbered, read_band

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

SIDE, BAND = 9, 27


def completions(upper: Digits) -> Digits:
    """Return all last bands of a board, a row each: their rows are sorted by first digits.

    Each of the digits that a column lacks goes to another row. A box then has each digit once: in its columns
    the other bands have each digit as often as there are such bands.

    Args:
        upper: the other bands, [rows, size]; or their digits in a row, of a 9x9 board.
    """
    board = upper.reshape(len(upper), -1) if upper.ndim > 1 else upper.reshape(-1, SIDE)
    size = board.shape[1]
    height = size - len(board)
    lacking = np.ones((size, size), np.bool_)
    lacking[np.arange(size)[:, None], board.T - 1] = False
    lacks = (np.nonzero(lacking)[1] + 1).astype(np.uint8).reshape(size, height)
    orders = np.array(list(permutations(range(height))))
    found = lacks[0].reshape(1, 1, height)  # [bands, columns, rows]
    for column in range(1, size):
        new = lacks[column][orders]  # [orders, rows]
        clash = (found[:, None] == new[None, :, None]).any(axis=(2, 3))  # [bands, orders]
        before, order = np.nonzero(~clash)
        found = np.concatenate([found[before], new[order][:, None]], axis=1)
    return found.transpose(0, 2, 1).reshape(len(found), -1)


class SecondBands:
    """All bands 2 below the canonical band of a class, their rows sorted by first digits, in chunks.

    A chunk has the bands with the same first box: `len` says how many chunks there are.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.band = read_band(class_numbered(number).band)
        boxes = self.band.reshape(3, 3, 3).transpose(1, 2, 0)  # box, column, row
        fillings = [_fillings(box) for box in boxes.tolist()]
        first = fillings[0]
        self._first = first[(first[:, 0] < first[:, 3]) & (first[:, 3] < first[:, 6])]
        self._by_rows = [_by_rows(each) for each in fillings[1:]]

    def __len__(self) -> int:
        return len(self._first)

    def chunk(self, number: int) -> Digits:
        """Return the bands of a chunk, 27 digits each."""
        box = self._first[number]
        one, two, _ = _row_masks(box[None])[0].tolist()
        second, third = self._by_rows
        parts = []
        for (a, b), middle in second.items():
            c = 511 ^ a ^ b
            if a & one or b & two or c & (511 ^ one ^ two):
                continue
            last = third.get((511 ^ one ^ a, 511 ^ two ^ b))
            if last is not None:
                many = len(middle), len(last)
                part = np.empty((*many, 3, 3, 3), np.uint8)  # row, box, column
                part[..., 0, :] = box.reshape(3, 3)
                part[..., 1, :] = middle.reshape(-1, 1, 3, 3)
                part[..., 2, :] = last.reshape(1, -1, 3, 3)
                parts.append(part.reshape(-1, BAND))
        return np.concatenate(parts) if parts else np.empty((0, BAND), np.uint8)


def _fillings(columns: Sequence[Sequence[int]]) -> Digits:
    """Return all boxes, row by row, below a box with these columns."""
    digits = {*range(1, 10)}
    orders = np.array(list(permutations(range(3))))
    found = []
    for left in combinations(sorted(digits - {*columns[0]}), 3):
        for middle in combinations(sorted(digits - {*columns[1], *left}), 3):
            right = sorted(digits - {*left, *middle})
            if {*right} & {*columns[2]}:
                continue
            box = np.empty((6, 6, 6, 3, 3), np.uint8)
            box[..., 0] = np.array(left)[orders][:, None, None]
            box[..., 1] = np.array(middle)[orders][None, :, None]
            box[..., 2] = np.array(right)[orders][None, None, :]
            found.append(box.reshape(-1, SIDE))
    return np.concatenate(found)


def _row_masks(boxes: Digits) -> Indices:
    return (1 << (boxes.reshape(-1, 3, 3).astype(np.int64) - 1)).sum(axis=2)


def _by_rows(boxes: Digits) -> dict[tuple[int, int], Digits]:
    """Return boxes by the digits, as bits, of their first and second rows."""
    masks = _row_masks(boxes)
    keys = masks[:, 0] * 512 + masks[:, 1]
    order = np.argsort(keys, kind="stable")
    values, starts = np.unique(keys[order], return_index=True)
    return {
        divmod(int(key), 512): part
        for key, part in zip(values, np.split(boxes[order], starts[1:]), strict=True)
    }
