"""Steps of a pencil puzzle in words: a page's own, or general ones made of the words of its rules.

Rules are called by what they are about: "row 3", "the clue 2 at r3c4". So there is `row 3 has its 2 stars, so
r3c1 and r3c7 have no star`, and `in row 3 the 5 can only go to r3c2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from accord.deduce import Step
from accord.deduce.step import situation
from accord.model import Model
from accord.pencil.instance import Instance, at
from accord.pencil.kind import Kind, formulation, instance
from accord.pencil.picture import option_names
from accord.pencil.solutions import Flags, Statement, verdicts
from accord.problem import Problem
from accord.problem.roles import Role, Seen
from accord.problem.rules import Rule
from accord.problem.topic import Topic
from accord.puzzles.words import by_way_of, join_words

MOST = 6  # cells that a sentence lists


@dataclass(frozen=True)
class Telling:
    """A step to put into words: of one item, and not by lookahead."""

    kind: Kind
    puzzle: Instance
    model: Model
    step: Step
    choices: Sequence[tuple[str, Any]]  # the variable and the value of each visible option
    topics: Sequence[Topic | None]  # what the rule of each item is about
    known_by: Sequence[Sequence[Topic]]  # for each item that, or what the rules that need it are about
    made: Problem | None = None  # what states the rules; None: nothing but items does

    @property
    def item(self) -> int:
        """The item that forces something."""
        return self.step.items[0]

    @cached_property
    def stated(self) -> Rule | None:
        """The rule that the item belongs to, or the only one that needs it."""
        numbers = () if self.made is None else self.made.rules_of(self.model)[self.item]
        return self.made.rules[numbers[0]] if self.made is not None and len(numbers) == 1 else None

    @property
    def role(self) -> Role | None:
        """The role of the item in its rule, if the rule gives it one."""
        if self.is_lazy:
            about = self.model.about.get(self.model.item_names[self.item])
            return about if isinstance(about, Role) else None
        return None if self.made is None else self.made.roles[self.item]

    def place_of(self, option: int) -> str:
        """Return the cell of an option, or what a hidden one is about."""
        if option < len(self.choices):
            return self.choices[option][0]
        role = self._role_of(option)
        return role.vertex if role else self.model.option_name(option)

    def _role_of(self, option: int) -> Role | None:
        return self.made.option_roles.get(option) if self.made is not None else None

    @property
    def rule(self) -> str:
        """The words of the rule, or of the rules that need the item; of a variable, its name."""
        return self.item_words(self.item)

    def item_words(self, item: int) -> str:
        """Return the words of the rule of any item."""
        return join_words([each.words for each in self.known_by[item]]) or self.model.item_names[item]

    @cached_property
    def topic(self) -> Topic:
        """The topic of the rule of the item; of a variable, or of several rules, the words alone."""
        known_by = self.known_by[self.item]
        return known_by[0] if len(known_by) == 1 else Topic(self.rule)

    @property
    def tag(self) -> str:
        """The tag of the rule of the item; empty if it has none."""
        return self.topic.tag

    @property
    def cells(self) -> list[str]:
        """The cells that the rule of the item is about, as people call them."""
        return [*map(at, self.topic.cells)]

    @cached_property
    def options(self) -> list[int]:
        """All options of the item."""
        return [int(option) for option in self.model.options_of(self.item)]

    @cached_property
    def amounts(self) -> list[int]:
        """The amount that each of the options gives to the item."""
        amounts: list[int] = self.model.amount[self.model.item == self.item].tolist()
        return amounts

    @property
    def is_cell(self) -> bool:
        """Whether the item says that a variable has one of its values."""
        return not self.known_by[self.item]

    @property
    def is_rule(self) -> bool:
        """Whether the item is of a rule, and no cell's, nor what rules need beside cells."""
        return self.item < len(self.topics) and self.topics[self.item] is not None

    @property
    def is_lazy(self) -> bool:
        """Whether the item is none of the puzzle's own, but was found on the way."""
        return self.item >= len(self.topics)

    @cached_property
    def value(self) -> Any:
        """The value that the options of the item share, each of another variable; None if there is none."""
        found = {self.choices[o] if o < len(self.choices) else (o, None) for o in self.options}
        several = {value for _, value in found}
        return several.pop() if len(several) == 1 and len({name for name, _ in found}) == len(found) else None

    @cached_property
    def counts(self) -> bool:
        """Whether the item counts cells that have something, which a person can do as well."""
        flags = all(o < len(self.choices) and self.choices[o][1] is True for o in self.options)
        return flags and {*self.amounts} == {1}

    @cached_property
    def thing(self) -> Flags | None:
        """The thing that the options of the item say to be there or not; None if it is no thing."""
        return self.kind.solution.thing_of(
            [self.choices[o][0] for o in self.options if o < len(self.choices)]
        )

    @property
    def closes(self) -> bool:
        """Whether all that is forced is that something is not so."""
        return all(not forced.chosen for forced in self.step.forced)

    @cached_property
    def values(self) -> dict[str, list[Any]]:
        """The values of each variable that are options."""
        found: dict[str, list[Any]] = {}
        for name, value in self.choices:
            found.setdefault(name, []).append(value)
        return found

    @cached_property
    def open(self) -> list[str]:
        """The variables of which something was open before the step."""
        names = [self.choices[option][0] for option in self.step.ways if option < len(self.choices)]
        return [self.kind.solution.label(self.puzzle, name) for name in names]

    @cached_property
    def follows(self) -> list[tuple[int, bool]]:
        """The decided options, each with whether it is chosen; hidden ones if there are no others."""
        forced = [(each.option, each.chosen) for each in self.step.forced]
        implied = [*((o, True) for o in self.step.chosen), *((o, False) for o in self.step.closed)]
        for several in (forced, implied):
            if seen := [each for each in several if each[0] < len(self.choices)]:
                return seen
        return forced

    @cached_property
    def verdict(self) -> str:
        """The consequence: `r3c1 and r3c7 have no star`."""
        return verdicts([self.statement(*each) for each in self.follows], MOST)

    def statement(self, option: int, chosen: bool) -> Statement:
        """Return what it means that an option is chosen or not."""
        if option >= len(self.choices):
            role = self._role_of(option)
            if role is not None and role.says.chosen:
                return Statement(role.vertex, "is", role.says.chosen if chosen else role.says.not_chosen)
            return _holds(self.model.option_name(option), chosen)
        name, value = self.choices[option]
        of = self.kind.solution
        if not of.knows(name):
            if self.kind.truth_words is not None:
                return Statement(self.kind.truth_words(name, chosen))
            return _holds(name, chosen)
        others = [other for other in self.values[name] if other != value]
        if not chosen and len(others) == 1:  # what is not the one is the other
            value, chosen = others[0], True
        said = of.statement(name, value, chosen)
        return said._replace(of=of.label(self.puzzle, name)) if said.of == name else said


