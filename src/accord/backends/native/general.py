"""The native engine that takes every model: branches, and propagates bounds on sums and colours.

A model is lowered to the arrays that `accord_native.cover.general` explains. A coloured item is lowered to
items on amounts. A colour that several options give gets an auxiliary option and an auxiliary item: the n
options give 1 each, the auxiliary one -n, and the demand is at most 0; so it stands for the colour, and is
forced in by any of them. Of the item itself two are made: at most 1 from the uncoloured options and the
colours together; and 0 or 1 from the uncoloured ones, where amounts are negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native import linear
from accord.backends.native.arrays import Ints, Words
from accord.backends.native.engine import Kernel, Walk, costly, cut, output
from accord.backends.native.linear import Sums
from accord.backends.native.walks import Lowering, Walker
from accord.errors import RefusedError
from accord.model import Model
from accord_native.cover.layout import AIM, GENERAL_BRANCH, GENERAL_STATES, GENERAL_UNMET, TRAIL, UNDECIDED

MOST_ENTRIES = 1 << 24  # that are 700 MB of tables


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    rows: linear.Rows
    shift: Words
    spread: Words
    low: Ints
    high: Ints
    room: Words
    known: Words  # literals that hold in every solution: 2 * option, or 2 * option + 1 if it is not chosen
    possible: bool  # False: some item can never get what it demands
    item: Ints  # of the model's items: the kernel's; -1 if any choice gives it what it demands
    real: int  # options of the model; auxiliary ones follow
    depth: int  # options in a solution, at most
    updates: int  # how many entries a node reaches, about


def refuse(model: Model) -> None:
    """Raise RefusedError if the tables would be too large."""
    if len(model.item) > MOST_ENTRIES:
        raise RefusedError(
            f"general takes up to {MOST_ENTRIES:,} entries; there are {len(model.item):,} (cpsat takes more)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    sums = without_colours(model)
    options = int(sums.option.max(initial=model.options - 1)) + 1
    bounds = linear.bounds(sums)
    slots = linear.slots(sums, bounds, bounds.binding, options)
    return Tables(
        rows=slots.rows.as_type(np.uint64),
        shift=np.maximum(0, np.frexp(slots.heaviest.astype(np.float64))[1] - 1).astype(np.uint64),
        spread=slots.spread.astype(np.uint64),
        low=slots.low,
        high=slots.high,
        room=slots.room.astype(np.uint64),
        known=bounds.known.astype(np.uint64),
        possible=bounds.possible,
        item=slots.number[: model.items],
        real=model.options,
        depth=linear.depth(model),
        # options of its items, and their entries
        updates=len(slots.rows.member) ** 3 // max(1, options**2 * len(slots.low)),
    )


def without_colours(model: Model) -> Sums:
    """The model's demands and, in place of colours, others on sums; the first ones are the model's items."""
    if not model.colour.any():
        return linear.sums(model)
    owner, item, amount = model.option_of_entry.astype(np.int64), model.item.astype(np.int64), model.amount
    coloured = model.colour != 0
    groups, group, size = np.unique(
        np.stack([item[coloured], model.colour[coloured]]), axis=1, return_inverse=True, return_counts=True
    )
    group = group.ravel()
    alone = size == 1
    stands_for = np.where(alone, 0, model.options + np.cumsum(~alone) - 1)  # the option of a colour
    stands_for[group[alone[group]]] = owner[coloured][alone[group]]
    shared = np.flatnonzero(~alone)
    colour_item = model.items + np.cumsum(~alone) - 1
    in_shared = ~alone[group]

    low = model.low.copy()
    least = np.zeros(model.items, np.int64)
    np.add.at(least, item[~coloured], np.minimum(amount[~coloured], 0))
    with_colours = np.zeros(model.items, np.bool_)
    with_colours[groups[0]] = True
    split = with_colours & (least < 0)  # uncoloured options have an item of their own there
    low[split] = least[split]
    own = np.where(split, model.items + len(shared) + np.cumsum(split) - 1, -1)
    also = np.flatnonzero(~coloured & split[item])
    ones = np.ones(len(size), np.int64)
    return Sums(
        np.concatenate([low, -size[shared], np.zeros(split.sum(), np.int64)]),
        np.concatenate([model.high, np.zeros(len(shared), np.int64), np.ones(split.sum(), np.int64)]),
        np.concatenate(
            [owner[~coloured], stands_for, owner[coloured][in_shared], stands_for[shared], owner[also]]
        ),
        np.concatenate(
            [item[~coloured], groups[0], colour_item[group[in_shared]], colour_item[shared], own[item[also]]]
        ).astype(np.int64),
        np.concatenate(
            [amount[~coloured], ones, np.ones(in_shared.sum(), np.int64), -size[shared], amount[also]]
        ),
    )


UPDATES_OF_A_NODE = 4096  # of slots; where there may be more, fewer nodes are searched in a call


class GeneralJobs:
    """Jobs: the literals to begin with; one job if the search is not shared, none if it is hopeless."""

    def __init__(self, model: Model, lowered: Tables, kernel: Kernel, request: Request) -> None:
        self._lowered, self._kernel, self._request = lowered, kernel, request
        self._root, self._roots = len(lowered.low), 0
        if request.root is not None:
            self._roots = len(model.options_of(request.root))
            if lowered.item[request.root] >= 0:
                self._root = int(lowered.item[request.root])
        known = (lowered.known >> np.uint64(1)).tolist()
        self._begin = cut(model, request, known) if lowered.possible else []
        self.count = len(self._begin)

    def begin(self, job: int) -> Walk:
        """A walk that begins with one of the sets of literals."""
        lowered = self._lowered
        items, options = len(lowered.low), len(lowered.rows.start) - 1
        prefix = self._begin[job]
        ours = [2 * option for option in prefix.chosen] + [2 * option + 1 for option in prefix.excluded]
        literals = np.union1d(lowered.known, np.array(ours, np.uint64))
        value = np.full(options, UNDECIDED, np.uint8)
        trail = np.zeros(options, np.uint64)
        value[literals >> np.uint64(1)] = literals & np.uint64(1)
        trail[: len(literals)] = literals
        is_unmet = (lowered.low > 0) | (lowered.high < 0)
        unmet = np.argsort(~is_unmet, kind="stable").astype(np.uint64)
        state, found = np.zeros(GENERAL_STATES, np.uint64), output(self._request, lowered.depth)
        state[TRAIL], state[GENERAL_UNMET], state[AIM] = len(literals), is_unmet.sum(), 2 * items
        written: dict[str, npt.NDArray[Any]] = {
            "room": lowered.room.copy(),
            "given": np.zeros(items, np.int64),
            "unmet": unmet,
            "place": np.argsort(unmet, kind="stable").astype(np.uint64),
            "value": value,
            "trail": trail,
            "branch": np.zeros((lowered.real + 1, GENERAL_BRANCH), np.uint64),
            "fails": np.ones(items, np.uint64),
            "placed": np.zeros(lowered.real, np.int32),
        }
        kernel = partial(
            self._kernel, *lowered.rows, lowered.shift, lowered.spread, lowered.low, lowered.high,
            *written.values(), state, np.uint64(lowered.real), np.uint64(self._root), found,
        )  # fmt: skip
        return Walk(
            call=costly(kernel, lowered.updates // UPDATES_OF_A_NODE),
            state=state,
            output=found,
            written=written,
            roots=self._roots if job == 0 else 0,
        )


class General(Walker):
    """The general kernel as an engine."""

    name: ClassVar[str] = "general"
    suits: ClassVar[str] = "it takes every model"
    last_resort: ClassVar[bool] = True
    kernel: ClassVar[str] = "accord_native.cover.general"
    lowering: ClassVar[Lowering] = Lowering(refuse, lower)
    jobs: ClassVar[type[GeneralJobs]] = GeneralJobs
