"""The native engine that counts independent parts of a model apart, and multiplies.

    component   items and options that hang together; nothing of it concerns another one
    one sum     a component of values and one sum of them: the coefficients of a product of polynomials, whose
                exponents are what a value adds to the sum
    others      by the engine that takes the component as a model of its own

A small model is searched whole for some nodes first, unless this engine was asked for: most puzzles end
there, and each component costs the preparation of a search.

A polynomial is one large number of Python, with so many bytes for each coefficient that none overflows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import ClassVar

import numpy as np

from accord.backends.contract import Allowance, Request, Search, Slice
from accord.backends.native.arrays import Ints, starts
from accord.backends.native.engine import Engine, refusal_of
from accord.errors import RefusedError
from accord.model import Kind, Model
from accord.model.arrays import least_connected
from accord.model.model_cache import cached_on_model

MOST_ENTRIES = 1 << 22  # of a model that is taken apart
MOST_BITS = 1 << 21  # of a polynomial: it is multiplied in some tenths of a second
SMALL, FEW = 2_000, 1_000  # options of a model that is searched whole for so many nodes
WORTH = 10_000  # choices of all values of one sum, from which on polynomials are taken


class Components(Engine):
    """Counting by components as an engine."""

    name: ClassVar[str] = "components"
    counts_only: ClassVar[bool] = True
    specialist: ClassVar[str] = "parts of it are independent, or it is one sum"

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model or the request fails."""
        if request.solutions:
            return "components only counts; it never sees a solution"
        if request.limit is not None or request.nodes is not None:
            return "components counts all at the end, so it cannot stop after some solutions or nodes"
        if request.save_when is not None or request.stats or request.root is not None:
            return "components keeps no state, no statistics, and begins with no item"
        return refusal_of(_refuse, model)

    def search(self, model: Model, request: Request) -> Search:
        """Count each component; the last slice has the product."""
        if request.engine is None and model.options <= SMALL:
            whole = yield from _search_whole(model, request)
            if whole is not None:
                yield whole
                return
        found, large = _small_parts(model)
        effort = Counter[str](components=_labels(model)[2])
        waiting: list[Model] = []
        for part in components(model, large):
            alone = one_sum(part)
            if alone is None:
                waiting.append(part)
            else:
                found *= alone.count()
            yield Slice(effort=dict(effort))
        for part in sorted(waiting, key=lambda part: part.options) if found else ():
            own = 0
            for step in _search_alone(part, request):
                own += step.count
                yield Slice(effort=dict(effort + Counter(step.effort)), warning=step.warning)
                if step.complete:
                    effort += Counter(step.effort)
            found *= own
            if not found:
                break
        yield Slice(found, effort=dict(effort), complete=True)


def _search_whole(model: Model, request: Request) -> Generator[Slice, None, Slice | None]:
    """Search a model as if it were one part; return the last slice, or None if a few nodes are not enough."""
    from accord.backends.native.backend import Native

    native, found = Native(), 0
    walker, _ = native.choice(model, replace(request, solutions=True))  # which no engine has that only counts
    few = Allowance(lambda placed: FEW - placed)
    with closing(native.search(model, replace(request, engine=walker, nodes=few))) as steps:
        for step in steps:
            found += step.count
            yield Slice(effort=step.effort, warning=step.warning)
            if step.complete:
                return Slice(found, effort=step.effort, complete=True)
            if step.effort.get("nodes", 0) >= FEW:
                break
    return None


def _search_alone(part: Model, request: Request) -> Search:
    from accord.backends.native.backend import Native  # which has this engine

    yield from Native().search(part, replace(request, engine=None))


def _refuse(model: Model) -> None:
    """Raise RefusedError if a model is in one piece, and no sum."""
    if Kind.LAZY in model.kind:
        raise RefusedError("components takes no lazy items: what they concern is not known beforehand")
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(f"components takes models of at most {MOST_ENTRIES:,} entries")
    choices, large = _small_parts(model)
    if len(large) > 1 or choices != 1:
        return
    alone = one_sum(next(components(model, large))) if len(large) else None
    if alone is None or alone.choices < WORTH:
        raise RefusedError("components takes models of independent parts; all of this one hangs together")


# -- components ------------------------------------------------------------------------------------


def _small_parts(model: Model) -> tuple[int, Ints]:
    """How many choices parts of one option leave together, and which parts are larger."""
    of_option, of_item, number = _labels(model)
    if Kind.COLOURED in model.kind:
        return 1, np.arange(number)
    sizes = np.bincount(of_option, minlength=number)
    added = np.bincount(model.item, weights=model.amount, minlength=model.items)  # by its one option
    chosen, without = np.ones(number, np.bool_), np.ones(number, np.bool_)
    chosen[of_item[(added < model.low) | (added > model.high)]] = False
    without[of_item[(model.low > 0) | (model.high < 0)]] = False
    choices = np.where(sizes == 0, without, chosen.astype(np.int64) + without)[sizes < 2]
    return (0 if (choices == 0).any() else 1 << int((choices == 2).sum())), np.flatnonzero(sizes > 1)


