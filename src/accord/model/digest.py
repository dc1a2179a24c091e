"""Digests of solution sets: engines compare these instead of their lists of solutions.

A solution's hash mixes the sum of its visible options' keys (`accord.model.derive.option_keys`); the digest
of a set of solutions is the sum of their hashes, in two lanes mod 2^64. So it does not depend on the order of
solutions, options or items, adds up over disjoint parts, and a duplicate changes it.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from accord.model.arrays import mix_bits
from accord.model.data import Indices
from accord.model.derive import Lanes
from accord.model.model import Model

__all__ = ["Lanes", "digest", "fingerprint", "hexadecimal", "lanes"]


def digest(model: Model, solutions: Indices) -> Lanes:
    """The digest of a batch of solutions (int32 [solutions, width], padded with -1): uint64 [2]."""
    counted = np.where(model.hidden[:, None], np.uint64(0), model.keys)
    keys = np.append(counted, np.zeros((1, 2), np.uint64), axis=0)  # the last row is what padding finds
    sums = keys[solutions].sum(axis=1, dtype=np.uint64)
    return _mix(sums).sum(axis=0, dtype=np.uint64)


def fingerprint(model: Model) -> str:
    """Return the identity of a model: 32 hexadecimal digits over its names, demands and options."""
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


def lanes(text: str) -> Lanes:
    """The digest that 32 hexadecimal digits say. Raises ValueError."""
    return np.array([int(text[:16], 16), int(text[16:], 16)], np.uint64)


def _mix(sums: Lanes) -> Lanes:
    """The splitmix64 finaliser on each lane, the second lane stirred into the first and back."""
    first, second = sums[:, 0], sums[:, 1]
    first = mix_bits(first ^ mix_bits(second + np.uint64(0x9E3779B97F4A7C15)))
    second = mix_bits(second ^ first)
    return np.stack([first, second], axis=1)
