"""Turn a model into the matrices that a certificate of its count is about: one, or one per symmetry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import starts
from accord.model.data import Flags, Indices, Ints, Kind
from accord.model.derive import orbits
from accord.model.digest import fingerprint
from accord.model.lazy import refuse_lazy
from accord.symmetry.group import Group

FORMAT = "accord-count-1"
MOST_OPTIONS = 1 << 20  # kernels add up so many numbers of 40 bits


@dataclass(frozen=True, eq=False)
class Matrix:
    """Items with demands, and options that give to them; arrays as those of a model."""

    low: Ints
    high: Ints
    start: Ints
    item: Indices
    amount: Ints

    @property
    def items(self) -> int:
        """The number of items."""
        return len(self.low)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @property
    def owner(self) -> Ints:
        """The option of each entry."""
        return np.repeat(np.arange(self.options), np.diff(self.start))

    @property
    def tight(self) -> bool:
        """Whether each option gives to an item that wants one number exactly, so that ends are full."""
        exact = (self.low == self.high)[self.item]
        return bool(np.bincount(self.owner[exact], minlength=self.options).all())

    @property
    def model(self) -> Model:
        """A model of the same items and options, without their names."""
        names = [str(item) for item in range(self.items)]
        return Model.from_arrays(
            names, self.start, self.item, low=self.low, high=self.high, amount=self.amount
        )

    def by_item(self) -> tuple[Ints, Ints]:
        """The entries sorted by item, and where each item's begin: [items + 1]."""
        return np.argsort(self.item, kind="stable"), starts(np.bincount(self.item, minlength=self.items))


def refuse(model: Model) -> None:
    """Raise RefusedError for a model whose count has no certificate."""
    what = "a certificate of a count"
    refuse_lazy(model, what)
    if Kind.COLOURED in model.kind:
        raise RefusedError(f"{what} knows no colours, and options of this puzzle give some")
    if 2 * model.options >= MOST_OPTIONS:
        raise RefusedError(
            f"{what} knows less than {MOST_OPTIONS // 2:,} options; this puzzle has {model.options:,}"
        )


def positive(model: Model, group: Group | None) -> tuple[Model, Group | None]:
    """Return the puzzle and its group with amounts above 0 and demands from 0 on; it has as many solutions.

    An option x that takes from items has an opposite, `not x`, that gives as much to them; of the two exactly
    one is chosen, by an item `x?`, and the demands grow by what may be taken. A demand that cannot be met
    because its most is below 0 becomes one for more than there is.
    """
    if not ((model.amount < 0).any() or (model.low < 0).any()):
        return model, group
    takes = model.amount < 0
    takers = np.unique(model.option_of_entry[takes]).astype(np.int64)
    taken, reach = np.zeros(model.items, np.int64), np.zeros(model.items, np.int64)
    np.add.at(taken, model.item[takes], -model.amount[takes])
    np.add.at(reach, model.item, np.abs(model.amount))
    low, high = np.maximum(model.low + taken, 0), model.high + taken
    low, high = np.where(high < 0, reach + 1, low), np.where(high < 0, reach + 1, high)

    number = len(takers)
    asks, opposites = model.items + np.arange(number), model.options + np.arange(number)
    owner = model.option_of_entry.astype(np.int64)
    owner[takes] = opposites[np.searchsorted(takers, owner[takes])]
    owner = np.concatenate([owner, takers, opposites])
    place = np.argsort(owner, kind="stable")
    own = [model.option_name(option) for option in takers.tolist()]
    found = Model.from_arrays(
        model.item_names + _unused_names([f"{name}?" for name in own], model.item_names),
        starts(np.bincount(owner, minlength=model.options + number)),
        np.concatenate([model.item, asks, asks])[place],
        low=np.append(low, np.ones(number, np.int64)),
        high=np.append(high, np.ones(number, np.int64)),
        amount=np.concatenate([np.abs(model.amount), np.ones(2 * number, np.int64)])[place],
        names=model.names + _unused_names([f"not {name}" for name in own], model.names)
        if model.names
        else (),
        order=model.order,
        family=model.family,
    )
    if group is None:
        return found, None
    # the opposite of an option goes to the opposite of its image
    ranks = np.searchsorted(takers, group.options[:, takers])
    items = np.hstack([group.items, model.items + ranks]).astype(np.int32)
    return found, Group(items, np.hstack([group.options, model.options + ranks]).astype(np.int32))


