"""Find the numbers that a model encodes by an option per value, and give CP-SAT integer variables for them.

Of an item [1, 1] exactly one option is chosen. So what its options give to another item is a number, and the
chosen one says which. Where these are three amounts or more, CP-SAT gets an integer variable, tied to the
options value by value: it reasons about bounds then, which it cannot about a sum of Booleans. Amounts that
differ by a factor and a constant are one variable. It is determined by the options, so counts stay.

Numbers no two of which are the same are shown value by value: of the options with one value at most one is
chosen. CP-SAT also gets that they all differ. This is implied, so no solution is lost; but CP-SAT then sees
that too many numbers lie within too narrow bounds, which no value shows alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from accord.model import Model
from accord.model.model import Indices, Ints

LEAST = 3  # different amounts that make a number: two are what an option says; and numbers that all differ


@dataclass(frozen=True)
class Numbers:
    """The integer variables of a model, each made when an item first needs it."""

    model: Model
    made: cp_model.CpModel
    options: list[cp_model.IntVar]  # the variable of each option
    known: dict[tuple[int, bytes], cp_model.IntVar] = field(default_factory=dict)

    @cached_property
    def item(self) -> Indices:
        """For each option, the first item of which exactly one option is chosen; -1 where there is none."""
        model = self.model
        entries = (model.plain_items & model.primary)[model.item]
        first = np.full(model.options, model.items, np.int32)
        np.minimum.at(first, model.option_of_entry[entries], model.item[entries])
        return np.where(first == model.items, -1, first)

    def sum(self, options: Indices, amounts: Ints, *, make: bool = True) -> cp_model.LinearExprT:
        """The sum that options add to an item, or to the objective; unless `make`, by existing numbers."""
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
            self.known[key] = self._tie(every, given)
        return self.known[key], factor, constant

    def _tie(self, options: Indices, values: Ints) -> cp_model.IntVar:
        """A variable with the value of the option of these that is chosen."""
        number = self.made.new_int_var_from_domain(cp_model.Domain.from_values(values.tolist()), "")
        for option, value in zip(options.tolist(), values.tolist(), strict=True):
            self.made.add(number == value).only_enforce_if(self.options[option])
        return number


Values: TypeAlias = dict[int, int]  # of each option of an item the value


def all_different(model: Model, numbers: Numbers) -> Iterator[list[cp_model.LinearExprT]]:
    """The numbers that were made, shifted, in lists: no two of one list can have the same value.

    The options of an item tell which values are the same. So one item says how far each number is shifted,
    and then all options that have the same value must have such an item in common.
    """
    known: dict[int, tuple[cp_model.IntVar, Values]] = {}
    for (item, values), variable in numbers.known.items():
        pairs = zip(model.options_of(item).tolist(), np.frombuffer(values, np.int64).tolist(), strict=True)
        known.setdefault(item, (variable, dict(pairs)))
    if len(known) < LEAST:
        return
    rows = _one_at_most(model, numbers)
    rows_of: dict[int, set[int]] = defaultdict(set)
    for row, of in enumerate(rows):
        for option in of.values():
            rows_of[option].add(row)
    tried: list[frozenset[int]] = []
    for of in sorted(rows, key=len, reverse=True):
        items = frozenset(of.keys() & known.keys())
        if len(items) < LEAST or any(items <= others for others in tried):
            continue
        tried.append(items)
        shifted = [(*known[item], known[item][1][of[item]]) for item in sorted(items)]
        same: dict[int, list[int]] = defaultdict(list)
        for _, value_of, shift in shifted:
            for option, value in value_of.items():
                same[value - shift].append(option)
        if all(len(some) == 1 or set.intersection(*(rows_of[o] for o in some)) for some in same.values()):
            yield [variable - shift for variable, _, shift in shifted]


def _one_at_most(model: Model, numbers: Numbers) -> list[dict[int, int]]:
    """Map number items to options, for each item of at most one option, all with different numbers."""
    start, option, _ = model.by_item
    found: list[dict[int, int]] = []
    for item in np.flatnonzero(model.plain_items & (model.high == 1) & (np.diff(start) > 1)).tolist():
        options = option[start[item] : start[item + 1]]
        of = dict(zip(numbers.item[options].tolist(), options.tolist(), strict=True))
        if len(of) == len(options):
            found.append(of)
    return found
