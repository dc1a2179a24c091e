"""The items of a model as CP-SAT looks at them: which are plain, which give values, and their order.

A fixed search tries its options cell by cell along `model.order`. In the first cell that is not covered,
every option is tried that can cover it. An option belongs to the first of its items in the order; so once all
earlier cells are covered, only the options of that cell are open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from accord.model import Model
    from accord.model.model import Indices

Flags: TypeAlias = npt.NDArray[np.bool_]


def plain(model: Model) -> Flags:
    """The items to which options give 1, without a colour: how many are chosen is all that counts."""
    found = np.ones(model.items, np.bool_)
    found[model.item[(model.amount != 1) | (model.colour != 0)]] = False
    return found


def values(model: Model) -> Flags:
    """The options of plain items [1, 1]: each is a value of something that has exactly one."""
    found = np.zeros(model.options, np.bool_)
    found[model.option_of_entry[(plain(model) & model.primary)[model.item]]] = True
    return found


def cell_by_cell(model: Model) -> Indices:
    """The options in the order of their first items along `model.order`; options on none of them last.

    Among the options of a cell the furthest reaching come first: they leave the most confined rest.
    """
    rank = np.full(model.items, model.items, np.int32)
    rank[model.order] = np.arange(len(model.order), dtype=np.int32)
    first = np.full(model.options, model.items, np.int32)
    last = np.full(model.options, -1, np.int32)
    np.minimum.at(first, model.option_of_entry, rank[model.item])
    ordered = rank[model.item] < model.items
    np.maximum.at(last, model.option_of_entry[ordered], rank[model.item[ordered]])
    return np.lexsort((-last, first)).astype(np.int32)
