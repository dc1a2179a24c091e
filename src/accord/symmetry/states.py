"""How many states a count goes through that does not walk to each solution.

Primary items are met one after the other: those of the model's order, then the others. An option is decided
at the first of them that it gives to, or after all. Of what was decided before, only this matters to what is
still to come: how much the items have got that options on both sides give to. So there are no more states
at an item than the product of how many values each of these can have. Counting layer by layer goes through
each state once; so does a memo of what is left to be covered, as long as all of it is kept.

Example: dominoes on two rows of n cells, filled along the short side. At most two cells can stick out beyond
those that are filled, so there are no more than 4 states at a cell, and 8 n in all; solutions grow as 1.6^n.
"""

from __future__ import annotations

import numpy as np

from accord.model import Model
from accord.model.model_cache import cached_on_model

LARGEST = 300.0  # the power of two beyond which nobody needs to know


@cached_on_model()
def most_states(model: Model) -> float:
    """The states of a count in the model's order, at most; of a model without colours."""
    ordered = model.order[model.primary[model.order]].astype(np.int64)
    primary = np.append(ordered, np.setdiff1d(np.flatnonzero(model.primary), ordered))
    place = np.full(model.items, len(primary), np.int64)
    place[primary] = np.arange(len(primary))
    decided = np.full(model.options, len(primary), np.int64)
    np.minimum.at(decided, model.option_of_entry, place[model.item])

    first = np.full(model.items, len(primary), np.int64)
    last = np.zeros(model.items, np.int64)
    np.minimum.at(first, model.item, decided[model.option_of_entry])
    np.maximum.at(last, model.item, decided[model.option_of_entry])
    spans = np.flatnonzero(first < last)
    change = np.zeros(len(primary) + 2)
    values = np.maximum(np.minimum(model.most, model.high - model.least), model.least) - model.least + 1
    bits = np.log2(values[spans])  # of how many different amounts an item may have got
    np.add.at(change, first[spans] + 1, bits)
    np.add.at(change, last[spans] + 1, -bits)
    width = np.minimum(np.cumsum(change)[: len(primary) + 1], LARGEST)
    return float(np.exp2(width).sum())
