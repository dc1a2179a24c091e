"""The origin of a model: what a family knows of its options, carried along when options are taken away.

An engine that knows the family reads the table, and looks with arrays whether items and demands say what it
expects; it never trusts the spec alone, since the model may be a part of what the spec says. `restrict` and
`require` carry the origin along. Where items are added or made anew (cuts, orbits) there is none.

    a sudoku of 4 x 4, of whose first cell only two digits are left, cell and digit of each option:

    option   r1c1=2  r1c1=4  r1c2=1  ...
    table    [0 2]   [0 4]   [1 1]   ...
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.model.data import M, Origin

__all__ = ["Origin", "with_origin"]


def with_origin(model: M, spec: Any, table: npt.ArrayLike) -> M:
    """The model with an origin; `table` is [options, 2]: the cell and the value of each option."""
    rows = np.ascontiguousarray(table, np.int32).reshape(-1, 2)
    if len(rows) != model.options:
        raise ValueError(f"found an origin of {len(rows)} options; the model has {model.options}")
    return replace(model, origin=Origin(spec, rows))