def _unused_names(names: list[str], taken: tuple[str, ...]) -> tuple[str, ...]:
    """The names, with a mark where one is taken."""
    known = set(taken)
    found = []
    for name in names:
        while name in known:
            name += "'"
        known.add(name)
        found.append(name)
    return tuple(found)


def item_to_split_on(model: Model, group: Group | None) -> int | None:
    """An item of which each solution has one option, and which the group leaves where it is; None if none.

    Of several, the one with the fewest options that the group does not take to one another.
    """
    if group is None or len(group) == 1:
        return None
    can = (model.low == 1) & (model.high == 1) & group.fixed_items()
    least = group.options.min(axis=0) == np.arange(model.options)
    most = model.options + 1
    orbits_of = np.where(
        can, np.bincount(model.item[least[model.option_of_entry]], minlength=model.items), most
    )
    return int(orbits_of.argmin()) if can.any() else None


def matrices(model: Model, group: Group | None, item: int | None = None) -> list[list[Matrix]]:
    """The matrix of the model; or lists of some, of which each makes a sum (Burnside).

    Without an item, there is one for each element of the group. With one, its options are split: of those
    that the group takes to one another, the least is kept, up to the elements that leave it where it is; such
    options with the same elements are in one matrix.
    """
    if group is None:
        return [[Matrix(model.low, model.high, model.start, model.item, model.amount)]]
    every = np.ones(model.options, np.bool_)
    if item is None:
        return [[_on_orbits(model, orbits(moved), every) for moved in group.options]]
    of_item = np.unique(model.option_of_entry[model.item == item])
    images = group.options[:, of_item]
    stays = images == of_item
    found: dict[bytes, list[int]] = {}
    for at in np.flatnonzero(images.min(axis=0) == of_item).tolist():
        found.setdefault(stays[:, at].tobytes(), []).append(at)
    sums = []
    for least in found.values():
        kept = every.copy()
        kept[np.delete(of_item, least)] = False
        sums.append([_on_orbits(model, orbits(moved), kept) for moved in group.options[stays[:, least[0]]]])
    return sums


def _on_orbits(model: Model, orbit: Indices, kept: Flags) -> Matrix:
    """The matrix of orbits, which give what their options do; they are numbered by their least option."""
    entries = kept[model.option_of_entry]
    number, orbit_of = np.unique(orbit[kept], return_inverse=True)
    of_option = np.zeros(model.options, np.int64)
    of_option[kept] = orbit_of
    pair = of_option[model.option_of_entry[entries]] * max(1, model.items) + model.item[entries]
    pairs, place = np.unique(pair, return_inverse=True)
    amount = np.zeros(len(pairs), np.int64)
    np.add.at(amount, place, model.amount[entries])
    start = starts(np.bincount(pairs // max(1, model.items), minlength=len(number)))
    item = (pairs % max(1, model.items)).astype(np.int32)
    return Matrix(model.low, model.high, start, item, amount)


def heading(model: Model, group: Group | None, item: int | None, kind: str, puzzle: str) -> dict[str, Any]:
    """Return the contents of the first line of a certificate."""
    rows = zip(model.item.tolist(), model.amount.tolist(), strict=True)
    gives = [[item, amount] for item, amount in rows]
    start = model.start.tolist()
    return {
        "format": FORMAT,
        "puzzle": puzzle,
        "fingerprint": fingerprint(model),
        "kind": kind,
        "width": width(model),
        "items": [
            [name, low, high]
            for name, low, high in zip(model.item_names, model.low.tolist(), model.high.tolist(), strict=True)
        ],
        "options": [[model.option_name(o), gives[start[o] : start[o + 1]]] for o in range(model.options)],
        "group": None if group is None else group.items.tolist(),
        "split": item,
    }


def width(model: Model) -> int:
    """The bytes of a decision: a number below items + options."""
    return 2 if model.items + model.options <= 1 << 16 else 4


def fields(bits: Ints) -> tuple[Ints, Ints, int]:
    """Place fields of so many bits, none in two words: their words, shifts, and how many words."""
    word, shift = np.zeros(len(bits), np.int64), np.zeros(len(bits), np.int64)
    here, used = 0, 0
    for i, wide in enumerate(bits.tolist()):
        if used + wide > 64:
            here, used = here + 1, 0
        word[i], shift[i] = here, used
        used += wide
    return word, shift, here + 1


def exact(matrix: Matrix) -> Flags:
    """Items that want one number exactly."""
    return matrix.low == matrix.high
