"""A Problem of Accord translated to CPMpy: rule by rule, by CPMpy's own constraints where it has one.

    Problem                      CPMpy
    ---------------------------  ---------------------------------------------------------------------
    integer, choice              an integer; values that are no numbers stand for numbers of their own
    boolean                      a Boolean
    sum, abs, min, max, product  the same
    element                      Element, and a rule that the place is inside, wherever it occurs
    x in [...], x == "red"       InDomain, and comparisons
    and, or, xor, not            the same
    different                    AllDifferent, AllDifferentExceptN
    table, forbidden, relation   Table, NegativeTable
    increasing, lexicographic    Increasing, IncreasingStrict, LexLess, LexLessEq
    regular                      Regular, of the deterministic automaton
    inverse, precedence          Inverse, Precedence
    circuit, cardinality, among, n_values, cumulative
                                 Circuit, Count, Among, NValue, Cumulative
    other global constraints     the simpler rules that define them

It starts from the problem, not from its model. So its result after CPMpy's passes is a second
way from rules to counts, which shares nothing with Accord's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from operator import eq, le, ne
from typing import Any

import cpmpy as cp
from cpmpy.expressions.core import BoolVal, Operator
from cpmpy.expressions.core import Expression as CpmpyExpression
from cpmpy.expressions.utils import get_bounds
from cpmpy.expressions.variables import _BV_PREFIX, _IV_PREFIX
from cpmpy.transformations.get_variables import get_variables

from accord import Problem, RefusedError
from accord.problem.expressions import (
    Boolean,
    Call,
    Compared,
    Constant,
    Expression,
    Logic,
    Member,
    Same,
    Sum,
    Truth,
    Value,
    Variable,
    whole_number,
)
from accord.problem.global_rules import (
    Among,
    Cardinality,
    Circuit,
    Cumulative,
    Different,
    GlobalRule,
    Inverse,
    Lexicographic,
    NumberOfValues,
    Ordered,
    Precedence,
    Regular,
    Table,
)
from accord.problem.rules import Holds, Rule

COMPARED = {"==": eq, "!=": ne, "<=": le}
MOST_STATES = 10_000  # of an automaton that was made deterministic


@dataclass(frozen=True)
class Translation:
    """A problem in CPMpy: the model, its variables by the names of the problem's, and what numbers mean."""

    model: cp.Model
    variables: dict[str, Any]
    meanings: dict[int, Value]  # of numbers that stand for values that are none

    def values(self) -> dict[str, Value] | None:
        """What the problem's variables are in the solution that CPMpy has found; None if there is none."""
        found = {name: variable.value() for name, variable in self.variables.items()}
        if None in found.values():
            return None
        return {
            name: bool(value) if self.variables[name].is_bool() else self.meanings.get(value, int(value))
            for name, value in found.items()
        }


def translate(problem: Problem) -> Translation:
    """A problem in CPMpy, which has as many solutions.

    Raises RefusedError for rules on graphs, of which CPMpy has none, and for an automaton that is too large.
    """
    draft = Translator(problem, 0)
    drafted = draft.model()
    return Translator(problem, draft.largest + 1).model() if draft.meanings else drafted


