"""The base class of native engines, and what engines that walk a search tree share.

An engine lowers a model to the arrays of its kernel, and cuts the search into *jobs*: disjoint parts of the
tree, each a set of prefixes (options placed first). A *walk* is one job under way: a kernel with its arrays.
`accord.backends.native.walks` runs walks in slices, one after the other or in several threads.

Jobs are cut so that their prefixes exclude each other and together lead to every solution (`cut`). A prefix
says which options are chosen and which are not. All options of an item that wants something are gone through:
a prefix chooses one of them and excludes those before it, the last one excludes them all, unless the item
cannot do without. Where prefixes are still too few they are cut further in the same way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Board, Request, Search, Slice
from accord.backends.native.arrays import Flags, Ints
from accord.backends.native.arrays import Options as Options
from accord.backends.native.arrays import Words as Words
from accord.backends.native.profile import Profile
from accord.backends.waiting import wait_for
from accord.errors import EngineError, RefusedError, StoppedError
from accord.kernels import load, ready
from accord.model import Kind, Model
from accord.model.model_cache import cached_on_model
from accord_native.progress import WRITTEN

Kernel: TypeAlias = Callable[..., np.uint64]
Call: TypeAlias = Callable[[np.uint64], np.uint64]  # a kernel with all its arrays: budget -> how it ended

SOLUTIONS_AT_ONCE, ENTRIES_AT_ONCE = 4096, 1 << 20  # in a slice
JOBS_PER_WORKER = 16  # about, of a search that is cut; more cost more to begin than they even out

SMALL = 1 << 14  # options and entries of a model that is lowered in a few hundredths of a second
WORTH_SHARING = 1 << 16  # nodes of a search: with a limit below, cutting it would take most of them
Result = TypeVar("Result")


class MemoryLimitError(StoppedError):
    """An engine that trades memory for time would need more than it may take; its sentence says how much."""


class Engine(ABC):
    """One kernel, or several that belong together, as the native backend sees it; the base of them all.

    A family of puzzles may have engines of its own: they derive from this class too, and its record says
    where they are (`searched.engines`). They see only models with the family's tag, and those may have been
    restricted, required, split or cut since they were built: see `Model.origin`.
    """

    name: ClassVar[str]
    counts_only: ClassVar[bool] = False  # whether it finds the number of solutions without walking to them
    suits: ClassVar[str] = ""  # what it is good for, in words, to say why it was chosen
    specialist: ClassVar[str] = ""  # what it takes, in words, if no other engine is as fast there
    last_resort: ClassVar[bool] = False  # whether others are faster wherever they take a model too
    linear_only: ClassVar[bool] = False  # whether it is a first guess only where amounts are added up
    learns: ClassVar[bool] = False  # whether it learns from conflicts, so that others may take turns with it
    dense: ClassVar[bool] = False  # whether others are faster where there are many options, few of an item
    tells: ClassVar[bool] = False  # whether it keeps statistics, where they are asked for
    knows_lazy: ClassVar[bool] = False  # whether it knows what lazy items say; `run` adds them for others
    best_nanoseconds: ClassVar[float] = inf  # of a node, if it branches on the item with the fewest options
    patience: ClassVar[float] = 1.0  # how long it may count without walking: a share of the time to walk

    @abstractmethod
    def refusal(self, model: Model, request: Request) -> str | None:
        """Why it does not take the model, in a sentence; None if it does. Fast, and compiles nothing."""

    def why(self, model: Model, request: Request) -> str:  # noqa: ARG002
        """Why it is the first guess for a model that it takes, in a few words."""
        return self.specialist or self.suits

    def first(self, model: Model, request: Request) -> int | None:  # noqa: ARG002
        """The item whose options it tries first, if it knows before it searches."""
        return request.root

    @abstractmethod
    def search(self, model: Model, request: Request) -> Search:
        """Search; see the rules of `accord.backends.contract`."""


@cached_on_model()
def lowered_or_why(model: Model, lower: Callable[..., Result], *more: bool) -> Result | str:
    """Return a model as a kernel takes it, or the sentence of the RefusedError that says why not."""
    try:
        return lower(model, *more)
    except RefusedError as error:
        return str(error)


def refusal_of(refuse: Callable[[Model], None], model: Model) -> str | None:
    """The sentence of the RefusedError that a test of a model raises; None if it raises none."""
    return lowered_or_why(model, refuse)


@dataclass(eq=False)
class Walk:
    """A job under way: a call continues it, and all that changes is in its arrays."""

    call: Call
    state: Words  # see `accord_native.progress`
    output: Options  # solutions of a call in the kernel's options, padded with -1; no rows: only count
    option: Options | None = None  # the kernel's options -> the model's, with -1 at the end; None: the same
    written: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  # arrays of its state, but `state`
    ready: Options | None = None  # solutions, in the model's options, that were there before it began
    nodes: int = 0  # options that were placed before it began
    roots: int = 0
    done: Callable[[], float] | None = None  # which fraction of the job, about
    over: Callable[[], None] = lambda: None  # called when it is done: its arrays may be used again
    within: Callable[[int], int] = int  # nodes -> a budget with which a call places no more, if it can be
    beyond: int = 0  # nodes that a call may place beyond a large budget
    board: Board | None = None  # the options on the board from which it continues, between two calls
    profile: Callable[[], Profile] | None = None  # its statistics so far, where they are kept

    def new_solutions(self) -> Options:
        """The solutions that the last call wrote, in the model's options."""
        some = self.output[: int(self.state[WRITTEN])]
        return some.copy() if self.option is None else self.option[some]


