"""Cover: a model spelled out, item by item and option by option, for what no other family can say.

A demand is a number (exactly that many), `[low, high]`, or `[low]` (no bound above). An option is a list of
items (amount 1 each), or a table from item to amount or colour. Options in a list have no names.

    items    = { a = 1, b = [0, 1], c = [2] }
    options  = { x = ["a", "b"], y = { a = 1, c = 2, b = "red" } }
    order    = ["a", "c"]            # in which a person would fill the items
    hidden   = ["y"]                 # options that the others determine
    minimize = { x = 3 }             # weights: the sum over chosen options is to be as small as possible
    maximize = { x = 3 }             # instead: as great as possible
    symmetries = [{ a = "c", c = "a" }]     # candidates: the items that each moves, and where to; []: none
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import msgspec
import numpy as np

from accord.errors import InputError, did_you_mean
from accord.formats.source import different, label
from accord.model import Model
from accord.model.build import LARGEST_SUM
from accord.model.lazy import refuse_lazy
from accord.picture import Picture
from accord.puzzles.family import About, Family, Fault, Faults, Made, Shown, SpecError, Texts
from accord.puzzles.file import Count
from accord.puzzles.locate import Path, join
from accord.puzzles.toml import key, model_file, value
from accord.puzzles.words import describe

Demand: TypeAlias = int | list[int]
Gives: TypeAlias = list[str] | dict[str, int | str]

LINES = 40  # items that the picture of an unsolved model lists


class Cover(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: items with their demands, options with what they give, and what else a model may carry."""

    items: dict[str, Demand]  # a number, [low, high] or [low]
    options: dict[str, Gives] | list[Gives]  # a list of items, or an amount or colour for each
    order: list[str] = []  # items in the order in which a person would fill them
    hidden: list[str] = []  # options that the others determine
    minimize: dict[str, int] | None = None  # a weight for each option
    maximize: dict[str, int] | None = None  # the same
    symmetries: list[dict[str, str]] | None = None  # where each moves items; an empty list: there are none


# -- spec -> model ---------------------------------------------------------------------------------


def build(spec: Cover) -> Model:
    """Return the model, items and options in the order of the file. Raises SpecError with every fault."""
    Faults(_faults(spec)).end()
    index = {name: i for i, name in enumerate(spec.items)}
    try:
        return Model.build(
            {name: _pair(demand) for name, demand in spec.items.items()},
            spec.options,
            order=spec.order,
            hidden=spec.hidden,
            minimize=spec.minimize,
            maximize=spec.maximize,
            symmetries=_permutations(spec, index),
            family="cover",
        )
    except InputError as error:  # such as a sum of amounts that is too large
        raise SpecError([Fault("items", fault) for fault in error.faults]) from None


def _names_and_gives(options: dict[str, Gives] | list[Gives]) -> tuple[tuple[str, ...], list[Gives]]:
    return (tuple(options), list(options.values())) if isinstance(options, dict) else ((), options)


def _pair(demand: Demand) -> tuple[int, int | None]:
    if isinstance(demand, int):
        return demand, demand
    return demand[0], demand[1] if len(demand) == 2 else None


def _permutations(spec: Cover, index: Mapping[str, int]) -> list[list[int]]:
    identity = list(range(len(index)))
    if spec.symmetries is None:
        return []
    return [identity, *([index[moves.get(name, name)] for name in index] for moves in spec.symmetries)]


# -- what can be wrong -----------------------------------------------------------------------------


def _faults(spec: Cover) -> Iterator[Fault]:
    """Yield faults that the validation of single values does not find."""
    for name, demand in spec.items.items():
        message = _demand_fault(demand)
        if message:
            yield Fault(join(("items", name)), message)
    names, gives = _names_and_gives(spec.options)
    for number, row in enumerate(gives):
        path = ("options", names[number] if names else number + 1)
        yield from _row_faults(spec, path, row)
    yield from _list_faults("order", spec.order, spec.items, "item")
    yield from _list_faults("hidden", spec.hidden, names, "option")
    if spec.minimize is not None and spec.maximize is not None:
        yield Fault("maximize", "found what to minimize as well; expected one of them")
    wanted = [("minimize", spec.minimize or {}), ("maximize", spec.maximize or {})]
    for which, name, weight in ((which, *each) for which, weights in wanted for each in weights.items()):
        key = join((which, name))
        if name not in (spec.options if names else ()):
            yield Fault(key, _unknown("option", name, names))
        if abs(weight) >= LARGEST_SUM:
            yield Fault(key, f"found {weight}; expected a number below 2^62")
    for number, moves in enumerate(spec.symmetries or (), start=1):
        key = join(("symmetries", number))
        strange = [name for name in chain(moves, moves.values()) if name not in spec.items]
        if strange:
            yield Fault(key, _unknown("item", strange[0], spec.items))
        elif sorted(moves) != sorted(moves.values()):
            yield Fault(key, "found items moved to others; expected the same items on both sides")