class Translator:
    """The CPMpy model of a problem while it is written; each expression once.

    Values that are no numbers get numbers from `free` on. Nothing else may be one of these, so a first
    translator finds how large numbers become.
    """

    def __init__(self, problem: Problem, free: int) -> None:
        self.problem = problem
        self.largest = 1  # as truths may be
        self.meanings: dict[int, Value] = {}
        self._codes: dict[Value, int] = {}
        self._free = count(free)
        self._known: dict[Expression, Any] = {}
        self._inside: list[Any] = []  # rules that places are inside of their arrays

    def model(self) -> Translation:
        """All of it."""
        variables = {atom.name: self.of(atom) for atom in self.problem.variables}
        rules = [rule for atom in self.problem.variables for rule in self._holes(atom)]
        rules += [self.rule(rule) for rule in self.problem.rules]
        wanted = None if self.problem.objective is None else _expression(self.of(self.problem.objective))
        model = cp.Model([_truth(rule) for rule in [*rules, *self._inside]])
        if wanted is not None:
            (model.maximize if self.problem.maximizes else model.minimize)(wanted)
        used = set(get_variables(model.constraints))
        model += [each >= each.lb for each in variables.values() if each not in used]  # they count, too
        return Translation(model, variables, self.meanings)

    def rule(self, rule: Rule | Truth) -> Any:
        """A rule in CPMpy; by simpler ones where CPMpy has none such. Raises RefusedError."""
        if isinstance(rule, Truth):
            return self.of(rule)
        self.all(rule.parts)  # so that their places are inside, also where no constraint uses them
        if isinstance(rule, GlobalRule) and type(rule) not in RULES:
            return cp.all([_truth(self.rule(part)) for part in rule.simpler_rules()])
        if type(rule) not in RULES:
            raise RefusedError(f"{rule.words}: CPMpy has no such rule")
        return RULES[type(rule)](self, rule)

    def _holes(self, atom: Variable | Boolean) -> Iterator[Any]:
        """That a variable has one of its values, where these are no range."""
        values = [] if isinstance(atom, Boolean) else self._domain(atom)
        if values and values[-1] - values[0] >= len(values):
            yield cp.InDomain(self.of(atom), values)

    def _domain(self, atom: Variable) -> Sequence[int]:
        return sorted(map(self.number, atom.values))

    def number(self, value: Value) -> int:
        """The number that a value is, or stands for."""
        whole = whole_number(value)
        if whole is not None:
            self.largest = max(self.largest, whole)
            return whole
        if value not in self._codes:
            self._codes[value] = next(self._free)
            self.meanings[self._codes[value]] = value
        return self._codes[value]

    def numbers(self, values: Iterable[Value]) -> list[int]:
        """The numbers of several values, each once."""
        return list(dict.fromkeys(map(self.number, values)))

    def all(self, of: Iterable[Expression]) -> list[Any]:
        """Several expressions."""
        return [self.of(each) for each in of]

    def of(self, of: Expression) -> Any:
        """An expression in CPMpy; a number or a truth of Python where it is known."""
        if of not in self._known:
            found = self._known[of] = self._translate(of)
            if isinstance(of, Sum) or (isinstance(of, Call) and of.function != "element"):
                self.largest = max(self.largest, int(get_bounds(found)[1]))
        return self._known[of]

    def _translate(self, of: Expression) -> Any:
        match of:
            case Variable():
                values = self._domain(of)
                return cp.intvar(values[0], values[-1], name=self._name(of.name))
            case Boolean():
                return cp.boolvar(name=self._name(of.name))
            case Constant():
                return self.number(of.value)
            case Sum():
                return self._sum(of)
            case Compared():
                return COMPARED[of.operator](self.of(of.sum), 0)
            case Member():
                return _among(self.of(of.of), self.numbers(of.values))
            case Same():
                return self.of(of.of[0]) == self.of(of.of[1])
            case Logic():
                return _join(of.connective, list(map(_truth, self.all(of.of))))
            case Call():
                return self._call(of.function, self.all(of.of))
        raise TypeError(type(of).__name__)

    def _name(self, name: str) -> str:
        """A name that CPMpy does not keep for its auxiliaries."""
        if name.startswith((_BV_PREFIX, _IV_PREFIX)):
            taken = {atom.name for atom in self.problem.variables}
            while name in taken:
                name = f"_{name}"
        return name

    def _sum(self, of: Sum) -> Any:
        amounts: Counter[Expression] = (
            Counter()
        )  # CPMpy does not add up the amounts of a term that comes twice
        for amount, term in zip(of.amounts, of.terms, strict=True):
            amounts[term] += amount
        terms = [amount * self.of(term) for term, amount in amounts.items()]
        return cp.sum(terms + [of.constant] * bool(of.constant))

    def _call(self, function: str, of: list[Any]) -> Any:
        match function:
            case "abs":
                return cp.abs(of[0])
            case "minimum":
                return cp.min(of)
            case "maximum":
                return cp.max(of)
            case "product":
                return of[0] * of[1]
            case "quotient" | "remainder" | "power":
                raise RefusedError(f"CPMpy rounds towards 0, and Accord down, so no {function} is translated")
        *array, place = of
        self._inside.append((place >= 0) & (place < len(array)))
        if not isinstance(place, CpmpyExpression):
            return array[place] if 0 <= place < len(array) else array[0]  # then there is no solution
        return cp.Element(array, _integer(place))


# -- rules -------------------------------------------------------------------------------------------


def _different(translator: Translator, rule: Different) -> Any:
    of, apart = translator.all(rule.of), translator.numbers(rule.apart)
    if not of:  # CPMpy asks for the bounds of all
        return cp.BoolVal(True)
    return cp.AllDifferentExceptN(of, apart) if apart else cp.AllDifferent(of)


def _table(translator: Translator, rule: Table) -> Any:
    of = list(map(_expression, translator.all(rule.of)))
    rows = sorted(tuple(map(translator.number, row)) for row in rule.rows)
    if not rows or not of:
        return bool(rows) != rule.forbidden
    return (cp.NegativeTable if rule.forbidden else cp.Table)(of, rows)


def _increasing(translator: Translator, rule: Ordered) -> Any:
    return (cp.IncreasingStrict if rule.strictly else cp.Increasing)(translator.all(rule.of))


def _lexicographic(translator: Translator, rule: Lexicographic) -> Any:
    """CPMpy's lists are of one length; else the shorter one goes first where the longer begins with it."""
    first, second = translator.all(rule.first), translator.all(rule.second)
    shared = min(len(first), len(second))
    strictly = rule.strictly if len(first) == len(second) else len(first) > len(second)
    if not shared:
        return not strictly
    return (cp.LexLess if strictly else cp.LexLessEq)(first[:shared], second[:shared])


