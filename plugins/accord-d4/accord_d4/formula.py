"""A model as what d4 is asked: clauses in one stream.

In every encoding of `accord.cnf` the options determine the auxiliary variables, so the formula has as many
models as the model has solutions. Hidden options are variables as any others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord import Model
    from accord.cnf import Formula
    from accord_d4.process import Stream


def stream(formula: Formula) -> Stream:
    """Its clauses, a 0 behind each."""
    length = np.diff(formula.start)
    found = np.zeros(len(formula.literal) + len(length), np.int32)
    found[np.arange(len(formula.literal)) + np.repeat(np.arange(len(length)), length)] = formula.literal
    return found


def reach(model: Model) -> int:
    """How many options, at most, give to items on both sides of a cut, where items stand in their order."""
    first, last = np.full(model.options, model.items), np.full(model.options, -1)
    np.minimum.at(first, model.option_of_entry, model.item)
    np.maximum.at(last, model.option_of_entry, model.item)
    across = np.zeros(model.items + 1, np.int64)
    some = last >= 0
    np.add.at(across, first[some], 1)
    np.add.at(across, last[some], -1)
    return int(np.cumsum(across).max())
