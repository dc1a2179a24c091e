"""The model: the data of `accord.model.data`, made from names or arrays, with the algebra on it.

The functions behind the methods are in modules of their own: `build` makes and checks, `derive` makes models
of models, `reduce` sorts out options, `keys` names options for digests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.model import build, derive
from accord.model.data import Flags, Indices, Ints, Lazy, ModelData
from accord.model.keys import option_keys
from accord.model.reduce import reduction

__all__ = ["Flags", "Indices", "Ints", "Model"]


@dataclass(frozen=True, eq=False, repr=False)
class Model(ModelData):
    """One puzzle as items and options; immutable. Make it with `Model.build` or `Model.from_arrays`."""

    @staticmethod
    def build(
        items: Iterable[str] | Mapping[str, build.Demand],
        options: Iterable[build.Gives] | Mapping[str, build.Gives],
        *,
        order: Iterable[str] = (),
        hidden: Iterable[str] = (),
        minimize: Mapping[str, int] | None = None,
        family: str = "",
        lazy: Lazy | None = None,
    ) -> Model:
        """A model from names; see `accord.model.build.build`. Raises InputError with every fault."""
        return build.build(
            Model, items, options, order=order, hidden=hidden, minimize=minimize, family=family, lazy=lazy
        )

    @staticmethod
    def from_arrays(
        item_names: Iterable[str], start: npt.ArrayLike, item: npt.ArrayLike, **more: Any
    ) -> Model:
        """A model from arrays; see `accord.model.build.from_arrays`. Raises InputError with every fault."""
        return build.from_arrays(Model, item_names, start, item, **more)

    @cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The 128-bit key of each option, [options, 2]; see `accord.model.keys`."""
        return option_keys(self)

    @cached_property
    def reduced(self) -> tuple[Model, Indices]:
        """The model without options that are seen to be in no solution, and the options that are left."""
        kept = np.flatnonzero(reduction(self)).astype(np.int32)
        return (self if len(kept) == self.options else self.restrict(kept)), kept

    # -- algebra -----------------------------------------------------------------------------------

    restrict = derive.restrict
    require = derive.require
    quotient = derive.quotient

    def with_symmetries(self, symmetries: npt.ArrayLike) -> Model:
        """The same model with other candidate symmetries (permutations of the items, identity first).

        Raises InputError if they are something else.
        """
        model = replace(self, symmetries=np.ascontiguousarray(symmetries, np.int32).reshape(-1, self.items))
        faults = build.symmetry_faults(model)
        if faults:
            raise InputError(faults)
        return model
