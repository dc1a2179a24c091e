"""Lazy items: demands too many to write down, generated when a solution violates them (connectivity).

A model with a `lazy` part says less than it means: beside its items there are others, which its solutions
have to meet as well. Who finds a solution shows it to `violations`; what comes back is added, and the search
continues. An example, in which a lazy item is needed only because the search could not know it:

    items      cells [2, 2]
    options    a, b, c, d
    solution   a, b; `violations` says {c d}, low 1: one of these at least
    then       a, c; nothing is violated, so it is a solution of the model
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from accord.errors import EngineError, RefusedError
from accord.model.arrays import starts, totals
from accord.model.data import Derives, Keeps, Lazy, LazyItem, M, ModelData, Solve
from accord.model.model_cache import cached_on_model

__all__ = [
    "Cut", "Derives", "Keeps", "Lazy", "LazyItem", "Noted", "Separation", "Solve",
    "refuse_lazy", "refuse_underivable", "with_any_cut", "with_cuts", "without_lazy",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cut:
    """A lazy item in a model's options: what they give must add up to `low` at least, and `high` at most."""

    name: str
    options: tuple[int, ...]  # ascending
    amounts: tuple[int, ...]
    low: int
    high: int | None
    about: object = field(default=None, compare=False)  # see `LazyItem`

    def is_met(self, chosen: frozenset[int] | set[int]) -> bool:
        """Whether a set of options meets it."""
        given = sum(amount for o, amount in zip(self.options, self.amounts, strict=True) if o in chosen)
        return given >= self.low and (self.high is None or given <= self.high)

    @property
    def clause(self) -> list[tuple[int, bool]] | None:
        """Return options, of which one is chosen (True) or not (False); None if it says something else."""
        if any(abs(amount) != 1 for amount in self.amounts):
            return None
        negative = sum(amount < 0 for amount in self.amounts)
        signs = [amount > 0 for amount in self.amounts]
        if self.high is None and self.low == 1 - negative:
            return list(zip(self.options, signs, strict=True))
        if self.high == len(self.options) - negative - 1 and self.low <= -negative:
            return [(option, not sign) for option, sign in zip(self.options, signs, strict=True)]
        return None


class Separation:
    """The lazy part of one model, asked solution by solution; counts what was asked and found."""

    def __init__(self, model: ModelData, solve: Solve) -> None:
        """`model` has a lazy part."""
        assert model.lazy is not None
        self._lazy, self._solve = model.lazy, solve
        self._names = model.names or [model.option_name(o) for o in range(model.options)]
        self._option = dict(zip(self._names, range(model.options), strict=True))
        self.checked = 0  # solutions that were shown
        self.asked = 0  # questions to `solve`
        self.found = 0  # cuts

    @property
    def effort(self) -> dict[str, int]:
        """The counters: items that were found, and questions that were asked for them."""
        return {"sets": self.found, "asked": self.asked}

    def cuts(self, solution: Sequence[int]) -> list[Cut]:
        """Return the cuts that `items` finds, in the options of the model."""
        return [cut for _, cut in self._violations(solution)]

    def items(self, solution: Sequence[int]) -> list[LazyItem]:
        """Return the items that a solution (options, perhaps padded with -1) breaks; none if it is true.

        Raises EngineError for an item that it does not break, since a search would not end.
        """
        return [item for item, _ in self._violations(solution)]

    def _violations(self, solution: Sequence[int]) -> list[tuple[LazyItem, Cut]]:
        """The items that a solution breaks, each with its cut."""
        chosen = frozenset([int(option) for option in solution if option >= 0])
        self.checked += 1
        names = [self._names[option] for option in sorted(chosen)]
        found: dict[str, tuple[LazyItem, Cut]] = {}
        for item in self._lazy.violations(names, self._ask):
            cut = self.cut(item)
            if cut.is_met(chosen):
                raise EngineError(
                    f"lazy item {item.name!r} is met by the solution that is to break it: {names}"
                )
            found.setdefault(item.name, (item, cut))
        self.found += len(found)
        return list(found.values())

    def cut(self, item: LazyItem) -> Cut:
        """An item in the options of the model."""
        known = self._option
        gives = {known[name]: amount for name, amount in item.gives.items() if name in known and amount}
        options = tuple(sorted(gives))
        return Cut(item.name, options, tuple(gives[o] for o in options), item.low, item.high, item.about)

    def _ask(self, model: ModelData, options: Sequence[int]) -> tuple[int, ...] | None:
        self.asked += 1
        return self._solve(model, options)


