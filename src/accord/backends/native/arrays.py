"""Helpers that all lowerings to native kernels share: array names, bit sets, and refusals of models."""

from __future__ import annotations

import numpy as np

from accord.errors import RefusedError
from accord.model import Kind, Model
from accord.model.data import Flags, Indices, Ints
from accord.model.model_cache import cached_on_model
from accord_native.words import Bytes, Halves, Options, Words

__all__ = [
    "Bytes", "Flags", "Halves", "Indices", "Ints", "Options", "Words",
    "bit_of", "out_of_reach", "refuse_amounts", "refuse_demands", "row_of", "starts", "words_of",
]  # fmt: skip


def starts(owner: Ints, owners: int) -> Ints:
    """Return where the entries of each owner begin, sorted by owner: [owners + 1]."""
    start = np.zeros(owners + 1, np.int64)
    np.cumsum(np.bincount(owner, minlength=owners), out=start[1:])
    return start


@cached_on_model()
def out_of_reach(model: Model) -> bool:
    """Whether some demand is missed whatever is chosen, so that engines need not look at what it asks for.

    An example is an item without options whose demand does not include 0.
    """
    least, most = (np.zeros(model.items, np.int64) for _ in range(2))
    np.add.at(least, model.item, np.minimum(model.amount, 0))
    np.add.at(most, model.item, np.maximum(model.amount, 0))
    return bool(((most < model.low) | (least > model.high)).any())


def words_of(flags: Flags) -> Words:
    """The last axis, a multiple of 64 long, as 64-bit words."""
    return np.packbits(flags, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def bit_of(number: Ints) -> Words:
    """The bit of each number in its word."""
    return np.uint64(1) << (number & 63).astype(np.uint64)


def row_of(numbers: Ints, words: int) -> Words:
    """A set of numbers as bits, in so many words."""
    row = np.zeros(words, np.uint64)
    np.bitwise_or.at(row, numbers >> 6, bit_of(numbers))
    return row


def refuse_demands(engine: str, model: Model, taken: Flags, which: str, hint: str = "") -> None:
    """Raise RefusedError for the first item whose demand is not taken; `which` says which ones are."""
    for item in np.flatnonzero(~taken)[:1]:
        raise RefusedError(
            f"{engine} takes demands of {which}; item {model.item_names[item]!r} has "
            f"[{model.low[item]}, {model.high[item]}]{hint}"
        )


def refuse_amounts(engine: str, model: Model, hint: str = "") -> None:
    """Raise RefusedError if any amount is not 1."""
    if Kind.LINEAR in model.kind:
        other = model.amount[model.amount != 1][0]
        raise RefusedError(f"{engine} knows no amounts but 1; an option gives {other}{hint}")
