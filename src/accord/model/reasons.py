"""Say why reduction removes an option: the rule, and the items that show it to a person.

rule       items
---------  ----------------------------------------------------------------------------
bounds     one that cannot come into its demand any more
support    one that no option can fill any more; of a cell, the region in which it lies if that is small
hole       the cells of a region whose size is no sum of sizes of pieces that are left
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from accord.model import reduce
from accord.model.data import ModelData
from accord.model.reduce import EFFORT, Drop, drops, in_bounds
from accord.model.regions import Holes, fillable

Rule: TypeAlias = Literal["bounds", "support", "hole"]

_RULES: dict[reduce.Rule, Rule] = {in_bounds: "bounds", fillable: "hole"}


@dataclass(frozen=True, slots=True)
class Dropped:
    """An option that is in no solution."""

    option: int
    rule: Rule
    items: tuple[int, ...]


def drop_reasons(model: ModelData, effort: int = EFFORT) -> Iterator[Dropped]:
    """The options that `reduce.reduction` drops, in the order of its turns, each with a reason."""
    for drop in drops(model, effort):
        gone = np.flatnonzero(~drop.keep)
        for option, items in zip(gone.tolist(), _reasons(drop, gone.tolist()), strict=True):
            yield Dropped(int(drop.options[option]), _RULES.get(drop.rule, "support"), items)


def _reasons(drop: Drop, gone: list[int]) -> Iterator[tuple[int, ...]]:
    """The items of each option that was dropped, by its index in the rest."""
    model = drop.rest
    if drop.rule is fillable:
        holes = Holes(model)
        yield from (holes.unfillable(option) for option in gone)
    elif drop.rule is in_bounds:
        broken = reduce.broken(model)
        already = np.flatnonzero((model.least > model.high) | (model.most < model.low))
        for option in gone:
            own = model.item[(model.option_of_entry == option) & broken]
            yield (int([*own, *already][0]),)
    else:
        items = reduce.first_unsupported(model, np.array(gone))
        holes = Holes(model)
        yield from (holes.around(option, item) for option, item in zip(gone, items, strict=True))
