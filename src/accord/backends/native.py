"""The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time.

window   exact covers of an ordered set of items, such as packings: fills the first empty one
bitset   exact covers with primary and secondary items: branches on the item with the fewest options

numba is not imported before a search starts. The first search with a kernel on a machine compiles it, which
takes about a second, and keeps it in a cache on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module, metadata
from time import perf_counter
from typing import TypeAlias, cast
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from accord.backends import bitset_tables, window_tables
from accord.backends.contract import Request, Search, Slice
from accord.errors import RefusedError
from accord.model import Model
from accord_native.progress import DONE, NODES, PAUSED, SOLUTIONS, STATE, WRITTEN
from accord_native.window import LEVEL, ROOT

Kernel: TypeAlias = Callable[..., np.uint64]
Call: TypeAlias = Callable[[np.uint64], np.uint64]  # a kernel with all its arrays: budget -> how it ended
Chunks: TypeAlias = list[npt.NDArray[np.int64] | None]
Words: TypeAlias = npt.NDArray[np.uint64]
Options: TypeAlias = npt.NDArray[np.int32]

SLICE_SECONDS = 0.02
FIRST_BUDGET, LARGEST_BUDGET = 1 << 10, 1 << 24  # nodes
SOLUTIONS_AT_ONCE, ENTRIES_AT_ONCE = 4096, 1 << 20  # in a slice
ROOTS_AT_ONCE = 256


class Native:
    """The native kernels as a backend; see `accord.backends.contract`."""

    name = "native"
    engines = ("window", "bitset")

    def __init__(self) -> None:
        self._lowered: WeakKeyDictionary[Model, window_tables.Tables | str] = WeakKeyDictionary()

    def refusal(self, model: Model, request: Request) -> str | None:
        """Why the kernel that was asked for, or both, do not take the model."""
        root = request.root
        if root is not None and not model.primary[root]:
            return (
                f"native can only start with an item of demand [1, 1]; {model.item_names[root]!r} has "
                f"[{model.low[root]}, {model.high[root]}]"
            )
        window = self._window(model) if request.engine != "bitset" else None
        if request.engine == "window":
            return window if isinstance(window, str) else None
        if isinstance(window, window_tables.Tables):
            return None
        try:
            bitset_tables.refuse(model)
        except RefusedError as error:
            return str(error)
        return None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """The window kernel where it applies: it places ten to forty times as many options in a second."""
        if request.engine is not None:
            return request.engine, "as asked"
        window = self._window(model)
        if isinstance(window, str):
            return "bitset", window
        root = _first_item(model, request)
        first = "" if root is None else f"; {model.item_names[root]} goes first"
        return "window", f"every option is a piece at a place{first}"

    def search(self, model: Model, request: Request) -> Search:
        """Search, in slices of about SLICE_SECONDS."""
        yield Slice()
        if ((model.low > 0) & (np.diff(model.by_item[0]) == 0)).any():
            yield Slice(effort={"nodes": 0, "roots": 0}, complete=True)
            return
        window = None if request.engine == "bitset" else self._window(model)
        if isinstance(window, window_tables.Tables):
            yield from _window_search(window, model, request)
        else:
            yield from _bitset_search(model, request)

    def versions(self) -> dict[str, str]:
        """Of what compiles the kernels."""
        return {name: metadata.version(name) for name in ("numba", "llvmlite", "numpy")}

    def _window(self, model: Model) -> window_tables.Tables | str:
        """The tables of the window kernel, or why it does not apply; a model's are made once."""
        if model not in self._lowered:
            try:
                self._lowered[model] = window_tables.lower(model)
            except RefusedError as error:
                self._lowered[model] = str(error)
        return self._lowered[model]


def _window_search(lowered: window_tables.Tables, model: Model, request: Request) -> Search:
    state, output = np.zeros(STATE, np.uint64), _output(request, lowered.levels)
    begun = 0  # roots
    for end, options in _ends(lowered, model, _first_item(model, request)):
        search = yield from _loaded("window_narrow" if end.words == 1 else "window_wide")
        cell = end.cell.copy()  # the kernel writes to it
        rows = np.zeros((end.levels * end.stride, 3 + end.words), np.uint64)
        size = np.zeros(end.levels, np.uint64)
        for some in options:
            roots = window_tables.roots(end, some)
            begun += 0 if some is None else len(some)
            if len(roots.complete):
                alone = roots.complete[:, None] if request.solutions else None
                yield Slice(len(roots.complete), alone, _effort(state, begun, begun))
            state[ROOT] = state[LEVEL] = 0
            arrays = (
                end.tables, cell, end.orientation, end.pieced, roots.filled, roots.starts,
                roots.root_option, end.option_at, rows, size, state, output,
            )  # fmt: skip
            for count, found in _slices(partial(search, *arrays), state, output):
                yield Slice(count, found, _effort(state, begun, begun))
    yield Slice(effort=_effort(state, begun, begun), complete=True)


