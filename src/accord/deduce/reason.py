"""Solve a model step by step, by the easiest rule that forces something."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeAlias, TypeVar

from accord.deduce import rules, trials
from accord.deduce.rules import Found
from accord.deduce.step import RULES, Contradiction, Forced, Rule, Step, together
from accord.deduce.structure import OPEN, Choice, Structure
from accord.deduce.trials import Look
from accord.errors import InputError, StoppedError
from accord.model import Model
from accord.model.lazy import Cut, with_cuts, without_lazy

T = TypeVar("T")

Level: TypeAlias = Literal["bounds", "intersection", "subset sums", "lookahead", "search", "impossible"]

# Options that are chosen, and options that are not -> items of the lazy part that solutions with these break,
# each time new ones; none if no more are needed.
Seek: TypeAlias = Callable[[Sequence[int], Sequence[int]], Sequence[Cut]]

BY_ITEM: dict[Rule, Callable[[Structure, list[int], int], Found]] = {  # the rules that look at one item
    "bounds": rules.bounds,
    "intersection": rules.intersection,
    "subset sums": rules.subset_sums,
}


def name_of(model: Model, item: int) -> str:
    """The name of an item in the model."""
    return model.item_names[item]


def never() -> bool:
    """A `stop` for work that is short."""
    return False


def unseen(done: int, of: int) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The hardest rule that a puzzle needs, and how many steps of each rule solve it, or lead to the end.

    Steps are counted in rounds: all that the easiest rule forces at once, then all that it forces after that.
    So the rating does not depend on the order of items and options.
    """

    level: Level  # search: the rules do not solve it. impossible: they show that there is no solution
    steps: dict[str, int] = field(default_factory=dict)
    open: int = 0  # options that the rules leave open
    rounds: dict[str, int] = field(default_factory=dict)  # of each rule
    first: dict[str, tuple[Model, Step]] = field(default_factory=dict, compare=False, repr=False)
    # the first step by each rule, and the model that it is about


