"""Derive models from a model: fewer options, required options, orbits under a symmetry; and digest keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import count, pairwise

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model.arrays import ranges, starts, totals
from accord.model.data import Indices, Kind, M, ModelData

Lanes = npt.NDArray[np.uint64]


def restrict(model: M, keep: npt.ArrayLike) -> M:
    """The model with only the options `keep`: a mask, or ascending indices. Items and demands stay."""
    chosen = np.asarray(keep)
    kept = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.int64)
    if len(kept) and ((np.diff(kept) <= 0).any() or kept[0] < 0 or kept[-1] >= model.options):
        raise ValueError("keep must be a mask over the options, or ascending option indices")
    origin = None if model.origin is None else model.origin.restricted_to(kept)
    return replace(reorder(model, kept), origin=origin)


def reorder(model: M, order: npt.ArrayLike) -> M:
    """The model with these options, in this order; each is there once at most. Items and demands stay."""
    places = np.asarray(order, np.int64)
    length = np.diff(model.start)[places]
    entry = ranges(model.start[places], length)
    return replace(
        model,
        start=starts(length),
        item=model.item[entry],
        amount=model.amount[entry],
        colour=model.colour[entry],
        names=tuple(model.names[o] for o in places.tolist()) if model.names else (),
        hidden=model.hidden[places],
        objective=model.objective[places] if len(model.objective) else model.objective,
        origin=None,
    )


def with_options(model: M, names: Sequence[str]) -> M:
    """The model with more options, which give nothing yet."""
    known = model.names or tuple(map(model.option_name, range(model.options)))
    return replace(
        model,
        start=np.append(model.start, np.full(len(names), model.start[-1])),
        names=(*known, *_new_names(known, names)),
        hidden=np.append(model.hidden, np.zeros(len(names), np.bool_)),
        objective=np.append(model.objective, np.zeros(len(names), np.int64))
        if len(model.objective)
        else model.objective,
        origin=None,
    )


def require(model: M, options: npt.ArrayLike) -> tuple[M, Indices]:
    """The solutions that contain all of `options`: a model, and its options' indices in the old one.

    Options that can no longer be chosen beside them are dropped. Where no item then forces a required
    option, a new item `required NAME` with demand [1, 1] does. Options keep their names, and so lazy items.
    """
    required = np.unique(np.asarray(options, np.int32))
    keep = np.flatnonzero(_compatible(model, required)).astype(np.int32)
    smaller = restrict(model, keep)
    places = np.searchsorted(keep, required)
    unforced = [o for o in places if not _is_forced(smaller, int(o))]
    return (_with_forcing_items(smaller, unforced) if unforced else smaller), keep


def _compatible(model: ModelData, required: Indices) -> npt.NDArray[np.bool_]:
    """A mask of the options that may still be chosen when all of `required` are (they among them)."""
    item, option = model.item, model.option_of_entry
    is_required = np.zeros(model.options, np.bool_)
    is_required[required] = True
    ours = is_required[option]

    added = model.added
    least = totals(item, np.where(ours, added, np.minimum(added, 0)), model.items)
    too_much = ~ours & (added > 0) & (least[item] + added > model.high[item])

    colour_of = np.zeros(model.items, np.int32)
    colour_of[item[ours]] = model.colour[ours]
    touched = np.zeros(model.items, np.bool_)
    touched[item[ours]] = True
    clash = ~ours & touched[item] & (model.colour != colour_of[item]) & model.secondary[item]
    # uncoloured amounts may cancel each other out, and then tolerate a colour
    cancels = np.zeros(model.items, np.bool_)
    cancels[item[model.amount < 0]] = True
    clash &= ((model.colour != 0) & (colour_of[item] != 0)) | ~cancels[item]

    compatible = np.ones(model.options, np.bool_)
    compatible[option[too_much | clash]] = False
    return compatible


def _is_forced(model: ModelData, option: int) -> bool:
    entries = slice(model.start[option], model.start[option + 1])
    start, _, _ = model.by_item
    item = model.item[entries]
    alone = start[item + 1] - start[item] == 1
    return bool((alone & (model.low[item] >= 1)).any())


def _with_forcing_items(model: M, options: list[int]) -> M:
    names = _new_names(model.item_names, [f"required {model.option_name(o)}" for o in options])
    new = np.arange(model.items, model.items + len(options), dtype=np.int32)
    at = model.start[np.asarray(options) + 1]  # behind the option's last entry, so items stay ascending
    counts = np.diff(model.start)
    counts[options] += 1
    ones = np.ones(len(options), np.int64)
    identity = np.arange(model.items + len(options), dtype=np.int32)
    return replace(
        model,
        item_names=(*model.item_names, *names),
        low=np.concatenate([model.low, ones]),
        high=np.concatenate([model.high, ones]),
        start=starts(counts),
        item=np.insert(model.item, at, new),
        amount=np.insert(model.amount, at, 1),
        colour=np.insert(model.colour, at, 0),
        symmetries=identity[None, :][: len(model.symmetries)],
    )


def _new_names(known: Sequence[str], names: Sequence[str]) -> list[str]:
    """These names, with a number behind one that there is already: unnamed options may have equal ones."""
    taken, new = set(known), []
    for name in names:
        numbered = (name if number == 1 else f"{name} ({number})" for number in count(1))
        new.append(next(each for each in numbered if each not in taken))
        taken.add(new[-1])
    return new


def quotient(model: M, item_map: npt.ArrayLike, option_map: npt.ArrayLike) -> tuple[M, Indices]:
    """The solutions fixed by a symmetry, as a model on the orbits of options.

    Returns the model and, for each of its options, the number of its orbit in `orbits(option_map)`.
    An orbit gives an item the sum of what its members give; one item of each orbit of items is enough,
    since all get the same. Orbits that alone give an item too much are dropped.
    """
    if Kind.COLOURED in model.kind:
        raise RefusedError("a coloured model has no quotient; take `method` filter")
    if Kind.LAZY in model.kind:
        raise RefusedError("a model with lazy items has no quotient: what they say of orbits is not known")
    item_orbit = orbits(np.asarray(item_map, np.int32))
    option_orbit = orbits(np.asarray(option_map, np.int32))
    _, leaders = np.unique(item_orbit, return_index=True)
    kept_item = np.full(model.items, -1, np.int32)
    kept_item[leaders] = np.arange(len(leaders), dtype=np.int32)

    wanted = kept_item[model.item] >= 0
    pair = (
        option_orbit[model.option_of_entry[wanted]].astype(np.int64) * len(leaders)
        + kept_item[model.item[wanted]]
    )
    pairs, place = np.unique(pair, return_inverse=True)
    amount = totals(place, model.amount[wanted], len(pairs))
    orbit, item = pairs // len(leaders), (pairs % len(leaders)).astype(np.int32)

    low, high = model.low[leaders], model.high[leaders]
    least = totals(item, np.minimum(amount, 0), len(leaders))
    overfull = (amount > 0) & (least[item] + amount > high[item])
    number = int(option_orbit.max(initial=-1)) + 1
    fits = np.ones(number, np.bool_)
    fits[orbit[overfull]] = False
    kept = np.flatnonzero(fits)
    entries = fits[orbit] & (amount != 0)
    order = kept_item[model.order]
    smaller = replace(
        model,
        item_names=tuple(model.item_names[i] for i in leaders),
        low=low,
        high=high,
        start=starts(np.bincount(orbit[entries], minlength=number)[kept]),
        item=item[entries],
        amount=amount[entries],
        colour=np.zeros(int(entries.sum()), np.int32),
        colours=("",),
        names=(),
        order=order[order >= 0],
        symmetries=np.arange(len(leaders), dtype=np.int32)[None, :],
        hidden=np.zeros(len(kept), np.bool_),
        objective=np.zeros(0, np.int64),
        origin=None,
    )
    return smaller, kept.astype(np.int32)


def orbits(permutation: Indices) -> Indices:
    """The cycles of a permutation: for each point the number of its cycle, counted by least member."""
    cycle = np.arange(len(permutation), dtype=np.int32)
    step = permutation.copy()
    while True:  # pointer doubling: after k rounds `cycle` is the least of the next 2^k points
        smaller = np.minimum(cycle, cycle[step])
        if np.array_equal(smaller, cycle):
            break
        cycle, step = smaller, step[step]
    return np.unique(cycle, return_inverse=True)[1].astype(np.int32)


def option_keys(model: ModelData) -> Lanes:
    """Return the key of every option: uint64 [options, 2]. Digests of solutions are made of them.

    A key is 128 bits of BLAKE2b over an option's (item name, amount, colour) triples, sorted by name, with an
    ordinal where several options give the same. It does not depend on the order of items or options.
    """
    seen: Counter[bytes] = Counter()
    keys = bytearray()
    names = [name.encode() for name in model.item_names]
    colours = [name.encode() for name in model.colours]
    plain = [b"%s\x001\x00\x01" % name for name in names]  # an entry with amount 1 and no colour
    rank = np.argsort(np.argsort(np.array([*model.item_names], object), kind="stable"))
    by_name = np.lexsort((rank[model.item], model.option_of_entry))
    item, amount, colour = (a[by_name].tolist() for a in (model.item, model.amount, model.colour))
    bounds = model.start.tolist()
    for first, last in pairwise(bounds):
        gives = b"".join(
            plain[item[e]]
            if amount[e] == 1 and colour[e] == 0
            else b"%s\x00%d\x00%s\x01" % (names[item[e]], amount[e], colours[colour[e]])
            for e in range(first, last)
        )
        ordinal = seen[gives]
        seen[gives] += 1
        keys += blake2b(gives + b"%d" % ordinal if ordinal else gives, digest_size=16).digest()
    return np.frombuffer(bytes(keys), dtype="<u8").reshape(-1, 2)
