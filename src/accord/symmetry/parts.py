"""Split a model into disjoint parts that together give all solutions, or one per symmetry class.

`split` finds one solution of each class under a group. It takes a primary item that the group fixes. Every
solution has exactly one option of that item, and the group moves these options in orbits, so each class
has solutions with the first option of just one orbit:

- the first options that no symmetry but the identity keeps: together they make one part, complete as it is;
- a first option with a stabiliser: a part of its own, split again by that stabiliser on another item;
- where no item is left to split on: a part whose solutions pass a filter, "the least of its images".

Restricting a piece to a part of the board is *not* that: a piece that can lie on an axis of the board has
placements with a stabiliser, and their solutions would be counted with their mirror images.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Model
from accord.symmetry.group import Group

Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Part:
    """A model, where its options stand in the whole, and what its solutions still have to pass."""

    model: Model
    options: Indices  # [options of the part] -> option of the whole
    root: int | None = None  # the item to be placed first
    filter: Group | None = None  # acts on the whole: keep a solution only if it is the least of its images

    def of_whole(self, solutions: Indices) -> Indices:
        """A batch of the part's solutions in the options of the whole; padding stays."""
        if self.model.integers or not len(solutions):  # it is the whole; most slices have no solution
            return solutions
        return np.append(self.options, np.int32(-1))[solutions]

    def own(self, options: Sequence[int]) -> tuple[int, ...]:
        """Return the options of the part that are among some options of the whole."""
        if self.model.integers or not options:
            return tuple(options)
        return tuple(np.flatnonzero(np.isin(self.options, options)).tolist())

    def restrict(self, keep: npt.NDArray[np.bool_]) -> Part:
        """The part with only the options of its model that a mask keeps."""
        return replace(self, model=self.model.restrict(keep), options=self.options[keep])


def whole(model: Model, root: int | None = None) -> Part:
    """The model itself as its only part."""
    return Part(model, np.arange(0 if model.integers else model.options, dtype=np.int32), root)


def split(model: Model, group: Group, root: int | None = None) -> list[Part]:
    """One solution of each class, as parts; `root` names the item to split on first.

    Raises RefusedError if the group moves every primary item that has a choice.
    """
    if len(group) == 1:
        return [whole(model, root)]
    if root is not None and can_split(model)[root] and group.fixed_items()[root]:
        item: int | None = root
    else:
        item = _item_to_split_on(whole(model), group)
    if item is None:
        raise RefusedError(
            "the group moves every primary item that has a choice; take `method` filter or burnside"
        )
    return _split_on(whole(model), group, item)


def filter_part(model: Model, group: Group, root: int | None = None) -> list[Part]:
    """One solution of each class, as a single part that is walked whole and filtered.

    Raises RefusedError if the group is too large to be stored.
    """
    if len(group) > 1:
        group.options  # noqa: B018 (now and not at the first solution)
    return [replace(whole(model, root), filter=group if len(group) > 1 else None)]


def least_of_images(group: Group, solutions: Indices) -> npt.NDArray[np.bool_]:
    """A mask over a batch: the solutions no symmetry takes to a smaller one, compared as ascending rows."""
    if not solutions.size:
        return np.ones(len(solutions), np.bool_)
    if len(group) > len(solutions):
        return np.array([not _smaller(own := _row(each), _images(group, own)).any() for each in solutions])
    own = np.sort(solutions, axis=1)
    rows = np.arange(len(own))
    least = np.ones(len(own), np.bool_)
    for permutation in group.options[1:]:
        image = np.sort(np.append(permutation, np.int32(-1))[solutions], axis=1)
        first = (image != own).argmax(axis=1)  # 0 where they are equal, which compares as equal
        least &= own[rows, first] <= image[rows, first]
    return least


def least_images(group: Group, solutions: Indices) -> Indices:
    """For each solution of a batch its least image under the group, as an ascending row."""
    least = np.sort(solutions, axis=1)
    if not solutions.size:
        return least
    if len(group) > len(solutions):
        for row in least:
            images = _images(group, _row(row))
            row[len(row) - images.shape[1] :] = images[np.lexsort(images.T[::-1])[0]]
        return least
    rows = np.arange(len(least))
    for permutation in group.options[1:]:
        image = np.sort(np.append(permutation, np.int32(-1))[solutions], axis=1)
        first = (image != least).argmax(axis=1)
        smaller = image[rows, first] < least[rows, first]
        least[smaller] = image[smaller]
    return least


def _row(solution: Indices) -> Indices:
    """A solution, ascending, without padding."""
    return np.sort(solution[solution >= 0])


def _images(group: Group, solution: Indices) -> Indices:
    """All images of a solution, each ascending: [elements, width]."""
    return np.sort(group.options[:, solution], axis=1)


def _smaller(own: Indices, images: Indices) -> npt.NDArray[np.bool_]:
    """Which images are smaller than a solution, compared as ascending rows."""
    if not len(own):
        return np.zeros(len(images), np.bool_)
    first = (images != own).argmax(axis=1)
    return images[np.arange(len(images)), first] < own[first]


def _split_on(part: Part, group: Group, item: int) -> list[Part]:
    """Split on the options of an item that the group, which maps the part onto itself, fixes."""
    model = part.model
    free, bound = _first_of_orbits(part, group, item)
    parts = [replace(part.restrict(only(model, item, free)), root=item)] if len(free) else []
    for option in bound.tolist():
        smaller, kept = model.require([option])
        inner = replace(part, model=smaller, options=part.options[kept], root=item)
        left = group.stabiliser(int(part.options[option]))
        following = _item_to_split_on(inner, left)
        if following is None:
            parts.append(replace(inner, filter=left))
        else:
            parts += [replace(deeper, root=item) for deeper in _split_on(inner, left, following)]
    return parts


def _first_of_orbits(part: Part, group: Group, item: int) -> tuple[Indices, Indices]:
    """The first option of each orbit, in the part: those that only the identity keeps, and the others."""
    options = part.model.options_of(item)
    in_whole = part.options[options]
    images = group.options[:, in_whole]
    first = images.min(axis=0) == in_whole
    alone = (images == in_whole).sum(axis=0) == 1
    return options[first & alone], options[first & ~alone]


def _item_to_split_on(part: Part, group: Group) -> int | None:
    """The primary item to split on, among the items that the group fixes.

    At first that with the fewest orbits, since few ways to begin make a small search. Within a part that is
    split again, the one that leaves the fewest options with a stabiliser, since each of them is a part more.
    """
    candidates = np.flatnonzero(can_split(part.model) & group.fixed_items()).tolist()
    again = len(part.options) < group.options.shape[1]

    def cost(item: int) -> tuple[int, int]:
        free, bound = _first_of_orbits(part, group, item)
        return len(bound) if again else 0, len(free) + len(bound)

    return min(candidates, key=cost, default=None)


def can_split(model: Model) -> npt.NDArray[np.bool_]:
    """Primary items with at least two options, all of amount 1: exactly one of them is in any solution.

    And all visible: solutions that differ in hidden options alone stay together, where they are seen.
    """
    start, _, _ = model.by_item
    plain = np.ones(model.items, np.bool_)
    plain[model.item[(model.amount != 1) | model.hidden[model.option_of_entry]]] = False
    return np.logical_and(model.primary & plain, np.diff(start) >= 2)


def only(model: Model, item: int, chosen: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    """A mask that drops every option of an item but the chosen ones."""
    keep = np.ones(model.options, np.bool_)
    keep[model.options_of(item)] = False
    keep[chosen] = True
    return keep
