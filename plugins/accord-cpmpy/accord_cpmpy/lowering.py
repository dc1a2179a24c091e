"""From CPMpy's expressions to items and options, by CPMpy's own passes.

The passes are those that CPMpy runs for its solvers of pseudo-Boolean rules (`CPM_pysat.transform`). What
they leave are literals, clauses, sums of Booleans with a bound, and each of these behind `literal ->`:

    Boolean b                one option, `b`
    integer x, 1..3          options `x=1`, `x=2`, `x=3`, and the item `x`: exactly one of them
    CPMpy's auxiliaries      hidden options; integers as CPMpy encodes them
    clause, sum              an item
    p -> sum >= k            an item: sum + M * (not p) >= k, where M is what the sum can lack

The integers of the user are encoded before the passes see them. So these write the option `x=3` wherever the
user says `x == 3`, and need no auxiliary for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, TypeAlias

import cpmpy as cp
import numpy as np
from cpmpy.exceptions import CPMpyException
from cpmpy.expressions.core import BoolVal, Comparison
from cpmpy.expressions.utils import get_bounds
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.transformations.cse import CSEMap
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.flatten_model import flatten_constraint, flatten_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.int2bool import IntVarEnc, _encode_int_var, _encode_lin_expr, int2bool
from cpmpy.transformations.linearize import (
    get_linear_decompositions,
    linearize_constraint,
    linearize_reified_variables,
)
from cpmpy.transformations.negation import push_down_negation, push_down_negation_objective
from cpmpy.transformations.normalize import simplify_boolean, toplevel_list
from cpmpy.transformations.reification import only_bv_reifies, only_implies
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from accord import InputError, Model

Terms: TypeAlias = dict[str, int]  # name of a Boolean -> amount
Row: TypeAlias = tuple[Terms, int, int]  # low, high

MOST_VALUES = 100_000  # of one integer
UNBOUNDED = int(np.iinfo(np.int64).max)
LINEAR = frozenset({"sum", "wsum", "->", "and", "or"})
CONSTANT = "constant"  # a hidden option of every solution: what an objective has beside its variables


def _regular(rule: Any) -> Any:
    """An automaton, by tables; CPMpy 1.1 fails where the word is of one letter."""
    word, moves, start, accepting = rule.args
    if len(word) > 1:
        return rule.decompose()
    return [cp.any([word[0] == letter for at, letter, to in moves if at == start and to in accepting])], []


def _diagram(rule: Any) -> Any:
    """A diagram, and so a table; CPMpy 1.1 fails where it is of expressions, so each gets a variable."""
    named = [each if isinstance(each, _NumVarImpl) else cp.intvar(*get_bounds(each)) for each in rule.args[0]]
    given = zip(named, rule.args[0], strict=True)
    rule = copy(rule)
    rule.update_args((named,))
    holds, defining = rule.decompose()
    return holds, [*defining, *(one == other for one, other in given if one is not other)]


# CPMpy 1.1's linear forms of `circuit` and `regular` are wrong where these stand behind a truth that may be
# false (they forbid solutions), and its short form of `mdd` leaves auxiliaries open there.
DECOMPOSED = get_linear_decompositions() | {
    "circuit": lambda rule: rule.decompose(),
    "mdd": _diagram,
    "regular": _regular,
}


@contextmanager
def _report_faults() -> Iterator[None]:
    """What CPMpy's passes do not take is told as a fault of the model."""
    try:
        yield
    except (CPMpyException, NotImplementedError) as error:
        raise InputError([f"CPMpy cannot make this linear: {error}"]) from error


