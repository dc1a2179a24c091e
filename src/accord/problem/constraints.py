"""The rules of a problem, and the method that adds truths; others are beside what they add."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.problem.expressions import (
    ATOMS,
    Boolean,
    Call,
    Compared,
    Expression,
    Logic,
    Member,
    Variable,
    expression,
    is_among,
    is_partial,
    numeric,
    truth,
    whole_number,
)
from accord.problem.functions import as_list
from accord.problem.notation import brief, text
from accord.problem.rules import (
    Holds,
    Rule,
)
from accord.problem.slips import values_text
from accord.problem.topic import Topic
from accord.problem.variables import Variables


class ConstraintSet(Variables):
    """Variables, and the methods that add rules on them."""

    def __init__(self) -> None:
        super().__init__()
        self.rules: list[Rule] = []
        self.has_partial = False  # whether a rule has a part that may be without a value

    def state(self, rule: Rule, about: Topic | None = None) -> None:
        """State a rule, and perhaps what it is about.

        Raises UsageError if it speaks of variables of another problem.
        """
        if about is not None:
            _refuse_no_topic(about)
            rule = replace(rule, called=rule.called or about.words, about=about)
        if type(rule.called) is not str or type(getattr(rule, "base", 0)) is not int:  # few of them
            refuse_other_types(words=(rule.called, str | None), base=(getattr(rule, "base", 0), int))
            rule = replace(rule, called=rule.called or "")
        self._refuse_strangers(rule, rule.parts)
        self.rules.append(rule)
        self._invalidate()

    def _refuse_strangers(self, what: Rule | str, parts: Iterable[Expression]) -> None:
        own, stack, seen = self._own, [*parts], set[Expression]()
        while stack:
            each = stack.pop()
            if each in own or each in seen:
                continue
            seen.add(each)
            if type(each) not in ATOMS:
                if type(each) is Call:
                    self.has_partial |= is_partial(each)
                if not own.issuperset(inner := each.parts):
                    stack += inner
            else:
                words = what if isinstance(what, str) else what.words
                raise UsageError(f"{words}: {each} is no variable of this problem")

    def add(self, *truths: Any, words: str = "", about: Topic | None = None) -> None:
        """Add the rule that these truths hold. A list of truths may stand for its members.

        Args:
            truths: what holds.
            words: the name of the rule in hints and explanations.
            about: what the rule is about: a name with a tag and cells, for code that makes sentences.
        """
        if type(words) is not str or not (about is None or type(about) is Topic):
            refuse_other_types(words=(words, str | None))
            words = words or ""
            _refuse_no_topic(about)
        called = words or ("" if about is None else about.words)
        for each in truths:
            if self._is_own(each):  # most of them
                self.rules.append(Holds(each, called=called, about=about))
                self._invalidate()
            elif not isinstance(each, Expression | str | Mapping) and isinstance(each, Iterable):
                self.add(*each, words=words, about=about)
            else:
                rule = Holds(truth(each), called=called, about=about)
                self._state_truth(rule)

    def _is_own(self, of: Any) -> bool:
        """Whether it is a sum or a clause of this problem's variables, and of truths about their values."""
        if type(of) is not Compared and not (type(of) is Logic and of.connective == "or"):
            return False
        own, parts = self._own, of.parts
        return own.issuperset(parts) or own.issuperset([_atom_of(part) for part in parts])

    def _state_truth(self, rule: Holds) -> None:
        self._refuse_slips(_never(rule.truth, rule))
        self.state(rule)

    def _refuse_slips(self, found: Iterable[str]) -> None:
        """Raise UsageError with the first sentence on a slip, if there is one."""
        for sentence in found:
            raise UsageError(sentence)


def _refuse_no_topic(about: object) -> None:
    """Raise UsageError for what a rule cannot be about."""
    if not (about is None or isinstance(about, Topic)):
        raise UsageError(f"about: found {brief(about)}; expected an accord.problem.Topic")


def _atom_of(part: Expression) -> Expression:
    """The expression that a part of a clause is about, as a value of it or not; or the part itself."""
    about = part.of[0] if type(part) is Logic and part.connective == "not" else part
    return about.of if type(about) is Member else about


def _never(of: Expression, rule: Rule) -> Iterator[str]:
    """Yield a sentence where a rule is that a variable has values of which it has none.

    Whole numbers are no slip, where a variable has others: then there is no solution.
    """
    if isinstance(of, Logic) and of.connective == "and":
        for part in of.of:
            yield from _never(part, rule)
    if not isinstance(of, Member) or not isinstance(of.of, Variable | Boolean):
        return
    wanted, known = of.values, of.of.values
    whole = of.of.numeric and any(whole_number(value) is not None for value in wanted)
    if not whole and not any(is_among(value, known) for value in wanted):
        never = ", ".join(map(text, wanted)) or "one of no values"
        yield f"{rule.words}: {of.of} is never {never}; its values are {values_text(of.of)}"


def list_of(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Return expressions, given one by one or as one list.

    Raises UsageError for texts alone: they are names.
    """
    listed = as_list(of)
    if listed and all(isinstance(each, str) for each in listed):
        name = brief(listed[0])
        raise UsageError(f"found the text {name}; expected a variable, such as p[{name}]")
    blank = next((place for place, each in enumerate(listed, start=1) if each is None), 0)
    if blank:
        raise UsageError(f"found None at place {blank} of a list of expressions; leave blank cells out")
    return tuple(map(expression, listed))


def numbers_of(of: Sequence[Any]) -> tuple[Expression, ...]:
    """Return expressions as `list_of` does. Raises UsageError for any that is no number."""
    return tuple(map(numeric, list_of(of)))


def lists_in(given: Any, what: str) -> Iterable[Any]:
    """Return a list of lists as it was given. Raises UsageError for anything else."""
    if not isinstance(given, Iterable):
        raise UsageError(f"found {brief(given)} in the place of {what}; expected a list of lists")
    return given