def _holds(name: str, holds: bool) -> Statement:
    """Return that something of this name holds, or does not."""
    return Statement(name, "holds") if holds else Statement(name, "does", "not hold")


def words(kind: Kind, spec: Any, model: Model, step: Step) -> str:
    """A step in a sentence."""
    puzzle, made = instance(kind, spec), formulation(kind, spec)
    choices = option_names(kind, spec)
    topics = made.topic_of
    problem = made if isinstance(made, Problem) else None
    telling = Telling(kind, puzzle, model, step, choices, topics, made.topics_of(model), problem)
    if step.rule == "lookahead":
        return _lookahead(telling)
    told = telling.is_cell or telling.is_rule
    same = len({topics[item] if item < len(topics) else item for item in step.items}) == 1
    own = kind.words(telling) if kind.words is not None and told and (same or not step.parts) else None
    if own is None and step.parts:
        return "; ".join(words(kind, spec, model, part) for part in step.parts)
    return own or _general(telling)


def seen_as(kind: Kind, spec: Any, model: Model, item: int) -> object:
    """Return what a person sees an item as: by the topic of its rule, if the page says so."""
    topic = formulation(kind, spec).topic_of[item]
    if kind.seen_as is None or topic is None:
        return model.item_names[item]
    return kind.seen_as(topic)


