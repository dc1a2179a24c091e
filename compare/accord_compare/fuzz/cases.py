"""Generate the n-th random model of a seed, independent of those before it.

Kinds take turns by number, so each has its share. A draw that is too large for the oracle, or beyond what a
model may hold, is drawn again, smaller each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from accord.model import Model
from accord.model.build import LARGEST_SUM
from accord_compare.fuzz import oracle, problems, random_kinds, structured, symmetric
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.form import Form, Solution
from accord_compare.fuzz.wide import tilings, wide

Draw = Callable[[Dice, int], Form]

KINDS: dict[str, Draw] = {
    "exact": random_kinds.exact,
    "packing": structured.packing,
    "multiplicities": random_kinds.multiplicities,
    "linear": random_kinds.linear,
    "symmetric": symmetric.symmetric,
    "huge": random_kinds.huge,
    "queens": structured.queens,
    "colours": random_kinds.colours,
    "strips": structured.strips,
    "hidden": random_kinds.hidden,
    "mixed": random_kinds.of_everything,
    "langford": structured.langford,
    "implications": random_kinds.implications,
    "latin": structured.latin,
    "matching": structured.matching,
    "corners": random_kinds.corners,
    "sums": structured.sums,
}
PROBLEM = "problem"
WIDENED = [KINDS[kind] for kind in KINDS if kind not in ("huge", "corners", "symmetric")]
WIDENED += [structured.packing, structured.strips] * (len(WIDENED) // 2)  # the most to go wrong
KINDS["tilings"] = tilings
KINDS["wide"] = lambda dice, size: wide(dice, size, WIDENED)
KINDS[PROBLEM] = lambda dice, size: Form.of(problems.problem(dice, size).problem.model)
WEIGHTS = ((0, 1), (-5, 9), (-1, 0), (-(1 << 33), 1 << 33), (-(1 << 40), 1 << 40), ((1 << 56) - 9, 1 << 56))
MULTIPLES = (1, 1, 3, 7, 11)  # of which all weights are some multiple, but that of one option


@dataclass(frozen=True)
class Case:
    """A model to be tried, and its solutions by the oracle."""

    name: str  # such as `model 17 of seed 0`
    kind: str
    form: Form
    solutions: list[Solution]
    seed: int = 0
    number: int = 0
    attempt: int = 0  # that was not too large

    @cached_property
    def model(self) -> Model:
        """The model, made once."""
        return self.form.model()

    @cached_property
    def drawn(self) -> Drawn | None:
        """The problem whose model it is, if it is one's."""
        if self.kind != PROBLEM:
            return None
        return problems.problem(*_thrown(self.seed, self.number, self.attempt))

    @cached_property
    def maps(self) -> list[Sequence[int]]:
        """Return where the symmetries take the options; empty without candidates."""
        return oracle.option_maps(self.form)

    @cached_property
    def classes(self) -> list[frozenset[Solution]]:
        """The solutions in classes under the symmetries."""
        return oracle.classes(self.solutions, self.maps)

    @cached_property
    def chosen(self) -> list[Solution]:
        """The solutions that a run gives, one of each class: the least, by whichever method it finds them."""
        return [min(alike) for alike in self.classes]

    @cached_property
    def least(self) -> int | None:
        """The least value of a solution under the objective; None if there is no solution."""
        return min(map(self.form.value, self.solutions), default=None)


def kind_of(number: int) -> str:
    """The kind of the model of that number."""
    return list(KINDS)[number % len(KINDS)]


def case(seed: int, number: int) -> Case:
    """The model of that number, with its solutions."""
    kind = kind_of(number)
    for attempt in range(100):
        dice, size = _thrown(seed, number, attempt)
        form = with_objective(dice, KINDS[kind](dice, size))
        if beyond(form):
            continue
        try:
            found = oracle.solve(form)
        except oracle.TooLargeError:
            continue
        return Case(f"model {number} of seed {seed}", kind, form, found, seed, number, attempt)
    raise AssertionError(f"kind {kind} draws only models that are too large for the oracle")


def _thrown(seed: int, number: int, attempt: int) -> tuple[Dice, int]:
    """The dice of a model, and its size, as its kind is given them."""
    dice = Dice(seed, number, attempt)
    return dice, max(1, dice.number(3, 26) - 2 * attempt)


def case_of(form: Form, name: str, kind: str = "kept") -> Case:
    """A case of a form that comes from elsewhere. Raises `oracle.TooLargeError`."""
    return Case(name, kind, form, oracle.solve(form))


def beyond(form: Form) -> bool:
    """Whether the amounts of an item, or the weights, sum beyond what a model may hold."""
    positive, negative = [0] * len(form.items), [0] * len(form.items)
    for entry in (entry for option in form.options for entry in option.entries):
        positive[entry.item] += max(entry.amount, 0)
        negative[entry.item] -= min(entry.amount, 0)
    weights = sum(abs(option.weight) for option in form.options)
    return max([weights, *positive, *negative]) > LARGEST_SUM - (1 << 12)  # which it adds up as floats


def with_objective(dice: Dice, form: Form) -> Form:
    """One model in four has an objective."""
    if not dice.chance(0.25):
        return form
    low, high = dice.pick(WEIGHTS)
    common = dice.pick(MULTIPLES) if high - low > max(MULTIPLES) else 1
    weights = [dice.number(low, high) // common * common for _ in form.options]
    if weights:
        weights[dice.number(0, len(weights) - 1)] += dice.number(0, common - 1)
    options = zip(form.options, weights, strict=True)
    weighted = form.with_options(option._replace(weight=weight) for option, weight in options)
    return replace(weighted, has_objective=True)