def components(model: Model, some: Ints | None = None) -> Iterator[Model]:
    """Yield the parts of a model that have no item and no option in common, as models; or some of them."""
    of_option, of_item, number = _labels(model)
    if number == 1:
        if some is None or len(some):
            yield model
        return
    place_of_item = np.empty(model.items, np.int64)
    entry_part = of_option[model.option_of_entry]
    options, items, entries = (_group(labels, number) for labels in (of_option, of_item, entry_part))
    for part in range(number) if some is None else some.tolist():
        place_of_item[items[part]] = np.arange(len(items[part]))
        own = entries[part]
        yield Model.from_arrays(
            [model.item_names[item] for item in items[part].tolist()],
            starts(np.searchsorted(options[part], model.option_of_entry[own]), len(options[part])),
            place_of_item[model.item[own]],
            low=model.low[items[part]],
            high=model.high[items[part]],
            amount=model.amount[own],
            colour=model.colour[own],
            colours=model.colours,
            names=[model.names[option] for option in options[part].tolist()] if model.names else (),
            hidden=model.hidden[options[part]],
        )


def _group(labels: Ints, number: int) -> list[Ints]:
    """Return for each label the places that have it, ascending."""
    order = np.argsort(labels, kind="stable")
    ends = [0, *np.cumsum(np.bincount(labels, minlength=number)).tolist()]
    return [order[start:end] for start, end in pairwise(ends)]


@cached_on_model(lambda found: len(found[0]))
def _labels(model: Model) -> tuple[Ints, Ints, int]:
    """The component of each option and of each item, and how many there are."""
    option, item = model.option_of_entry, model.item
    root = least_connected(option, item, model.options, model.items)
    roots, of_item = np.unique(root, return_inverse=True)
    number = len(roots)
    of_option = np.full(model.options, -1, np.int64)
    of_option[option] = of_item[item]
    free = np.flatnonzero(of_option < 0)
    of_option[free] = np.arange(number, number + len(free))
    return of_option, of_item, number + len(free)


# -- one sum ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class OneSum:
    """Values, each of which adds an amount to a sum that must be within bounds."""

    values: list[Ints]  # for each variable, what its values add
    low: int
    high: int

    @property
    def choices(self) -> int:
        """How many choices of values there are, right or wrong."""
        return prod(map(len, self.values))

    @property
    def shift(self) -> int:
        """Return the least that all values add."""
        return sum(int(some.min()) for some in self.values)

    @property
    def reach(self) -> int:
        """The largest sum that matters, beyond what all values add at least; -1: there is none."""
        most = sum(int(some.max() - some.min()) for some in self.values)
        return max(-1, min(most, self.high - self.shift))

    @property
    def bytes(self) -> int:
        """For a coefficient, so that none overflows."""
        return self.choices.bit_length() // 8 + 1

    def count(self) -> int:
        """The choices whose sum is within the bounds."""
        last = self.reach
        if last < 0:
            return 0
        mask, width = (1 << 8 * self.bytes * (last + 1)) - 1, self.bytes
        product = 1
        for some in sorted(self.values, key=lambda some: int(some.max() - some.min())):
            product = product * self._polynomial(some - some.min(), last) & mask
        digits = product.to_bytes(width * (last + 1), "little")
        first = max(0, self.low - self.shift)
        sums = (digits[width * at : width * (at + 1)] for at in range(first, last + 1))
        return sum(int.from_bytes(each, "little") for each in sums)

    def _polynomial(self, amounts: Ints, last: int) -> int:
        times = np.bincount(amounts[amounts <= last])
        digits = np.zeros((len(times), self.bytes), np.uint8)
        for place in range(min(self.bytes, 8)):
            digits[:, place] = times >> 8 * place & 255
        return int.from_bytes(digits.tobytes(), "little")


@cached_on_model()
def one_sum(model: Model) -> OneSum | None:
    """A model as values of which one sum is demanded, or none; None if it is something else, or too large."""
    if Kind.COLOURED in model.kind or Kind.LAZY in model.kind:
        return None
    plain = model.plain_items & model.primary
    others = np.flatnonzero(~plain)
    per_option = np.zeros(model.options, np.int64)
    np.add.at(per_option, model.option_of_entry[plain[model.item]], 1)
    if len(others) > 1 or (per_option > 1).any():
        return None
    added = np.zeros(model.options, np.int64)
    of_sum = ~plain[model.item]
    added[model.option_of_entry[of_sum]] = model.amount[of_sum]
    values = list(_values(model, np.flatnonzero(plain), added, per_option))
    low, high = (int(model.low[others[0]]), int(model.high[others[0]])) if len(others) else (0, 0)
    found = OneSum(values, low, high)
    if any(not len(some) for some in values):
        return OneSum([np.zeros(1, np.int64)], 1, 0)  # a variable without values
    return found if 8 * found.bytes * (found.reach + 1) <= MOST_BITS else None


def _values(model: Model, items: Ints, added: Ints, per_option: Ints) -> Iterator[Ints]:
    """Return what the values of each variable add: of an item [1, 1], or of an option that is free."""
    for item in items.tolist():
        yield added[model.options_of(item)]
    yield from (np.array([0, amount]) for amount in added[per_option == 0].tolist())
