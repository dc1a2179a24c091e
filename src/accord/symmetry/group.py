"""The group of a model: which of its candidate symmetries map the option set onto itself.

A model carries candidates as permutations of its items. A candidate is a symmetry if demands are the same
along it and every option, moved item by item, is again an option. So a restricted model keeps just the
subgroup that its restriction allows, with nothing to update. Of a lazy model, what the lazy part says has to
be kept as well: it is asked (`keeps`), with the names of the options. Where it cannot tell, candidates beside
the identity are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, RefusedError
from accord.model import Model
from accord.model.build import MOST_ELEMENTS
from accord.model.kept import kept
from accord.model.lazy import Keeps

Permutations = npt.NDArray[np.int32]

LARGEST = MOST_ELEMENTS  # groups are stored by all of them


@dataclass(frozen=True, eq=False)
class Group:
    """A permutation group on the items and options of a model, by all elements, the identity first."""

    items: Permutations  # [elements, items]
    options: Permutations  # [elements, options]; options[g, o] is where g takes option o

    def __len__(self) -> int:
        return len(self.items)

    def stabiliser(self, option: int) -> Group:
        """The elements that leave an option where it is."""
        members = self.options[:, option] == option
        return Group(self.items[members], self.options[members])

    def fixed_items(self) -> npt.NDArray[np.bool_]:
        """A mask of the items that every element leaves where they are."""
        return np.logical_and.reduce(self.items == np.arange(self.items.shape[1]), axis=0)

    def classes(self) -> Iterator[tuple[int, int]]:
        """The conjugacy classes: (an element, the size of its class). Conjugates fix as many solutions."""
        number = {row.tobytes(): g for g, row in enumerate(self.items)}
        inverse = np.argsort(self.items, axis=1)
        left = set(range(len(self)))
        while left:
            element = min(left)
            # h g h^-1 maps i to h(g(h^-1(i)))
            moved = np.take_along_axis(self.items, self.items[element][inverse].astype(np.int64), axis=1)
            conjugates = {number[row.tobytes()] for row in np.ascontiguousarray(moved)}
            left -= conjugates
            yield element, len(conjugates)


@kept(lambda group: group.options.size)
def group_of(model: Model) -> Group:
    """The group of a model. Raises RefusedError above 1,000 elements, InputError if they are no group."""
    candidates = model.candidates
    if len(candidates) > LARGEST:
        raise RefusedError(f"the group has {len(candidates)} elements; at most {LARGEST} can be handled")
    kept = _kept(model) if len(candidates) > 1 else None
    weights = _Weights(model)
    found = [
        (row, moved)
        for row in candidates
        if (moved := weights.moved_options(row)) is not None and (kept is None or kept(moved))
    ]
    items = np.stack([row for row, _ in found])
    if not _is_group(items):
        raise InputError(
            [
                f"symmetries: of the {len(candidates)} candidates, {len(items)} are symmetries but form no "
                "group; expected each once, and with any two also their composition"
            ]
        )
    return Group(items, np.stack([moved for _, moved in found]))


def _kept(model: Model) -> Callable[[Permutations], bool] | None:
    """Whether the lazy part says the same of moved options; None where there is no lazy part.

    Raises RefusedError if it cannot tell.
    """
    lazy = model.lazy
    if lazy is None:
        return None
    if not isinstance(lazy, Keeps):
        raise RefusedError("whether a symmetry keeps the lazy items of this puzzle is not known")
    names = [model.option_name(option) for option in range(model.options)]
    return lambda moved: lazy.keeps(dict(zip(names, (names[o] for o in moved.tolist()), strict=True)))


def moved_options(model: Model, permutation: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | None:
    """Where a permutation of the items takes each option; None if it is no symmetry of the model.

    Raises RefusedError if the lazy part cannot tell.
    """
    moved, kept = _Weights(model).moved_options(permutation), _kept(model)
    return None if moved is None or (kept is not None and not kept(moved)) else moved


def _is_group(elements: Permutations) -> bool:
    """Whether no element comes twice, and any two composed are one of them; for a finite set that is all."""
    known = {row.tobytes() for row in elements}
    return len(known) == len(elements) and all(
        row.tobytes() in known for element in elements for row in element[elements]
    )


class _Weights:
    """Finds where a permutation of the items takes each option: by a random weight, then checked exactly."""

    def __init__(self, model: Model) -> None:
        self.model = model
        random = np.random.default_rng(20000304)
        self.of_item = random.integers(1, 2**63, model.items, dtype=np.uint64)
        self.of_colour = random.integers(1, 2**63, len(model.colours), dtype=np.uint64)
        self.of_colour[0] = 0
        self.weight = self._of_options(np.arange(model.items))
        self.by_weight = np.argsort(self.weight, kind="stable")

    def moved_options(self, permutation: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | None:
        """Where each option goes, or None if this is no symmetry."""
        model = self.model
        same = np.array_equal(model.low[permutation], model.low)
        if not same or not np.array_equal(model.high[permutation], model.high):
            return None
        weight = self._of_options(permutation)
        # equal options are paired in their order, so that duplicates map one to one
        by_weight = np.argsort(weight, kind="stable")
        if not np.array_equal(weight[by_weight], self.weight[self.by_weight]):
            return None
        moved = np.empty(model.options, np.int32)
        moved[by_weight] = self.by_weight
        weighed = not len(model.objective) or np.array_equal(model.objective[moved], model.objective)
        return moved if weighed and self._is_exact(permutation, moved) else None

    def _of_options(
        self, permutation: npt.NDArray[np.int64] | npt.NDArray[np.int32]
    ) -> npt.NDArray[np.uint64]:
        model = self.model
        amount = model.amount.astype(np.uint64)
        of_entry = self.of_item[permutation[model.item]] * (amount + self.of_colour[model.colour])
        sums = np.append(np.uint64(0), np.cumsum(of_entry))
        return np.subtract(sums[model.start[1:]], sums[model.start[:-1]])

    def _is_exact(self, permutation: npt.NDArray[np.int32], moved: npt.NDArray[np.int32]) -> bool:
        model = self.model
        if not np.array_equal(np.diff(model.start)[moved], np.diff(model.start)):
            return False
        owner = moved[model.option_of_entry]
        image = np.lexsort((permutation[model.item], owner))
        return bool(
            np.array_equal(permutation[model.item][image], model.item)
            and np.array_equal(model.amount[image], model.amount)
            and np.array_equal(model.colour[image], model.colour)
        )
