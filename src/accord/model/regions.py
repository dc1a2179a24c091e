"""Find options that cut off a region of cells which the remaining pieces cannot fill.

The cells are the items of `model.order` that must be covered exactly once; what else an option gives to is
its piece. Cells are joined into a graph in which every option's cells hang together. Beside an option, the
empty cells fall apart into regions of that graph, every other option lies within one of them, and so the size
of a region is a sum of sizes of pieces that are left. On a strip of five cells, to be filled with two
dominoes and a single cell,

    0 1 2 3 4      the single cell at 1 leaves 0 alone, and a domino has two cells: dropped; so at 3

Any graph with that property will do; the fewer edges the better. Each option gets a tree of heaviest edges,
where an edge is heavy if its cells lie together in many options; on square, hexagonal and cubic boards the
edges of all trees come out as the lattice's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.model.arrays import unique_values
from accord.model.data import Flags, Ints, ModelData

MOST_CELLS = 1024
LABELS_AT_ONCE = 1 << 20
BIG_INTEGER = 32  # words that an operation on one of Python's integers counts for
LABEL = 2  # words that counting a label counts for
NO_LIMIT = 1 << 60  # of effort
EDGES_AT_ONCE = 16
EDGE = 512  # words that looking at an edge counts for, however few options there are


@dataclass(frozen=True, eq=False)
class _Placements:
    """The cells of the options, counted along the order."""

    cells: int
    option: Ints  # of each entry on a cell, ascending
    cell: Ints  # of each entry on a cell
    size: Ints  # cells of each option

    def of_size(self, size: int) -> Ints:
        """The cells of all options with so many, [options, size]."""
        return self.cell[self.size[self.option] == size].reshape(-1, size)


def fillable(model: ModelData, effort: int) -> tuple[Flags, int]:
    """The options beside which each region's size is a sum of sizes of pieces; and the effort, in words."""
    keep = np.ones(model.options, np.bool_)
    is_cell = _is_cell(model)
    placements = _placements(model, is_cell)
    cells, size = placements.cells, placements.size
    sizes = len(unique_values(size))
    work = 8 * int((size * size).sum()) + sizes * (2 * cells * cells + len(placements.cell))
    flood = (1 + LABEL) * cells * model.options  # at least
    if not 2 <= cells <= MOST_CELLS or work + flood > effort:
        return keep, 0
    left, makeable, spent = _makeable(model, is_cell, size, effort - work)
    if makeable[:, : cells + 1 - int(size.min(initial=cells))].all():  # more is left beside no option
        return keep, spent
    spent += work
    edges = _graph(placements)
    at_once = max(64, LABELS_AT_ONCE // cells)
    for first in range(0, model.options, at_once):
        last = min(first + at_once, model.options)
        label, work = _regions(_coverage(placements, first, last), edges, effort - spent)
        spent += work
        if label is None:
            break
        several = np.flatnonzero(_are_several(label))
        left_over = _region_sizes(label[:, several])
        several += first
        keep[several] = makeable.take(left[several] * (cells + 1) + left_over).all(axis=0)
    return keep & makeable[left, cells - size], spent  # all regions together


class Holes:
    """The regions that an option leaves, for a model that is asked about one option after the other."""

    def __init__(self, model: ModelData) -> None:
        is_cell = _is_cell(model)
        self._order = model.order[is_cell[model.order]]
        self._placements = _placements(model, is_cell)
        self._left, self._makeable, _ = _makeable(model, is_cell, self._placements.size, NO_LIMIT)
        self._edges = _graph(self._placements)

    def around(self, option: int, item: int) -> tuple[int, ...]:
        """The items of the region in which a cell lies; where that is the largest of all, the cell alone."""
        regions = self._regions(option)
        largest = max(map(len, regions), default=0)
        own = [region for region in regions if item in self._order[region] and len(region) < largest]
        return tuple(self._order[own[0]].tolist()) if own else (item,)

    def unfillable(self, option: int) -> tuple[int, ...]:
        """The items of the smallest region that no sum of sizes of pieces fills; () if nothing is wrong.

        Where each region can be filled, but not all together, they are those of all.
        """
        fits, regions = self._makeable[self._left[option]], self._regions(option)
        bad = [region for region in regions if not fits[len(region)]]
        if not bad and not fits[self._placements.cells - self._placements.size[option]]:
            bad = [np.concatenate(regions)]
        return tuple(self._order[min(bad, key=len)].tolist()) if bad else ()

    def _regions(self, option: int) -> list[Ints]:
        """Each region as places in the order."""
        label, _ = _regions(_coverage(self._placements, option, option + 1), self._edges, NO_LIMIT)
        assert label is not None
        empty = label[:, 0] < self._placements.cells
        return [np.flatnonzero(label[:, 0] == least) for least in unique_values(label[empty, 0])]


# -- cells and pieces ------------------------------------------------------------------------------


def _is_cell(model: ModelData) -> Flags:
    """A mask over the items: those of the order that are covered exactly once, with an amount of 1."""
    is_cell = np.zeros(model.items, np.bool_)
    is_cell[model.order] = True
    return is_cell & model.primary & model.unit_items


def _placements(model: ModelData, is_cell: Flags) -> _Placements:
    order = model.order[is_cell[model.order]]
    number = np.full(model.items, -1, np.int64)
    number[order] = np.arange(len(order))
    cell = number[model.item]
    option = model.option_of_entry[cell >= 0].astype(np.int64)
    return _Placements(len(order), option, cell[cell >= 0], np.bincount(option, minlength=model.options))


def _makeable(model: ModelData, is_cell: Flags, size: Ints, effort: int) -> tuple[Ints, Flags, int]:
    """Which numbers of cells can be filled by pieces that are left beside an option.

    An option's piece is the first item beside the cells that gets positive amounts only. It can be used as
    often as its demand and the least amount given to it allow, and options without a piece without limit:
    never too little. Pieces of the same sizes are interchangeable here, so there are few cases.

    Returns:
        The case of each option, int64 [options]; the sums that can be made, bool [cases, cells + 1]; effort.
    """
    cells = int(is_cell.sum())
    piece, limit, used = _pieces(model, is_cell, size)
    sizes_of: dict[int, int] = {}  # of a piece, as bits
    pairs = unique_values(piece[piece >= 0] * (cells + 1) + size[piece >= 0])
    for p, s in zip((pairs // (cells + 1)).tolist(), (pairs % (cells + 1)).tolist(), strict=True):
        sizes_of[p] = sizes_of.get(p, 0) | 1 << s
    number: dict[int, int] = {}  # of pieces of such sizes
    for p, sizes in sizes_of.items():
        number[sizes] = number.get(sizes, 0) + int(limit[p])

    kinds = {sizes: k for k, sizes in enumerate(number)}
    kind = np.full(model.items + 1, -1, np.int64)  # the last stands for no piece
    for p, sizes in sizes_of.items():
        kind[p] = kinds[sizes]
    cases, case = np.unique(kind[piece] * (cells + 1) + used, return_inverse=True)
    steps = sum(min(n, cells) * sizes.bit_count() for sizes, n in number.items())
    work = BIG_INTEGER * len(cases) * steps + BIG_INTEGER * len(pairs)
    makeable = np.ones((len(cases), cells + 1), np.bool_)
    if work > effort:
        return case, makeable, 0
    free = sum(1 << s for s in unique_values(size[(piece < 0) & (size > 0)]).tolist())  # of any number
    unlimited = _sums(1, {free: cells}, cells)
    for row, of_case in zip(makeable, cases.tolist(), strict=True):
        left = dict(number)
        if of_case >= 0:
            left[list(kinds)[of_case // (cells + 1)]] -= of_case % (cells + 1)
        reach = _sums(unlimited, left, cells)
        row[:] = [reach >> n & 1 for n in range(cells + 1)]
    return case, makeable, work


def _pieces(model: ModelData, is_cell: Flags, size: Ints) -> tuple[Ints, Ints, Ints]:
    """The piece of each option, or -1; how often each item can be used; how much of that an option takes."""
    cells = int(is_cell.sum())
    lowest = np.full(model.items, max(1, int(model.high.max(initial=0))))
    np.minimum.at(lowest, model.item, np.where(model.colour == 0, model.amount, 0))
    usable = lowest > 0
    lowest[~usable] = 1
    entry = np.flatnonzero(~is_cell[model.item])
    option = model.option_of_entry[entry]
    entry = entry[(size[option] > 0) & usable[model.item[entry]]][::-1]  # so that the first of several stays
    option, item = model.option_of_entry[entry], model.item[entry]

    piece, used = np.full(model.options, -1, np.int64), np.zeros(model.options, np.int64)
    limit = np.clip(model.high // lowest, 0, cells)
    piece[option] = item
    used[option] = limit[item] - np.clip((model.high[item] - model.amount[entry]) // lowest[item], 0, cells)
    return piece, limit, used


def _sums(reach: int, pieces: dict[int, int], most: int) -> int:
    """The sums up to `most` of one in `reach` and of pieces: for each set of sizes, as bits, their number."""
    for sizes, number in pieces.items():
        steps = [step for step in range(most + 1) if sizes >> step & 1]
        if len(steps) == 1:
            left, at_once = min(number, most), 1
            while left:  # up to 1, 3, 7, ... of them
                at_once = min(at_once, left)
                reach |= reach << at_once * steps[0] & (2 << most) - 1
                left, at_once = left - at_once, 2 * at_once
            continue
        for _ in range(min(number, most)):
            before = reach
            for step in steps:
                reach |= before << step
            reach &= (2 << most) - 1
            if reach == before:
                break
    return reach


# -- the graph -------------------------------------------------------------------------------------


def _graph(placements: _Placements) -> Ints:
    """The edges [edges, 2] of a sparse graph on the cells, ascending, in which each option is connected.

    Cells are joined that lie together in many options, as measured by how many each of them lies in. A second
    round prefers the edges of the first, which settles ties.
    """
    cells = placements.cells
    shapes = [placements.of_size(k) for k in unique_values(placements.size).tolist() if k > 1]
    together = np.zeros((cells, cells))
    for shape in shapes:
        for a, b in combinations_with_replacement(range(shape.shape[1]), 2):
            pairs = np.bincount(shape[:, a] * cells + shape[:, b], minlength=cells * cells)
            together += pairs.reshape(cells, cells)
    together += np.triu(together.T, 1) + np.tril(together.T, -1)
    each = np.sqrt(np.maximum(1, together.diagonal()))
    edges = _forest(shapes, together / each / each[:, None])
    return np.argwhere(np.triu(_forest(shapes, edges)))


def _forest(shapes: list[Ints], weight: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How many options have an edge in their tree of heaviest edges, symmetric [cells, cells].

    Prim's algorithm on all options of one size at once: the cell with the heaviest edge to the tree is next.
    """
    cells = len(weight)
    edges = [np.zeros(0, np.int64)]
    for shape in shapes:
        options, size = shape.shape
        row = size * np.arange(options)
        to_tree = shape[:, :1] * cells  # of each cell: the end of its edge in the tree, as a row of weights
        heaviest = weight.take(to_tree + shape)  # that edge
        to_tree = to_tree.repeat(size, axis=1)
        heaviest[:, 0] = -1  # in the tree
        for _ in range(size - 1):
            new = row + heaviest.argmax(axis=1)
            cell = shape.take(new)
            edges.append(to_tree.take(new) + cell)
            heaviest.put(new, -1)
            from_new = cell[:, None] * cells
            to_new = weight.take(from_new + shape)
            better = (heaviest >= 0) & (to_new > heaviest)
            np.copyto(heaviest, to_new, where=better)
            np.copyto(to_tree, from_new, where=better)
    trees = (
        np.bincount(np.concatenate(edges), minlength=cells * cells).reshape(cells, cells).astype(np.float64)
    )
    return trees + trees.T


# -- regions ---------------------------------------------------------------------------------------


def _coverage(placements: _Placements, first: int, last: int) -> Flags:
    """Which cells the options from `first` up to `last` cover, [cells, options]."""
    ours = slice(*np.searchsorted(placements.option, [first, last]))
    covered = np.zeros((placements.cells, last - first), np.bool_)
    covered[placements.cell[ours], placements.option[ours] - first] = True
    return covered


def _regions(covered: Flags, edges: Ints, effort: int) -> tuple[npt.NDArray[Any] | None, int]:
    """Label each empty cell with the least cell of its region, [cells, options]; a covered one is no cell.

    Sweeps over the edges, up and down, until no label changes. None if that takes too much effort.
    """
    cells, options = covered.shape
    if LABEL * covered.size > effort:
        return None, 0
    small: type[Any] = np.uint8 if cells < 256 else np.uint16
    wall = np.negative(covered.astype(small))  # no cell, or 0
    label = wall | np.arange(cells, dtype=small)[:, None]
    lower = np.empty(options, small)
    rows, walls = list(label), list(wall)
    sweep = [*edges.tolist(), *reversed(edges.tolist())]
    work, spent = len(sweep) * (EDGE + options * label.itemsize // 8), LABEL * label.size
    while True:
        spent += work
        if spent > effort:
            return None, spent - work
        if all(_agree(label, edges[at : at + EDGES_AT_ONCE]) for at in range(0, len(edges), EDGES_AT_ONCE)):
            return label, spent  # a sweep would change nothing
        for a, b in sweep:
            np.minimum(rows[a], rows[b], out=lower)
            np.bitwise_or(lower, walls[a], out=rows[a])
            np.bitwise_or(lower, walls[b], out=rows[b])


def _agree(label: npt.NDArray[Any], edges: Ints) -> bool:
    """Whether both ends of these edges have the same label wherever both are cells."""
    a, b = label[edges[:, 0]], label[edges[:, 1]]
    differ = a != b
    differ &= np.maximum(a, b) != np.iinfo(label.dtype).max
    return not differ.any()


def _are_several(label: npt.NDArray[Any]) -> Flags:
    """Whether there is more than one region, [options]."""
    one = label.dtype.type(1)
    return np.greater((label + one).max(axis=0), label.min(axis=0) + one)  # the label of no cell becomes 0


def _region_sizes(label: npt.NDArray[Any]) -> Ints:
    """The size of the region with each label, [cells, options]; 0 where there is none."""
    cells, options = label.shape
    place = np.minimum(label, label.dtype.type(cells)).astype(np.int64) * options
    place += np.arange(options)
    sizes = np.bincount(place.ravel(), minlength=(cells + 1) * options)
    return sizes[: cells * options].reshape(cells, options)