class Jobs(Protocol):
    """A lowered model, cut into disjoint jobs; the same model and request give the same jobs."""

    count: int

    def begin(self, job: int) -> Walk:
        """Start a job: a walk with arrays of its own."""


def refill(array: npt.NDArray[Any], saved: npt.NDArray[Any]) -> None:
    """Put what was saved into an array of the same shape; numpy would spread out anything smaller."""
    if array.shape != saved.shape or array.dtype != saved.dtype:
        raise EngineError(f"a saved array is {saved.dtype}{saved.shape}, not {array.dtype}{array.shape}")
    array[...] = saved


def jobs_wanted(request: Request) -> int:
    """Into how many jobs to cut a search, about: several if it is shared, or may be resumed.

    One that is resumed is cut as it was, however many workers there are now; one with statistics is not cut,
    as they are of one tree.
    """
    if request.stats:
        return 1
    if request.resume is not None:
        return int(request.resume["jobs wanted"])
    shared = request.threads > 1 or request.save_when is not None
    if request.nodes is not None and request.save_when is None and request.nodes.left(0) < WORTH_SHARING:
        return 1
    return JOBS_PER_WORKER * request.threads if shared else 1


def load_kernel(
    module: str, name: str = "search", **variant: bool | int | str
) -> Generator[Slice, None, Kernel]:
    """A kernel as `accord.kernels.load` finds it, with slices while it is imported, and perhaps compiled."""
    if ready(module, name, **variant):
        return load(module, name, **variant)
    return (yield from wait_for(partial(load, module, name, **variant)))


def lower_model(lower: Callable[[Model], Result], model: Model) -> Generator[Slice, None, Result]:
    """A model that is not refused as a kernel takes it: at once, and kept, or with slices if it is large."""
    if model.options + len(model.item) <= SMALL:
        return _lower_once(model, lower)
    return (yield from wait_for(partial(lower, model)))


@cached_on_model()
def _lower_once(model: Model, lower: Callable[[Model], Result]) -> Result:
    return lower(model)


def costly(call: Call, share: int) -> Call:
    """Return the call with a smaller budget, for a kernel whose nodes may take so many times longer."""
    return lambda budget: call(np.uint64(int(budget) // (share + 1) or 1))


def output(request: Request, width: int) -> Options:
    """Return an array for the solutions of a slice, of `width` options each; no rows: only count."""
    most = max(1, ENTRIES_AT_ONCE // max(1, width))
    room = min(SOLUTIONS_AT_ONCE, most, request.limit or SOLUTIONS_AT_ONCE)
    return np.zeros((room if request.solutions else 0, width), np.int32)


MOST_JOBS = 4  # times as many as are wanted


@dataclass(frozen=True, slots=True)
class Prefix:
    """Options that are chosen, and options that are not; `new`: how many of the chosen no earlier one has."""

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    new: int = 0


def cut(
    model: Model, request: Request, known: Iterable[int] = (), *, items_only: bool = False
) -> list[Prefix]:
    """About as many prefixes as jobs are wanted; one that says nothing where the search is not shared.

    Args:
        model: the model.
        request: what is asked; its root is gone through first.
        known: options that need not be gone through.
        items_only: leave it at items that want something, however few the prefixes are then.
    """
    wanted = jobs_wanted(request)
    prefixes, gone, exclusive = [Prefix()], set(known), _exclusive(model)
    for item, options in _groups(model, request.root, items_only):
        if not 0 < len(prefixes) < wanted:  # none: there is no solution
            break
        most = -(-MOST_JOBS * wanted // len(prefixes))
        ours = [option for option in options.tolist() if option not in gone][:most]
        gone.update(ours)
        prefixes = [
            more for prefix in prefixes for more in _cut_further(model, exclusive, prefix, item, ours)
        ]
    return prefixes


def _groups(model: Model, root: int | None, items_only: bool) -> Iterator[tuple[int | None, Ints]]:
    """Items that want something, and their options, the fewest first; then any options, one by one."""
    order = np.argsort(np.diff(model.by_item[0]), kind="stable")
    wanting = order[model.low[order] > 0].tolist()
    for item in dict.fromkeys([*([] if root is None else [root]), *wanting]):
        yield item, model.options_of(item).astype(np.int64)
    if not items_only:
        for option in np.argsort(-np.diff(model.start), kind="stable"):
            yield None, np.array([option])


def _cut_further(
    model: Model, exclusive: Flags, prefix: Prefix, item: int | None, options: list[int]
) -> Iterator[Prefix]:
    """The prefixes that choose one of these options, and the one that excludes them all."""
    taken = {i for option in prefix.chosen for i in model.items_of(option).tolist() if exclusive[i]}
    fitting = [option for option in options if taken.isdisjoint(model.items_of(option).tolist())]
    for at, option in enumerate(fitting):
        new = 1 if at else prefix.new + 1
        yield Prefix((*prefix.chosen, option), (*prefix.excluded, *fitting[:at]), new)
    without = Prefix(prefix.chosen, (*prefix.excluded, *fitting), 0 if fitting else prefix.new)
    if item is None or _can_do(model, item, without.excluded):
        yield without


def _exclusive(model: Model) -> Flags:
    """Items that only one chosen option can have, as far as that is seen at once."""
    if Kind.LINEAR in model.kind:
        return np.zeros(model.items, np.bool_)
    return model.primary if Kind.COLOURED in model.kind else model.high == 1


def _can_do(model: Model, item: int, excluded: tuple[int, ...]) -> bool:
    """Whether an item can get what it wants from other options."""
    start, options, entries = model.by_item
    ours = slice(start[item], start[item + 1])
    left = ~np.isin(options[ours], excluded)
    return bool(np.maximum(model.amount[entries[ours]][left], 0).sum() >= model.low[item])
