"""The native engine for packings and other exact covers of ordered items: fills the first empty item next.

Models are lowered in `window_tables`; for the arrays see `accord_native.window.layout`.

A second search goes in depth in a stated order, solution by solution, with the nodes placed until then. At
the first empty cell each placement that begins there and fits is tried, in the order of `request.ranks`; with
each, the search goes on at once. Places of the root come first, in the order of their first cells. Many
published programs search so, and print how many pieces they tried before each solution. The kernel of the
engine window places the same nodes in another order, and much faster.

    dominoes on 2 x 2, cells 0 1 above 2 3, ranks: standing before across
    place 0-2, place 1-3: solution 1 after 2 nodes
    place 0-1, place 2-3: solution 2 after 4
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeAlias

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native import window_tables
from accord.backends.native.arrays import Ints, Options, Words
from accord.backends.native.engine import (
    Engine,
    Kernel,
    Walk,
    jobs_wanted,
    load_kernel,
    lowered_or_why,
    output,
)
from accord.backends.native.profile import DEAD, LED, PLACED, SOLVED, Profile, Room, engine_statistics
from accord.backends.native.walks import run_jobs
from accord.backends.native.window_tables import Roots, Tables, farther
from accord.model import Model
from accord.model.arrays import join_batches
from accord_native.progress import STATE
from accord_native.window.layout import (
    BREADTH,
    CELL,
    ORIENTATION,
    ORIENTATION_MASK,
    PARENT,
    PARENT_MASK,
    ROOT,
    WORD,
)

NODES_AT_ONCE = 20_000  # between two slices, some tens of milliseconds


@dataclass(slots=True)
class _Effort:
    """What was placed so far."""

    nodes: int = 0
    roots: int = 0

    @property
    def counters(self) -> dict[str, int]:
        """The counters as slices have them."""
        return {"nodes": self.nodes, "roots": self.roots}


def search_in_order(model: Model, request: Request) -> Search:
    """Search; the model is one that the engine window takes."""
    effort = _Effort()
    for found in _walk(model, request, effort):
        rows = None if found is None else np.array([found], np.int32)
        yield Slice(count=0 if rows is None else 1, solutions=rows, effort=effort.counters)
    yield Slice(effort=effort.counters, complete=True)


def _walk(model: Model, request: Request, effort: _Effort) -> Iterator[list[int] | None]:
    """Yield each solution, and None from time to time."""
    order = model.order.tolist()
    others = sorted({*range(model.items)} - {*order})
    bit = {item: 1 << place for place, item in enumerate([*order, *others])}
    mask = [sum(bit[item] for item in model.items_of(option).tolist()) for option in range(model.options)]
    cells, every = (1 << len(order)) - 1, (1 << model.items) - 1
    first = [(each & -each).bit_length() - 1 for each in mask]  # of each option: the place of its first cell
    ranked = sorted(range(model.options), key=lambda option: (first[option], request.ranks[option]))
    at: list[list[tuple[int, int]]] = [[] for _ in order]
    for option in ranked:
        at[first[option]].append((mask[option], option))
    root = request.root
    begun = [[]] if root is None else [[option] for option in ranked if mask[option] & bit[root]]
    due = request.quantum(NODES_AT_ONCE, 0)
    for chosen in begun:
        effort.roots += len(chosen)
        effort.nodes += len(chosen)
        taken = sum(mask[option] for option in chosen)
        waiting = [(taken, iter(at[_first_empty(cells & ~taken)]))] if cells & ~taken else []
        if not waiting and taken == every:
            yield [*chosen]
        while waiting:
            taken, fits = waiting[-1]
            for here, option in fits:
                if taken & here:
                    continue
                effort.nodes += 1
                chosen.append(option)
                now = taken | here
                if cells & ~now:
                    waiting.append((now, iter(at[_first_empty(cells & ~now)])))
                    break
                if now == every:
                    yield [*chosen]
                chosen.pop()
            else:
                waiting.pop()
                if waiting:
                    chosen.pop()
            if effort.nodes >= due:
                due = effort.nodes + request.quantum(NODES_AT_ONCE, effort.nodes)
                yield None


def _first_empty(empty: int) -> int:
    return (empty & -empty).bit_length() - 1


KERNEL = "accord_native.window.search"
ROOTS_AT_ONCE = 256  # in a job
FINER = 256  # times as few roots in a job as a limit has nodes
FEWER = 2  # times as few jobs as are wanted are enough: placing one piece more makes thirty times as many


class Window(Engine):
    """The window kernels as an engine."""

    name: ClassVar[str] = "window"
    tells: ClassVar[bool] = True

    def tables(self, model: Model) -> Tables | str:
        """Return the arrays of a model, or why the kernels do not take it."""
        return lowered_or_why(model, window_tables.lower)

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model fails."""
        if request.order is not None and not request.ranks:
            return (
                f"the order {request.order} needs all placements of a packing; with `distinct` it needs "
                "a `root`, and no reduction"
            )
        if request.order is not None and request.stats:
            return f"a search in the order {request.order} keeps no statistics"
        lowered = self.tables(model)
        return lowered if isinstance(lowered, str) else None

    def why(self, model: Model, request: Request) -> str:
        """Say what is placed first."""
        if request.order is not None:
            return f"it tries placements in the order {request.order}"
        item = first_item(model, request)
        piece = "" if item is None else f"; {model.item_names[item]} goes first"
        return f"every option is a piece at a place{piece}"

    def first(self, model: Model, request: Request) -> int | None:
        """The piece that is placed first."""
        return first_item(model, request)

    def search(self, model: Model, request: Request) -> Search:
        """Search from all places of the first item, in slices."""
        if request.order is not None:
            yield from search_in_order(model, request)
            return
        lowered = self.tables(model)
        assert isinstance(lowered, Tables)
        kernel = yield from load_kernel(KERNEL, "search", **lowered.variant, profile=request.stats)
        jobs = WindowJobs(model, lowered, kernel, request)
        yield from run_jobs(jobs, request, partial(engine_statistics, self.name, model))


