"""The problem: variables, rules, what is wanted, and what is symmetric. Its model is made on first use.

    >>> from accord.problem import Problem
    >>> p = Problem("map")
    >>> colour = p.choices(["WA", "NT", "SA"], ["red", "green", "blue"])
    >>> p.add(colour["WA"] != colour["NT"], colour["WA"] != colour["SA"], colour["NT"] != colour["SA"])
    >>> len(p.variables), len(p.rules)
    (3, 3)

Methods that begin with a noun of the field (`different`, `table`, `regular`, ...) state a rule; `add` states
truths. Each takes `words`, by which explanations know the rule; without them it is known by its text.

Find guards that do not guard: `(d % e == f) | (e == 0)` has no solution with e == 0.

An expression without a value, as d % 0, makes no solution, wherever it stands; CPMpy and MiniZinc take such a
comparison for false. So who allows the case by another part of a disjunction loses solutions, and is warned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.arguments.field import refuse_other_types
from accord.errors import AccordError, UsageError
from accord.model import Model
from accord.problem.arrays import Board
from accord.problem.bounds import Bounds
from accord.problem.constraints import list_of
from accord.problem.evaluate import OUTSIDE, OutsideError, apply_or_outside, atoms_of, known_value, value_of
from accord.problem.expressions import (
    Atom,
    Boolean,
    Call,
    Expression,
    Logic,
    Value,
    expression,
    has_partial,
    is_among,
    is_partial,
    numeric,
    values_of,
)
from accord.problem.functions import in_turn
from accord.problem.global_rules import GlobalConstraints
from accord.problem.graph_rules.found import GraphConstraints
from accord.problem.notation import brief, text
from accord.problem.roles import Role
from accord.problem.rules import Holds, Rule
from accord.problem.symmetry import Symmetry, isometries, permutation
from accord.problem.topic import Topic
from accord.problem.variables import ValueOptions, values_in

if TYPE_CHECKING:
    from accord.problem.lower.passes import Cost, Lowered


class Problem(GlobalConstraints, GraphConstraints):
    """A puzzle in variables and rules. It holds data only: it can be pickled, and so be sent to workers."""

    def __init__(self, name: str = "", *, title: str = "", rule: str = "") -> None:
        self.name, self.title, self.rule = name, title, rule
        super().__init__()
        self.symmetries: list[Symmetry] = []
        self.objective: Expression | None = None  # of several in turn, one that orders alike
        self.objectives: tuple[Expression, ...] = ()
        self.maximizes = False
        self._lowered: Lowered | None = None
        self._known: Sequence[Sequence[int]] | None = None  # by which rules each item is known
        self._topics: Sequence[Sequence[Topic]] | None = None  # what these are about
        self._topic_of: Sequence[Topic | None] | None = None  # what the rule of each item is about

    def __repr__(self) -> str:
        name = self.name or "without a name"
        return f"<Problem {name}: {len(self.variables)} variables, {len(self.rules)} rules>"

    def _invalidate(self) -> None:
        self._lowered = self._known = self._topics = self._topic_of = None

    # -- what is wanted, and what is symmetric -----------------------------------------------------

    def minimize(self, *objectives: Any) -> None:
        """State the objective: `best` finds its least value; of several, each among the best by those before.

        Of several, the value of an outcome is one number that orders solutions alike; `objective_values`
        returns the value of each.
        """
        self._want(objectives, False)

    def maximize(self, *objectives: Any) -> None:
        """State the objective: `best` finds its greatest value; see `minimize`."""
        self._want(objectives, True)

    def _want(self, objectives: Sequence[Any], maximizes: bool) -> None:
        if self.objective is not None:
            raise UsageError("the problem has an objective already; state several in turn by one call")
        if not objectives:
            raise UsageError("found no objective; expected an expression, or several in turn")
        wanted = tuple(numeric(expression(objective)) for objective in objectives)
        self._refuse_strangers("the objective", wanted)
        self.objective, self.objectives, self.maximizes = in_turn(wanted), wanted, maximizes
        self._invalidate()

    def symmetry(
        self,
        variables: Mapping[Any, Any] | Board[Any] | None = None,
        *,
        values: Mapping[Any, Any] | Sequence[Any] | None = None,
        of: Iterable[Any] = (),
    ) -> None:
        """Declare a symmetry: `distinct=True` counts solutions that it maps to each other once.

        Accord checks it when it counts. State generators of the group only.

        Args:
            variables: a mapping from variables to variables; or a board, for its rotations and reflections.
            values: a mapping from values to values; or a list of values that are interchangeable.
            of: the variables that have these values; by default all.
        """
        only: frozenset[Any] = frozenset(list_of((of,)))
        moves: Sequence[Mapping[Any, Any]] = [{}]
        if isinstance(variables, Board):
            moves = isometries(variables)
        elif variables is not None:
            moves = [permutation("variables", variables)]
        maps: Sequence[Mapping[Any, Any]] = [{}]
        if isinstance(values, Mapping):
            maps = [permutation("values", values)]
        elif values is not None:
            some = values_of(values)
            if len(set(some)) < 2:
                raise UsageError(f"a symmetry: found the values {list(some)}; expected two or more")
            maps = [dict(zip(some, [*some[1:], some[0]], strict=True))] + (
                [{some[0]: some[1], some[1]: some[0]}] if len(some) > 2 else []
            )
        for move, value in product(moves, maps):
            self._move(Symmetry(move, value, only))
        self._invalidate()

    def _move(self, symmetry: Symmetry) -> None:
        """Take a symmetry. Raises UsageError if it takes a variable to a value that there is not."""
        for atom in (*symmetry.variables, *symmetry.of):
            if not isinstance(atom, Expression) or atom not in self._own:
                raise UsageError(f"a symmetry: found {brief(atom)}; expected variables of this problem")
        for atom in self.variables:
            to = symmetry.variables.get(atom, atom)
            values = symmetry.values if symmetry.touches(atom) else {}
            kinds = isinstance(atom, Boolean) == isinstance(to, Boolean)
            for value in _moved(atom, to, values):
                if not kinds or not is_among(values.get(value, value), to.values):
                    there = text(values.get(value, value))
                    raise UsageError(
                        f"a symmetry takes {atom} = {text(value)} to {to} = {there}; {to} has no such value"
                    )
        self.symmetries.append(symmetry)

    # -- what it means -----------------------------------------------------------------------------

    def holds(self, values: Mapping[Any, Value]) -> bool:
        """Return whether values of all variables meet every rule, without a model.

        The keys are variables, or their names. Raises UsageError if a variable has no value.
        """
        _refuse_no_mapping(values)
        if isinstance(next(iter(values), None), str):
            values = self._by_atom(values)
            if not all(is_among(value, atom.values) for atom, value in values.items()):
                return False
        try:
            if self.objective is not None:
                value_of(self.objective, values)
            return all(rule.holds(values) for rule in self.rules)
        except OutsideError:
            return False

    def objective_values(self, values: Mapping[str, Value]) -> list[int]:
        """Return the value of each objective, in their order, for values of all variables by name."""
        found = self._by_atom(values)
        return [value_of(objective, found) for objective in self.objectives]

    def _by_atom(self, values: Mapping[str, Value]) -> dict[Atom, Value]:
        _refuse_no_mapping(values)
        missing = [atom.name for atom in self.variables if atom.name not in values]
        if missing:
            raise UsageError(f"found no value of {missing[0]}; expected one of each variable")
        return {atom: values[atom.name] for atom in self.variables}

    def save(self, path: str | Path) -> None:
        """Write it as a model file, which `accord.load` reads.

        Raises RefusedError for what a file cannot say, such as values that are tuples, and InputError if it
        cannot be written.
        """
        from accord import save  # which imports from layers above

        save(self, path)

    def _repr_svg_(self) -> str | None:
        """Return what notebooks show: its boards, edges and arrays; None if there is nothing to draw."""
        from accord import draw  # which imports from layers above

        try:
            return draw(self).svg() if self.variables else None
        except AccordError:  # such as edges of no board, or a rule that is refused
            return None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences on rules that may not say what their writer meant; outcomes have them."""
        found = [*lost_by_guards(self.rules)] if self.has_partial else []
        more = f"; so do {len(found) - 1:,} other rules" if len(found) > 1 else ""
        return (f"{found[0]}{more}",) if found else ()

    @property
    def model(self) -> Model:
        """The model; made on first use, and again after more was said.

        Raises RefusedError where a rule grows too large, InputError for symmetries that are none.
        """
        return self._made.model

    @property
    def has_deduced(self) -> bool:
        """Whether the model has an item that its lowering deduced from others."""
        return self._made.has_deduced

    @property
    def stated_model(self) -> Model:
        """The model without such items: what a proof may build on."""
        from accord.problem.lower.passes import lower_problem  # the passes are imported only now

        return lower_problem(self, deduces=False).model

    @property
    def rule_numbers(self) -> Sequence[int | None]:
        """For each item of the model, the number of the rule that it belongs to; None if it is of no rule."""
        return self._made.rules

    @property
    def topic_of(self) -> Sequence[Topic | None]:
        """For each item of the model, what its rule is about; None if it is of no rule."""
        if self._topic_of is None:  # hints ask for it item by item
            topics = [rule.topic for rule in self.rules]
            self._topic_of = [None if number is None else topics[number] for number in self.rule_numbers]
        return self._topic_of

    @property
    def roles(self) -> Sequence[Role | None]:
        """For each item of the model, what it says of its rule, if that is more than its name."""
        return self._made.roles

    @property
    def option_roles(self) -> Mapping[int, Role]:
        """What hidden options of the model say, as far as a rule says so."""
        return self._made.option_roles

    @property
    def rule_of(self) -> Sequence[str | None]:
        """For each item of the model, the words of the rule that it belongs to; None if it is of no rule."""
        return [None if topic is None else topic.words for topic in self.topic_of]

    def known_by(self, model: Model) -> Sequence[Sequence[str]]:
        """For each item the words of its rule, or of the rules that need it; none of a variable.

        `model` is its own, or that with lazy items behind, which belong to rules on graphs.
        """
        return [[topic.words for topic in topics] for topics in self.topics_of(model)]

    def topics_of(self, model: Model) -> Sequence[Sequence[Topic]]:
        """For each item what its rule is about, or the rules that need it; none of a variable."""
        rules = self.rules_of(model)
        if self._topics is None:
            self._topics = [[self.rules[each].topic for each in some] for some in self._known or ()]
        lazy = rules[len(self._topics) :]
        return [*self._topics, *([self.rules[each].topic for each in some] for some in lazy)]

    def rules_of(self, model: Model) -> Sequence[Sequence[int]]:
        """For each item the rules, by number, that `known_by` has the words of."""
        if self._known is None:
            from accord.problem.lower.passes import needed_by  # the passes are imported only now

            self._known = [[*sorted(rules)] for rules in needed_by(*self._made[:2])]
        if model.items == len(self._known):
            return self._known
        about = [model.about.get(name) for name in model.item_names[len(self._known) :]]
        numbers = [each.rule if isinstance(each, Role) else None for each in about]
        return [*self._known, *([] if number is None else [number] for number in numbers)]

    @property
    def _made(self) -> Lowered:
        if self._lowered is None:
            from accord.problem.lower.passes import lower_problem  # the passes are imported only now

            self._lowered = lower_problem(self)
        return self._lowered

    @property
    def options(self) -> dict[str, Mapping[Value, int | None]]:
        """For each variable, by name, the option of each value; None for False, which has none."""
        found: dict[str, Mapping[Value, int | None]] = {}
        at = 0
        for atom in self.variables:  # options of variables come first, in their order
            if isinstance(atom, Boolean):
                found[atom.name] = {True: at, False: None}
                at += 1
            else:
                found[atom.name] = ValueOptions(atom.values, at)
                at += len(atom.values)
        return found

    def values(self, options: Iterable[int]) -> dict[str, Any]:
        """The value of each variable in a solution, by name."""
        refuse_other_types(options=(options, tuple[int, ...]))
        options = [*options]
        for each in () if {*map(type, options)} <= {int} else options:  # most of them
            refuse_other_types(option=(each, int))
        return values_in(self.options, options)

    def costs(self, *, bits: bool = False) -> Iterator[Cost]:
        """Yield what its variables, each of its rules, and its objective add to the model, in this order.

        With `bits`, what they add where variables of more than 1,000 values have options for bits only: such
        a model is for SAT. Raises RefusedError where a rule grows too large, after the costs of what is
        before it.
        """
        from accord.problem.lower.passes import costs

        return costs(self, bits=bits)

    def copy(self) -> Problem:
        """Return a copy: what is added to one later is not added to the other."""
        other = copy(self)
        other.variables, other.rules, other.symmetries = [*self.variables], [*self.rules], [*self.symmetries]
        other.boards, other.links = dict(self.boards), dict(self.links)
        other._by_name, other._own = dict(self._by_name), {*self._own}
        return other


