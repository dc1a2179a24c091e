"""Split parts of a search into smaller disjoint parts, for workers and checkpoints.

The largest part is cut until there are enough:

- on a primary item: exactly one of its options is chosen, so any groups of them make disjoint parts. As many
  groups are made as it takes, of about the same size. An option that is too large alone is required, and what
  is left beside it is cut again, on another item;
- where no primary item has a choice: on an option, into the part that has it and the part that does not. Done
  again and again, that cuts on the first option of an item that is chosen, or none.

Sizes are estimates (`accord.symmetry.estimate`), so they decide how even the parts are, and nothing else. The
same parts are always cut into the same pieces, so that a run can be resumed. A piece is left out only if
sums of amounts prove that it has no solution. Nothing is cut on hidden options: solutions that differ in them
alone come in one piece, so that a search sees that they are not determined.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from math import fsum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.reduce import in_bounds
from accord.symmetry.estimate import Tree
from accord.symmetry.parts import Part, can_split, only

EFFORT = 250_000_000  # words to look at for all estimates of a cut; some 0.3 s
SHARE = 2  # of what is left of the effort an estimate may take one part in so many
UNKNOWN = 1e6  # the size of a part that cannot be estimated
ANY_EFFORT = 1 << 62
CANDIDATES = 8  # options to be tried where a part is cut on one

Numbers: TypeAlias = npt.NDArray[np.int64]
First: TypeAlias = Callable[[Part], "int | None"]  # the item to cut a part on before all others


@dataclass(frozen=True, eq=False)
class Piece:
    """A part that was cut out of part `source`, and how large it is, about."""

    part: Part
    source: int
    size: float
    first: int | None = None  # the item to cut on before all others


@dataclass(frozen=True, eq=False)
class _Groups:
    """A piece as groups of the options of a primary item, each of which makes a piece; the largest first."""

    whole: Piece
    item: int
    options: Numbers
    sizes: Sequence[float]  # of each option
    number: int = 1

    @cached_property
    def groups(self) -> list[list[int]]:
        """Places in `options`: the largest that is left always goes into the smallest group."""
        groups: list[tuple[float, int, list[int]]] = [(0.0, g, []) for g in range(self.number)]
        for k in sorted(range(len(self.sizes)), key=lambda k: (-self.sizes[k], k)):
            size, g, members = groups[0]
            members.append(k)
            heapq.heapreplace(groups, (size + self.sizes[k], g, members))
        return [sorted(members) for _, _, members in sorted(groups, key=lambda group: (-group[0], group[1]))]

    def size(self, group: Sequence[int]) -> float:
        """The size of a group."""
        return fsum(self.sizes[k] for k in group)  # exact, so the same with every Python

    def piece(self, group: Sequence[int]) -> Piece | None:
        """A group as a piece; None if it is impossible."""
        part = self.whole.part
        some = part.restrict(only(part.model, self.item, self.options[group]))
        return _possible(replace(self.whole, part=some, size=self.size(group)))

    def without_largest(self) -> _Groups:
        """All but the first group."""
        left = [k for k in range(len(self.sizes)) if k not in self.groups[0]]
        sizes = [self.sizes[k] for k in left]
        return replace(self, options=self.options[left], sizes=sizes, number=self.number - 1)


@dataclass(frozen=True, eq=False)
class _Fork:
    """A piece that can be cut on whether an option is chosen."""

    whole: Piece
    option: int
    size_with: float
    size_without: float

    def pieces(self) -> list[Piece]:
        """Both halves, as far as they are possible."""
        part = self.whole.part
        model, kept = part.model.require([self.option])
        with_it = replace(part, model=model, options=part.options[kept])
        without = part.restrict(np.arange(part.model.options) != self.option)
        halves = (
            _possible(replace(self.whole, part=with_it, size=self.size_with)),
            _possible(replace(self.whole, part=without, size=self.size_without)),
        )
        return [half for half in halves if half is not None]


def root(part: Part) -> int | None:
    """The item to be placed first, if one was asked for."""
    return part.root


def cut_all(
    parts: Sequence[Part],
    pieces: int,
    effort: int = EFFORT,
    at: Callable[[], None] = lambda: None,
    first: First = root,
) -> list[Piece]:
    """The parts in `pieces` disjoint ones, the largest first.

    There are fewer where no more can be cut, and more where one part is much larger than others: none is to
    be larger than one of `pieces` should be, if `pieces - 1` cuts are enough for that.

    Args:
        parts: what to cut.
        pieces: wanted, 1 or more.
        effort: array elements to look at for estimates, about.
        at: called before each cut and each piece; what it raises ends the cutting.
        first: the item to cut a part on before all others: where its search begins, pieces repeat nothing.
    """
    if pieces < 2:
        return [Piece(part, source, 1.0) for source, part in enumerate(parts)]
    cutting = _Cutting(parts, effort, first)
    most = cutting.number - 1 + pieces
    mean = cutting.size / pieces
    while cutting.heap and (cutting.number < pieces or (cutting.number < most and cutting.largest > mean)):
        at()
        cutting.cut_largest()
    done: list[Piece] = []
    for piece in cutting.pieces():
        at()
        done.append(piece)
    done.sort(key=lambda piece: -piece.size)
    if not done and parts:  # then one that is impossible says so
        nothing = parts[0].restrict(np.zeros(parts[0].model.options, np.bool_))
        return [Piece(nothing, 0, 1.0)]
    return done


class _Cutting:
    """Parts that are being cut; the largest comes first."""

    def __init__(self, parts: Sequence[Part], effort: int, first: First = root) -> None:
        self.heap: list[tuple[float, int, Piece | _Groups | _Fork]] = []
        self.number = 0  # of pieces
        self._whole: list[Piece] = []  # that cannot be cut
        self._effort = effort
        self._ticket = count()
        for source, part in enumerate(parts):
            piece = _possible(Piece(part, source, 0.0, first(part)))
            if piece is not None:
                self.number += 1
                self._prepare(piece)

    @property
    def largest(self) -> float:
        """The size of the largest piece that can be cut."""
        return -self.heap[0][0]

    @property
    def size(self) -> float:
        """Return the size of all, before any is cut."""
        return fsum([piece.size for piece in self._whole] + [-entry[0] for entry in self.heap])

    def cut_largest(self) -> None:
        """Make one more of the largest piece, or prepare for that."""
        _, _, largest = heapq.heappop(self.heap)
        if isinstance(largest, Piece):
            self._prepare(largest)
        elif isinstance(largest, _Fork):
            halves = largest.pieces()
            self.number += len(halves) - 1
            for half in halves:
                self._push(half.size, half)
        elif len(largest.groups[0]) > 1:
            self.number += 1
            self._push_groups(replace(largest, number=largest.number + 1))
        else:
            piece = largest.piece(largest.groups[0])
            if piece is None:
                self.number -= 1
            else:
                self._push(piece.size, piece)
            if largest.number > 1:
                self._push_groups(largest.without_largest())

    def pieces(self) -> Iterator[Piece]:
        """All there are, without impossible ones."""
        yield from self._whole
        for _, _, entry in self.heap:
            if isinstance(entry, Piece):
                yield entry
            elif isinstance(entry, _Fork):
                yield entry.whole
            else:
                for group in entry.groups:
                    piece = entry.piece(group)
                    if piece is not None:
                        yield piece

    def _push(self, size: float, entry: Piece | _Groups | _Fork) -> None:
        heapq.heappush(self.heap, (-size, next(self._ticket), entry))

    def _push_groups(self, groups: _Groups) -> None:
        self._push(groups.size(groups.groups[0]), groups)

    # -- how to cut a piece ------------------------------------------------------------------------

    def _prepare(self, piece: Piece) -> None:
        """Find out on what a piece can be cut, and how large it and its parts are."""
        model = piece.part.model
        item = _item(piece)
        if item is not None:
            options = model.options_of(item).astype(np.int64)
            sizes = self._sizes(piece, options, item)
            self._push_groups(_Groups(replace(piece, size=fsum(sizes)), item, options, sizes))
            return
        options = _candidates(model)
        if not len(options):
            self._whole.append(piece)
            return
        sizes = self._sizes(piece, options, None)
        with_it, without = sizes[: len(options)], sizes[len(options) :]
        best = min(range(len(options)), key=lambda k: max(with_it[k], without[k]))
        fork = _Fork(piece, int(options[best]), with_it[best], without[best])
        self._push(fork.size_with + fork.size_without, fork)

    def _sizes(self, piece: Piece, options: Numbers, item: int | None) -> list[float]:
        """The sizes of the parts with one of an item's options each; or those with and those without each.

        Where that would take too long, all are equal.
        """
        model, share = piece.part.model, self._effort // SHARE
        number = len(options) if item is not None else 2 * len(options)
        equal = [(piece.size or UNKNOWN) / number] * number
        if number * model.options > share or Tree.too_large(model):
            return equal
        tree = Tree(model)
        if number * tree.descents > share:
            return equal
        root = tree.root(len(options))
        if item is not None:
            nodes = tree.choose(root, options, np.full(len(options), item))
        else:
            nodes = tree.choose(root, options).and_also(tree.without(root, options))
        sizes = tree.sizes(nodes, share)
        self._effort -= tree.spent
        return sizes


def _item(piece: Piece) -> int | None:
    """The primary item to cut on, if one has several options: the first, or that with the fewest."""
    model = piece.part.model
    splits = can_split(model)
    if piece.first is not None and splits[piece.first]:
        return piece.first
    candidates = np.flatnonzero(splits)
    start, _, _ = model.by_item
    return int(candidates[np.diff(start)[candidates].argmin()]) if len(candidates) else None


def _candidates(model: Model) -> Numbers:
    """Some visible options, at even distances, that are not forced by sums of amounts."""
    options = np.flatnonzero(~(_forced_mask(model) | model.hidden))
    number = min(CANDIDATES, len(options))
    return options[np.arange(number) * len(options) // max(1, number)]


def _possible(piece: Piece) -> Piece | None:
    """The piece without options that sums of amounts exclude; None if they leave no solution."""
    known = 0  # options that are forced, beside which nothing is left that they exclude
    while True:
        model = piece.part.model
        if ((model.least > model.high) | (model.most < model.low)).any():
            return None
        keep, _ = in_bounds(model, ANY_EFFORT)
        if keep.all():
            forced = np.flatnonzero(_forced_mask(model))
            if len(forced) == known:
                return piece
            known = len(forced)
            keep[:] = False
            keep[model.require(forced)[1]] = True
        if not keep.all():
            piece = replace(piece, part=piece.part.restrict(keep))


def _forced_mask(model: Model) -> npt.NDArray[np.bool_]:
    """A mask of the options without which some item cannot come into its demand."""
    added, item = model.added, model.item
    without = model.most[item] - np.maximum(added, 0), model.least[item] - np.minimum(added, 0)
    forced = np.zeros(model.options, np.bool_)
    forced[model.option_of_entry[(without[0] < model.low[item]) | (without[1] > model.high[item])]] = True
    return forced
