"""Lower a problem to a model: variables, rules, objective, symmetries; and tell the size of each rule.

Lower rules that are one row each, many at once: most rules of most puzzles are such.

    a sum      a + (x == 3) + (y == 3) <= 1    of Booleans, and of truths that a variable has some value
    a clause   a | (x == 3) | ~b               of these and their negations

Such a rule has one row, and each option only once. Amounts and demand of the row depend on the *shape* of the
rule alone. So each shape is lowered once, and the rows of many rules are appended at once:

    rules    a + b <= 1, c + d <= 1
    shape    (<=, (1, 1), -1)
    rows     amounts 1, 1 and demand [0, 1], of the options {a, b} and of the options {c, d}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import sub
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model import Model
from accord.model.build import LARGEST_SUM, UNBOUNDED
from accord.problem.expressions import PLAIN, Boolean, Compared, Logic, Member, Operator, Truth
from accord.problem.graph_rules.cuts import lazy_of
from accord.problem.lower.bits import WIDE, BitForms
from accord.problem.lower.forms import Forms
from accord.problem.lower.linear_form import LinearForm
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.lower.rules import Rows
from accord.problem.roles import Role
from accord.problem.rules import MOST_WORDS, Holds, Rule
from accord.problem.symmetry import alike, items_of

if TYPE_CHECKING:
    from accord.problem.problem import Problem
    from accord.problem.symmetry import Symmetry

AT_ONCE = 10_000  # rules whose rows are collected before they are appended

FAMILY = "problem"
VARIABLES = "variables"


class Lowered(NamedTuple):
    """The model of a problem, and to which rule each of its items belongs.

    Items of variables, and items that only define a hidden option, belong to none: they can be met
    whatever the rules say.
    """

    model: Model
    rules: Sequence[int | None]  # of each item, by number
    roles: Sequence[Role | None]  # of each item
    option_roles: Mapping[int, Role]  # of hidden options
    has_deduced: (
        bool  # whether the lowering deduced an item from others, and wrote it unless `deduces` is False
    )


def lower_problem(problem: Problem, *, deduces: bool = True) -> Lowered:
    """The model of a problem. Raises RefusedError where it grows too large, InputError for wrong symmetries.

    Unless it `deduces`, the model has no items that others imply.
    """
    writer = ModelWriter(symmetric=bool(problem.symmetries), deduces=deduces)
    return _lower(problem, Forms(writer, problem.variables))


def lower_by_bits(problem: Problem, most: int = WIDE) -> tuple[Model, Sequence[LinearForm]]:
    """A model in which variables of more than `most` values have options for bits; the form of each variable.

    A form is the number that a variable is, or of one that goes by options its first option, as an amount
    of 1. Symmetries are left out. Raises RefusedError where a rule grows too large.
    """
    forms = BitForms(ModelWriter(), problem.variables, most)
    plain = problem.copy()
    plain.symmetries = []
    return _lower(plain, forms).model, [forms.bits_of(atom) for atom in problem.variables]


def _lower(problem: Problem, forms: Forms) -> Lowered:
    writer = forms.writer
    variables = len(writer.items)
    written = [form for _, form in _write_rules(problem, forms)]
    objective = None if problem.objective is None else written[-1]
    model_of = partial(
        writer.model,
        order=range(variables),
        objective=objective,
        family=FAMILY,
        maximizes=problem.maximizes,
        lazy=lazy_of(writer),
    )
    model = model_of()
    if not problem.symmetries:
        return Lowered(model, writer.rules, writer.roles, writer.option_roles, writer.has_deduced)
    twins = alike(model)
    if twins:  # an item of its own distinguishes each of them from the others
        for option in twins:
            writer.row(f"{writer.names[option]} or not", {option: 1}, 0, 1)
        model = model_of()
    permutations = [_option_permutation(problem, symmetry, model.options) for symmetry in problem.symmetries]
    model = model.with_symmetries(items_of(model, permutations))
    return Lowered(model, writer.rules, writer.roles, writer.option_roles, writer.has_deduced)


class Cost(NamedTuple):
    """The size that one rule, or all variables together, add to a model."""

    rule: str
    options: int
    rows: int
    entries: int


def costs(problem: Problem, *, bits: bool = False) -> Iterator[Cost]:
    """Yield what each part of a problem adds to its model. Raises RefusedError where the lowering does."""
    writer = ModelWriter(symmetric=bool(problem.symmetries))
    forms = (BitForms if bits else Forms)(writer, problem.variables)
    before = writer.sizes
    yield Cost(VARIABLES, *before)
    for words, _ in _write_rules(problem, forms, at_once=1):
        now = writer.sizes
        yield Cost(words, *map(sub, now, before))
        before = now


def _write_rules(
    problem: Problem, forms: Forms, at_once: int = AT_ONCE
) -> Iterator[tuple[str, LinearForm | None]]:
    """Write the rules, and last what is wanted: the words of each, and the form of what is to be small.

    Rows of up to `at_once` rules are written before the first of these is yielded.
    """
    rows, one_row = Rows(forms), OneRowRules(forms)
    rules, number = problem.rules, 0
    while number < len(rules):
        written = one_row.write(rules, number, at_once)
        for rule in rules[number : number + written]:
            yield rule.words, None
        number += written
        if written or number == len(rules):
            continue
        rule = rules[number]
        words = rule.words
        forms.writer.rule = number
        for part in rule.parts if problem.has_partial else ():
            forms.stay_inside(part)
        rule.write_rows(rows, words)
        yield words, None
        number += 1
    forms.writer.rule = None
    if problem.objective is not None:
        forms.stay_inside(problem.objective)
        objective = _with_constant(forms.writer, forms.form(problem.objective))
        which = "maximize" if problem.maximizes else "minimize"
        yield f"{which} {problem.objective}", -objective if problem.maximizes else objective


def _with_constant(writer: ModelWriter, form: LinearForm) -> LinearForm:
    """A form without a constant: a hidden option that is always chosen stands for it."""
    if not form.constant:
        return form
    always = writer.option("always", hidden=True)
    writer.row("always", {always: 1}, 1, 1)
    return LinearForm(form.terms | {always: form.constant})


def _option_permutation(problem: Problem, symmetry: Symmetry, options: int) -> npt.NDArray[np.int32]:
    """Return the image of each visible option under a symmetry."""
    moved = np.arange(options, dtype=np.int32)
    places = problem.options
    for atom in problem.variables:
        to = places[symmetry.variables.get(atom, atom).name]
        values = symmetry.values if symmetry.touches(atom) else {}
        for value, option in places[atom.name].items():
            image = to[values.get(value, value)]
            if option is not None and image is not None:  # False has none
                moved[option] = image
    return moved


# -- which rules need a row ------------------------------------------------------------------------


def needed_by(model: Model, rules: Sequence[int | None]) -> list[frozenset[int]]:
    """For each item the rules, by number, that it belongs to or that need it.

    A row of no rule defines a hidden option by options before it. So among the hidden options of such a row
    the last one is the one that it defines, and a rule that needs that one needs the others.

    Args:
        model: of a problem.
        rules: for each item, the rule that it belongs to; see `lower_problem`.
    """
    needs: list[set[int]] = [set() for _ in range(model.options)]
    about: dict[int, list[int]] = {}  # the last hidden option of items of no rule -> these items
    hidden_of: dict[int, list[int]] = {}
    for item, rule in enumerate(rules):
        options = model.options_of(item)
        hidden = options[model.hidden[options]].tolist()
        if rule is not None:
            for option in hidden:
                needs[option].add(rule)
        elif hidden:
            hidden_of[item] = hidden
            about.setdefault(hidden[-1], []).append(item)
    found = [frozenset() if rule is None else frozenset({rule}) for rule in rules]
    for option in np.flatnonzero(model.hidden)[::-1].tolist():
        for item in about.get(option, ()):
            # the last one may be a value that no rule speaks of: the row then is about the values before it
            of = needs[option] or set[int]().union(*(needs[each] for each in hidden_of[item]))
            found[item] = frozenset(of)
            for each in hidden_of[item]:
                needs[each] |= of
    return found


FEW = 2  # variables of which a comparison is lowered value by value

Shape: TypeAlias = tuple[Operator | Literal["or"], tuple[int, ...], int]  # amounts, and a constant
RowOfShape: TypeAlias = tuple[tuple[int, ...], int, int]  # amounts, low, high


class OneRowRules:
    """Writes the rows of such rules."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._rows: dict[Shape, RowOfShape | None] = {}  # without a row: nothing is to be written

    def write(self, rules: Sequence[Rule], first: int, most: int = AT_ONCE) -> int:
        """Write such rules from the number `first` on, at most so many; return how many there were.

        Returns 0 as well where the model would grow too large: the caller then finds the rule with which it
        does.
        """
        names: list[str] = []
        numbers: list[int] = []
        entries: list[int] = []
        amounts: list[int] = []
        lengths: list[int] = []
        lows: list[int] = []
        highs: list[int] = []
        end = min(len(rules), first + most)
        for number in range(first, end):
            rule = rules[number]
            found = self._find_row(rule.truth) if type(rule) is Holds else None
            if found is None:
                end = number
                break
            options, row = found
            if row is not None:
                called = rule.called
                names.append(called if 0 < len(called) <= MOST_WORDS else rule.words)
                numbers.append(number)
                entries += options
                amounts += row[0]
                lengths.append(len(options))
                lows.append(row[1])
                highs.append(row[2])
        fits = self.forms.writer.rows(names, numbers, entries, amounts, lengths, lows, highs)
        return end - first if fits else 0

    def _find_row(self, truth: Truth) -> tuple[list[int], RowOfShape | None] | None:
        """Return the options of a truth's row, and the row of its shape; None where it is no such rule."""
        found = self._sum(truth) if type(truth) is Compared else self._clause(truth)
        if found is None or len({*found[0]}) < len(found[0]):
            return None
        options, shape = found
        if shape not in self._rows and not self._lower(shape):
            return None
        return options, self._rows[shape]

    def _sum(self, truth: Compared) -> tuple[list[int], Shape] | None:
        """Return the options and the shape of a comparison; None if it is not of truths that are options.

        Of values of one variable or two, other code finds more.
        """
        total = truth.sum
        terms, amounts = total.terms, total.amounts
        if type(terms[0]) is Boolean:  # most of them
            options: list[Any] = [*map(self.forms.option.get, terms)]  # type: ignore[arg-type]
            if None not in options:
                return options, (truth.operator, amounts, total.constant)
        if not PLAIN.issuperset(map(type, terms)):
            return None
        if len({term.of if type(term) is Member else term for term in terms}) <= FEW:
            return None
        forms = [*map(self.forms.find_plain, terms)]
        return _join(truth.operator, forms, amounts, total.constant)

    def _clause(self, truth: Truth) -> tuple[list[int], Shape] | None:
        """Return the options and the shape of a clause; None if it has other truths."""
        parts = truth.of if type(truth) is Logic and truth.connective == "or" else (truth,)
        forms = [*map(self.forms.find_plain, parts)]
        if any(form is None for form in forms):
            return None  # even beside a part that always holds: another part may have no value
        if any(form is not None and form.constant > 0 and not form.terms for form in forms):
            return [], ("or", (), 1)  # it always holds
        return _join("or", forms, (1,) * len(forms))

    def _lower(self, shape: Shape) -> bool:
        """Find the row of a shape; False where it is left to other code."""
        operator, amounts, constant = shape
        form, row = LinearForm(dict(enumerate(amounts)), constant), _OneRow()
        if operator == "or":
            row.at_least("", form, 1)
        else:
            if operator == "!=" or len(amounts) < 2 or 0 in amounts:
                return False
            if abs(constant) + sum(map(abs, amounts)) >= LARGEST_SUM:
                return False
            (row.exactly if operator == "==" else row.at_most)("", form, 0)
        self._rows[shape] = row.found
        return True


def _join(
    operator: Operator | Literal["or"],
    forms: Sequence[LinearForm | None],
    times: Sequence[int],
    constant: int = 0,
) -> tuple[list[int], Shape] | None:
    """Return the options and the shape of forms, each so many times; None if there is no form of one."""
    options: list[int] = []
    amounts: list[int] = []
    for form, by in zip(forms, times, strict=True):
        if form is None:
            return None
        options += form.terms
        amounts += form.terms.values() if by == 1 else [by * amount for amount in form.terms.values()]
        constant += by * form.constant
    return options, (operator, (*amounts,), constant)


class _OneRow(ModelWriter):
    """Takes one row in place of writing it."""

    found: RowOfShape | None = None

    def row(self, name: str, gives: Mapping[int, int], low: int, high: int | None = None) -> int:  # noqa: ARG002
        """Take the row."""
        self.found = (*gives.values(),), low, UNBOUNDED if high is None else high
        return 0
