"""The canonical form of a graph: the same for two graphs if and only if they differ in the order of vertices.

    colours   vertices        uint64  vertices of different colours are never exchanged
    first     edges           int64   one end of each edge
    second    edges           int64   its other end
    kind      edges           uint64  edges of different kinds are never exchanged

The search is nauty's (B. D. McKay, A. Piperno, "Practical graph isomorphism, II", 2014), in a plain
form. Colours are refined by the colours of neighbours until nothing changes. Where several vertices of a
colour are left, each of them in turn gets a colour of its own, and so on, until all vertices differ: a leaf.
The form is the least of the leaves. Two leaves with the same form are an automorphism; of the branches that
automorphisms map to each other, one is searched.

    >>> import numpy as np
    >>> square = Graph(np.zeros(4), [0, 1, 2, 3], [1, 2, 3, 0], np.zeros(4))
    >>> other = Graph(np.zeros(4), [0, 2, 1, 3], [2, 1, 3, 0], np.zeros(4))
    >>> canonical_form(square) == canonical_form(other)
    True
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import Ints, Words, mix_bits

MOST_NODES = 20_000  # of the search; what takes more has too many symmetries that are hard to find
MOST_DEPTH = 400  # nested calls; likewise
MOST_ENTRIES = 2_000_000  # of a matrix that is looked at
Colours: TypeAlias = Ints  # 0, 1, ... without gaps, in an order that no renaming changes


@dataclass(frozen=True, eq=False)
class Graph:
    """Vertices with colours, and edges of several kinds; see above."""

    colours: npt.ArrayLike
    first: npt.ArrayLike
    second: npt.ArrayLike
    kind: npt.ArrayLike


def canonical_form(graph: Graph) -> bytes:
    """Return 16 bytes that state the canonical form. Raises RefusedError if it takes too long to find."""
    return _Search(graph).form()


def model_form(model: Model) -> str:
    """Return a text that models share if they differ in names and orders only. Raises RefusedError."""
    return canonical_form(model_graph(model)).hex()


def model_graph(model: Model) -> Graph:
    """Return a model as a graph: a vertex for each item and option, an edge for each entry.

    Raises RefusedError for lazy constraints, which are no part of the matrix, and for one that is too large.
    """
    if model.lazy is not None:
        raise RefusedError("the model has lazy constraints, which have no canonical form")
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(f"the matrix has {len(model.item):,} entries; expected {MOST_ENTRIES:,} at most")
    worth = model.objective if len(model.objective) else np.zeros(model.options, np.int64)
    colours = np.concatenate(
        [
            _mix_rows(np.full(model.items, 1), model.low, model.high),
            _mix_rows(np.full(model.options, 2), model.hidden, worth),
        ]
    )
    coloured = _colour_vertices(model)
    kind = _mix_rows(model.amount, coloured >= 0)
    first, second = model.item.astype(np.int64), model.items + model.option_of_entry.astype(np.int64)
    if not (coloured >= 0).any():
        return Graph(colours, first, second, kind)
    # an entry with a colour is a vertex between its item, its option and its colour, which has no name
    at = np.flatnonzero(coloured >= 0)
    entry = len(colours) + np.arange(len(at))
    colour = len(colours) + len(at) + coloured[at]
    plain = coloured < 0
    return Graph(
        np.concatenate([colours, np.full(len(at), 3, np.uint64), np.full(coloured.max() + 1, 4, np.uint64)]),
        np.concatenate([first[plain], first[at], second[at], colour]),
        np.concatenate([second[plain], entry, entry, entry]),
        np.concatenate([kind[plain], kind[at], kind[at], kind[at]]),
    )


def _colour_vertices(model: Model) -> Ints:
    """Return for each entry the number of its item and colour among those that there are; -1 without colour.

    Colours of different items have nothing in common, so each item has colours of its own.
    """
    found = np.full(len(model.item), -1, np.int64)
    some = np.flatnonzero(model.colour)
    pairs = model.item[some].astype(np.int64) * (len(model.colours) + 1) + model.colour[some]
    found[some] = np.unique(pairs, return_inverse=True)[1]
    return found


def _mix_rows(*columns: npt.NDArray[np.generic]) -> Words:
    """Return a number for each row, which is another one for another row."""
    found = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        found = mix_bits(found + mix_bits(column.astype(np.int64).view(np.uint64)) + np.uint64(1))
    return found


@dataclass(eq=False)
class _Leaf:
    """A leaf: the new number of each vertex, and the vertices that got colours of their own on the way."""

    number: Ints
    path: tuple[int, ...]


class _Search:
    """The search for the least leaf."""

    def __init__(self, graph: Graph) -> None:
        first, second = (np.asarray(ends, np.int64) for ends in (graph.first, graph.second))
        kind = np.asarray(graph.kind).astype(np.uint64)
        self.colours = np.asarray(graph.colours).astype(np.uint64)
        self.first, self.second, self.kind = first, second, kind
        self.head, self.tail = np.append(first, second), np.append(second, first)
        self.arc = mix_bits(np.append(kind, kind))
        order = np.argsort(self.head, kind="stable")
        self.head, self.tail, self.arc = self.head[order], self.tail[order], self.arc[order]
        self.vertices, self.starts = np.unique(self.head, return_index=True)
        self.nodes = 0
        self.leaves: dict[bytes, _Leaf] = {}
        self.automorphisms: list[Ints] = []
        self.best: tuple[tuple[int, ...], bytes] | None = None

    def form(self) -> bytes:
        """Return the least leaf, and with it the colours of the graph itself."""
        values, colours = np.unique(self.colours, return_inverse=True)
        sizes = np.bincount(colours, minlength=len(values))
        if len(colours):
            self._explore(*self._refine(self._number_twins(colours.astype(np.int64))), (), ())
        found = blake2b(values.tobytes() + sizes.tobytes(), digest_size=16)
        found.update(b"" if self.best is None else repr(self.best).encode())
        return found.digest()

    def _number_twins(self, colours: Colours) -> Colours:
        """Return colours in which vertices with the same neighbours differ: any order of these will do."""
        near: list[list[tuple[int, int]]] = [[] for _ in colours]
        for head, tail, arc in zip(self.head.tolist(), self.tail.tolist(), self.arc.tolist(), strict=True):
            near[head].append((tail, arc))
        seen: Counter[tuple[object, ...]] = Counter()
        rank = np.zeros(len(colours), np.int64)
        for vertex, colour in enumerate(colours.tolist()):
            key = (colour, *sorted(near[vertex]))
            rank[vertex] = seen[key]
            seen[key] += 1
        keys = colours * (int(rank.max()) + 1) + rank
        return np.unique(keys, return_inverse=True)[1].astype(np.int64)

    def _refine(self, colours: Colours) -> tuple[Colours, int]:
        """Return colours that tell vertices apart by colours of neighbours; and what a renaming leaves alone.

        Equal hashes of different neighbourhoods would only leave more to the search.
        """
        number, trace = int(colours.max()) + 1, 0
        while True:
            near = mix_bits(mix_bits(colours[self.tail].view(np.uint64) + np.uint64(1)) + self.arc)
            sums = np.zeros(len(colours), np.uint64)
            if len(self.starts):
                sums[self.vertices] = np.add.reduceat(near, self.starts)
            keys = _mix_rows(colours, sums)
            order = np.lexsort((keys, colours))
            ordered, of = keys[order], colours[order]
            new = np.ones(len(order), np.bool_)
            new[1:] = (ordered[1:] != ordered[:-1]) | (of[1:] != of[:-1])
            rank = np.cumsum(new) - 1
            found = np.empty_like(colours)
            found[order] = rank
            trace += int(np.add.reduce(mix_bits(keys + np.uint64(rank[-1]))))
            if rank[-1] + 1 == number:
                return found, trace
            colours, number = found, int(rank[-1]) + 1

    def _explore(self, colours: Colours, seen: int, path: tuple[int, ...], trace: tuple[int, ...]) -> int:
        """Search a branch; return how many vertices of its path hold when it is left, usually all.

        Fewer: the branch from there on is the image of one that was searched.
        """
        self.nodes += 1
        if self.nodes > MOST_NODES or len(path) > MOST_DEPTH:
            raise RefusedError(
                f"a canonical form was not found in {self.nodes - 1:,} steps; there are too many symmetries"
            )
        trace = (*trace, seen)
        if self.best is not None and trace > self.best[0][: len(trace)]:
            return len(path)
        sizes = np.bincount(colours)
        if len(sizes) == len(colours):
            return self._leaf(colours, path, trace)
        tried: list[int] = []
        for vertex in np.flatnonzero(colours == self._target(colours, sizes)).tolist():
            if tried and self._is_image(vertex, tried, path):
                continue
            tried.append(vertex)
            split = 2 * colours
            split[vertex] -= 1
            values = np.unique(split)
            holds = self._explore(*self._refine(np.searchsorted(values, split)), (*path, vertex), trace)
            if holds < len(path):
                return holds
        return len(path)

    def _target(self, colours: Colours, sizes: Ints) -> int:
        """Return the colour of which one vertex alone tells most others apart; of equal ones the smallest.

        That is one whose vertices are joined to some vertices of many other colours, and not to all of these.
        """
        first = np.zeros(len(colours), np.bool_)
        first[np.unique(colours, return_index=True)[1]] = True
        some = first[self.head]
        pairs = colours[self.head[some]] * len(sizes) + colours[self.tail[some]]
        joined, number = np.unique(pairs, return_counts=True)
        splits = joined[number < sizes[joined % len(sizes)]] // len(sizes)
        worth = np.bincount(splits, minlength=len(sizes))
        several = np.flatnonzero(sizes > 1)
        return int(several[np.lexsort((sizes[several], -worth[several]))[0]])

    def _leaf(self, colours: Colours, path: tuple[int, ...], trace: tuple[int, ...]) -> int:
        """Note a leaf, and an automorphism if there was one like it."""
        ends = np.sort(np.stack([colours[self.first], colours[self.second]]), axis=0)
        rows = np.stack([ends[0].view(np.uint64), ends[1].view(np.uint64), self.kind])
        form = blake2b(rows[:, np.lexsort(rows[::-1])].tobytes(), digest_size=16).digest()
        leaf = (trace, form)
        if self.best is None or leaf < self.best:
            self.best = leaf
        known = self.leaves.setdefault(form, _Leaf(colours, path))
        if known.number is colours:
            return len(path)
        vertex_of = np.empty_like(colours)
        vertex_of[colours] = np.arange(len(colours))
        self.automorphisms.append(vertex_of[known.number])
        both = zip(known.path, path, strict=False)
        return next(place for place, (one, other) in enumerate(both) if one != other)

    def _is_image(self, vertex: int, tried: list[int], path: tuple[int, ...]) -> bool:
        """Whether known automorphisms that leave the path alone map a vertex to one that was tried."""
        held = list(path)
        fixing = [each for each in self.automorphisms if (each[held] == held).all()]
        reached = {*tried}
        edge = [*tried]
        while edge:
            at = edge.pop()
            for each in fixing:
                image = int(each[at])
                if image not in reached:
                    reached.add(image)
                    edge.append(image)
        return vertex in reached