class Lowering:
    """What CPMpy's passes have made of constraints and an objective so far.

    Adding raises InputError for what the passes do not take, and for integers of more than 100,000 values.
    """

    def __init__(self) -> None:
        self.variables: dict[str, Any] = {}  # the user's by name, in the order in which they were met
        self.sign = 0  # of the objective in the model: 1 minimized, -1 maximized, 0 none
        self._says: dict[str, tuple[str, int | bool]] = {}  # visible option -> a variable's name, a value
        self._encodings: dict[str, IntVarEnc] = {}  # of integers
        self._known = CSEMap()  # expressions that have an auxiliary
        self._rows: list[Row] = []
        self._objective: tuple[Terms, int] = {}, 0

    @_report_faults()
    def add(self, constraints: Any) -> None:
        """Lower more constraints."""
        self._meet(constraints)
        self._lower(constraints)

    @_report_faults()
    def objective(self, expression: Any, *, minimize: bool) -> None:
        """Lower an objective, which takes the place of the one before."""
        self._meet(expression)
        flat, safe = safen_objective(expression)
        flat = push_down_negation_objective(flat)
        flat, defined = decompose_objective(flat, csemap=self._known, decompose_custom=DECOMPOSED)
        flat, flattened = flatten_objective(flat, csemap=self._known)
        self._lower([*safe, *defined, *flattened])
        weights, numbers = _weights_and_variables(flat)
        terms, domains, constant = _encode_lin_expr(
            self._encodings, numbers, weights, "auto", csemap=self._known
        )
        self._lower(domains)
        added, more = _terms(terms)
        self._objective, self.sign = (added, int(constant) + more), 1 if minimize else -1

    def values(self, chosen: Iterable[str]) -> dict[str, int | bool]:
        """The values of the user's variables where these options of the model are chosen."""
        values = {name: False for name, variable in self.variables.items() if variable.is_bool()}
        return values | {
            self._says[option][0]: self._says[option][1] for option in chosen if option in self._says
        }

    def model(self) -> Model:
        """The model; no matter whether its hidden options are determined."""
        names: dict[str, str] = {}  # of an option, by the name of its Boolean
        rows: list[Row] = []
        for name, variable in self.variables.items():
            if variable.is_bool():
                names[name] = name
                continue
            literals = self._encodings[name].vars()
            names |= {each.name: f"{name}={value}" for value, each in enumerate(literals, variable.lb)}
            rows.append((dict.fromkeys((each.name for each in literals), 1), 1, 1))
        visible = len(names)
        items = [name for name in self.variables if name in self._encodings]
        weights, constant = self._objective
        if self.sign and constant:
            names[CONSTANT] = CONSTANT
            rows.append(({CONSTANT: 1}, 1, 1))
            items.append(CONSTANT)
            weights = weights | {CONSTANT: constant}
        items += [f"rule {number}" for number in range(1, len(self._rows) + 1)]
        rows += self._rows
        for terms, _, _ in rows:
            for each in terms:
                if each not in names:
                    names[each] = f"auxiliary {len(names) - visible + 1}"
        index = {name: option for option, name in enumerate(names)}
        return matrix(
            items,
            [index[each] for terms, _, _ in rows for each in terms],
            np.repeat(np.arange(len(rows)), [len(terms) for terms, _, _ in rows]),
            [amount for terms, _, _ in rows for amount in terms.values()],
            low=[low for _, low, _ in rows],
            high=[high for _, _, high in rows],
            names=list(names.values()),
            hidden=np.arange(len(names)) >= visible,
            objective=[self.sign * weights.get(name, 0) for name in names] if self.sign else (),
            maximizes=self.sign < 0,
        )

    def _meet(self, expressions: Any) -> None:
        """Encode the user's integers that are new, an option for each value."""
        for variable in get_variables([expressions]):
            if variable.name in self.variables:
                continue
            if not variable.is_bool():
                values = variable.ub - variable.lb + 1
                if values > MOST_VALUES:
                    found = f"integer {variable.name}: {values:,} values"
                    raise InputError([f"{found}; expected at most {MOST_VALUES:,}, as each is an option"])
                _encode_int_var(self._encodings, variable, "direct", csemap=self._known)
                for value in range(variable.lb, variable.ub + 1):
                    self._says[f"{variable.name}={value}"] = variable.name, value
            else:
                self._says[variable.name] = variable.name, True
            self.variables[variable.name] = variable

    def _lower(self, constraints: Any) -> None:
        for rule in self._flat(constraints):
            self._rows += _rows(rule)

    def _flat(self, constraints: Any) -> list[Any]:
        """Literals, clauses, and sums of Booleans with a bound; each may stand behind `literal ->`."""
        known = self._known
        rules = toplevel_list(constraints)
        rules = no_partial_functions(rules)
        rules = push_down_negation(rules)
        rules = decompose_in_tree(rules, csemap=known, decompose_custom=DECOMPOSED)
        rules = simplify_boolean(rules)
        rules = flatten_constraint(rules, csemap=known)
        rules = linearize_reified_variables(rules, min_values=2, csemap=known, ivarmap=self._encodings)
        rules = only_bv_reifies(rules, csemap=known)
        rules = only_implies(rules, csemap=known)
        rules = linearize_constraint(rules, supported=LINEAR, csemap=known)
        return int2bool(rules, self._encodings, encoding="auto", csemap=known)