def _first_item(model: Model, request: Request) -> int | None:
    """What the window search places first: what was asked for, else the piece with the fewest options.

    That halves the nodes or better where the whole space is searched. Where any solution will do it may cost
    ages, as the first root can be a place that leaves none.
    """
    if request.root is not None or request.limit is not None:
        return request.root
    options = np.diff(model.by_item[0])
    options[model.order] = model.options + 1
    return int(options.argmin()) if len(model.order) < model.items else None


def _ends(
    lowered: window_tables.Tables, model: Model, root: int | None
) -> Iterator[tuple[window_tables.Tables, Chunks]]:
    """The roots in chunks, each to be searched from the end of the order that it is nearer to.

    What was placed at the other end would not be noticed before the search comes there.
    """
    if root is None:
        yield lowered, [None]
        return
    options = model.options_of(root).astype(np.int64)
    far = window_tables.farther(lowered.placed, options)
    if far.any():
        try:
            backwards = window_tables.lower(model, backwards=True)
        except RefusedError:  # there are more kinds of cells in this direction
            far[:] = False
        else:
            yield backwards, _chunks(options[far])
    yield lowered, _chunks(options[~far])


def _chunks(options: npt.NDArray[np.int64]) -> Chunks:
    return [options[first : first + ROOTS_AT_ONCE] for first in range(0, len(options), ROOTS_AT_ONCE)]


def _bitset_search(model: Model, request: Request) -> Search:
    search = yield from _loaded("bitset")
    steps = bitset_tables.lower(model)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            lowered: bitset_tables.Tables = end.value
            break
        yield Slice()

    items, words = lowered.members.shape
    alive = np.zeros((lowered.depth + 1, words), np.uint64)
    alive[0] = bitset_tables.row_of(np.arange(model.options), words)
    branch = np.zeros((lowered.depth + 1, 5), np.uint64)
    branch[0, -1] = items
    state, output = np.zeros(STATE, np.uint64), _output(request, lowered.depth)
    root, roots = items, 0
    if request.root is not None:
        root = int(np.searchsorted(lowered.primary, request.root))
        roots = len(model.options_of(request.root))
    arrays = (
        lowered.members, lowered.first, lowered.last, lowered.beside, lowered.start, lowered.item, alive,
        np.arange(items, dtype=np.uint64), np.arange(items, dtype=np.uint64), branch, state,
        np.uint64(root), output,
    )  # fmt: skip
    option = np.append(lowered.option, -1).astype(np.int32)  # so that padding stays what it is
    for count, found in _slices(partial(search, *arrays), state, output):
        yield Slice(count, None if found is None else option[found], _effort(state, 0, roots))
    yield Slice(effort=_effort(state, 0, roots), complete=True)


def _loaded(module: str) -> Generator[Slice, None, Kernel]:
    """The kernel of a module, with slices while it is being imported, and perhaps compiled."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(import_module, f"accord_native.{module}")
        while True:
            try:
                return cast(Kernel, future.result(timeout=0.05).search)
            except TimeoutError:
                yield Slice()


def _slices(call: Call, state: Words, output: Options) -> Iterator[tuple[int, Options | None]]:
    """Call a kernel until it is done, for about SLICE_SECONDS at a time: what each call found."""
    end, budget = PAUSED, FIRST_BUDGET
    while end != DONE:
        known, started = int(state[SOLUTIONS]), perf_counter()
        end = call(np.uint64(budget))
        seconds = perf_counter() - started
        if seconds > 2 * SLICE_SECONDS and budget > 1:
            budget //= 2
        elif end == PAUSED and 2 * seconds < SLICE_SECONDS and budget < LARGEST_BUDGET:
            budget *= 2
        found = output[: int(state[WRITTEN])].copy() if len(output) else None
        yield int(state[SOLUTIONS]) - known, found


def _output(request: Request, width: int) -> Options:
    """Room for the solutions of a slice; none if they are only counted."""
    room = min(
        SOLUTIONS_AT_ONCE, max(1, ENTRIES_AT_ONCE // max(1, width)), request.limit or SOLUTIONS_AT_ONCE
    )
    return np.zeros((room if request.solutions else 0, width), np.int32)


def _effort(state: Words, placed_before: int, roots: int) -> dict[str, int]:
    return {"nodes": int(state[NODES]) + placed_before, "roots": roots}
