"""Lowering a model for the bitset kernel, whose arrays `accord_native.cover.bitset` explains.

What may stand beside what takes options^2 / 8 bytes. Colours are compiled away: options that give an item the
same colour may stand beside each other, others not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Kind, Model

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

SHORT_VECTOR, LONG_VECTOR = 4, 16  # words
MOST_OPTIONS = 20_000  # `beside` has 50 MB then


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernel that depend on the model only, by its names for them."""

    members: Words
    first: Words
    last: Words
    beside: Words
    start: Words
    item: Words
    option: Ints  # of the kernel's options: those of the model
    primary: Ints  # of the kernel's items: those of the model
    depth: int  # options in a solution, at most


def refuse(model: Model, *, colours: bool = False) -> None:
    """Raise RefusedError if the kernel does not take the model.

    Without `colours` it also refuses those: `lower` compiles them away, but who reads off the chosen options
    which items are covered would take two options of one colour for two of different ones.
    """
    other = ~(model.primary | model.secondary)
    if other.any():
        i = int(other.argmax())
        raise RefusedError(
            f"bitset takes demands of [1, 1] and [0, 1]; item {model.item_names[i]!r} has "
            f"[{model.low[i]}, {model.high[i]}] (general takes any)"
        )
    if Kind.LINEAR in model.kind:
        raise RefusedError(
            f"bitset knows no amounts but 1; an option gives {model.amount[model.amount != 1][0]} "
            "(general takes any)"
        )
    if Kind.COLOURED in model.kind and not colours:
        raise RefusedError("bitset does not know colours (general does)")
    if model.options > MOST_OPTIONS:
        raise RefusedError(
            f"bitset takes up to {MOST_OPTIONS:,} options; there are {model.options:,} (cells takes more)"
        )


def lower(model: Model) -> Tables:
    """The kernel's arrays."""
    option, members, beside = rows(model, np.ones(model.items, np.bool_))
    primary = np.flatnonzero(model.primary)
    members = members[primary]
    first, last = spans(members)
    start, item = entries(model, option, primary)
    sizes = np.bincount(model.option_of_entry[model.colour == 0], minlength=model.options)
    with_items = int(model.items // max(1, sizes[sizes > 0].min(initial=model.items)))
    return Tables(
        members=members,
        first=first,
        last=last,
        beside=beside,
        start=start,
        item=item,
        option=option,
        primary=primary,
        depth=with_items + int((sizes == 0).sum()),
    )


def rows(model: Model, exclusive: Flags) -> tuple[Ints, Words, Words]:
    """The options in the kernel's order, the options of each item, and those that may stand beside each.

    Options of an exclusive item may not, unless they give it the same colour.
    """
    option = _by_smallest_item(model)
    place = np.argsort(option, kind="stable")
    words = _in_vectors(max(1, -(-model.options // 64)))[0]
    beside = np.full((model.options, words), ~np.uint64(0))
    beside[np.arange(model.options), np.arange(model.options) >> 6] ^= _bit(np.arange(model.options))
    members = np.zeros((model.items, words), np.uint64)
    by_item, _, entry = model.by_item
    for i in range(model.items):
        ours = place[model.options_of(i)]
        members[i] = row_of(ours, words)
        if not exclusive[i]:
            continue
        colours = model.colour[entry[by_item[i] : by_item[i + 1]]]
        for colour in np.unique(colours):
            same = ours[colours == colour]
            beside[same] &= ~members[i] if colour == 0 else ~members[i] | row_of(same, words)
    return option, members, beside


def spans(members: Words) -> tuple[Words, Words]:
    """Of each row the first word to look at, and one more than the last; then those of a whole row."""
    words = members.shape[1]
    width = _in_vectors(words)[1]
    used = members != 0
    first = np.append(used.argmax(axis=1), 0)
    last = np.append(np.where(used.any(axis=1), words - used[:, ::-1].argmax(axis=1), 0), words)
    return (first // width * width).astype(np.uint64), (-(-last // width) * width).astype(np.uint64)


def _in_vectors(words: int) -> tuple[int, int]:
    """The words of a row, and how many are looked at together.

    Loops over words are compiled to loops over vectors. What is left over is done word by word, and costs
    more than looking at some empty words: a quarter of the time of a node, on packings.
    """
    width = LONG_VECTOR if words > LONG_VECTOR // 2 else SHORT_VECTOR
    return -(-words // width) * width, width


def _by_smallest_item(model: Model) -> Ints:
    """The options by their first item, so that an item's options stand close together."""
    smallest = np.full(model.options, model.items, np.int64)
    some = np.diff(model.start) > 0
    smallest[some] = model.item[model.start[:-1][some]]
    return np.argsort(smallest, kind="stable")


def entries(model: Model, option: Ints, items: Ints) -> tuple[Words, Words]:
    """Which of these items each of the kernel's options is in: where they start, and the items' numbers."""
    number = np.full(model.items, -1, np.int64)
    number[items] = np.arange(len(items))
    wanted = number[model.item] >= 0
    owner = np.argsort(option, kind="stable")[model.option_of_entry[wanted]]
    start = np.zeros(len(option) + 1, np.int64)
    np.cumsum(np.bincount(owner, minlength=len(option)), out=start[1:])
    item = number[model.item[wanted]][np.argsort(owner, kind="stable")]
    return start.astype(np.uint64), item.astype(np.uint64)


def row_of(options: Ints, words: int) -> Words:
    """A set of the kernel's options as bits."""
    row = np.zeros(words, np.uint64)
    np.bitwise_or.at(row, options >> 6, _bit(options))
    return row


def _bit(number: Ints) -> Words:
    return np.uint64(1) << (number & 63).astype(np.uint64)
