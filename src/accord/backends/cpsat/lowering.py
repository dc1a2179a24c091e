"""Model -> CpModel, in passes. Variable o is option o; those beyond are auxiliary, determined by the options.

    variables     a Boolean for each option
    demands       for each item the strongest constraint that says it:
                      amounts 1 and -1       of the options, or of those left out: exactly one, at most one
                                             or at least one
                      any other              low <= sum <= high; of numbers, where options say some
                      with colours           a Boolean for each colour, true iff an option of that colour is
                                             chosen; colours and uncoloured options are then as options above
    objective     the least sum of the chosen options' weights; and which numbers are all different, which
                  helps to prove that
    strategy      the order in which a fixed search tries the options
    hint          options that may well be chosen

No sum of several holds only if a literal does: such sums lose solutions in OR-Tools 9.15.

Enumeration counts the values of all variables, so an auxiliary one that was free would double the count.

Find the numbers that a model encodes by an option per value, and give CP-SAT integer variables for them.

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
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np
from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import Literal

from accord.errors import EngineError
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

    def copy(self) -> Lowered:
        """Return a copy, to which constraints on the variables and hints may be added."""
        made = cp_model.CpModel()
        made.proto.copy_from(self.model.proto)
        return replace(self, model=made)

    def rows(self, texts: Sequence[str]) -> Indices:
        """A batch of solutions; see `rows_of`."""
        return rows_of(texts, len(self.options))

    def forbid(self, solution: Sequence[int]) -> None:
        """Forbid exactly this solution: by its chosen options, where no other one contains them all."""
        clause = [~self.options[o] for o in solution]
        if not full(self.numbers.model).all():
            chosen = set(solution)
            clause += [variable for o, variable in enumerate(self.options) if o not in chosen]
        self.model.add_bool_or(clause)

    def hint(self, options: Sequence[int], *, whole: bool = False) -> None:
        """Note that these options may well be chosen; and if they are a `whole` solution, no others."""
        chosen, hidden = set(options), self.numbers.model.hidden
        closed = (o for o in range(len(self.options)) if whole and o not in chosen and not hidden[o])
        for option in (*options, *closed):
            self.model.add_hint(self.options[option], option in chosen)


def lowering(
    model: Model, *, fixed: bool = False, objective: bool = False, hint: Sequence[int] = ()
) -> Generator[None, None, Lowered]:
    """The model lowered; stops to look at the clock now and then. Run it to its end with `lower`."""
    lowered = Lowered.of(model)
    yield from variables(lowered, model)
    yield from demands(lowered, model)
    if objective:
        for some in all_different(model, lowered.numbers):
            lowered.model.add_all_different(some)
            yield
        _minimize(lowered, model)
    if fixed:
        _follow(lowered, model)
    lowered.hint(hint)
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
    coloured, of_ones = model.coloured_items, model.plain_items.tolist()
    bounds, lows, highs = start.tolist(), model.low.tolist(), model.high.tolist()
    variables = [lowered.options[o] for o in option.tolist()]
    written = 0
    for item, (low, high) in enumerate(zip(lows, highs, strict=True)):
        if bounds[item] >= written:
            written += CHUNK
            yield
        own = slice(bounds[item], bounds[item + 1])
        givers = variables[own]
        if of_ones[item] and _add_truths(lowered.model, givers, max(0, low), min(len(givers), high)):
            continue  # what `_demand` would say
        if coloured[item]:
            _demand_one_colour(lowered.model, givers, amount[own], colour[own])
            continue
        total = partial(lowered.numbers.sum, option[own], amount[own])
        _demand(lowered.model, givers, amount[own].tolist(), low, high, total)


def _demand(
    lowered: cp_model.CpModel,
    givers: Sequence[cp_model.IntVar],
    amounts: Sequence[int],
    low: int,
    high: int,
    total: Callable[[], cp_model.LinearExprT] | None = None,
) -> None:
    """Demand that what the givers give add up to within [low, high], in the strongest form that says it."""
    if _said_by_truths(lowered, givers, amounts, low, high):
        return
    least, most = sum(a for a in amounts if a < 0), sum(a for a in amounts if a > 0)
    if max(low, least) > min(high, most):
        lowered.add_bool_or([])
    elif low > least or high < most:
        weighted = cp_model.LinearExpr.weighted_sum(givers, amounts) if total is None else total()
        lowered.add_linear_constraint(weighted, max(low, least), min(high, most))


def _said_by_truths(
    lowered: cp_model.CpModel, givers: Sequence[cp_model.IntVar], amounts: Sequence[int], low: int, high: int
) -> bool:
    """Demand that so many options be chosen, or left out where the amount is -1; whether that is said so."""
    number, left_out = len(givers), amounts.count(-1)
    if left_out + amounts.count(1) < number:
        return False
    truths = [g if a == 1 else ~g for g, a in zip(givers, amounts, strict=True)] if left_out else givers
    low, high = max(0, low + left_out), min(number, high + left_out)
    return _add_truths(lowered, truths, low, high) or _add_truths(
        lowered, [~t for t in truths], number - high, number - low
    )


def _add_truths(lowered: cp_model.CpModel, truths: Sequence[Literal], low: int, high: int) -> bool:
    """Demand that `low` to `high` of these hold, if one constraint on truths says it; whether it does."""
    number = len(truths)
    if low > high:
        lowered.add_bool_or([])
    elif (low, high) == (1, 1):
        lowered.add_exactly_one(truths)
    elif (low, high) == (0, 1) and number > 1:
        lowered.add_at_most_one(truths)
    elif (low, high) == (1, number):
        lowered.add_bool_or(truths)
    else:
        return (low, high) == (0, number)
    return True


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
    given = amounts[uncoloured].tolist()
    if min(given, default=0) < 0:
        _demand(lowered, plain, given, 0, 1)
    _demand(lowered, plain + shown, given + [1] * len(shown), 0, 1)


def _minimize(lowered: Lowered, model: Model) -> None:
    """By numbers that rules are about, and else by options: these give the relaxation a better bound."""
    weighted = np.flatnonzero(model.objective).astype(np.int32)
    lowered.model.minimize(lowered.numbers.sum(weighted, model.objective[weighted], make=False))


def _follow(lowered: Lowered, model: Model) -> None:
    tried = [lowered.options[o] for o in cell_by_cell(model).tolist()]
    lowered.model.add_decision_strategy(tried, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)


def rows_of(texts: Sequence[str], options: int) -> Indices:
    """A batch of solutions, each printed with a number for each variable; the options come first.

    Raises EngineError where there are not as many numbers as variables.
    """
    if options == 0:
        return np.zeros((len(texts), 0), np.int32)
    values = np.fromstring(",".join(text[1:-1] for text in texts), np.int64, sep=",")
    if len(values) % max(1, len(texts)) or len(values) < options * len(texts):
        raise EngineError(f"CP-SAT gave {len(values)} values in {len(texts)} solutions of {options} options")
    solution, option = np.nonzero(values.reshape(len(texts), -1)[:, :options])
    sizes = np.bincount(solution, minlength=len(texts))
    batch = np.full((len(texts), sizes.max(initial=0)), -1, np.int32)
    batch[np.arange(batch.shape[1]) < sizes[:, None]] = option
    return batch


def full(model: Model) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The options that cannot be added to any solution: they give to an item that is filled exactly."""
    negative = np.zeros(model.items, np.bool_)
    negative[model.item[model.amount < 0]] = True
    exact = (model.low == model.high) & ~negative
    covered = np.zeros(model.options, np.bool_)
    covered[model.option_of_entry[exact[model.item]]] = True
    return covered


def cell_by_cell(model: Model) -> Indices:
    """Return the options in the order of their first items along `model.order`; options on none of them last.

    A fixed search tries its options cell by cell. In the first cell that is not covered, every option is
    tried that can cover it: once all earlier cells are covered, only the options of that cell are open. Among
    the options of a cell the furthest reaching come first: they leave the most confined rest.
    """
    rank = np.full(model.items, model.items, np.int32)
    rank[model.order] = np.arange(len(model.order), dtype=np.int32)
    first = np.full(model.options, model.items, np.int32)
    last = np.full(model.options, -1, np.int32)
    np.minimum.at(first, model.option_of_entry, rank[model.item])
    ordered = rank[model.item] < model.items
    np.maximum.at(last, model.option_of_entry[ordered], rank[model.item[ordered]])
    return np.lexsort((-last, first)).astype(np.int32)


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
