"""Check the symmetry group in a certificate, and derive the searches whose counts are divided by it.

For checkers; writers have code of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from accord.certify.count.follow import Demand, Options, WrongError


def need_group(moves: Sequence[Sequence[int]], items: int, look: Callable[[int], None]) -> None:
    """Raise WrongError for what is no group of permutations: two, one after the other, are to be a third."""
    if any(sorted(move) != list(range(items)) for move in moves):
        raise WrongError("what should be a permutation of the items is none")
    rows = np.array(moves, np.int64).reshape(len(moves), items)
    known = {row.tobytes() for row in rows}
    if len(known) != len(moves) or np.arange(items).tobytes() not in known:
        raise WrongError("the permutations are no group")
    for row in rows:
        look(0)
        if any(both.tobytes() not in known for both in row[rows]):
            raise WrongError("the permutations are no group")


def images(
    options: Options,
    items: Sequence[Demand],
    moves: Sequence[Sequence[int]],
    look: Callable[[int], None],
) -> list[list[int]]:
    """The images of each option under permutations; of equal options the first goes to the first, and so on.

    Raises WrongError where one takes an option to what is none.
    """
    size = np.diff(options.start)
    place = np.arange(len(options.item)) - np.repeat(options.start[:-1], size)
    item = np.full((len(size), size.max(initial=0)), len(items), np.int64)
    amount = np.zeros_like(item)
    item[options.owner, place], amount[options.owner, place] = options.item, options.amount
    waiting: dict[bytes, list[int]] = {}
    for number, row in enumerate(np.hstack([item, amount])):
        waiting.setdefault(row.tobytes(), []).append(number)
    found = []
    for move in moves:
        look(0)
        if any(items[to] != items[number] for number, to in enumerate(move)):
            raise WrongError("a permutation changes what items ask for")
        goes = np.append(np.array(move, np.int64), len(items))[item]
        place = np.argsort(goes, axis=1, kind="stable")
        rows = np.hstack([np.take_along_axis(each, place, axis=1) for each in (goes, amount)])
        taken: dict[bytes, int] = {}
        image = []
        for row in rows:
            key = row.tobytes()
            at = taken.get(key, 0)
            if at == len(waiting.get(key, ())):
                raise WrongError("a permutation takes an option to what is none")
            image.append(waiting[key][at])
            taken[key] = at + 1
        found.append(image)
    return found


def parts(
    options: Options,
    items: Sequence[Demand],
    moves: Sequence[Sequence[int]],
    images: Sequence[Sequence[int]],
    split: int | None,
) -> Iterator[tuple[Sequence[int], Sequence[Sequence[int]]]]:
    """Some options, and the images of all that make one sum; one part if there is no split.

    Else each solution has one option of an item that stays where it is. The first option of an orbit stands
    for it, with the permutations that keep it; those kept by the same are together.
    """
    number = len(options.start) - 1
    if split is None:
        yield range(number), images
        return
    if items[split] != (1, 1):
        raise WrongError("the item of the split is not wanted just once")
    if any(move[split] != split for move in moves):
        raise WrongError("the group moves the item of the split")
    of_split = np.zeros(number, np.bool_)
    of_split[options.owner[options.item == split]] = True
    together: dict[tuple[bool, ...], list[int]] = {}
    for option in np.flatnonzero(of_split).tolist():
        goes = [image[option] for image in images]
        if min(goes) == option:
            together.setdefault(tuple(to == option for to in goes), []).append(option)
    for keeps, firsts in together.items():
        there = ~of_split
        there[firsts] = True
        yield (
            np.flatnonzero(there).tolist(),
            [image for image, keep in zip(images, keeps, strict=True) if keep],
        )


def orbits(options: Options, to: Sequence[int], some: Sequence[int]) -> Options:
    """The sums of the options of each orbit: a solution has all of them, or none."""
    orbit = np.full(len(options.start) - 1, -1, np.int64)
    number = 0
    for first in some:
        at = first
        if orbit[at] < 0:
            while orbit[at] < 0:
                orbit[at] = number
                at = to[at]
            number += 1
    entries = np.flatnonzero(orbit[options.owner] >= 0)
    owner, item = orbit[options.owner[entries]], options.item[entries]
    order = np.lexsort([item, owner])
    owner, item = owner[order], item[order]
    begins = np.flatnonzero(np.diff(owner, prepend=-1) | np.diff(item, prepend=-1))
    amount = np.add.reduceat(options.amount[entries[order]], begins) if len(begins) else order
    return Options(np.searchsorted(owner[begins], np.arange(number + 1)), item[begins], amount)
