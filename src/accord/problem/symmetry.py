"""Symmetries of a problem: permutations of its variables and values, and of its model's items with them.

A symmetry is stated for variables and values, so it says where each visible option goes. Where the hidden
options and the items go, follows: both copies of the matrix, before and after, are coloured from the visible
options outwards until the colours settle. Things of one colour correspond; if they are several they are
equal, and correspond in their order. Whether it is a symmetry indeed is then checked exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, UsageError
from accord.model import Model
from accord.model.arrays import mix_bits
from accord.model.build import generate_group
from accord.problem.arrays import Board
from accord.problem.domains import cells_of
from accord.problem.expressions import Atom, Boolean, Expression, Value
from accord.problem.notation import brief
from accord.symmetry.group import moved_options

Permutation = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A permutation of variables and values; those not listed stay. Values of `of` only, if there are any."""

    variables: Mapping[Atom, Atom] = field(default_factory=dict)
    values: Mapping[Value, Value] = field(default_factory=dict)
    of: frozenset[Atom] = frozenset()

    def touches(self, atom: Atom) -> bool:
        """Whether it moves the values of a variable."""
        return not isinstance(atom, Boolean) and (not self.of or atom in self.of)


def permutation(what: str, of: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return a mapping as it is. Raises UsageError unless it is a permutation."""
    if not isinstance(of, Mapping):
        raise UsageError(f"a symmetry of {what}: found {brief(of)}; expected where each goes: {{from: to}}")
    if {id(each) if isinstance(each, Expression) else each for each in of} != {
        id(each) if isinstance(each, Expression) else each for each in of.values()
    }:
        raise UsageError(f"a symmetry of {what}: expected the same {what} on both sides")
    return of


def isometries(board: Board[Any]) -> Sequence[Mapping[Any, Any]]:
    """The isometries of a board, as permutations of its variables, without the identity."""
    cells = cells_of(board.grid)
    return [
        {board[cell]: board[cells[to]] for cell, to in zip(cells, each.permutation.tolist(), strict=True)}
        for each in board.grid.isometries()
    ][1:]


def items_of(model: Model, options: Sequence[Permutation]) -> npt.NDArray[np.int32]:
    """The group that permutations of the options generate, as permutations of the items, the identity first.

    Each says where every visible option goes; what it says of hidden ones is not looked at. Raises InputError
    above 1,000 elements, and for one that the matrix does not follow.
    """
    generators = []
    for number, permutation in enumerate(options, start=1):
        items = _item_permutation(model, permutation)
        moved = None if items is None else moved_options(model, items)
        visible = ~model.hidden
        if items is None or moved is None or not np.array_equal(moved[visible], permutation[visible]):
            raise InputError(
                [
                    f"symmetry {number}: it does not take the rules, as they are stated, to themselves; "
                    "state the image of each rule too, or leave the symmetry out"
                ]
            )
        generators.append(items)
    faults: list[str] = []
    found = generate_group(generators, model.items, faults)
    if faults:
        raise InputError(faults)
    return found


def alike(model: Model) -> list[int]:
    """Return the visible options with the same entries as another one: items do not show where they go."""
    found: dict[bytes, list[int]] = {}
    for option in np.flatnonzero(~model.hidden).tolist():
        entries = slice(model.start[option], model.start[option + 1])
        found.setdefault(model.item[entries].tobytes() + model.amount[entries].tobytes(), []).append(option)
    return [option for some in found.values() if len(some) > 1 for option in some]


def _item_permutation(model: Model, permutation: Permutation) -> Permutation | None:
    """Return where the items go if the visible options go there; None if the matrix does not follow."""
    visible = np.flatnonzero(~model.hidden)
    before, after = np.zeros(model.options, np.uint64), np.zeros(model.options, np.uint64)
    draw = np.random.default_rng(20000304)
    label = draw.integers(1, 2**63, model.options, dtype=np.uint64)
    before[visible], after[permutation[visible]] = label[visible], label[visible]
    demands = np.stack([model.low, model.high], axis=1).astype(np.uint64) @ np.array([3, 5], np.uint64)
    colours: list[npt.NDArray[np.uint64]] = []
    settled = -1
    while True:
        colours = [_of_items(model, options, demands) for options in (before, after)]
        number = len(np.unique(colours[0]))
        if number == settled:
            break
        settled = number
        hidden = model.hidden
        for options, items in zip((before, after), colours, strict=True):
            options[hidden] = _of_options(model, items)[hidden]
    one, other = (np.argsort(items, kind="stable") for items in colours)
    if not np.array_equal(colours[0][one], colours[1][other]):
        return None
    image = np.empty(model.items, np.int32)
    image[one] = other
    return image


def _of_items(
    model: Model, options: npt.NDArray[np.uint64], demands: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """A colour for each item: of its demand, and of the colours and amounts of its options."""
    each = mix_bits(
        options[model.option_of_entry] + model.amount.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    )
    sums = np.zeros(model.items, np.uint64)
    np.add.at(sums, model.item, each)
    return mix_bits(sums + demands)


def _of_options(model: Model, items: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """A colour for each option: of the colours and amounts of its items."""
    each = mix_bits(items[model.item] + model.amount.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F))
    sums = np.zeros(model.options, np.uint64)
    np.add.at(sums, model.option_of_entry, each)
    return mix_bits(sums)
