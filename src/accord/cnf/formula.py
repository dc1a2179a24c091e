"""A model as a formula: clauses over Booleans, and native cardinality constraints where a solver has them.

    name       shape        dtype   meaning
    ---------  -----------  ------  ------------------------------------------------------------------
    start      clauses + 1  int64   clause c has the literals start[c]:start[c + 1]; none at all: false
    literal    literals     int32   v or -v for variable v, counted from 1; option o is variable o + 1
    owner      clauses      int32   the item a clause speaks for; ascending

Variables beyond the options are auxiliary. In every encoding the options determine each of them, so a formula
has exactly as many models as the model has solutions; and unit propagation alone decides a full assignment
of the options: it ends in a conflict, or with a value for every variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np
import numpy.typing as npt

from accord.model.data import Indices

AT_ONCE = 1 << 16  # clauses turned into lists in one go
KEPT = 1 << 14  # clauses whose lists are kept, for a model that is asked again


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most `bound` of the literals are true; `owner` is the item this speaks for."""

    literals: tuple[int, ...]
    bound: int
    owner: int


@dataclass(frozen=True, eq=False)
class Formula:
    """Clauses and native cardinality constraints, all of which hold."""

    options: int  # variables 1 to `options` stand for the options
    variables: int  # the others, up to here, are auxiliary
    start: npt.NDArray[np.int64]
    literal: Indices
    owner: Indices
    at_most: tuple[AtMost, ...] = ()
    used: Mapping[str, int] = field(default_factory=dict)  # encoding or "native" -> how many items

    def __len__(self) -> int:
        return len(self.owner)

    def __repr__(self) -> str:
        native = f", {len(self.at_most):,} at-most" if self.at_most else ""
        return f"<Formula {self.variables:,} variables, {len(self):,} clauses{native}>"

    def clauses(self) -> Iterable[list[int]]:
        """Each clause as a list of literals, not to be changed.

        Of a small formula that is asked again they are kept.
        """
        return self._kept if len(self) <= KEPT and next(self._times_asked) else self._lists()

    @cached_property
    def _times_asked(self) -> Iterator[int]:
        return count()

    @cached_property
    def _kept(self) -> list[list[int]]:
        return list(self._lists())

    def _lists(self) -> Iterator[list[int]]:
        for first in range(0, len(self), AT_ONCE):
            start = self.start[first : first + AT_ONCE + 1]
            literal = self.literal[start[0] : start[-1]].tolist()
            bounds = (start - start[0]).tolist()
            yield from map(literal.__getitem__, map(slice, bounds, bounds[1:]))