class Reasoner:
    """A person's work on a puzzle: the deductions so far, and the next step.

    `model` is what is looked at: the model, with the lazy items that were asked for by now behind its own.
    """

    def __init__(
        self,
        model: Model,
        chosen: Sequence[int] = (),
        closed: Sequence[int] = (),
        *,
        hardest: Rule = "lookahead",
        stop: Callable[[], bool] = never,
        show: Look = unseen,
        seen_as: Callable[[int], object] | None = None,
        seek: Seek | None = None,
        called: Callable[[Model, int], str] = name_of,
    ) -> None:
        """Start from known options.

        Args:
            model: what to solve.
            chosen: options that are known to be chosen.
            closed: options that are known not to be chosen.
            hardest: the last of the rules that may be used.
            stop: asked often; once it is true, StoppedError is raised.
            show: called as often: how many items or choices a rule has looked at, of how many.
            seen_as: what a person sees an item as, such as the line that it is a cell of. What several items
                that are seen as the same force at one moment, by one rule, is one step. None: each alone.
            seek: finds items of the model's lazy part, if it has one: asked where no rule forces anything.
            called: what a person calls an item of `self.model`, for a Contradiction.

        Raises:
            InputError: if options are not of this model.
            RefusedError: if the model has lazy items, and no solver for them.
            Contradiction: if what is known contradicts itself.
        """
        known = [*((option, 1) for option in chosen), *((option, 0) for option in closed)]
        for option, _ in known:
            if not 0 <= option < model.options:
                raise InputError([f"known: found option {option}; expected 0 to {model.options - 1}"])
        self._rules = RULES[: RULES.index(hardest) + 1]
        self._stop, self._show = stop, show
        self._seen_as = seen_as
        self._seek = seek
        self._called = called
        self._own = model.items  # what comes behind them are lazy items
        self._broken: int | None = None  # the item of a contradiction, after which the state is of no use
        self._begin(without_lazy(model) if seek is not None else model, known)

    def _begin(self, model: Model, known: Sequence[Choice]) -> None:
        """Look at a model, in which this is known."""
        self.structure = Structure(model, self._own)
        self.model = model
        self.state = [OPEN] * model.options
        # what each item forces by each rule; an item is looked at again when an option of it is set
        self._found: dict[Rule, dict[int, Found]] = {rule: {} for rule in BY_ITEM}
        self._stale: dict[Rule, set[int]] = {rule: set(self.structure.looked_at) for rule in self._found}
        self._set(known)

    @property
    def chosen(self) -> list[int]:
        """The options known to be chosen, ascending."""
        return [option for option, value in enumerate(self.state) if value == 1]

    @property
    def closed(self) -> list[int]:
        """The options known not to be chosen, ascending."""
        return [option for option, value in enumerate(self.state) if value == 0]

    @property
    def solved(self) -> bool:
        """Whether no option is open, and nothing contradicts itself; of lazy items, once there is no step."""
        return self._broken is None and OPEN not in self.state

    def step(self) -> Step | None:
        """Take the next step; None if nothing is open, or no rule forces anything.

        Raises:
            Contradiction: if an item can no longer be met; from then on, each time.
        """
        return self._next(self._by_rules)

    def _next(self, by_rules: Callable[[], T | None]) -> T | None:
        """Return what rules find, with more items of the lazy part where they find nothing."""
        if self._broken is not None:
            raise self._contradiction(self._broken)
        try:
            while (found := by_rules()) is None and self._more_items():
                pass
        except Contradiction as error:
            self._broken = error.item
            raise
        return found

    def _more_items(self) -> bool:
        """Whether the lazy part has items to look at that are new."""
        cuts = self._seek(self.chosen, self.closed) if self._seek is not None else ()
        if cuts:
            known = [(option, value) for option, value in enumerate(self.state) if value != OPEN]
            self._begin(with_cuts(self.model, cuts), known)
        return bool(cuts)

    def _by_rules(self) -> Step | None:
        for rule in self._rules:
            if rule == "lookahead":
                return self._lookahead(self._trials())
            forcing = self._forcing(rule)
            if forcing:
                return self._easiest(rule, forcing)
        return None

    def steps(self) -> Iterator[Step]:
        """The steps until the puzzle is solved, or no rule forces anything. Raises Contradiction.

        A step is taken when it is asked for; a later iteration continues from there.
        """
        while (step := self.step()) is not None:
            yield step

    def round(self, seen: Container[str] = ()) -> tuple[Rule, int, Step | None] | None:
        """Take all steps of the easiest rule that forces any; None if nothing is open, or none does.

        Returns the rule, the number of steps, and the easiest of them; None in its place for lookahead, if
        `seen` has that rule: it takes time. Items that force the same are one step. All that lookahead finds
        at one moment is one step: the more there is, the easier it is to find. Raises Contradiction.
        """
        return self._next(partial(self._round_by_rules, seen))

    def _round_by_rules(self, seen: Container[str]) -> tuple[Rule, int, Step | None] | None:
        for rule in self._rules:
            if rule == "lookahead":
                return self._round_of_lookahead(first=rule not in seen)
            forcing = self._forcing(rule)
            if forcing:
                step = self._item_step(rule, self._least_to_look_at(forcing))
                for found in forcing:
                    self._set_forced(found.choices, found.item)
                return rule, len({frozenset(found.choices) for found in forcing}), step
        return None

    def _round_of_lookahead(self, *, first: bool) -> tuple[Rule, int, Step | None] | None:
        """Follow every open choice, and take the contrary of each that is refuted."""
        wrong = trials.find_wrong(self.structure, self.state, self._look)
        if not wrong:
            return None
        step = self._lookahead([choice for choice in self._trials() if choice in wrong]) if first else None
        for (option, value), item in wrong.items():
            self._set_forced([(option, 1 - value)], item)
        return "lookahead", 1, step

    def _set_forced(self, choices: Sequence[Choice], item: int) -> None:
        """Set what an item forced before others of the round were set. Raises Contradiction."""
        if any(self.state[option] == 1 - value for option, value in choices):
            raise self._contradiction(item)
        self._set(choices)

    def _contradiction(self, item: int) -> Contradiction:
        return Contradiction(item, self._called(self.model, item))

    def _set(self, choices: Sequence[Choice]) -> list[Choice]:
        made, broken = self.structure.spread(self.state, choices)
        if broken is not None:
            if broken < 0:  # one option was given as chosen and as closed
                option = next(option for option, value in choices if self.state[option] != value)
                raise InputError(
                    [f"known: found {self.model.option_name(option)} chosen and not chosen; expected one"]
                )
            raise self._contradiction(broken)
        for stale in self._stale.values():
            stale |= self.structure.watched_items(option for option, _ in made)
        return made

    def _easiest(self, rule: Rule, forcing: Sequence[Found]) -> Step:
        """Find the choices that the item with the fewest open options forces, and those seen as the same."""
        easiest = self._least_to_look_at(forcing)
        parts = [self._item_step(rule, easiest)]
        if self._seen_as is not None:
            seen_as = self._seen_as(easiest.item)
            for found in forcing:
                # forced by what was known before; another part reports what it has set by now
                unset = tuple(choice for choice in found.choices if self.state[choice[0]] == OPEN)
                if unset and self._seen_as(found.item) == seen_as:
                    parts.append(self._item_step(rule, Found(found.item, unset)))
        return together(parts)

    def _forcing(self, rule: Rule) -> list[Found]:
        """Yield the choices that each item forces by a rule, if there are any. Raises Contradiction."""
        apply = BY_ITEM[rule]
        known, stale = self._found[rule], self._stale[rule]
        for number, item in enumerate(sorted(stale)):
            self._look(number, len(stale))
            found = apply(self.structure, self.state, item)
            if found.contradiction:
                raise self._contradiction(item)
            if found.choices:
                known[item] = found
            else:
                known.pop(item, None)
        stale.clear()
        # an item may have forced what was then forced by another
        current = []
        for item, found in list(known.items()):
            unset = tuple(choice for choice in found.choices if self.state[choice[0]] == OPEN)
            if unset:
                current.append(Found(item, unset))
            else:
                del known[item]
        return sorted(current, key=lambda found: found.item)

    def _least_to_look_at(self, forcing: Sequence[Found]) -> Found:
        """Return what the item with the fewest open options forces."""
        return min(forcing, key=lambda found: (self._open(found.item), found.item))

    def _open(self, item: int) -> int:
        """The open options of an item: how much there is to look at."""
        return sum(self.state[option] == OPEN for option, _ in self.structure.entries[item])

    def _item_step(self, rule: Rule, found: Found) -> Step:
        item, state = found.item, self.state
        entries = self.structure.entries[item]
        given = sum(amount for option, amount in entries if state[option] == 1)
        left = sum(amount for option, amount in entries if state[option] == OPEN and amount > 0)
        ways = tuple(sorted(option for option, _ in entries if state[option] == OPEN))
        forced = tuple(
            Forced(option, value == 1, self._weight(item, (option, 1 - value)))
            for option, value in found.choices
        )
        demand = self.structure.demand(item, state)
        return replace(
            self._step(rule, (item,), found.choices, forced), demand=demand, given=given, left=left, ways=ways
        )

    def _weight(self, item: int, choice: Choice) -> int:
        """Return the amount that a choice adds to an item, or takes from it, with all that it implies."""
        within = self.structure.within(item, *choice)
        return sum(abs(amount) for option, _, amount in within if self.state[option] == OPEN)

    def _step(
        self, rule: Rule, items: tuple[int, ...], choices: Sequence[Choice], forced: tuple[Forced, ...]
    ) -> Step:
        made = sorted(self._set(choices))
        chosen, closed = (tuple(option for option, value in made if value == kind) for kind in (1, 0))
        return Step(rule, items, chosen, closed, forced)

    def _lookahead(self, choices: Sequence[Choice]) -> Step | None:
        """Take the contrary of the choice with the shortest refutation; None if none of these has one."""
        best = trials.find_shortest(self.structure, self.state, choices, self._look)
        if best is None:
            return None
        option, value = best.choice
        return self._step("lookahead", best.items, [(option, 1 - value)], (Forced(option, value == 0, 0),))

    def _trials(self) -> list[Choice]:
        return trials.trials(self.state, self.structure)

    def _look(self, done: int, of: int) -> None:
        """Show how far a rule is. Raises StoppedError."""
        if self._stop():
            raise StoppedError("stopped before the next step was found")
        self._show(done, of)


