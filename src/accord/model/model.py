"""The model: sparse matrix, demands and names of `accord.model.data`, with the operations on them.

What stands behind the methods is in modules of their own: `build` finds faults, `derive` makes models of
models, `reduce` sorts out options, `keys` names options for digests.

A demand is a whole number k (exactly k), or a pair (low, high) in which high may be None (no bound).
What an option gives is a list of items (amount 1 each), or a mapping item -> amount or colour:

    Model.build({"a": 1, "b": (0, 1), "c": (2, None)}, {"first": ["a", "b"], "second": {"a": 1, "c": 2}})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.model import build, derive
from accord.model.arrays import starts, totals
from accord.model.build import UNBOUNDED, Demand, Gives, Symmetries
from accord.model.data import Flags, Indices, Ints, Lazy, ModelData
from accord.model.derive import option_keys
from accord.model.reduce import reduction
from accord.model.verify import verify

__all__ = ["Flags", "Indices", "Ints", "Model"]


@dataclass(frozen=True, eq=False, repr=False)
class Model(ModelData):
    """One puzzle as items and options; immutable. Make it with `Model.build` or `Model.from_arrays`."""

    @staticmethod
    def build(
        items: Iterable[str] | Mapping[str, Demand],
        options: Iterable[Gives] | Mapping[str, Gives],
        *,
        order: Iterable[str] = (),
        hidden: Iterable[str] = (),
        minimize: Mapping[str, int] | None = None,
        maximize: Mapping[str, int] | None = None,
        symmetries: Symmetries = (),
        family: str = "",
        lazy: Lazy | None = None,
    ) -> Model:
        """A model from names. Items without a demand are primary. Raises InputError with every fault.

        Args:
            items: name -> demand, or names.
            options: name -> what it gives, or what each gives.
            order: items, in the order in which a person would fill them.
            hidden: names of auxiliary options, each determined by those that are not hidden.
            minimize: option -> what it adds to the value of a solution, which is to be small.
            maximize: the same for a value that is to be great. The objective is this, negated; values are
                told with their own sign.
            symmetries: permutations of the items as mappings item -> item, which leave those where they are
                that they do not list: generators, of which all others are made. Or as lists of numbers, for
                each item where it goes: then all of them, the identity first.
            family: the kind of puzzle that it is.
            lazy: what finds more items as solutions break them.
        """
        faults: list[str] = []
        item_names, bounds = build.demands(items, faults)
        names: tuple[str, ...] = tuple(options) if isinstance(options, Mapping) else ()
        given = list(options.values() if isinstance(options, Mapping) else options)
        rows = [tuple(row) for row in given]
        index = {name: i for i, name in enumerate(item_names)}
        start = starts([len(row) for row in rows])
        try:
            item = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int64, int(start[-1]))
        except KeyError:
            raise InputError([*faults, *build.unknown_items(rows, names, index)]) from None
        amount, colour, colours = build.amounts_and_colours(given, start, faults)
        order, hidden = list(order), set(hidden)
        wanted, sign = (minimize, 1) if maximize is None else (maximize, -1)
        moves = build.permutations(symmetries, index, faults)
        if minimize is not None and maximize is not None:
            faults.append("found what to minimize and what to maximize; expected one of them")
        for kind, unknown in (
            ("order", [name for name in order if name not in index]),
            ("hidden", sorted(hidden - set(names))),
            ("minimize" if sign > 0 else "maximize", sorted(set(wanted or {}) - set(names))),
        ):
            faults += [f"{kind}: unknown name {name!r}" for name in unknown]
        if faults:
            raise InputError(faults)
        return Model.from_arrays(
            item_names,
            start,
            item,
            low=bounds[:, 0],
            high=bounds[:, 1],
            amount=amount,
            colour=colour,
            colours=colours,
            names=names,
            order=[index[name] for name in order],
            symmetries=moves,
            hidden=[name in hidden for name in names] if hidden else None,
            objective=() if wanted is None else [sign * wanted.get(name, 0) for name in names],
            family=family,
            lazy=lazy,
            maximizes=maximize is not None,
        )

    @staticmethod
    def from_arrays(
        item_names: Iterable[str],
        start: npt.ArrayLike,
        item: npt.ArrayLike,
        *,
        low: npt.ArrayLike = 1,
        high: npt.ArrayLike = 1,
        amount: npt.ArrayLike = 1,
        colour: npt.ArrayLike = 0,
        colours: Iterable[str] = ("",),
        names: Iterable[str] = (),
        order: npt.ArrayLike = (),
        symmetries: npt.ArrayLike = (),
        hidden: npt.ArrayLike | None = None,
        objective: npt.ArrayLike = (),
        family: str = "",
        lazy: Lazy | None = None,
        maximizes: bool = False,
    ) -> Model:
        """A model from arrays; for their shapes and dtypes see `accord.model.data`.

        A single number fills an array. The largest int64 as `high` is no bound. Entries of an option may come
        in any order. Raises InputError with every fault.
        """
        item_names = tuple(item_names)
        start, item = np.ascontiguousarray(start, np.int64), np.ascontiguousarray(item, np.int64)
        faults = build.shape_faults(item_names, start, item)
        if faults:
            raise InputError(faults)  # nothing else makes sense until the shape is right
        items, options = len(item_names), len(start) - 1
        low = np.broadcast_to(np.asarray(low, np.int64), items).copy()
        high = np.broadcast_to(np.asarray(high, np.int64), items).copy()
        amount = np.array(np.broadcast_to(np.asarray(amount, np.int64), len(item)))
        colour = np.array(np.broadcast_to(np.asarray(colour, np.int32), len(item)))
        if not build.is_ascending(start, item):
            place = np.lexsort((item, np.repeat(np.arange(options), np.diff(start))))
            item, amount, colour = item[place], amount[place], colour[place]
        too_large = build.too_large(item, amount, items)
        if not too_large.any() and (high == UNBOUNDED).any():
            reach = totals(item, np.maximum(amount, 0), items)
            high = np.where(high == UNBOUNDED, np.maximum(reach, low), high)
        permutations = np.ascontiguousarray(symmetries, np.int32)
        model = Model(
            item_names=item_names,
            low=low,
            high=high,
            start=start,
            item=item.astype(np.int32),
            amount=amount,
            colour=colour,
            colours=tuple(colours),
            names=tuple(names),
            order=np.ascontiguousarray(order, np.int32),
            symmetries=permutations.reshape(-1 if items else len(permutations), items),
            hidden=np.zeros(options, np.bool_) if hidden is None else np.ascontiguousarray(hidden, np.bool_),
            objective=np.ascontiguousarray(objective, np.int64),
            family=family,
            lazy=lazy,
            maximizes=maximizes,
        )
        faults = build.faults(model, too_large)
        if faults:
            raise InputError(faults)
        for array in vars(model).values():
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
        return model

    @cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The 128-bit key of each option, [options, 2]; see `accord.model.derive.option_keys`."""
        return option_keys(self)

    @cached_property
    def reduced(self) -> tuple[Model, Indices]:
        """The model without options that are seen to be in no solution, and the options that are left."""
        return self._restrict(reduction(self))

    @cached_property
    def lightly_reduced(self) -> tuple[Model, Indices]:
        """Reduce the model for a search of a solution or two: with less effort, so more options are left."""
        return self._restrict(reduction(self, lightly=True))

    def _restrict(self, mask: Flags) -> tuple[Model, Indices]:
        kept = np.flatnonzero(mask).astype(np.int32)
        return (self if len(kept) == self.options else self.restrict(kept)), kept

    # -- algebra -----------------------------------------------------------------------------------

    restrict = derive.restrict
    require = derive.require
    quotient = derive.quotient
    verify = verify

    def with_symmetries(self, symmetries: Symmetries) -> Model:
        """Return the model with other candidate symmetries, given as `build` takes them.

        Raises InputError if they are something else.
        """
        faults: list[str] = []
        moves = build.permutations(symmetries, self.item_index, faults)
        if faults:
            raise InputError(faults)
        rows = np.ascontiguousarray(moves, np.int32).reshape(len(moves), self.items)  # perhaps of no items
        model = replace(self, symmetries=rows)
        faults = build.symmetry_faults(model)
        if faults:
            raise InputError(faults)
        return model