@dataclass(frozen=True)
class Noted:
    """A lazy part that notes the items it finds: for those who search with any engine, and want them too."""

    lazy: Lazy
    found: list[LazyItem] = field(default_factory=list)  # in the order they were found

    @property
    def token(self) -> str:
        """Return the token of the lazy part."""
        return self.lazy.token

    @property
    def unit(self) -> bool:
        """Whether all amounts of its items are 1."""
        return getattr(self.lazy, "unit", False)

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:
        """Return the items that the lazy part finds violated."""
        items = self.lazy.violations(chosen, solve)
        self.found.extend(items)
        return items


def with_cuts(model: M, cuts: Sequence[Cut]) -> M:
    """The model with these items as well; options and the lazy part stay, candidate symmetries go."""
    if not cuts:
        return model
    first = model.items
    lengths = [len(cut.options) for cut in cuts]
    option = np.fromiter((o for cut in cuts for o in cut.options), np.int64, sum(lengths))
    amount = np.fromiter((a for cut in cuts for a in cut.amounts), np.int64, sum(lengths))
    item = np.repeat(np.arange(first, first + len(cuts)), lengths)
    low = np.array([cut.low for cut in cuts], np.int64)
    reach = np.maximum(totals(item - first, np.maximum(amount, 0), len(cuts)), low).tolist()
    high = [most if cut.high is None else cut.high for cut, most in zip(cuts, reach, strict=True)]
    names = _unused_names(cuts, set(model.item_names))
    about = {name: cut.about for name, cut in zip(names, cuts, strict=True) if cut.about is not None}
    owner = np.concatenate([model.option_of_entry, option])
    place = np.lexsort((np.concatenate([model.item, item]), owner))
    return replace(
        model,
        item_names=(*model.item_names, *names),
        low=np.concatenate([model.low, low]),
        high=np.append(model.high, np.array(high, np.int64)),
        start=starts(np.bincount(owner, minlength=model.options)),
        item=np.concatenate([model.item, item])[place].astype(np.int32),
        amount=np.concatenate([model.amount, amount])[place],
        colour=np.concatenate([model.colour, np.zeros(len(item), np.int32)])[place],
        symmetries=np.arange(first + len(cuts), dtype=np.int32)[None, :][: len(model.symmetries)],
        origin=None,
        about={**model.about, **about},
    )


@cached_on_model(lambda model: len(model.item))
def with_any_cut(model: M) -> M:
    """The model without its lazy part, and with an item of the kind that it may find.

    An engine that takes this model takes every pass.
    """
    amounts = (1, 1, 1) if getattr(model.lazy, "unit", False) else (1, -1, -1)
    options = tuple(range(min(len(amounts), model.options)))
    cut = Cut("an item that is found", options, amounts[: len(options)], 1 if amounts[-1] == 1 else -1, None)
    return with_cuts(without_lazy(model), [cut])


@cached_on_model()
def without_lazy(model: M) -> M:
    """The model with its own items only: every solution of the model is one of it too."""
    return replace(model, lazy=None) if model.lazy is not None else model


def _unused_names(cuts: Sequence[Cut], taken: set[str]) -> list[str]:
    """The names of the cuts; with a mark where one is taken, as by an item that lacks other options."""
    names = []
    for cut in cuts:
        name = cut.name
        while name in taken:
            name += "'"
        taken.add(name)
        names.append(name)
    return names


def refuse_underivable(model: ModelData, what: str) -> None:
    """Raise RefusedError for a model whose lazy items cannot be derived, where `what` trusts no others."""
    if not isinstance(model.lazy, Derives):
        refuse_lazy(model, what)


def refuse_lazy(model: ModelData, what: str) -> None:
    """Raise RefusedError for a model with lazy items, where `what` needs all items written down."""
    if model.lazy is not None:
        raise RefusedError(
            f"{what} needs all items of the puzzle, and this one has lazy items, which only a search finds"
        )
