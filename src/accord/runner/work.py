"""The work of a run: which models are searched, and how their counts make the answer.

Which method is taken where none was named is in `accord.runner.method`.

all                 one part, the model itself
distinct, split     one solution of each class, in disjoint parts; it is shown as the least of its images,
                    unless an item was named that is to be placed first: then as it is found
distinct, filter    one part; every solution is walked to, and one of each class passes
distinct, burnside  a weighted sum of counts, divided by the order of the group; no solutions
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from accord.arguments import METHODS
from accord.errors import RefusedError, UsageError
from accord.model import Model
from accord.model.model_cache import cached_on_model
from accord.names import unknown
from accord.symmetry import cut
from accord.symmetry.burnside import classes, terms
from accord.symmetry.cut import First
from accord.symmetry.group import Group, group_of
from accord.symmetry.parts import Part, filter_part, split, whole

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
        """What tells these parts from any others of the same model: 32 hexadecimal digits."""
        state = blake2b(digest_size=16)
        for part, weight in zip(self.parts, self.weights, strict=True):
            state.update(b"%d %d\x00" % (weight, len(part.options)) + part.options.tobytes())
        return state.hexdigest()

    def count(self, total: int, exact: bool) -> int:
        """The answer from the weighted sum so far; a lower bound unless every part was exhausted."""
        return classes(total, self.order) if exact else -(-total // self.order)


def plan(
    model: Model,
    *,
    distinct: bool,
    method: str | None,
    root: str | None,
    reduce: bool = True,
    lightly: bool = False,
) -> Work:
    """The work for a model; with `reduce`, without options that no solution has. Raises UsageError.

    `lightly` is for whoever wants a solution or two; see `Model.lightly_reduced`.
    """
    if method is not None and not distinct:
        raise UsageError("`method` says how to count distinct solutions; it needs `distinct`")
    if method is not None and method not in METHODS:
        raise unknown("method", method, METHODS)
    item = item_of(model, root)
    if distinct:
        return by(model, method, item, reduce)
    work = Work([whole(model, item)], [1])
    return reduced(work, lightly) if reduce else work


@cached_on_model(lambda work: sum(len(part.model.item) for part in work.parts))
def by(model: Model, method: str | None, root: int | None, reduce: bool) -> Work:
    """The work of a method, or where None is named of split, else filter; see `plan`. Raises RefusedError."""
    work = _by(model, group_of(model), method, root)
    return reduced(work) if reduce else work


def _by(model: Model, group: Group, method: str | None, root: int | None) -> Work:
    if method == "burnside":
        sums = terms(model, group)
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


def reduced(work: Work, lightly: bool = False) -> Work:
    """The same work without options that no solution has."""
    smaller = [
        (part, *(part.model.lightly_reduced if lightly else part.model.reduced)) for part in work.parts
    ]
    parts = [replace(part, model=model, options=part.options[kept]) for part, model, kept in smaller]
    return replace(work, parts=parts)


def in_pieces(
    work: Work,
    pieces: int,
    at: Callable[[], None] = lambda: None,
    first: First = cut.root,
) -> Work:
    """The same work cut into `pieces` parts, about, the largest first; the same parts each time.

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
