"""Model -> the order in which a fixed search tries its options: cell by cell along `model.order`.

In the first cell that is not covered, every option is tried that can cover it. An option belongs to the first
of its items in the order; so once all earlier cells are covered, only the options of that cell are open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.model import Model
    from accord.model.model import Indices


def cell_by_cell(model: Model) -> Indices:
    """The options in the order of their first items along `model.order`; those on none of them last.

    Among the options of a cell those that reach furthest come first: they leave the most confined rest.
    """
    rank = np.full(model.items, model.items, np.int32)
    rank[model.order] = np.arange(len(model.order), dtype=np.int32)
    first = np.full(model.options, model.items, np.int32)
    last = np.full(model.options, -1, np.int32)
    np.minimum.at(first, model.option_of_entry, rank[model.item])
    ordered = rank[model.item] < model.items
    np.maximum.at(last, model.option_of_entry[ordered], rank[model.item[ordered]])
    return np.lexsort((-last, first)).astype(np.int32)
