"""The interface that every backend implements: a model and a task in, slices of results out.

A backend is a class derived from `Backend`, without required arguments. `run` asks `refusal` first, then
consumes `search`:

    for step in backend.search(model, request):      # a generator of Slice
        ...                                           # counts add up; efforts are totals so far
        if step.complete: ...                         # the whole search space was seen

Rules for `search`:

- Yield at least some ten times a second, also while building: limits, time and Ctrl-C act between slices.
- Closing the generator (GeneratorExit at a yield) stops the engine and frees what it holds.
- The last slice of an exhausted search has `complete=True`. A generator that ends without one has failed;
  so completeness is always claimed, never assumed. For `first` it may end after one solution, for `unique`
  after two: `run` asks for no more.
- For `best` each solution has a smaller value than the one before; `complete` says that the last is the
  least. A backend may refuse `best`: then `run` asks it for all solutions, and keeps the least.
- A backend that is `parallel` uses `request.workers` itself; another is given one worker, and smaller parts.
- Where there is an allowance of `nodes`, `run` ends the search at the first slice that has placed them all:
  cut slices by `request.quantum`, and tell the effort after each. An engine that cannot continue from where
  it was cut raises SpentError instead.
- Where `save_when` asks for it, a slice may have a `state`: all that was found up to here has been yielded,
  and a search of the same model and request with that state as `resume` yields the rest.
- Never yield a solution twice. `run` verifies every solution, cuts at limits and takes digests.
- A `warning` is a sentence, given once at most in a search.
- Where the request wants `stats`, an engine that keeps statistics gives them with each effort; their nodes
  add up to the nodes of the effort. Others leave them out, and the outcome says so.
- Options in `solutions` are indices into the given model.
- A problem as it is (`accord.problem.integer_model`) is given only to a backend whose `integers` is "whole",
  and whose `refusal` of it is None. Its solutions are rows of the options that its variables would have.
- A model with lazy items (`accord.model.lazy`) is given only to a backend that says in `lazy` how it takes
  them, and whose `refusal` of it is None. Any other is asked for solutions of the model without its lazy
  part, again and again (`accord.runner.lazy`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from accord.arguments import EngineArguments
from accord.backends.statistics import Statistics
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import pad_rows
from accord.model.lazy import Cut
from accord.tasks import Task

State: TypeAlias = Mapping[str, npt.NDArray[Any]]  # of a search under way, to be resumed
Board: TypeAlias = Callable[[], Sequence[int]]  # the options that are placed now; costs nothing until asked
Answers: TypeAlias = Callable[[Sequence[int]], "tuple[int, ...] | None"]  # options -> a solution with them


COUNTERS = ("branches", "conflicts", "states")  # what stands for nodes where an engine counts none
UNLIMITED = 1 << 62


def node_counter(effort: Mapping[str, int]) -> tuple[int, str]:
    """Return the counter that a limit of nodes uses, and its name: nodes, or the largest of COUNTERS."""
    if "nodes" in effort:
        return effort["nodes"], "nodes"
    return max(((effort[name], name) for name in COUNTERS if name in effort), default=(0, "nodes"))


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many nodes a search may still place. It is `run` that ends the search once there are none left."""

    left: Callable[[int], int]  # nodes that the search has placed -> how many more it may
    sharers: int = 1  # searches under way that take from the same nodes
    taken: Callable[[int], None] = lambda _: None  # gets how many the search will have placed next

    def quantum(self, wanted: int, nodes: int) -> int:
        """How many of the nodes that are wanted to place now, after so many; at least 1."""
        granted = max(1, min(wanted, self.left(nodes) // self.sharers))
        self.taken(nodes + granted)
        return granted

    def after(self, nodes: int) -> Allowance:
        """The allowance left for a search that begins when so many were placed."""
        return self.beside(lambda: nodes)

    def beside(self, nodes: Callable[[], int]) -> Allowance:
        """The allowance left for a search beside others, which report how many they have placed."""
        return replace(
            self, left=lambda more: self.left(nodes() + more), taken=lambda more: self.taken(nodes() + more)
        )


@dataclass(frozen=True, slots=True)
class Request(EngineArguments):
    """The question to an engine: the run's arguments that are for engines, and these."""

    task: Task
    solutions: bool = True  # False: only the number of solutions is wanted, so none need be walked to
    limit: int | None = None  # `run` stops here; an engine may plan with it
    root: int | None = None  # the item to be placed first, for engines that can
    hint: Sequence[int] = ()  # options of a likely solution, for engines that start from one
    ranks: Sequence[int] = ()  # of options, where an `order` was asked for: less is tried first
    known: int | None = None  # for `best`: the value of the hint, which is a solution; only better ones count
    deadline: float | None = None  # on the clock of time.monotonic(), for engines that stop themselves
    save_when: Callable[[], bool] | None = None  # whether a slice with a state is wanted now
    resume: State | None = None  # continue from there
    nodes: Allowance | None = None  # cut slices so that no more are placed, or as few more as can be

    def quantum(self, wanted: int, nodes: int) -> int:
        """How many of the nodes that are wanted to place now, after so many; at least 1."""
        return wanted if self.nodes is None else self.nodes.quantum(wanted, nodes)

    @property
    def threads(self) -> int:
        """The workers that were asked for, for engines that are best with one."""
        return self.workers or 1


@dataclass(frozen=True, slots=True)
class Slice:
    """A piece of work: solutions found since the last slice, and the effort so far."""

    count: int = 0
    solutions: npt.NDArray[np.int32] | None = None  # [count, width], padded with -1; None if only counted
    effort: Mapping[str, int] = field(default_factory=dict)  # counters: nodes, roots, conflicts, ...
    complete: bool = False
    done: float | None = None  # which fraction of the search, about
    engine: str = ""  # the engine that searches now, where that became known, or changed, under way
    why: str = ""  # and why
    backend: str = ""  # whose it is, where that is another backend than the one that was chosen
    estimate: Mapping[str, int] = field(default_factory=dict)  # the effort that is foreseen
    stats: Mapping[str, Statistics] = field(default_factory=dict)  # by engine, so far, if they are wanted
    state: State | None = None  # what to resume from
    bound: int | None = None  # for `best`: no solution has a smaller value
    rest: float = 0.0  # seconds that the search will take at least, so far as an engine foresees that
    short: bool = False  # whether an engine foresees that it will need more memory than it may use
    warning: str = ""  # for the user at once, such as that no end is in sight
    board: Board | None = None  # where the search stands, for those who ask before they take the next slice


Search: TypeAlias = Generator[Slice, None, None]


class Distribution(Protocol):
    """All solutions of a model, numbered from 0 without walking to them; made by `steps`, ten a second."""

    def steps(self) -> Generator[None, None, None]:
        """Count."""

    @property
    def total(self) -> int:
        """The number of solutions."""

    def solution(self, k: int) -> npt.NDArray[np.int32]:
        """The k-th solution as a row of options."""

    def frequencies(self) -> list[int]:
        """For each option, how many solutions have it."""


class Decisions(Protocol):
    """A search for a certificate of the count, as docs/certificate-formats.md has it.

    Iterating gives decisions, some at a time and perhaps none, ten times a second. It may raise RefusedError
    or StoppedError.
    """

    def __iter__(self) -> Iterator[npt.NDArray[np.uint32]]:
        """Search."""

    @property
    def count(self) -> int:
        """The number of solutions so far."""

    @property
    def memory(self) -> int:
        """Bytes that it took at most."""


class Backend(ABC):
    """One model, one task, one stream of slices; the base of all backends, with defaults.

    The attributes are of the class, so that names can be checked before there is a model, and before what the
    backend needs is imported. One of another package that does not derive from this class is given the
    defaults when it is loaded; see `accord.backends.table`.
    """

    name: ClassVar[str]
    engines: ClassVar[tuple[str, ...]]  # the first is the usual one
    encodings: ClassVar[tuple[str, ...]] = ()  # ways to write demands as clauses; it is asked for no other
    branchings: ClassVar[tuple[str, ...]] = ()  # ways to choose what is tried next, likewise
    orders: ClassVar[tuple[str, ...]] = ()  # in which it can try the placements of a packing, likewise
    propagations: ClassVar[tuple[str, ...]] = ()  # how far it can reason before something is tried, likewise
    lazy: ClassVar[Literal["", "asks", "knows"]] = ""
    # "asks": it shows every solution to the lazy part, and yields true ones only; "knows": it has engines
    # that know what the lazy items say, and `run` checks what they yield; "": it takes no lazy items
    tells: ClassVar[tuple[str, ...]] = ()  # engines that keep statistics of their search
    most_values: ClassVar[int] = 1_000  # of a variable that has options for values where integers are "bits"
    numbers: ClassVar[bool] = False  # whether it has a `distribution`
    integers: ClassVar[Literal["", "whole", "bits"]] = ""
    # "whole": it may be asked for an `IntegerModel`, a problem as it is; "bits": it gets a model in which
    # variables with many values have options for their bits; "": it takes options for values only
    counts_beside: ClassVar[bool] = False
    # whether `auto` may ask it, in a process of its own, to count what none of ours counts without a walk
    questions: ClassVar[str | None] = None  # the engine for small models beside a search; None: its choice
    decides: ClassVar[Literal["", "tree", "graph"]] = ""  # the kind of certificate that its `decisions` make
    determines: ClassVar[bool] = False  # its counts raise EngineError where hidden options are not determined

    @abstractmethod
    def refusal(self, model: Model, request: Request) -> str | None:
        """Why this backend, or the engine asked for, does not take the model; None if it does."""

    @abstractmethod
    def search(self, model: Model, request: Request) -> Search:
        """Search; see the rules above."""

    def choice(self, model: Model, request: Request) -> tuple[str, str]:  # noqa: ARG002
        """The engine it will use, and why, in a few words. Called only after `refusal` gave None."""
        return request.engine or self.engines[0], "as asked" if request.engine else "its usual engine"

    def parallel(self, request: Request) -> bool:  # noqa: ARG002
        """Whether it uses `request.workers` itself; if not, `run` gives it parts in processes."""
        return False

    def first(self, model: Model, request: Request) -> int | None:  # noqa: ARG002
        """The item whose options it tries first, if it knows: who cuts its work cuts there, at no cost."""
        return request.root

    def counts(self, model: Model, request: Request) -> bool:  # noqa: ARG002
        """Whether it may count the model without walking to each solution."""
        return False

    def oracle(self, model: Model) -> Answers | None:  # noqa: ARG002
        """Answers to the questions of a lazy part about a model; None: `run` searches for each."""
        return None

    def distribution(self, model: Model, memory_limit: int | None = None) -> Distribution:  # noqa: ARG002
        """All solutions, numbered. Raises RefusedError, as its `steps` do, or they StoppedError."""
        raise RefusedError(f"{self.name} numbers no solutions")

    def decisions(self, model: Model, memory_limit: int | None = None) -> Decisions:  # noqa: ARG002
        """A search of a model without colours and amounts below 0, whose decisions certify the count."""
        raise RefusedError(f"{self.name} has no decisions for a certificate")

    def versions(self) -> dict[str, str]:
        """The versions of the packages its engines come from."""
        return {}


def state_of(cuts: Sequence[Cut], solutions: Collection[Sequence[int]]) -> State:
    """Return the state of a search of a lazy model: items found, and true solutions handed on.

    The search itself begins anew, with these items from the start; of the solutions that it comes by again,
    none is handed on twice. What it learned beside that is lost.
    """
    return {"cuts": np.frombuffer(msgspec.json.encode(cuts), np.uint8), "solutions": pad_rows(solutions)}


def known_of(state: State | None) -> tuple[list[Cut], list[list[int]]]:
    """Return the items and the solutions of such a state; nothing is known without one."""
    if state is None:
        return [], []
    cuts = msgspec.json.decode(state["cuts"].tobytes(), type=list[Cut])
    return cuts, [row[row >= 0].tolist() for row in state["solutions"]]
