"""Tilings of a square by rectangles no two of which are alike: A360498, A360499, A360725, A360256.

by_skyline   a kernel finds each tiling by itself: `accord_research.kernels.skyline`
by_covers    a model file, with each rectangle as a piece that may be laid once, and an engine
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from string import ascii_letters, digits
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError
from accord.kernels import load
from accord_research.counted import Counted
from accord_research.engine import by_engine
from accord_research.kept import ALL, Kept, Share

Integers = npt.NDArray[np.int64]
Laid = tuple[tuple[int, int], ...]  # the widths and heights of the first rectangles

FIRST = 2  # rectangles that a unit begins with
MOST_SIDE = 11  # with 121 kinds of rectangles, of 128 bits


class Kind(NamedTuple):
    """Which rectangles a sequence is about.

    Attributes:
        squares: whether squares are among them.
        turned: whether a rectangle and its quarter turn are alike.
    """

    squares: bool
    turned: bool


KINDS = {
    "A360498": Kind(squares=False, turned=True),
    "A360499": Kind(squares=True, turned=True),
    "A360725": Kind(squares=False, turned=False),
    "A360256": Kind(squares=True, turned=False),
}


def sizes(side: int, kind: Kind) -> list[tuple[int, int]]:
    """The widths and heights of those rectangles that are not alike."""
    every = [(wide, high) for wide in range(1, side + 1) for high in range(1, side + 1)]
    return [
        (wide, high)
        for wide, high in every
        if (kind.squares or wide != high) and (wide <= high or not kind.turned)
    ]


def by_skyline(sequence: str, side: int, kept: Kept | None = None, share: Share = ALL) -> Counted:
    """The tilings of a square, each found by itself.

    Args:
        sequence: one of KINDS.
        side: at most MOST_SIDE.
        kept: units that were counted before, and where to put those that are counted now.
        share: which units are counted here; those of others must be kept already.

    Raises:
        UsageError: if the side is larger.
        LookupError: if units of others are not there yet.
    """
    if side > MOST_SIDE:
        raise UsageError(f"side {side}; expected at most {MOST_SIDE}")
    kept = Kept() if kept is None else kept
    bit = np.full((side + 1, side + 1), -1, np.int64)
    for number, (wide, high) in enumerate(sizes(side, KINDS[sequence])):
        bit[wide, high] = number
        if KINDS[sequence].turned:
            bit[high, wide] = number
    units = {
        f"skyline {sequence} {side} {' '.join(f'{wide}x{high}' for wide, high in laid)}": partial(
            _counted, bit, laid
        )
        for laid in _begun(bit, FIRST)
    }
    return kept.total(units, share)


def _begun(bit: Integers, number: int) -> Iterator[Laid]:
    """The first rectangles of all tilings: so many, or fewer if the square is full with them."""
    if number == 0:
        yield ()
        return
    for laid in _begun(bit, number - 1):
        filled, used = _filled(bit, laid)
        base = min(filled)
        column = filled.index(base)
        if base == len(filled) or len(laid) < number - 1:  # full, or full before
            yield laid
            continue
        wide = 1
        while column + wide <= len(filled) and filled[column + wide - 1] == base:
            for high in range(1, len(filled) - base + 1):
                if bit[wide, high] >= 0 and bit[wide, high] not in used:
                    yield (*laid, (wide, high))
            wide += 1


def _filled(bit: Integers, laid: Laid) -> tuple[list[int], list[int]]:
    """How far each column is filled, and which rectangles are used."""
    filled = [0] * (len(bit) - 1)
    for wide, high in laid:
        base = min(filled)
        column = filled.index(base)
        filled[column : column + wide] = [base + high] * wide
    return filled, [int(bit[each]) for each in laid]


def _counted(bit: Integers, laid: Laid) -> Counted:
    filled, kinds = _filled(bit, laid)
    used = np.zeros(2, np.uint64)
    for kind in kinds:
        used[kind >> 6] |= np.uint64(1 << (kind & 63))
    side, effort = len(filled), np.zeros(1, np.int64)
    frames = np.zeros((5, side * side + 1), np.int64)
    search = load("accord_research.kernels.skyline")
    found = int(search(bit, np.array(filled, np.int64), used, frames, effort))
    return Counted(found, int(effort[0]))


def model_file(sequence: str, side: int) -> str:
    """The text of a model file of the same question.

    Raises:
        UsageError: if there are more rectangles than signs.
    """
    kind = KINDS[sequence]
    listed = sizes(side, kind)
    signs = ascii_letters + digits
    if len(listed) > len(signs):
        raise UsageError(f"{sequence}({side}) has {len(listed)} rectangles; expected at most {len(signs)}")
    drawn = "\n".join(
        f'{sign} = """\n' + "\n".join([sign * wide] * high) + '\n"""'
        for sign, (wide, high) in zip(signs, listed, strict=False)
    )
    return f'''family = "packing"
title = "Rectangles no two of which are alike on {side} x {side}"
rule = """
Cover the square with rectangles, each at most once.
OEIS {sequence}."""
size = [{side}, {side}]
copies = [0, 1]
turning = {str(kind.turned).lower()}
flipping = false

[pieces]
{drawn}
'''


def by_covers(sequence: str, side: int) -> Counted:
    """The tilings of a square, by an engine that `auto` chooses.

    Raises:
        AccordError: if it was stopped.
    """
    return by_engine(f"{sequence}({side})", model_file(sequence, side))