def _refuse_no_mapping(values: object) -> None:
    """Raise UsageError for what has no values by key; a solution has some."""
    if not hasattr(values, "keys"):
        raise UsageError(f"found {brief(values)}; expected a value of each variable")


def _moved(atom: Atom, to: Atom, values: Mapping[Any, Any]) -> Iterable[Value]:
    """The values of a variable that may have no place in another one, where some become others.

    Of two ranges these are the ones that become others, and the least and the greatest of the rest.
    """
    if to is not atom and not (type(atom.values) is range and type(to.values) is range):
        return atom.values
    known = [value for value in values if is_among(value, atom.values)]
    if to is atom:
        return known
    rest = (
        next((value for value in order if value not in values), None)
        for order in (iter(atom.values), reversed(atom.values))
    )
    return [*known, *(value for value in rest if value is not None)]


CASES = 10_000  # values of a divisor, a place or an exponent together that are looked at
NEEDED = {
    "element": "is always a place",
    "quotient": "is never 0",
    "remainder": "is never 0",
    "power": "is never below 0",
}


def lost_by_guards(rules: Iterable[Rule]) -> Iterator[str]:
    """Yield a sentence for each rule that allows a case in which a part of it has no value."""
    for rule in rules:
        found = next(_guards(rule.truth), None) if isinstance(rule, Holds) else None
        if found is not None:
            call, guard = found
            yield (
                f"{rule.words}: `{call}` has no value in some cases of `{guard}`; these are no solutions; to "
                f"count them, put an expression that {NEEDED[call.function]} in place of `{call.of[-1]}`"
            )


