"""What names say of a model, as arrays; and everything that can be wrong with one, found in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model.arrays import Ints
from accord.model.data import Flags, ModelData

Demand: TypeAlias = int | tuple[int, int | None]
Gives: TypeAlias = Iterable[str] | Mapping[str, int | str]

LARGEST_SUM = 1 << 62  # sums of amounts stay below this, so that int64 arithmetic on them is exact
MOST_OPTIONS = (1 << 31) - 1
UNBOUNDED = np.iinfo(np.int64).max  # a `high` that stands for infinity until the amounts are known


# -- reading names ---------------------------------------------------------------------------------


def demands(items: Iterable[str] | Mapping[str, Demand], faults: list[str]) -> tuple[tuple[str, ...], Ints]:
    """The names of items; low and high of each, [items, 2]."""
    if not isinstance(items, Mapping):
        names = tuple(items)
        return names, np.ones((len(names), 2), np.int64)
    bounds = np.ones((len(items), 2), np.int64)
    for i, (name, demand) in enumerate(items.items()):
        pair: tuple[int, int | None] = (demand, demand) if isinstance(demand, int) else demand
        match pair:
            case (int(least), None) if abs(least) < LARGEST_SUM:
                bounds[i] = least, UNBOUNDED
            case (int(least), int(most)) if max(abs(least), abs(most)) < LARGEST_SUM:
                bounds[i] = least, most
            case _:
                faults.append(
                    f"item {name!r}: demand {demand!r}; expected a whole number, (low, high), or "
                    "(low, None), all below 2^62"
                )
    return tuple(items), bounds


def unknown_items(rows: Sequence[Sequence[str]], names: Sequence[str], index: Mapping[str, int]) -> list[str]:
    """What options give to items that are none, in words."""
    return [
        f"option {names[o] if names else o!r}: unknown item {name!r}"
        for o, row in enumerate(rows)
        for name in row
        if name not in index
    ]


def amounts_and_colours(
    given: Sequence[Gives], start: Ints, faults: list[str]
) -> tuple[Ints, npt.NDArray[np.int32], list[str]]:
    """The amount and the colour of each entry, and the table of colours."""
    amount, colour = np.ones(start[-1], np.int64), np.zeros(start[-1], np.int32)
    number: dict[str, int] = {}
    for o, row in enumerate(given):
        for entry, (name, value) in enumerate(row.items() if isinstance(row, Mapping) else (), int(start[o])):
            if isinstance(value, str):
                colour[entry] = number.setdefault(value, len(number) + 1)
            elif isinstance(value, int) and abs(value) < LARGEST_SUM:
                amount[entry] = value
            else:
                faults.append(
                    f"option {o}, item {name!r}: amount {value!r}; expected a colour, or a whole number "
                    "below 2^62"
                )
    return amount, colour, ["", *number]


# -- what can be wrong -----------------------------------------------------------------------------


def shape_faults(item_names: tuple[str, ...], start: Ints, item: Ints) -> list[str]:
    """What keeps arrays from being read at all, in words."""
    strange = [name for name in item_names if not isinstance(name, str)]
    faults = [f"item {name!r}: expected a text as its name" for name in strange]
    if len(set(item_names)) < len(item_names):
        twice = sorted(name for name, number in Counter(item_names).items() if number > 1)
        faults += [f"item {name!r} is declared twice" for name in twice]
    if len(start) == 0 or start[0] != 0 or start[-1] != len(item) or (np.diff(start) < 0).any():
        faults.append(f"start must rise from 0 to the number of entries, {len(item)}")
    if len(start) - 1 > MOST_OPTIONS:
        faults.append(f"{len(start) - 1} options; at most {MOST_OPTIONS} are possible")
    if len(item) and (item.min() < 0 or item.max() >= len(item_names)):
        faults.append(f"an entry names item {item.max()}; there are {len(item_names)} items, counted from 0")
    return faults


def too_large(item: Ints, amount: Ints, items: int) -> Flags:
    """A mask of the items whose amounts of either sign sum beyond 2^62; in floats, which do not overflow."""
    weight = amount.astype(np.float64)
    sums = (np.bincount(item, np.maximum(sign * weight, 0), items) for sign in (1, -1))
    return np.logical_or.reduce([each >= LARGEST_SUM for each in sums])


def faults(model: ModelData, too_large: Flags) -> list[str]:
    """Every fault of a model whose shape is right, in words."""
    item, option, names = model.item, model.option_of_entry, model.item_names

    def entry(e: np.intp) -> str:
        return f"option {model.option_name(int(option[e]))!r}, item {names[item[e]]!r}"

    faults = [f"item {names[i]!r}: its amounts sum beyond 2^62" for i in np.flatnonzero(too_large)]
    if model.names and len(model.names) != model.options:
        faults.append(f"{len(model.names)} names for {model.options} options")
        return faults
    strange = [name for name in model.names if not isinstance(name, str)]
    faults += [f"option {name!r}: expected a text as its name" for name in strange]
    if model.names and len(set(model.names)) < model.options:
        faults.append("two options have the same name")
    if len(model.hidden) != model.options:
        faults.append(f"{len(model.hidden)} hidden flags for {model.options} options")
    if model.lazy is not None and not model.names:
        faults.append("lazy items name options, and these have no names")
    if len(model.objective) not in (0, model.options):
        faults.append(f"{len(model.objective)} weights in the objective for {model.options} options")
    if np.abs(model.objective.astype(np.float64)).sum() >= LARGEST_SUM:
        faults.append("the weights of the objective sum beyond 2^62")
    faults += [
        f"item {names[i]!r}: demand [{model.low[i]}, {model.high[i]}]; expected low <= high"
        for i in np.flatnonzero(model.low > model.high)
    ]
    twice = np.flatnonzero((item[1:] == item[:-1]) & (option[1:] == option[:-1])) + 1
    faults += [f"{entry(e)} is given twice; expected one entry" for e in twice]
    faults += [f"{entry(e)}: amount 0; leave the item out" for e in np.flatnonzero(model.amount == 0)]

    coloured = model.colour != 0
    faults += [
        f"{entry(e)}: a colour, with demand [{model.low[item[e]]}, {model.high[item[e]]}]; expected [0, 1]"
        for e in np.flatnonzero(coloured & ~model.secondary[item])
    ]
    out_of_table = (model.colour < 0) | (model.colour >= len(model.colours))
    faults += [
        f"{entry(e)}: colour {model.colour[e]} is not in the table" for e in np.flatnonzero(out_of_table)
    ]

    order = model.order
    if len(np.unique(order)) < len(order) or (len(order) and (order.min() < 0 or order.max() >= model.items)):
        faults.append("order must list different items of the model")
    return faults + (symmetry_faults(model) if len(model.symmetries) else [])


def symmetry_faults(model: ModelData) -> list[str]:
    """What is wrong with the candidate symmetries of a model, in words."""
    identity = np.arange(model.items)
    faults = [
        f"symmetry {g} is not a permutation of the items"
        for g, row in enumerate(model.symmetries)
        if not np.array_equal(np.sort(row), identity)
    ]
    if not np.array_equal(model.symmetries[:1], identity[None]):
        faults.append("the first symmetry must be the identity")
    return faults
