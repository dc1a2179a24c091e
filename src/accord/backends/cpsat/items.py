"""What items say of their options, for those who look for numbers in a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from accord.model import Model

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