def _demand_fault(demand: Demand) -> str | None:
    if isinstance(demand, list) and len(demand) not in (1, 2):
        return f"found {describe(demand)}; expected a number, [low, high] or [low]"
    low, high = _pair(demand)
    if high is not None and low > high:
        return f"found [{low}, {high}]; expected low <= high"
    if max(abs(low), abs(high or 0)) >= LARGEST_SUM:
        return "found a demand beyond 2^62; expected smaller numbers"
    return None


def _row_faults(spec: Cover, path: Path, row: Gives) -> Iterator[Fault]:
    """Yield the faults of one option."""
    seen: set[str] = set()
    for place, name in enumerate(row, start=1):
        value = row[name] if isinstance(row, dict) else 1
        message = _entry_fault(spec, name, value, name in seen)
        if message:
            yield Fault(join((*path, name if isinstance(row, dict) else place)), message)
        seen.add(name)


def _entry_fault(spec: Cover, name: str, value: int | str, again: bool) -> str | None:
    if name not in spec.items:
        return _unknown("item", name, spec.items)
    if again:
        return f"found the item {name!r} twice; give an amount: {{ {key(name)} = 2 }}"
    if value == 0:
        return "found the amount 0; leave the item out"
    if value == "":
        return "found an empty text; expected an amount or the name of a colour"
    if isinstance(value, str) and _pair(spec.items[name]) != (0, 1):
        return f"found the colour {describe(value)}; only an item with demand [0, 1] takes colours"
    if isinstance(value, int) and abs(value) >= LARGEST_SUM:
        return "found an amount beyond 2^62; expected a smaller number"
    return None


def _list_faults(key: str, given: list[str], known: Iterable[str], what: str) -> Iterator[Fault]:
    known, seen = set(known), set()
    for number, name in enumerate(given, start=1):
        if name not in known:
            yield Fault(join((key, number)), _unknown(what, name, known))
        elif name in seen:
            yield Fault(join((key, number)), f"found the {what} {name!r} twice; expected it once")
        seen.add(name)


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known)
    return f"found the unknown {what} {describe(name)}; expected one of the puzzle's {what}s{hint}"


# -- pictures --------------------------------------------------------------------------------------


def picture(spec: Cover, model: Model, options: Sequence[int] | None) -> Picture:
    """Return a solution as the names of its visible options, a line each; or else the items' demands."""
    if options is not None:
        return Picture("square", {}, tuple(label(model, o) for o in options if not model.hidden[o]))
    lines = [f"{key(name)} = {value(demand)}" for name, demand in spec.items.items()]
    if len(lines) > LINES:
        lines[LINES:] = [f"... and {len(lines) - LINES} more items"]
    return Picture("square", {}, tuple(lines))


# -- model -> spec -> text -------------------------------------------------------------------------


def spec_of(model: Model) -> Cover:
    """Return the spec of any model. `build` makes the same model of it, but for the table of colours.

    Options get names where something must refer to them; colours of equal name get different ones.
    """
    refuse_lazy(model, "a model file of the family cover")
    colours = ["", *different(model.colours[1:])]
    items = model.item_names
    demands = zip(model.low.tolist(), model.high.tolist(), strict=True)
    entries = list(zip(model.item.tolist(), model.amount.tolist(), model.colour.tolist(), strict=True))
    gives: list[Gives] = []
    for first, last in zip(model.start[:-1].tolist(), model.start[1:].tolist(), strict=True):
        row = entries[first:last]
        plain = all(amount == 1 and not colour for _, amount, colour in row)
        named = {items[i]: colours[colour] if colour else amount for i, amount, colour in row}
        gives.append(list(named) if plain else named)
    names = model.names
    weights = list(map(model.signed_value, model.objective.tolist()))
    if not names and (weights or model.hidden.any()):
        names = tuple(f"o{o + 1}" for o in range(model.options))
    return Cover(
        items={
            name: low if low == high else [low, high]
            for name, (low, high) in zip(items, demands, strict=True)
        },
        options=dict(zip(names, gives, strict=True)) if names else gives,
        order=[items[i] for i in model.order.tolist()],
        hidden=[names[o] for o in np.flatnonzero(model.hidden).tolist()],
        **{
            "maximize" if model.maximizes else "minimize": {
                names[o]: weight for o, weight in enumerate(weights) if weight
            }
            if weights
            else None
        },
        symmetries=[
            {items[i]: items[j] for i, j in enumerate(g) if i != j} for g in model.symmetries[1:].tolist()
        ]
        if len(model.symmetries)
        else None,
    )


def text(model: Model, title: str, rule: str = "", counts: Mapping[str, Count] | None = None) -> str:
    """Return a model file of the family cover for this model. `counts`: by "all" and "distinct"."""
    known = {which: _count_table(count) for which, count in (counts or {}).items()}
    return model_file("cover", spec_of(model), title=title, rule=rule, counts=known) + "\n"


def _count_table(count: Count) -> dict[str, Any]:
    known = {"count": count.count, "source": count.source, "oeis": count.oeis, "checked": count.checked}
    return {key: value for key, value in known.items() if value not in (None, ())}


RECORD = Family(
    name="cover",
    spec=Cover,
    about=About("own", "Any exact cover, written as items and options."),
    texts=Texts(of_model=spec_of, declared=text),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