def matrix(
    items: Sequence[str], option: Any, item: Any, amount: Any, *, options: int = 0, **more: Any
) -> Model:
    """A model from entries in any order; `options` is their number where they have no names."""
    options = len(more.get("names", ())) or options
    option = np.asarray(option, np.int64)
    place = np.argsort(option, kind="stable")
    start = np.append(0, np.cumsum(np.bincount(option, minlength=options)))
    item, amount = np.asarray(item, np.int64)[place], np.asarray(amount, np.int64)[place]
    return Model.from_arrays(items, start, item, amount=amount, **more)


# -- rows of a rule --------------------------------------------------------------------------------


def _rows(rule: Any, conditions: tuple[Any, ...] = ()) -> Iterator[Row]:
    """The rows of a flat rule that holds if all conditions, which are literals, do."""
    if isinstance(rule, _BoolVarImpl | BoolVal) or rule.name == "or":
        literals = rule.args if rule.name == "or" else [rule]
        yield from _row([(1, each) for each in literals], ">=", 1, conditions)
    elif rule.name == "and":
        for each in rule.args:
            yield from _rows(each, conditions)
    elif rule.name == "->":
        condition, then = rule.args
        yield from _rows(then, (*conditions, condition))
    elif isinstance(rule, Comparison):
        left, right = rule.args
        weights, literals = _weights_and_variables(left)
        yield from _row([*zip(weights, literals, strict=True)], rule.name, int(right), conditions)
    else:
        raise NotImplementedError(rule)


def _row(terms: list[tuple[int, Any]], sign: str, bound: int, conditions: tuple[Any, ...]) -> Iterator[Row]:
    """The row of a sum with a bound, two for an equality under conditions; none where it holds anyway."""
    if conditions and sign == "==":
        yield from _row(terms, ">=", bound, conditions)
        sign = "<="
    if sign == "<=":
        terms, bound = [(-weight, literal) for weight, literal in terms], -bound
    added, constant = _terms(terms)
    if conditions:
        lack = max(0, bound - constant - _least(added))
        added, constant = _terms([*terms, *((lack, ~condition) for condition in conditions)])
    low = bound - constant
    high = low if sign == "==" else UNBOUNDED
    least, most = _least(added), -_least({name: -amount for name, amount in added.items()})
    if low > most or high < least:
        yield {}, 1, 1
    elif (low > least or high < most) and most > 0:
        yield added, low, high
    elif low > least or high < most:  # `not both` is better said as `at most one`
        yield {name: -amount for name, amount in added.items()}, 0 if high == UNBOUNDED else -high, -low


def _terms(weighted: Iterable[tuple[int, Any]]) -> tuple[Terms, int]:
    """Amounts by the names of Booleans, none of them 0, and a constant: what a sum over literals is."""
    terms: Terms = {}
    constant = 0
    for weight, literal in weighted:
        if isinstance(literal, NegBoolView):
            constant += int(weight)
            terms[literal._bv.name] = terms.get(literal._bv.name, 0) - int(weight)
        elif isinstance(literal, _BoolVarImpl):
            terms[literal.name] = terms.get(literal.name, 0) + int(weight)
        else:
            constant += int(weight) * int(literal)
    return {name: amount for name, amount in terms.items() if amount}, constant


def _least(terms: Terms) -> int:
    return sum(amount for amount in terms.values() if amount < 0)


def _weights_and_variables(flat: Any) -> tuple[Sequence[int], Sequence[Any]]:
    """The weights and the variables of a variable, a number or a sum."""
    if isinstance(flat, _NumVarImpl) or not hasattr(flat, "args"):
        return [1], [flat]
    if flat.name == "wsum":
        return flat.args
    if flat.name == "sum":
        return [1] * len(flat.args), flat.args
    raise NotImplementedError(flat)
