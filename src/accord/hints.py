"""`accord.hint` and `accord.rate`: the next deduction step in a puzzle, and how hard the puzzle is.

>>> import accord
>>> print(accord.hint(accord.load("aquarium-6x6")))
1. bounds: ...
>>> accord.rate(accord.load("aquarium-6x6")).rating
'bounds'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from accord.arguments import query_of
from accord.arguments.keywords import asks
from accord.arguments.puzzle import DIFFICULTIES, HintArguments, RateArguments
from accord.deduce import RULES, Level, Rating, Rule, Step, ratings
from accord.errors import InputError, StoppedError, UsageError, number_of
from accord.exits import Status  # at run time too: msgspec reads the types
from accord.many.source import Named, load_named
from accord.model import Model
from accord.puzzles.family import scene_of
from accord.puzzles.given_values import read_values, variables_of
from accord.puzzles.hints import about, reasoner, sentence
from accord.puzzles.partial_board import Known, PartialBoard
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, built, name_and_variant, read
from accord.runner.driver import Driver
from accord.runner.gather import seeking
from accord.runner.limits import GRACE, Cancel, Limits, Show, Stop, unseen
from accord.runner.result import Public, Result

if TYPE_CHECKING:
    from accord.scene.shapes import Scene

Told: TypeAlias = "str | Mapping[Any, Any] | None"  # a board as text; or values of variables, or of options


class Hint(Public, frozen=True, kw_only=True):
    """A step of a person: what is forced next, by which rule and which items. Its JSON form is public."""

    number: int  # from 1
    rule: Rule
    items: tuple[str, ...]  # that force it
    chosen: tuple[str, ...]  # options, by name
    closed: tuple[str, ...]
    puzzle: str
    words: str

    @property
    def known(self) -> Known | None:
        """The board's state after the hint, and what of it is new; no part of its JSON and its pickles."""
        return vars(self).get("_known")

    @property
    def drawings(self) -> list[Scene]:
        """The board as far as it is known, the hint on it; none of a bare model."""
        if self.declared is None or self.known is None:
            return []
        picture = PartialBoard(self.declared).drawing(self.known)
        return [scene_of(self.declared.record, picture, self.declared.title)]

    def __str__(self) -> str:
        return f"{self.number}. {self.rule}: {self.words}"


