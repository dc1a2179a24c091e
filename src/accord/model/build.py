"""Build the arrays of a model from items and options by name, and report every error at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from accord.model.arrays import Ints, unique_values
from accord.model.closure import Closure
from accord.model.data import Flags, ModelData

Demand: TypeAlias = int | tuple[int, int | None]
Gives: TypeAlias = Iterable[str] | Mapping[str, int | str]
Symmetries: TypeAlias = npt.ArrayLike | Iterable[Mapping[str, str]]
T = TypeVar("T")

LARGEST_SUM = 1 << 62  # sums of amounts stay below this, so that int64 arithmetic on them is exact
MOST_OPTIONS = (1 << 31) - 1
MOST_ELEMENTS = 50_000  # of a group that is generated; `accord.symmetry.group` handles no more
MOST_NUMBERS = 1 << 25  # of its permutations
MOST_PLACES = 3  # that a fault lists, where it is in many
UNBOUNDED = np.iinfo(np.int64).max  # a `high` that stands for infinity until the amounts are known


def _fault_line(places: Sequence[T], name: Callable[[T], str], what: str) -> list[str]:
    """A fault as one line, in however many places it is: the first of them, and how many more there are."""
    if not places:
        return []
    more = len(places) - MOST_PLACES
    rest = f" and {more:,} more" if more > 0 else ""
    return [f"{'; '.join(map(name, places[:MOST_PLACES]))}{rest}: {what}"]


# -- reading names ---------------------------------------------------------------------------------


def demands(items: Iterable[str] | Mapping[str, Demand], faults: list[str]) -> tuple[tuple[str, ...], Ints]:
    """The names of items; low and high of each, [items, 2]."""
    if not isinstance(items, Mapping):
        names = tuple(items)
        return names, np.ones((len(names), 2), np.int64)
    bounds, wrong = np.ones((len(items), 2), np.int64), []
    for i, (name, demand) in enumerate(items.items()):
        pair: tuple[int, int | None] = (demand, demand) if isinstance(demand, int) else demand
        match pair:
            case (int(least), None) if abs(least) < LARGEST_SUM:
                bounds[i] = least, UNBOUNDED
            case (int(least), int(most)) if max(abs(least), abs(most)) < LARGEST_SUM:
                bounds[i] = least, most
            case _:
                wrong.append(name)
    what = "expected a whole number, (low, high), or (low, None), all below 2^62"
    faults += _fault_line(wrong, lambda name: f"item {name!r}, demand {items[name]!r}", what)
    return tuple(items), bounds


def unknown_items(rows: Sequence[Sequence[str]], names: Sequence[str], index: Mapping[str, int]) -> list[str]:
    """Describe the amounts that options give to unknown items."""
    places: dict[str, list[int]] = defaultdict(list)
    for o, row in enumerate(rows):
        for name in row:
            if name not in index:
                places[name].append(o)

    def option(o: int) -> str:
        return f"option {names[o] if names else o!r}"

    return [fault for name, o in places.items() for fault in _fault_line(o, option, f"unknown item {name!r}")]


def amounts_and_colours(
    given: Sequence[Gives], start: Ints, faults: list[str]
) -> tuple[Ints, npt.NDArray[np.int32], list[str]]:
    """The amount and the colour of each entry, and the table of colours."""
    amount, colour = np.ones(start[-1], np.int64), np.zeros(start[-1], np.int32)
    number: dict[str, int] = {}
    wrong: dict[str, list[tuple[int, str]]] = defaultdict(list)  # by the amount, as it is written
    for o, row in enumerate(given):
        for entry, (name, value) in enumerate(row.items() if isinstance(row, Mapping) else (), int(start[o])):
            if isinstance(value, str):
                colour[entry] = number.setdefault(value, len(number) + 1)
            elif isinstance(value, int) and abs(value) < LARGEST_SUM:
                amount[entry] = value
            else:
                wrong[repr(value)].append((o, name))
    for value, places in wrong.items():
        what = f"amount {value}; expected a colour, or a whole number below 2^62"
        faults += _fault_line(places, lambda place: f"option {place[0]}, item {place[1]!r}", what)
    return amount, colour, ["", *number]


def permutations(
    symmetries: Symmetries, index: Mapping[str, int], faults: list[str]
) -> npt.NDArray[np.int32]:
    """Symmetries as permutations of the items, [elements, items]: mappings generate a group."""
    given = symmetries if isinstance(symmetries, np.ndarray) else list(symmetries)  # type: ignore[arg-type]
    moves = [move for move in given if isinstance(move, Mapping)]
    if not moves or len(moves) < len(given):
        if moves:
            faults.append("symmetries: found mappings beside lists of numbers; expected one kind")
        return np.ascontiguousarray([] if moves else given, np.int32)
    generators = []
    for number, move in enumerate(moves, start=1):
        strange = sorted({*move, *move.values()} - set(index))
        if strange:
            faults += [f"symmetry {number}: unknown item {name!r}" for name in strange]
        elif set(move) != set(move.values()):
            faults.append(f"symmetry {number}: expected the same items on both sides, each once")
        else:
            generators.append(np.arange(len(index), dtype=np.int32))
            generators[-1][[index[item] for item in move]] = [index[item] for item in move.values()]
    return generate_group(generators, len(index), faults)


def generate_group(
    generators: Sequence[npt.NDArray[np.int32]], items: int, faults: list[str]
) -> npt.NDArray[np.int32]:
    """The group that permutations of the items generate: all its elements, the identity first."""
    most = min(MOST_ELEMENTS, MOST_NUMBERS // max(1, items))
    closure = Closure(items, most=most)
    for generator in generators:
        closure.add(generator)
    if not closure.whole:
        faults.append(f"symmetries: they make a group of more than {most:,} elements")
    return closure.rows[np.lexsort(closure.rows.T[::-1])] if items else closure.rows


# -- what can be wrong -----------------------------------------------------------------------------


def shape_faults(item_names: tuple[str, ...], start: Ints, item: Ints) -> list[str]:
    """Describe faults that keep arrays from being read at all."""
    strange = [name for name in item_names if not isinstance(name, str)]
    faults = _fault_line(strange, lambda name: f"item {name!r}", "expected a text as its name")
    if len(set(item_names)) < len(item_names):
        twice = sorted(name for name, number in Counter(item_names).items() if number > 1)
        faults += _fault_line(twice, lambda name: f"item {name!r}", "declared twice")
    if len(start) == 0 or start[0] != 0 or start[-1] != len(item) or (np.diff(start) < 0).any():
        faults.append(f"start must rise from 0 to the number of entries, {len(item)}")
    if len(start) - 1 > MOST_OPTIONS:
        faults.append(f"{len(start) - 1} options; at most {MOST_OPTIONS} are possible")
    if len(item) and (item.min() < 0 or item.max() >= len(item_names)):
        faults.append(f"an entry names item {item.max()}; there are {len(item_names)} items, counted from 0")
    return faults


def is_ascending(start: Ints, item: Ints) -> bool:
    """Whether the entries of each option are sorted by item, and no item is twice among them."""
    rises = item[1:] > item[:-1]
    first = start[1:-1][(start[1:-1] > 0) & (start[1:-1] < len(item))]
    rises[first - 1] = True  # from one option to the next
    return bool(rises.all())


def too_large(item: Ints, amount: Ints, items: int) -> Flags:
    """A mask of the items whose amounts of either sign sum beyond 2^62; in floats, which do not overflow."""
    largest = max(int(amount.max(initial=0)), -int(amount.min(initial=0)))
    if largest * len(item) < LARGEST_SUM:
        return np.zeros(items, np.bool_)
    weight = amount.astype(np.float64)
    sums = (np.bincount(item, np.maximum(sign * weight, 0), items) for sign in (1, -1))
    return np.logical_or.reduce([each >= LARGEST_SUM for each in sums])


def faults(model: ModelData, too_large: Flags) -> list[str]:
    """Every fault of a model whose shape is right, in words."""
    item, option, names = model.item, model.option_of_entry, model.item_names

    def entry(e: int) -> str:
        o = int(option[e])  # of options without names the number: their items may not tell them apart
        return f"option {(model.names[o] if model.names else o)!r}, item {names[item[e]]!r}"

    def item_of(i: int) -> str:
        return f"item {names[i]!r}"

    def demand(i: int) -> str:
        return f"{item_of(i)}, demand [{model.low[i]}, {model.high[i]}]"

    faults = _fault_line(np.flatnonzero(too_large).tolist(), item_of, "its amounts sum beyond 2^62")
    if model.names and len(model.names) != model.options:
        faults.append(f"{len(model.names)} names for {model.options} options")
        return faults
    strange = [name for name in model.names if not isinstance(name, str)]
    faults += _fault_line(strange, lambda name: f"option {name!r}", "expected a text as its name")
    if model.names and len(set(model.names)) < model.options:
        faults.append("two options have the same name")
    if len(model.hidden) != model.options:
        faults.append(f"{len(model.hidden)} hidden flags for {model.options} options")
    if model.lazy is not None and model.options and not model.names:
        faults.append("lazy items name options, and these have no names")
    if len(model.objective) not in (0, model.options):
        faults.append(f"{len(model.objective)} weights in the objective for {model.options} options")
    if np.abs(model.objective.astype(np.float64)).sum() >= LARGEST_SUM:
        faults.append("the weights of the objective sum beyond 2^62")
    faults += _fault_line(np.flatnonzero(model.low > model.high).tolist(), demand, "expected low <= high")
    twice = np.flatnonzero((item[1:] == item[:-1]) & (option[1:] == option[:-1]))
    faults += _fault_line((twice + 1).tolist(), entry, "given twice; expected one entry")
    faults += _fault_line(np.flatnonzero(model.amount == 0).tolist(), entry, "amount 0; leave the item out")
    uncolourable = np.flatnonzero((model.colour != 0) & ~model.secondary[item])
    faults += _fault_line(
        uncolourable.tolist(),
        lambda e: f"{entry(e)}, demand [{model.low[item[e]]}, {model.high[item[e]]}]",
        "a colour; expected the demand [0, 1]",
    )
    out_of_table = np.flatnonzero((model.colour < 0) | (model.colour >= len(model.colours)))
    faults += _fault_line(
        out_of_table.tolist(), lambda e: f"{entry(e)}, colour {model.colour[e]}", "it is not in the table"
    )

    order = model.order
    if len(unique_values(order)) < len(order) or (
        len(order) and (order.min() < 0 or order.max() >= model.items)
    ):
        faults.append("order must list different items of the model")
    return faults + (symmetry_faults(model) if len(model.symmetries) else [])


def symmetry_faults(model: ModelData) -> list[str]:
    """Describe the faults of the candidate symmetries of a model."""
    identity = np.arange(model.items)
    strange = (np.sort(model.symmetries, axis=1) != identity).any(axis=1)
    faults = _fault_line(
        np.flatnonzero(strange).tolist(), lambda g: f"symmetry {g}", "not a permutation of the items"
    )
    if not np.array_equal(model.symmetries[:1], identity[None]):
        faults.append("the first symmetry must be the identity")
    return faults