def first_item(model: Model, request: Request) -> int | None:
    """Return what the window search places first: the request's root, else the piece with the fewest options.

    That halves the nodes or better where the whole space is searched. Where any solution will do it may cost
    ages, as the first root can be a place that leaves none.
    """
    if request.root is not None or request.limit is not None:
        return request.root
    options = np.diff(model.by_item[0])
    options[model.order] = model.options + 1
    return int(options.argmin()) if len(model.order) < model.items else None


@dataclass(frozen=True, eq=False)
class _End:
    """Roots that are searched from one end of the order; `ready` are solutions on the way to them."""

    tables: Tables
    begun: Roots
    ready: list[Options]
    nodes: int


class WindowJobs:
    """The roots in chunks, each to be searched from the end of the order that it is nearer to.

    What was placed at the other end would not be noticed before the search comes there.
    """

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._model, self._lowered, self._kernel, self._request = model, lowered, kernel, request
        jobs = jobs_wanted(request)
        self._first = root = first_item(model, request)
        self._roots = 0 if root is None else len(model.options_of(root))
        ends = from_both_ends(model, lowered, root)
        least = jobs // (FEWER * len(ends))
        self._ends = [_grow(tables, prefixes, least) for tables, prefixes in ends]
        total = sum(len(end.begun.placed) for end in self._ends)
        size = min(ROOTS_AT_ONCE, max(1, total // jobs)) if jobs > 1 else ROOTS_AT_ONCE
        if request.nodes is not None and request.save_when is None and request.resume is None:
            size = max(1, min(size, request.nodes.left(0) // FINER))  # the roots of a chunk are nodes at once
        self._chunks = [
            (end, at, at + size) for end in self._ends for at in range(0, max(1, len(end.begun.placed)), size)
        ]
        self._spare: list[tuple[Tables, Words, Words]] = []  # cells and rows of walks that are over
        self.count = len(self._chunks)

    def begin(self, job: int) -> Walk:
        """A walk from the roots of one chunk."""
        end, first, last = self._chunks[job]
        tables, begun = end.tables, end.begun
        cell, rows = self._arrays(tables)
        depths = begun.placed.shape[1] + tables.levels + 1
        room = Room(self._request.stats, STATE, depths, tables.placed.cells, len(rows))
        state, found = room.state(), output(self._request, tables.levels)
        size = np.zeros(tables.levels, np.uint64)
        arrays = (
            tables.tables, cell, tables.orientation, tables.pieced, begun.filled[first:last],
            begun.starts[first:last], begun.placed[first:last], tables.option_at, rows, size, state, found,
        )  # fmt: skip
        count = max(1, len(begun.placed[first:last]))
        most = int(np.bitwise_count(tables.cell[:, 2:]).sum(axis=1).max())  # of what fits at a cell
        nodes = min(end.nodes, len(begun.placed[first:last]))
        if first == 0:  # and the ones that led to none of the roots
            nodes = end.nodes - min(end.nodes, len(begun.placed[last:]))
        return Walk(
            call=partial(self._kernel, *arrays),
            state=state,
            output=found,
            written={"cell": cell, "rows": rows, "size": size},
            ready=join_batches(end.ready) if first == 0 else None,
            nodes=nodes,
            roots=self._roots if job == 0 else 0,
            done=lambda: max(0, int(state[ROOT]) - 1) / count,
            over=lambda: self._spare.append((tables, cell, rows)),
            board=Rows(tables.option_at, begun.placed[first:last], rows, size, state).present,
            within=partial(_within, most),
            beyond=int(BREADTH) * most,
            profile=room.keeping(partial(self._profile, room, state, job, nodes)),
        )

    def _profile(self, room: Room, state: Words, job: int, nodes: int) -> Profile:
        """The statistics of a walk: what its kernel counts, and `nodes` roots, placed before it begins."""
        end, first, _ = self._chunks[job]
        order = self._model.order if end.tables is self._lowered else self._model.order[::-1]
        profile = room.profile(state, self._model, order.astype(np.int64))
        depth = end.begun.placed.shape[1]
        here = profile.depths[depth]
        here[PLACED] += np.uint64(nodes)
        if first == 0:
            complete = len(end.begun.complete)
            here[[SOLVED, LED]] += np.uint64(complete)
            here[DEAD] += np.uint64(max(end.nodes, 1) - len(end.begun.placed) - complete)
        if self._first is not None:
            profile.items[self._first] += np.array([job == 0, nodes], np.uint64)
        return profile

    def _arrays(self, tables: Tables) -> tuple[Words, Words]:
        """Cells and rows for the kernel to write to: new pages are dearer than the search of a small job."""
        for at, (of, cell, rows) in enumerate(self._spare):
            if of is tables:
                del self._spare[at]
                return cell, rows
        width = tables.windows + tables.words + 2
        rows = np.zeros((tables.levels * tables.stride, width), np.uint64)
        return tables.cell.copy(), rows


def _within(most: int, nodes: int) -> int:
    """The budget for up to so many nodes: the last rows that a call expands all have up to `most`."""
    together = int(BREADTH) * (most + 1)
    return nodes - together if nodes > 2 * together else max(1, nodes // (most + 1))


def from_both_ends(model: Model, lowered: Tables, root: int | None) -> list[tuple[Tables, Ints]]:
    """The places of the first item as prefixes, each with the tables for the end that it is nearer to."""
    if root is None:
        return [(lowered, np.zeros((1, 0), np.int64))]
    options = model.options_of(root).astype(np.int64)
    far = farther(lowered.placed, options)
    if far.any():
        backwards = lowered_or_why(model, window_tables.lower, True)
        if not isinstance(backwards, str):  # else there are more kinds of cells in this direction
            return [(backwards, options[far, None]), (lowered, options[~far, None])]
    return [(lowered, options[:, None])]


def _grow(tables: Tables, prefixes: Ints, least: int) -> _End:
    """Make the prefixes longer until there are enough of them; solutions on the way are kept."""
    nodes, ready = len(prefixes) if prefixes.shape[1] else 0, []
    while True:
        begun = window_tables.roots(tables, prefixes)
        ready.append(begun.complete)
        if not 0 < len(prefixes) < least:
            return _End(tables, begun, ready, nodes)
        prefixes = window_tables.deeper(tables, begun)
        nodes += len(prefixes)


WORD_BITS = 64

Waiting: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]  # options: those on a board, and what fits there


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The arrays of a kernel that say where its search stands."""

    option_at: Options
    placed: Options
    rows: Words
    size: Words
    state: Words

    def present(self) -> tuple[int, ...]:
        """Return the options on the board from which the search continues; none before it begins."""
        waiting = self.size.nonzero()[0]
        return self._options_to(int(waiting[-1]), int(self.size[waiting[-1]])) if len(waiting) else ()

    def levels(self) -> list[list[Waiting]]:
        """All that waits, level by level; the last row of the last level is taken next."""
        deepest = int(self.size.nonzero()[0].max(initial=-1))
        return [
            [
                (self._options_to(level, at), self._fits(level, at))
                for at in range(1, int(self.size[level]) + 1)
            ]
            for level in range(deepest + 1)
        ]

    def _options_to(self, level: int, at: int) -> tuple[int, ...]:
        """Return the options on the board of a row: its root, then one for each level."""
        below = list(self._up(level, at))
        return (*self.placed[int(self.state[ROOT]) - 1].tolist(), *reversed(below))

    def _up(self, level: int, at: int) -> Iterator[int]:
        """The options that were placed to come to a row, the last one first."""
        trace = self._trace(level, at)
        for above in range(level - 1, -1, -1):
            parent = self._trace(above, trace >> int(PARENT) & int(PARENT_MASK))
            number = trace >> int(ORIENTATION) & int(ORIENTATION_MASK)
            yield int(self.option_at[parent >> int(CELL), number])
            trace = parent

    def _fits(self, level: int, at: int) -> tuple[int, ...]:
        """The options that fit at the first empty cell of a row."""
        trace = self._trace(level, at)
        bits, first = int(self._row(level, at)[-2]), WORD_BITS * (trace >> int(WORD) & 1)
        options = self.option_at[trace >> int(CELL)].tolist()
        return tuple(options[first + bit] for bit in range(bits.bit_length()) if bits >> bit & 1)

    def _trace(self, level: int, at: int) -> int:
        return int(self._row(level, at)[-1])

    def _row(self, level: int, at: int) -> Words:
        row: Words = self.rows[level * (len(self.rows) // len(self.size)) + at]
        return row