def deductions(
    model: Model, chosen: Sequence[int] = (), closed: Sequence[int] = (), *, hardest: Rule = "lookahead"
) -> Iterator[Step]:
    """The steps by which a person solves a model, from what is known; see `Reasoner`."""
    return Reasoner(model, chosen, closed, hardest=hardest).steps()


def rating(
    model: Model,
    *,
    hardest: Rule = "lookahead",
    stop: Callable[[], bool] = never,
    seek: Seek | None = None,
) -> Rating:
    """Return how hard a model is for a person. With `hardest`, what needs a harder rule is rated search.

    Raises:
        StoppedError: once `stop` is true.
    """
    *_, last = ratings(model, hardest=hardest, stop=stop, seek=seek)
    return replace(last, first={})


def ratings(
    model: Model,
    *,
    hardest: Rule = "lookahead",
    stop: Callable[[], bool] = never,
    show: Look = unseen,
    seek: Seek | None = None,
) -> Generator[Rating, None, None]:
    """Yield lower bounds of the rating, at first and after each step. The last one is the rating.

    `show` is called within a step as well: how many items or choices a rule has looked at, of how many.

    Raises:
        StoppedError: once `stop` is true.
    """
    reasoner = Reasoner(model, hardest=hardest, stop=stop, show=show, seek=seek)
    steps: dict[str, int] = dict.fromkeys(RULES, 0)
    rounds: dict[str, int] = dict.fromkeys(RULES, 0)
    first: dict[str, tuple[Model, Step]] = {}

    def rating_so_far(level: Level | None = None) -> Rating:
        used: list[Level] = [rule for rule in RULES if steps[rule]]
        still_open = reasoner.state.count(OPEN)
        hardest = [*RULES[:1], *used][-1]
        return Rating(level or hardest, dict(steps), still_open, dict(rounds), dict(first))

    yield rating_so_far()
    try:
        while (found := reasoner.round(first)) is not None:
            rule, number, step = found
            steps[rule] += number
            rounds[rule] += 1
            if step is not None:
                first.setdefault(rule, (reasoner.model, step))
            yield rating_so_far()
    except Contradiction:
        yield rating_so_far("impossible")
        return
    yield rating_so_far(None if reasoner.solved else "search")
