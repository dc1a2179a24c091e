"""Generate the n-th random model of a seed, independent of those before it.

Kinds take turns by number, so each has its share. A draw that is too large for the oracle, or beyond what a
model may hold, is drawn again, smaller each time.

Models with symmetries have a permutation group of the items, and options in whole orbits. Now and then an
option is left out of its orbit, so that only a part of the candidates are symmetries.

Wide models have many options but few solutions, as several copies of a small model. Sets of options are kept
in words of 64 bits, windows in slices of some cells, and so on; random models that an oracle can solve hardly
ever need a second word, or a third slice.

Random problems: variables and rules of every kind, each rule with its meaning in plain Python.

A problem is drawn with its rules stated, so a fault of its model can be stated in terms of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from accord.errors import UsageError
from accord.model import Model
from accord.model.build import LARGEST_SUM
from accord_compare.fuzz import oracle, random_kinds, structured
from accord_compare.fuzz import rules as other_rules
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.expressions import Generator
from accord_compare.fuzz.form import Entry, Form, Item, Option, Solution
from accord_compare.fuzz.graph_rules import GRAPHS
from accord_compare.fuzz.random_kinds import PRIMARY, SECONDARY
from accord_compare.fuzz.structured import TURNS, Builder, Cell, across, placements

MOST_SOLUTIONS = 600
OPTIONS = 66, 400  # of all copies, about
JIGSAW = 20, 200  # options, about
DRAWS = 30


def wide(dice: Dice, size: int, kinds: Sequence[Callable[[Dice, int], Form]]) -> Form:
    """A model of one of these kinds that has a solution, but not many, made wide; perhaps less an option."""
    for _ in range(DRAWS):
        form = dice.pick(kinds)(dice, size)
        try:
            solutions = len(oracle.solve(form, 4000, 200))
        except oracle.TooLargeError:
            continue
        if not solutions:
            continue
        if form.order and dice.chance(0.4):
            return stretch(dice, form)
        number = -(-dice.number(*OPTIONS) // max(1, len(form.options)))
        while solutions > 1 and solutions**number > MOST_SOLUTIONS:
            number -= 1
        if number * len(form.options) >= OPTIONS[0]:
            form = form.copies(number)
            break
    options = dice.shuffle(form.options) if dice.chance(0.5) else list(form.options)
    if dice.chance(0.2):
        options = dice.some(options, len(options) - 1)
    return replace(form, options=tuple(options))


def stretch(dice: Dice, form: Form) -> Form:
    """Return a form with more items in the order, each with an option that is in every solution."""
    first, number = len(form.items), dice.number(8, 50)
    order, places = list(form.order), [dice.number(0, len(form.order)) for _ in range(dice.number(1, 3))]
    for item in range(first, first + number):
        order.insert(dice.pick(places), item)
    return Form(
        form.items + (PRIMARY,) * number,
        (*form.options, *(Option((Entry(item),)) for item in range(first, first + number))),
        tuple(order),
    )


def tilings(dice: Dice, size: int) -> Form:  # noqa: ARG001 (as all kinds)
    """A board cut into pieces at random, and of all ways to place these pieces some: a jigsaw.

    The windows of cells are long, and the orientations of pieces many.
    """
    rows, columns = dice.number(2, 5), dice.number(4, 12)
    cells = dice.some(list(product(range(rows), range(columns))), rows * columns - dice.number(0, 2))
    build = Builder(cells)
    planted = _cut_up(dice, cells, dice.number(3, 5))
    ways = [placements(piece, cells, TURNS) for piece in planted]
    share = min(1.0, dice.number(*JIGSAW) / sum(map(len, ways)))
    free = dice.pick((0.0, 0.3, 0.6))  # of these pieces any number: only then may covering cells twice add up
    for number, (piece, placed) in enumerate(zip(planted, ways, strict=True)):
        names = [] if dice.chance(free) else [f"piece {number}"]
        build.items |= dict.fromkeys(names, PRIMARY)
        for each in placed:
            if each == piece or dice.chance(share):
                build.option(*names, *each)
    return build.form(order=cells if dice.chance(0.5) else across(cells))


def _cut_up(dice: Dice, cells: list[Cell], most: int) -> list[list[Cell]]:
    """The cells in connected pieces of up to so many, each sorted."""
    left, pieces = set(cells), list[list[Cell]]()
    while left:
        piece = [min(left)]
        left -= {piece[0]}
        while len(piece) < most:
            beside = {(r + d, c + e) for r, c in piece for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))} & left
            if not beside:
                break
            piece.append(dice.pick(sorted(beside)))
            left -= {piece[-1]}
        pieces.append(sorted(piece))
    return pieces


Permutation = tuple[int, ...]
LARGEST = 48  # elements of a group


def symmetric(dice: Dice, size: int) -> Form:
    """Orbits of random options under a random group; it fixes some items, so that parts can be split."""
    moved, fixed = dice.number(2, 3 + size // 4), dice.number(0, 2)
    group = _group(dice, moved, fixed)
    items = moved + fixed
    demands: list[Item] = [PRIMARY] * items
    linear, coloured = dice.chance(0.25), dice.chance(0.2)
    for orbit in {frozenset(row[i] for row in group) for i in range(items)}:
        choices = [PRIMARY, PRIMARY, SECONDARY, *([Item(0, 2), Item(2, 3), Item(1, None)] if linear else [])]
        demand = dice.pick(choices)
        for i in orbit:
            demands[i] = demand
    options: dict[tuple[Entry, ...], int] = {}
    for _ in range(dice.number(1, size)):
        if len(options) > 3 * size:
            break
        entries = []
        for item in dice.some(range(items), dice.number(1, 3)):
            amount = dice.pick((1, 1, 2, -1)) if linear else 1
            colour = dice.number(1, 2) if coloured and demands[item] == SECONDARY else 0
            entries.append(Entry(item, 1 if colour else amount, colour))
        copies = 2 if dice.chance(0.1) else 1
        for row in group:
            options[tuple(sorted(entry._replace(item=row[entry.item]) for entry in entries))] = copies
    listed = [entries for entries, copies in options.items() for _ in range(copies)]
    if dice.chance(0.2):
        listed = dice.some(listed, len(listed) - 1)
    order = tuple(dice.shuffle(range(items))) if dice.chance(0.5) else ()
    return Form(tuple(demands), tuple(Option(entries) for entries in dice.shuffle(listed)), order, group)


def _group(dice: Dice, moved: int, fixed: int) -> tuple[Permutation, ...]:
    """The group that one or two random permutations make, on all items; the identity first."""
    rest = tuple(range(moved, moved + fixed))
    while True:
        elements = {tuple(range(moved + fixed))}
        generators = [(*dice.shuffle(range(moved)), *rest) for _ in range(dice.number(1, 2))]
        if dice.chance(0.4):  # an involution: a mirror
            row = list(range(moved))
            for a in range(0, moved - 1, 2):
                row[a], row[a + 1] = a + 1, a
            generators = [(*row, *rest)]
        new = set(elements)
        while new and len(elements) <= LARGEST:
            new = {tuple(g[i] for i in row) for row in new for g in generators} - elements
            elements |= new
        if len(elements) <= LARGEST:
            return tuple(sorted(elements))


Draw = Callable[[Dice, int], Form]

KINDS: dict[str, Draw] = {
    "exact": random_kinds.exact,
    "packing": structured.packing,
    "multiplicities": random_kinds.multiplicities,
    "linear": random_kinds.linear,
    "symmetric": symmetric,
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
KINDS[PROBLEM] = lambda dice, size: Form.of(problem(dice, size).problem.model)
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
        return problem(*_thrown(self.seed, self.number, self.attempt))

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


RULES = other_rules.RULES | GRAPHS


def problem(dice: Dice, size: int, *, rules: Sequence[str] = (), far: int = 0) -> Drawn:
    """A problem with up to five rules, of these kinds, or of all; of at most 8 * `size` + 20 assignments.

    Most rules that leave no solution are taken back. Many of its numbers are `far` from 0.
    """
    generator = Generator(dice, far)
    generator.declare(8 * size + 20)
    names = rules or tuple(RULES)
    drawn = Drawn(generator.problem, generator.domains, [])
    for _ in range(dice.number(1, 5)):
        try:
            drawn.rules.append(RULES[dice.pick(names)](generator))
        except UsageError:  # a slip, such as a length below 0, is no rule
            continue
        if not any(map(drawn.holds, drawn.assignments())) and dice.chance(0.85):
            drawn.rules.pop()
            drawn.problem.rules.pop()
    return drawn
