"""Plan the work of a run: which models to search, how to add up their counts, and where to resume.

Which method is taken where none was named is in `accord.runner.method`.

all                 one part, the model itself
distinct, split     one solution of each class, in disjoint parts; it is shown as the least of its images,
                    unless an item was named that is to be placed first: then as it is found
distinct, filter    one part; every solution is walked to, and one of each class passes
distinct, burnside  a weighted sum of counts, divided by the order of the group; no solutions
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from accord.arguments import METHODS
from accord.backends.contract import Request, State
from accord.errors import RefusedError, UsageError, unknown
from accord.model import Model
from accord.model.model_cache import cached_on_model
from accord.runner.choose import EngineChoice
from accord.runner.counting import RunTotals
from accord.runner.limits import Limits
from accord.symmetry import cut
from accord.symmetry.cut import First
from accord.symmetry.group import Group, burnside_terms, class_count, group_of
from accord.symmetry.parts import Part, filter_part, split, whole

if TYPE_CHECKING:
    from accord.runner.checkpoint import Checkpoint


PIECES_TO_RESUME = 64  # parts at least, where a backend can only be resumed between two
PARTS_PER_WORKER = 4  # enough that workers end at about the same time; every part costs a presolve


@dataclass(frozen=True, eq=False)
class Work:
    """Parts to search, each with a weight, and the order by which the weighted sum is divided."""

    parts: Sequence[Part]
    weights: Sequence[int]
    order: int = 1
    method: str | None = None  # one of METHODS, if the solutions are to be distinct
    least: bool = False  # whether solutions have still to be made the least of their images

    @property
    def walks(self) -> bool:
        """Whether solutions must be walked to even if only their number is wanted."""
        return any(part.filter is not None for part in self.parts)

    @property
    def lazy(self) -> bool:
        """Whether the model of a part has lazy items."""
        return any(part.model.lazy is not None for part in self.parts)

    @property
    def only_counts(self) -> bool:
        """Whether the parts' solutions are not solutions of the whole."""
        return self.method == "burnside"

    @property
    def layout(self) -> str:
        """A digest of the parts, which any others of the same model have not: 32 hexadecimal digits."""
        state = blake2b(digest_size=16)
        for part, weight in zip(self.parts, self.weights, strict=True):
            state.update(b"%d %d\x00" % (weight, len(part.options)) + part.options.tobytes())
        return state.hexdigest()

    def count(self, total: int, exact: bool) -> int:
        """The answer from the weighted sum so far; a lower bound unless every part was exhausted."""
        return class_count(total, self.order) if exact else -(-total // self.order)


def work_of(
    model: Model,
    *,
    distinct: bool,
    method: str | None,
    root: str | None,
    reduce: bool = True,
    lightly: bool = False,
) -> Work:
    """The work for a model; with `reduce`, without options that no solution has. Raises UsageError.

    `lightly` is for a search of a solution or two; see `Model.lightly_reduced`.
    """
    if method is not None and not distinct:
        raise UsageError("`method` says how to count distinct solutions; it needs `distinct`")
    if method is not None and method not in METHODS:
        raise unknown("method", method, METHODS)
    item = item_of(model, root)
    if distinct:
        return work_by(model, method, item, reduce)
    work = Work([whole(model, item)], [1])
    return reduce_work(work, lightly) if reduce else work


@cached_on_model(lambda work: sum(len(part.model.item) for part in work.parts))
def work_by(model: Model, method: str | None, root: int | None, reduce: bool) -> Work:
    """The work of a method; of None, by split, else by filter; see `work_of`. Raises RefusedError."""
    work = _by(model, group_of(model), method, root)
    return reduce_work(work) if reduce else work


def _by(model: Model, group: Group, method: str | None, root: int | None) -> Work:
    if method == "burnside":
        sums = burnside_terms(model, group)
        parts = [whole(term.model, root if i == 0 else None) for i, term in enumerate(sums)]
        return Work(parts, [term.weight for term in sums], len(group), "burnside")
    if method in (None, "split"):
        try:
            parts = split(model, group, root)
            return Work(parts, [1] * len(parts), method="split", least=root is None and len(group) > 1)
        except RefusedError:
            if method == "split":
                raise
    return Work(filter_part(model, group, root), [1], method="filter")


def reduce_work(work: Work, lightly: bool = False) -> Work:
    """Return the work without options that no solution has."""
    smaller = [
        (part, *(part.model.lightly_reduced if lightly else part.model.reduced)) for part in work.parts
    ]
    parts = [replace(part, model=model, options=part.options[kept]) for part, model, kept in smaller]
    return replace(work, parts=parts)


def cut_work(
    work: Work,
    pieces: int,
    at: Callable[[], None] = lambda: None,
    first: First = cut.root,
) -> Work:
    """Cut the work into `pieces` parts, about, the largest first; the same parts each time.

    `at` is called now and then; what it raises ends the cutting. `first` is where a part's search begins.
    """
    found = cut.cut_all(work.parts, pieces, at=at, first=first)
    return replace(
        work, parts=[piece.part for piece in found], weights=[work.weights[piece.source] for piece in found]
    )


def item_of(model: Model, root: str | None) -> int | None:
    """The item of a name. Raises UsageError."""
    if root is None:
        return None
    if root not in model.item_index:
        raise UsageError(f"`root` {root!r} is no item of this puzzle; items are {_some(model.item_names)}")
    return model.item_index[root]


def _some(names: Sequence[str], most: int = 20) -> str:
    if len(names) <= most:
        return ", ".join(names)
    return ", ".join(names[: most // 2]) + ", ..., " + ", ".join(names[-most // 2 :])


class _StoppedCuttingError(Exception):
    """A limit was reached, or the run was cancelled, while its work was cut."""


@dataclass(frozen=True, eq=False)
class SearchPlan:
    """The work of a search, its engine, and, once it is prepared, from where it begins."""

    work: Work
    choice: EngineChoice
    why: str = ""  # for distinct solutions: why by this method, unless one was named
    warnings: tuple[str, ...] = ()
    pieces: int = 1  # into which the work was to be cut, about
    in_processes: bool = False  # whether parts are given to worker processes
    tally: RunTotals = field(default_factory=lambda: RunTotals(0))
    states: Mapping[int, State] = field(default_factory=dict)  # of parts under way: what to resume from
    checkpoint: Checkpoint | None = None  # to be kept up to date

    @property
    def request(self) -> Request:
        """The request to the engine."""
        return self.choice.request


def prepare(plan: SearchPlan, limits: Limits, checkpoint: Checkpoint | None, lazy: bool) -> SearchPlan:
    """Cut the work into parts for several processes; resume from the checkpoint, or write the first.

    Raises InputError for a checkpoint of other parts, and WriteError if it cannot be written.
    """
    work, backend, request = plan.work, plan.choice.backend, plan.request
    pieces = limits.workers * PARTS_PER_WORKER if limits.workers > 1 else 1
    known = None if checkpoint is None else checkpoint.read()
    if checkpoint is not None:
        request = replace(request, save_when=checkpoint.due)
        least = 1 if lazy else PIECES_TO_RESUME  # a lazy part is resumed with what it knew
        pieces = max(pieces, least) if known is None else known[0].pieces
    if pieces > 1 and not backend.parallel(request):
        request = replace(request, workers=1)
        try:
            work = _cut(work, pieces, limits)
        except _StoppedCuttingError:  # nothing will be searched, and a checkpoint stays as it was
            checkpoint, known = None, None
    in_processes = limits.workers > 1 and len(work.parts) > 1 and not backend.parallel(request)
    tally = RunTotals(len(work.parts), work.layout if checkpoint else "")
    states: dict[int, State] = {}
    if known is not None:
        header, state = known
        header.resume(tally)
        if in_processes:  # they begin each part anew
            tally.under_way.clear()
        states = dict.fromkeys(tally.under_way, state)
    elif checkpoint is not None:
        checkpoint.write(tally, pieces, {})  # if that fails, better now than after hours
    return replace(
        plan,
        work=work,
        choice=replace(plan.choice, request=request),
        pieces=pieces,
        in_processes=in_processes,
        tally=tally,
        states=states,
        checkpoint=checkpoint,
    )


def _cut(work: Work, pieces: int, limits: Limits) -> Work:
    """Cut the work into so many pieces, about. Raises _StoppedCuttingError at a limit."""

    def go_on() -> None:
        if limits.over():
            raise _StoppedCuttingError

    return cut_work(work, pieces, go_on)