def _regular(translator: Translator, rule: Regular) -> Any:
    """CPMpy's automata have one next state at most, so a state of it is a set of states of ours."""
    of = list(map(_expression, translator.all(rule.of)))
    start = frozenset([rule.start])
    number = {start: 0}
    moves = []
    for states in (waiting := [start]):
        nexts: dict[int, set[Value]] = {}
        for state, value, after in rule.moves:
            if state in states:
                nexts.setdefault(translator.number(value), set()).add(after)
        for value, found in nexts.items():
            after = frozenset(found)
            if after not in number:
                number[after] = len(number)
                waiting.append(after)
            moves.append((number[states], value, number[after]))
        if len(number) > MOST_STATES:
            raise RefusedError(f"{rule.words}: made deterministic it has more than {MOST_STATES:,} states")
    accepting = [each for states, each in number.items() if not states.isdisjoint(rule.accepting)]
    if not of or not moves:
        return not of and 0 in accepting
    return cp.Regular(of, moves, 0, accepting)


def _inverse(translator: Translator, rule: Inverse) -> Any:
    here, there = (
        [_integer(_expression(each - rule.base)) for each in translator.all(some)]
        for some in (rule.here, rule.there)
    )
    return cp.Inverse(here, there) if len(here) == len(there) and here else len(here) == len(there)


def _precedence(translator: Translator, rule: Precedence) -> Any:
    of, chain = translator.all(rule.of), list(map(translator.number, rule.chain))
    return cp.Precedence(of, chain) if of and len(chain) > 1 else True


def _circuit(translator: Translator, rule: Circuit) -> Any:
    """CPMpy's circuits have two places or more."""
    after = [_integer(_expression(each - rule.base)) for each in translator.all(rule.of)]
    return cp.Circuit(after) if len(after) > 1 else cp.all([each == 0 for each in after])


def _cumulative(translator: Translator, rule: Cumulative) -> Any:
    starts, lengths, demands = (
        [_integer(_expression(each)) for each in translator.all(some)]
        for some in (rule.starts, rule.lengths, rule.demands)
    )
    capacity = _integer(_expression(translator.of(rule.capacity)))
    known = cp.all([each >= 0 for each in (*lengths, *demands, capacity)])
    return known & cp.Cumulative(starts, lengths, None, demands, capacity) if starts else known


def _cardinality(translator: Translator, rule: Cardinality) -> Any:
    of, values = list(map(_expression, translator.all(rule.of))), translator.numbers(rule.values)
    counts = zip(values, translator.all(rule.least), translator.all(rule.most), strict=True)
    rules = (
        [_between(cp.Count(of, value), low, high) for value, low, high in counts]
        if of
        else [_between(0, low, high) for _, low, high in counts]
    )
    return cp.all([*rules, *(_truth(_among(each, values)) for each in of if rule.closed)])


def _some(translator: Translator, rule: Among) -> Any:
    of, values = list(map(_expression, translator.all(rule.of))), translator.numbers(rule.values)
    number = cp.Among(of, values) if of and values else 0
    return _between(number, translator.of(rule.least), translator.of(rule.most))


def _n_values(translator: Translator, rule: NumberOfValues) -> Any:
    of = list(map(_expression, translator.all(rule.of)))
    return _truth((cp.NValue(of) if of else 0) == translator.of(rule.number))


def _between(number: Any, low: Any, high: Any) -> Any:
    """That a number is at least and at most so much."""
    return cp.all([_truth(number >= low), _truth(number <= high)])


RULES: dict[type[Rule], Callable[[Translator, Any], Any]] = {
    Holds: lambda translator, rule: translator.of(rule.truth),
    Different: _different,
    Table: _table,
    Ordered: _increasing,
    Lexicographic: _lexicographic,
    Regular: _regular,
    Inverse: _inverse,
    Precedence: _precedence,
    Circuit: _circuit,
    Cumulative: _cumulative,
    Cardinality: _cardinality,
    Among: _some,
    NumberOfValues: _n_values,
}


# -- CPMpy's kinds of expressions ----------------------------------------------------------------------


def _truth(of: Any) -> Any:
    """A truth that may be known, as CPMpy's own."""
    return of if isinstance(of, CpmpyExpression) else BoolVal(bool(of))


def _expression(of: Any) -> Any:
    """A number that may be known, as an expression."""
    return of if isinstance(of, CpmpyExpression) else Operator("sum", [int(of)])


def _integer(of: Any) -> Any:
    """A truth as the number that it is."""
    return Operator("sum", [of]) if of.is_bool() else of


def _among(of: Any, values: Sequence[int]) -> Any:
    if not isinstance(of, CpmpyExpression):
        return of in values
    if of.is_bool():
        return cp.any([of == value for value in values if value in (0, 1)])
    return cp.InDomain(of, values)


def _join(connective: str, of: list[Any]) -> Any:
    match connective:
        case "and":
            return cp.all(of)
        case "or":
            return cp.any(of)
        case "xor":
            return cp.Xor(of)
    return ~of[0]