class Hints:
    """The hints of a puzzle, one after the other; `person` is how far they have led, `step` the last one.

    Raises what `hint` raises.
    """

    def __init__(self, puzzle: AnyPuzzle, known: Told = None, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        over = self.limits.over
        self.puzzle, self.model = self.limits.guard("the model was built").do(built, puzzle)
        self.known = self.limits.guard("the board was read").do(self._read, known)
        self.person = self.limits.guard("rules were prepared").do(
            reasoner, self.puzzle, *self.known, stop=over, seek=seeking(self.model, over)
        )
        self.step: Step | None = None
        self.number = 0

    @cached_property
    def board(self) -> PartialBoard:
        """The cells of the puzzle, for boards that are half solved. Raises UsageError of a bare model."""
        if isinstance(self.puzzle, Model):
            raise UsageError("a bare model has no board; tell what is known as {name of an option: True}")
        return PartialBoard(self.puzzle)

    def __iter__(self) -> Iterator[Hint]:
        """Hints until the puzzle is solved, or no rule forces the next."""
        while (step := self._step()) is not None:
            if self.model.hidden[[*step.chosen, *step.closed]].all():  # nothing that a person could note down
                continue
            self.step = step
            self.number += 1
            name, model = self.model.option_name, self.person.model  # with the lazy items that were asked for
            hint = Hint(
                number=self.number,
                rule=step.rule,
                items=tuple(model.item_names[item] for item in step.items),
                chosen=tuple(map(name, step.chosen)),
                closed=tuple(map(name, step.closed)),
                puzzle=name_and_variant(self.puzzle)[0],
                words=sentence(self.puzzle, model, step),
            ).about(self.puzzle)
            vars(hint)["_known"] = self.known_so_far()
            yield hint

    def _step(self) -> Step | None:
        """The next step of the person; None if no rule forces one."""
        try:
            return self.limits.guard("the next step was looked for", GRACE).do(self.person.step)
        except StoppedError as stopped:
            raise self.limits.cause(stopped) from None

    def known_so_far(self, *, new: bool = True) -> Known:
        """Return the deductions so far; with `new`, also what the last step adds, and its items."""
        step = self.step if new else None
        chosen, closed = self.person.chosen, self.person.closed
        if step is None or isinstance(self.puzzle, Model):
            return Known(chosen, closed)
        return Known(chosen, closed, (*step.chosen, *step.closed), about(self.puzzle, step))

    def _read(self, known: Told) -> tuple[list[int], list[int]]:
        """Return the options that are known to be chosen, and the others that are known not to be."""
        if known is None:
            return [], []
        if isinstance(known, str):
            return self.board.read(known)
        chosen: list[int] = []
        closed: list[int] = []
        for value, options in read_values(known, *variables_of(self.puzzle, self.model), "known"):
            for other, option in options.items():
                if option is not None:
                    (chosen if other == value else closed).append(option)
        return chosen, closed


@asks(HintArguments)
def hint(puzzle: AnyPuzzle, **more: Any) -> Hint | None:
    """Return the next step of a person, with its reason; None if the puzzle is solved or no rule applies.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model.
        **more: see below. `known` is a board as text, as for `accord hint --known`; or a mapping from
            variables, or their names, to values; or, for puzzles without variables, from names of options
            to True and False.

    Raises:
        UsageError: if `known` names what the puzzle does not have.
        accord.deduce.Contradiction: if an item cannot be met: `known` is wrong, or there is no solution.
        StoppedError: if the time is over.
    """
    asked = query_of(HintArguments, more)
    limits = Limits.of(asked)
    return next(islice(Hints(puzzle, asked.known, limits), asked.after, None), None)


class Rated(Result, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How hard a puzzle is for a person. Its JSON form is public.

    `rating` is the hardest rule that it needs; `search`: the rules do not solve it; `impossible`: they show
    that it has no solution. None: the work was stopped, and `at_least` says what was needed so far.
    """

    status: Status = "complete"
    rating: Level | None
    at_least: Level | None = None
    difficulty: str = ""  # easy, medium, hard or expert; nothing where that is not known
    score: int = 0  # to sort puzzles by: each round of steps counts as much as its rule is hard
    steps: dict[str, int]  # by each rule
    open: int  # options that the rules leave open
    first: dict[str, str] = {}  # for each rule, the first step that needs it, in words

    def __str__(self) -> str:
        if self.fault:
            return self.fault
        steps = [f"{number} {rule}" for rule, number in self.steps.items() if number]
        if self.open:
            steps.append(f"{number_of(self.open, 'options')} open")
        level = self.difficulty or self.rating or f"at least {difficulty_of(self.at_least)}, {self.reason}"
        score = "" if self.rating == "impossible" else f", score {self.score:,}"
        return f"{self.puzzle or 'a model'}: {level}{score} ({', '.join(steps) or 'no steps'})"

    def lines(self) -> list[str]:
        """Return the first step by each rule, the hardest last."""
        return [f"  first by {rule}: {self.first[rule]}" for rule in RULES if rule in self.first]


def difficulty_of(level: Level | None) -> str:
    """Return the difficulty of a rating in a word: easy, medium, hard or expert; of others the rating."""
    return next((word for word, levels in DIFFICULTIES.items() if level in levels), level or "")


WEIGHTS = {"bounds": 1, "intersection": 4, "subset sums": 6, "lookahead": 20}  # of a round in a score
OPEN_WEIGHT = 40  # of an option that the rules leave open


def score_of(found: Rating) -> int:
    """Return the score of a rating: the sum over its rounds, and over the options that are left open.

    Steps of one round do not count each: a person may begin with any of them, so many of them are no harder.
    """
    if found.level == "impossible":
        return 0
    return sum(WEIGHTS[rule] * number for rule, number in found.rounds.items()) + OPEN_WEIGHT * found.open


@asks(RateArguments)
def rate(puzzle: AnyPuzzle, **more: Any) -> Rated:
    """Rate a puzzle for a person: return the hardest rule that it needs, and how often each is used."""
    asked = query_of(RateArguments, more)
    return rate_within(puzzle, Limits.of(asked), asked.show)


def rate_within(puzzle: AnyPuzzle, limits: Limits, show: Show = unseen, name: str = "") -> Rated:
    """Rate a puzzle, called so, within limits that have begun."""
    show("building the model", None)
    driver: Driver[None] = Driver(limits, doing="a step was looked for")
    found = Rating("bounds", open=0)

    def show_within(done: int, of: int) -> None:
        """Show the rating of the steps so far, and how much the next rule has looked at."""
        steps, options = number_of(sum(found.steps.values()), "steps"), number_of(found.open, "options")
        words = f"{found.level} so far, {steps}, {options} open"
        show(f"{words}, {done:,} of {of:,} looked at" if done else words, None)

    name = name or name_and_variant(read(puzzle))[0]
    known: Puzzle | Model | None = None
    try:
        known, model = limits.guard("the model was built").do(built, puzzle)
        found = Rating("bounds", open=model.options)
        show(f"{number_of(model.options, 'options')} open", None)
        steps = ratings(model, stop=limits.over, show=show_within, seek=seeking(model, limits.over))
        for found in driver.drive(steps):
            show_within(0, found.open)
        stop = driver.stop
    except StoppedError as error:
        stop = Stop.of(error)
    more: dict[str, Any] = {"rating": found.level, "difficulty": difficulty_of(found.level)}
    if stop.status != "complete":
        more = {"rating": None, "at_least": found.level, "status": stop.status, "reason": stop.reason}
    first = {
        rule: sentence(known, about, step)
        for rule, (about, step) in found.first.items()
        if known is not None  # it was built, or there is no step
    }
    return Rated(puzzle=name, **more, score=score_of(found), steps=found.steps, open=found.open, first=first)


def rate_one(each: Named, limits: Limits, show: Show = unseen) -> Rated:
    """Rate a puzzle by its name. Raises its faults, but no limit."""
    try:
        puzzle = limits.guard("the puzzle was read").do(load_named, each)
        return limits.whole().do(rate_within, puzzle, limits, show, each[0])
    except StoppedError as error:
        stop = Stop.of(error)
        return Rated(puzzle=each[0], rating=None, steps={}, open=0, status=stop.status, reason=stop.reason)


def rate_of_many(each: Named, limits: Limits, show: Show = unseen) -> Rated:
    """Rate a puzzle by its name; a fault of it is in the result."""
    try:
        return rate_one(each, limits, show)
    except (InputError, UsageError) as error:
        return Rated(puzzle=each[0], rating=None, steps={}, open=0, status="failed", fault=str(error))


def rating(asked: RateArguments, each: Named, cancel: Cancel | None) -> Iterator[Sequence[Rated]]:
    """Yield the rating of one puzzle of many; the limits are for each."""
    yield [rate_of_many(each, Limits.of(asked, cancel=cancel))]