def _guards(of: Expression, holds: bool = True) -> Iterator[tuple[Call, Expression]]:
    """Yield calls that may have no value, each with a part beside it that holds in such a case."""
    if not isinstance(of, Logic):
        return
    if of.connective == "not":
        yield from _guards(of.of[0], not holds)
        return
    if of.connective == ("or" if holds else "and"):
        parts = [part if holds else ~part for part in of.of]
        for part in parts:
            for call in _partial_calls(part):
                others = (other for other in parts if other is not part and not has_partial(other))
                yield from ((call, other) for other in others if _allows(other, call))
    for part in of.of:
        yield from _guards(part, holds)


def _partial_calls(of: Expression) -> Iterator[Call]:
    if has_partial(of):
        if is_partial(of):
            yield of
        for part in of.parts:
            yield from _partial_calls(part)


def _allows(guard: Expression, call: Call) -> bool:
    """Whether a part that is about the same variables holds where a call has no value."""
    last = call.of[-1]
    atoms = list(dict.fromkeys(atoms_of(last)))
    about = {*atoms_of(guard)}
    if not about or not about <= {*atoms} or has_partial(last):
        return False
    if prod(len(atom.values) for atom in atoms) > CASES:
        return _may_be_outside(call)
    return any(
        known_value(guard, case) == 1 and _is_outside(call, known_value(last, case)) for case in _cases(atoms)
    )


def _cases(atoms: Sequence[Atom]) -> Iterator[dict[Atom, object]]:
    return (dict(zip(atoms, values, strict=True)) for values in product(*(atom.values for atom in atoms)))


def _is_outside(call: Call, last: object) -> bool:
    """Whether a call has no value where its last part is this number."""
    array = range(len(call.of) - 1) if call.function == "element" else [1]
    return apply_or_outside(call.function, [*array, last]) is OUTSIDE


def _may_be_outside(call: Call) -> bool:
    """Whether the last part of a call reaches a number with which it has no value."""
    low, high = Bounds()(call.of[-1])
    if call.function == "element":
        return low < 0 or high >= len(call.of) - 1
    return low < 0 if call.function == "power" else low <= 0 <= high
