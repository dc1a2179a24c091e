"""Model -> CpModel, in passes. Variable o is option o; those beyond are auxiliary, determined by the options.

    variables     a Boolean for each option
    demands       for each item the strongest constraint that says it:
                      [1, 1], amounts 1      exactly one
                      [0, 1], amounts 1      at most one
                      any other              low <= sum <= high; of numbers, where options say some
                      with colours           a Boolean for each colour, true iff an option of that colour is
                                             chosen; colours and uncoloured options are then as options above
    objective     the least sum of the chosen options' weights
    strategy      the order in which a fixed search tries the options
    hint          options that may well be chosen

No sum holds only if a literal does: such sums lose solutions in OR-Tools 9.15.

Enumeration counts the values of all variables, so an auxiliary one that was free would double the count.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.cpsat.numbers import Numbers
from accord.backends.cpsat.strategy import cell_by_cell

if TYPE_CHECKING:
    from accord.model import Model
    from accord.model.model import Indices, Ints

CHUNK = 2000  # variables or items between two looks at the clock: some milliseconds

Pass: TypeAlias = Generator[None, None, None]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A CpModel, its variable for each option, and the numbers that options say."""

    model: cp_model.CpModel
    options: list[cp_model.IntVar]
    numbers: Numbers

    @classmethod
    def of(cls, model: Model) -> Lowered:
        """Nothing yet of a model."""
        made, options = cp_model.CpModel(), list[cp_model.IntVar]()
        return cls(made, options, Numbers(model, made, options))


def lowering(
    model: Model, *, fixed: bool = False, objective: bool = False, hint: Sequence[int] = ()
) -> Generator[None, None, Lowered]:
    """The model lowered; stops to look at the clock now and then. Run it to its end with `lower`."""
    lowered = Lowered.of(model)
    yield from variables(lowered, model)
    yield from demands(lowered, model)
    if objective:
        _minimize(lowered, model)
    if fixed:
        _follow(lowered, model)
    for option in hint:
        lowered.model.add_hint(lowered.options[option], True)
    return lowered


def variables(lowered: Lowered, model: Model) -> Pass:
    """A Boolean for each option."""
    for option in range(model.options):
        if option % CHUNK == 0:
            yield
        lowered.options.append(lowered.model.new_bool_var(""))


def demands(lowered: Lowered, model: Model) -> Pass:
    """A constraint for each item."""
    start, option, entry = model.by_item
    amount, colour = model.amount[entry], model.colour[entry]
    written = 0
    for item in range(model.items):
        if start[item] >= written:
            written += CHUNK
            yield
        own = slice(start[item], start[item + 1])
        givers = [lowered.options[o] for o in option[own].tolist()]
        if colour[own].any():
            _demand_one_colour(lowered.model, givers, amount[own], colour[own])
        else:
            total = lowered.numbers.sum(option[own], amount[own]) if (amount[own] != 1).any() else None
            low, high = int(model.low[item]), int(model.high[item])
            _demand(lowered.model, givers, amount[own], low, high, total)


def _demand(
    lowered: cp_model.CpModel,
    givers: list[cp_model.IntVar],
    amounts: Ints,
    low: int,
    high: int,
    total: cp_model.LinearExprT | None = None,
) -> None:
    """Demand that what the givers give add up to within [low, high], in the strongest form that says it."""
    plain = bool((amounts == 1).all())
    least, most = int(amounts[amounts < 0].sum()), int(amounts[amounts > 0].sum())
    if plain and (low, high) == (1, 1):
        lowered.add_exactly_one(givers)
    elif max(low, least) > min(high, most):
        lowered.add_bool_or([])
    elif plain and (low, high) == (0, 1):
        lowered.add_at_most_one(givers)
    elif low > least or high < most:
        if total is None:
            total = cp_model.LinearExpr.weighted_sum(givers, amounts.tolist())
        lowered.add_linear_constraint(total, max(low, least), min(high, most))


def _demand_one_colour(
    lowered: cp_model.CpModel, givers: list[cp_model.IntVar], amounts: Ints, colours: Indices
) -> None:
    """One colour at most, and none beside what the uncoloured options give, which is 0 or 1."""
    shown: list[cp_model.IntVar] = []
    for colour in np.unique(colours[colours != 0]):
        same = [givers[k] for k in np.flatnonzero(colours == colour)]
        shown.append(same[0] if len(same) == 1 else lowered.new_bool_var(""))
        if len(same) > 1:
            lowered.add_bool_or([~shown[-1], *same])
            for giver in same:
                lowered.add_implication(giver, shown[-1])
    uncoloured = colours == 0
    plain = [givers[k] for k in np.flatnonzero(uncoloured)]
    ones = np.ones(len(shown), np.int64)
    if (amounts[uncoloured] < 0).any():
        _demand(lowered, plain, amounts[uncoloured], 0, 1)
    _demand(lowered, plain + shown, np.concatenate([amounts[uncoloured], ones]), 0, 1)


def _minimize(lowered: Lowered, model: Model) -> None:
    """By numbers that rules are about, and else by options: these give the relaxation a better bound."""
    weighted = np.flatnonzero(model.objective).astype(np.int32)
    lowered.model.minimize(lowered.numbers.sum(weighted, model.objective[weighted], make=False))


def _follow(lowered: Lowered, model: Model) -> None:
    tried = [lowered.options[o] for o in cell_by_cell(model).tolist()]
    lowered.model.add_decision_strategy(tried, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def forbid(lowered: Lowered, model: Model, solution: Sequence[int]) -> None:
    """Forbid exactly this solution: by its chosen options, where no other solution contains them all."""
    clause = [~lowered.options[o] for o in solution]
    if not full(model).all():
        chosen = set(solution)
        clause += [variable for o, variable in enumerate(lowered.options) if o not in chosen]
    lowered.model.add_bool_or(clause)


def full(model: Model) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The options that cannot be added to any solution: they give to an item that is filled exactly."""
    negative = np.zeros(model.items, np.bool_)
    negative[model.item[model.amount < 0]] = True
    exact = (model.low == model.high) & ~negative
    covered = np.zeros(model.options, np.bool_)
    covered[model.option_of_entry[exact[model.item]]] = True
    return covered
