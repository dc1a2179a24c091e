"""Numbers that a model says by an option for each value, as integer variables.

Of an item [1, 1] exactly one option is chosen. So what its options give to another item is a number, and the
chosen one says which. Where these are three amounts or more, CP-SAT gets an integer variable, tied to the
options value by value: it reasons about bounds then, which it cannot about a sum of Booleans. Amounts that
differ by a factor and a constant are one variable. It is determined by the options, so counts stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.cpsat.items import plain

if TYPE_CHECKING:
    from accord.model import Model
    from accord.model.model import Indices, Ints

LEAST = 3  # different amounts that make a number; two are what an option says


@dataclass(frozen=True)
class Numbers:
    """The integer variables of a model, each made when an item first needs it."""

    model: Model
    made: cp_model.CpModel
    options: list[cp_model.IntVar]  # the variable of each option
    known: dict[tuple[int, bytes], cp_model.IntVar] = field(default_factory=dict)

    @cached_property
    def item(self) -> Indices:
        """Of each option, the first item of which exactly one option is chosen; -1 where there is none."""
        model = self.model
        entries = (plain(model) & model.primary)[model.item]
        first = np.full(model.options, model.items, np.int32)
        np.minimum.at(first, model.option_of_entry[entries], model.item[entries])
        return np.where(first == model.items, -1, first)

    def sum(self, options: Indices, amounts: Ints, *, make: bool = True) -> cp_model.LinearExprT:
        """What options give to an item, or to the objective; unless `make`, by the numbers there are."""
        variables: list[cp_model.IntVar] = []
        factors: list[int] = []
        constant = 0
        items = self.item[options]
        for item in np.unique(items).tolist():
            own = items == item
            number = self._number(item, options[own], amounts[own], make) if item >= 0 else None
            if number is None:
                variables += [self.options[o] for o in options[own].tolist()]
                factors += amounts[own].tolist()
            else:
                variables.append(number[0])
                factors.append(number[1])
                constant += number[2]
        return cp_model.LinearExpr.weighted_sum(variables, factors) + constant

    def _number(
        self, item: int, options: Indices, amounts: Ints, make: bool
    ) -> tuple[cp_model.IntVar, int, int] | None:
        """An integer variable, a factor and a constant that say what options of an item give."""
        every = self.model.options_of(item)
        given = np.zeros(len(every), np.int64)
        given[np.searchsorted(every, options)] = amounts
        if len(np.unique(given)) < LEAST:
            return None
        constant = int(given[0])
        given -= constant
        factor = int(np.gcd.reduce(given))
        factor = factor if given[given != 0][0] > 0 else -factor
        given //= factor
        key = (item, given.tobytes())
        if key not in self.known:
            if not make:
                return None
            self.known[key] = self._tied(every, given)
        return self.known[key], factor, constant

    def _tied(self, options: Indices, values: Ints) -> cp_model.IntVar:
        """A variable with the value of the option of these that is chosen."""
        number = self.made.new_int_var_from_domain(cp_model.Domain.from_values(values.tolist()), "")
        for option, value in zip(options.tolist(), values.tolist(), strict=True):
            self.made.add(number == value).only_enforce_if(self.options[option])
        return number
