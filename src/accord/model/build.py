"""Making models: from names, or from arrays. Everything that can be wrong is found in one go, here.

A demand is a whole number k (exactly k), or a pair (low, high) in which high may be None (no bound).
What an option gives is a list of items (amount 1 each), or a mapping item -> amount or colour:

    Model.build({"a": 1, "b": (0, 1), "c": (2, None)}, {"first": ["a", "b"], "second": {"a": 1, "c": 2}})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.model.arrays import Ints, starts, totals
from accord.model.data import Lazy, M, ModelData

Demand: TypeAlias = int | tuple[int, int | None]
Gives: TypeAlias = Iterable[str] | Mapping[str, int | str]

LARGEST_SUM = 1 << 62  # sums of amounts stay below this, so that int64 arithmetic on them is exact
MOST_OPTIONS = (1 << 31) - 1
UNBOUNDED = np.iinfo(np.int64).max  # a `high` that stands for infinity until the amounts are known


def build(
    form: type[M],
    items: Iterable[str] | Mapping[str, Demand],
    options: Iterable[Gives] | Mapping[str, Gives],
    *,
    order: Iterable[str] = (),
    hidden: Iterable[str] = (),
    minimize: Mapping[str, int] | None = None,
    family: str = "",
    lazy: Lazy | None = None,
) -> M:
    """A model of the class `form` from names. Items without a demand are primary.

    Raises InputError with every fault.
    """
    demands = dict(items) if isinstance(items, Mapping) else None
    item_names = tuple(demands) if demands is not None else tuple(items)
    faults: list[str] = []
    low, high = _demands(demands, item_names, faults)

    names: tuple[str, ...] = tuple(options) if isinstance(options, Mapping) else ()
    gives = list(options.values()) if isinstance(options, Mapping) else list(options)
    index = {name: i for i, name in enumerate(item_names)}

    rows = [tuple(row) for row in gives]
    start = starts([len(row) for row in rows])
    try:
        item = np.fromiter(map(index.__getitem__, chain.from_iterable(rows)), np.int64, int(start[-1]))
    except KeyError:
        raise InputError([*faults, *_unknown_items(rows, names, index)]) from None

    amount = np.ones(len(item), np.int64)
    colour = np.zeros(len(item), np.int32)
    colours = [""]
    if any(isinstance(row, Mapping) for row in gives):
        _fill_amounts_and_colours(gives, start, amount, colour, colours, faults)

    hidden_names = set(hidden)
    for kind, unknown in (
        ("order", [name for name in order if name not in index]),
        ("hidden", sorted(hidden_names - set(names))),
        ("minimize", sorted(set(minimize or ()) - set(names))),
    ):
        faults += [f"{kind}: unknown name {name!r}" for name in unknown]
    if faults:
        raise InputError(faults)
    return from_arrays(
        form,
        item_names,
        start,
        item,
        low=low,
        high=high,
        amount=amount,
        colour=colour,
        colours=colours,
        names=names,
        order=[index[name] for name in order],
        hidden=[name in hidden_names for name in names] if hidden_names else None,
        objective=[] if minimize is None else [minimize.get(name, 0) for name in names],
        family=family,
        lazy=lazy,
    )


def from_arrays(
    form: type[M],
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
) -> M:
    """A model of the class `form` from arrays; for their shapes and dtypes see `accord.model.data`.

    A single number fills an array. The largest int64 as `high` is no bound. Entries of an option may come
    in any order. Raises InputError.
    """
    names_of_items = tuple(item_names)
    start = np.ascontiguousarray(start, np.int64)
    item = np.ascontiguousarray(item, np.int64)
    low = np.broadcast_to(np.asarray(low, np.int64), len(names_of_items)).copy()
    high = np.broadcast_to(np.asarray(high, np.int64), len(names_of_items)).copy()
    amount = np.broadcast_to(np.asarray(amount, np.int64), len(item)).copy()
    colour = np.broadcast_to(np.asarray(colour, np.int32), len(item)).copy()

    faults = _shape_faults(names_of_items, start, item)
    if faults:
        raise InputError(faults)  # nothing else makes sense until the shape is right
    options = len(start) - 1
    owner = np.repeat(np.arange(options), np.diff(start))
    by_item_in_option = np.lexsort((item, owner))
    item, amount, colour = item[by_item_in_option], amount[by_item_in_option], colour[by_item_in_option]

    positive, negative = _sums(item, amount, len(names_of_items))
    if max(positive.max(initial=0.0), -negative.min(initial=0.0)) < LARGEST_SUM:
        reach = totals(item, np.maximum(amount, 0), len(low))
        high = np.where(high == UNBOUNDED, np.maximum(reach, low), high)
    model = form(
        item_names=names_of_items,
        low=low,
        high=high,
        start=start,
        item=item.astype(np.int32),
        amount=amount,
        colour=colour,
        colours=tuple(colours),
        names=tuple(names),
        order=np.ascontiguousarray(order, np.int32),
        symmetries=_symmetries(symmetries, len(names_of_items)),
        hidden=np.zeros(options, np.bool_) if hidden is None else np.ascontiguousarray(hidden, np.bool_),
        objective=np.ascontiguousarray(objective, np.int64),
        family=family,
        lazy=lazy,
    )
    faults = _faults(model, positive, negative)
    if faults:
        raise InputError(faults)
    for array in vars(model).values():
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return model


# -- reading names ---------------------------------------------------------------------------------


def _demands(
    demands: dict[str, Demand] | None, names: tuple[str, ...], faults: list[str]
) -> tuple[Ints, Ints]:
    low, high = np.ones(len(names), np.int64), np.ones(len(names), np.int64)
    for i, name in enumerate(names if demands is not None else ()):
        demand = (demands or {})[name]
        pair = (demand, demand) if isinstance(demand, int) else demand
        match pair:
            case (int(least), None) if abs(least) < LARGEST_SUM:
                low[i], high[i] = least, UNBOUNDED
            case (int(least), int(most)) if max(abs(least), abs(most)) < LARGEST_SUM:
                low[i], high[i] = least, most
            case _:
                faults.append(
                    f"item {name!r}: demand {demand!r}; expected a whole number, (low, high), or "
                    "(low, None), all below 2^62"
                )
    return low, high


def _unknown_items(rows: list[tuple[str, ...]], names: tuple[str, ...], index: dict[str, int]) -> list[str]:
    return [
        f"option {names[o] if names else o!r}: unknown item {name!r}"
        for o, row in enumerate(rows)
        for name in row
        if name not in index
    ]


def _fill_amounts_and_colours(
    gives: list[Gives],
    start: Ints,
    amount: Ints,
    colour: npt.NDArray[np.int32],
    colours: list[str],
    faults: list[str],
) -> None:
    number: dict[str, int] = {}
    for o, row in enumerate(gives):
        if not isinstance(row, Mapping):
            continue
        for entry, (name, value) in enumerate(row.items(), start=int(start[o])):
            if isinstance(value, str):
                if value not in number:
                    colours.append(value)
                    number[value] = len(colours) - 1
                colour[entry] = number[value]
            elif isinstance(value, int) and abs(value) < LARGEST_SUM:
                amount[entry] = value
            else:
                faults.append(
                    f"option {o}, item {name!r}: amount {value!r}; expected a colour, or a whole number "
                    "below 2^62"
                )


# -- what can be wrong -----------------------------------------------------------------------------


def _shape_faults(item_names: tuple[str, ...], start: Ints, item: Ints) -> list[str]:
    faults = []
    if len(set(item_names)) < len(item_names):
        seen: set[str] = set()
        twice = sorted({name for name in item_names if name in seen or seen.add(name)})  # type: ignore[func-returns-value]
        faults += [f"item {name!r} is declared twice" for name in twice]
    if len(start) == 0 or start[0] != 0 or start[-1] != len(item) or (np.diff(start) < 0).any():
        faults.append(f"start must rise from 0 to the number of entries, {len(item)}")
    if len(start) - 1 > MOST_OPTIONS:
        faults.append(f"{len(start) - 1} options; at most {MOST_OPTIONS} are possible")
    if len(item) and (item.min() < 0 or item.max() >= len(item_names)):
        faults.append(f"an entry names item {item.max()}; there are {len(item_names)} items, counted from 0")
    return faults


def _sums(item: Ints, amount: Ints, items: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    positive = np.bincount(item, np.maximum(amount, 0).astype(np.float64), items).astype(np.float64)
    negative = np.bincount(item, np.minimum(amount, 0).astype(np.float64), items).astype(np.float64)
    return positive, negative


def _symmetries(symmetries: npt.ArrayLike, items: int) -> npt.NDArray[np.int32]:
    given = np.ascontiguousarray(symmetries, np.int32)
    return given.reshape(-1, items) if items else np.zeros((len(given), 0), np.int32)


def _faults(
    model: ModelData, positive: npt.NDArray[np.float64], negative: npt.NDArray[np.float64]
) -> list[str]:
    """Every fault of a model whose shape is right, in words."""
    item, option, names = model.item, model.option_of_entry, model.item_names

    def entry(e: np.intp) -> str:
        return f"option {model.option_name(int(option[e]))!r}, item {names[item[e]]!r}"

    faults = [
        f"item {names[i]!r}: its amounts sum beyond 2^62"
        for i in np.flatnonzero((positive >= LARGEST_SUM) | (-negative >= LARGEST_SUM))
    ]
    if model.names and len(model.names) != model.options:
        faults.append(f"{len(model.names)} names for {model.options} options")
        return faults
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
