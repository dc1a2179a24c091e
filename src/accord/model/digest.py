"""Digests: what two engines compare instead of their lists of solutions.

An option's key is 128 bits of BLAKE2b over its (item name, amount, colour) triples, sorted by name, with
an ordinal where several options give the same. A solution's hash mixes the sum of its visible options'
keys; the digest of a set of solutions is the sum of their hashes, in two lanes mod 2^64. So it does not
depend on the order of solutions, options or items, adds up over disjoint parts, and a duplicate changes it.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from accord.model.model import Indices, Model

Lanes = npt.NDArray[np.uint64]


def option_keys(model: Model) -> Lanes:
    """The key of every option: uint64 [options, 2]."""
    seen: Counter[bytes] = Counter()
    keys = bytearray()
    names = [name.encode() for name in model.item_names]
    colours = [name.encode() for name in model.colours]
    plain = [b"%s\x001\x00\x01" % name for name in names]  # an entry with amount 1 and no colour
    rank = (
        np.argsort(np.argsort(np.array(model.item_names, dtype=object), kind="stable"))
        if names
        else np.zeros(0)
    )
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


def digest(model: Model, solutions: Indices) -> Lanes:
    """The digest of a batch of solutions (int32 [solutions, width], padded with -1): uint64 [2]."""
    counted = np.where(model.hidden[:, None], np.uint64(0), model.keys)
    keys = np.append(counted, np.zeros((1, 2), np.uint64), axis=0)  # the last row is what padding finds
    sums = keys[solutions].sum(axis=1, dtype=np.uint64)
    return _mix(sums).sum(axis=0, dtype=np.uint64)


def fingerprint(model: Model) -> str:
    """What tells this model from any other: 32 hexadecimal digits over its names, demands and options."""
    texts = (model.item_names, model.colours, model.names)
    arrays = (model.low, model.high, model.start, model.item, model.amount, model.colour, model.order)
    state = blake2b(digest_size=16)
    for names in texts:
        state.update(b"%d\x00" % len(names) + b"".join(name.encode() + b"\x00" for name in names))
    for array in (*arrays, model.candidates, model.hidden, model.objective):
        state.update(repr(array.shape).encode() + np.ascontiguousarray(array).tobytes())
    if model.lazy is not None:
        state.update(b"lazy\x00" + model.lazy.token.encode())
    return state.hexdigest()


def hexadecimal(lanes: Lanes) -> str:
    """A digest as 32 hexadecimal digits."""
    return "".join(f"{int(lane):016x}" for lane in lanes)


def _mix(sums: Lanes) -> Lanes:
    """The splitmix64 finaliser on each lane, the second lane stirred into the first and back."""
    first, second = sums[:, 0], sums[:, 1]
    first = _finalise(first ^ _finalise(second + np.uint64(0x9E3779B97F4A7C15)))
    second = _finalise(second ^ first)
    return np.stack([first, second], axis=1)


def _finalise(z: Lanes) -> Lanes:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