def known_by(kind: Kind, spec: Any, model: Model) -> Sequence[Sequence[str]]:
    """The rules by which a person knows each item, in words."""
    return formulation(kind, spec).known_by(model)


def _general(tell: Telling) -> str:
    step = tell.step
    gives = dict(zip(tell.options, tell.amounts, strict=True))
    seen = Seen(step, tell.role, tell.is_lazy, gives, tell.place_of, tell.verdict)
    if tell.stated is not None and (own := tell.stated.hint(seen)) is not None:
        return own
    if not tell.is_cell and not tell.is_rule:
        return f"by {tell.rule}, {tell.verdict}"
    if tell.is_cell:
        if step.rule == "intersection":
            return f"whatever {tell.rule} is, {tell.verdict}"
        if step.rule == "bounds":
            why = "it has another value" if tell.closes else "nothing else can go there"
            return f"{tell.verdict}: {why}"
    if len(tell.options) == 1 and tell.closes and tell.thing:
        return f"{tell.rule} has no {tell.thing.what}, so {tell.verdict}"
    if tell.counts and step.rule != "subset sums" and tell.thing:
        return _count_words(tell, tell.thing)
    if tell.value is not None and tell.value is not True:
        what = f"the {tell.value} of {tell.rule}"
        if step.rule == "intersection":
            return f"wherever {what} goes, {tell.verdict}"
        if step.rule == "bounds":
            return (
                f"{tell.rule} has its {tell.value}, so {tell.verdict}" if tell.closes else _only_there(tell)
            )
    if step.rule == "bounds" and step.demand[1] == step.given:
        return f"by {tell.rule}, {tell.verdict}"
    return f"{tell.rule}: {situation(tell.model, step)}, so {tell.verdict}"


def _only_there(tell: Telling) -> str:
    (forced,) = tell.step.forced[:1]
    return f"in {tell.rule} the {tell.value} can only go to {tell.choices[forced.option][0]}"


def _count_words(tell: Telling, of: Flags) -> str:
    """A rule that counts: it has all that it may have, or needs all that is left."""
    step = tell.step
    low, high = step.demand
    if step.rule == "intersection":
        return f"wherever the next {of.what} of {tell.rule} goes, {tell.verdict}"
    if high == step.given:
        has = f"its {of.number(high) if high > 1 else of.what}" if low == high else of.number(high)
        return f"{tell.rule} has {has if high else 'no ' + of.what}, so {tell.verdict}"
    need = low - step.given
    more = f"{need} more {of.several}" if need > 1 else f"one more {of.one}" if step.given else of.some
    if need < step.left:  # what is left is enough, but not in any way
        return f"{tell.rule} needs {more}, so {tell.verdict}"
    left = f"only {need} {of.place}s are left" if need > 1 else f"one {of.place} is left for it"
    return f"{tell.rule} needs {more}, and {left}, so {tell.verdict}"


def _lookahead(tell: Telling) -> str:
    (forced,) = tell.step.forced
    *way, last = map(tell.item_words, tell.step.items)
    way = [rule for rule in dict.fromkeys(way) if rule != last]
    stuck = f"{last} {_stuck(tell, tell.step.items[-1])}{by_way_of(way)}"
    if forced.option >= len(tell.choices):  # what a rule needs beside cells has no name that a person knows
        return f"otherwise {stuck}; so {tell.verdict}"
    contrary = tell.statement(forced.option, not forced.chosen)
    verdict = tell.statement(forced.option, forced.chosen)
    return f"if {contrary}, {stuck}; so {verdict}"


def _stuck(tell: Telling, item: int) -> str:
    """Return what becomes of an item that cannot be met."""
    its = replace(tell, step=replace(tell.step, items=(item,)))
    if its.stated is not None and its.stated.broken:
        return its.stated.broken
    if its.is_cell:
        return "would have nothing left"
    low, high = int(tell.model.low[item]), int(tell.model.high[item])
    of = its.thing
    if of is None or not its.is_rule or not its.counts:
        return "could not hold"
    if low == 0:
        return f"would have more than {of.number(high)}" if high else f"would have {of.some}"
    return f"could not have {of.some if high > low else 'its ' + (of.number(low) if low > 1 else of.what)}"
