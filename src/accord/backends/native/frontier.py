"""The native engine that counts models with a graph rule by frontier dynamic programming, option by option.

It is layered counting: a layer for each option, and states that know how the vertices hang together between
what is decided and what is not. `accord_native.layers.frontier_layout` explains the arrays.

    model -> turns              the order of its options, see below
          -> sums, fields       by turn, what it does to the sum of each item; and the bits of a key they take
          -> joins, leaves      by turn, what it does to the vertices in the frontier
          -> tables             the arrays of each layer

The order in which frontier counting decides options: such that few vertices and items are open at a time.

    rule, vertices in some order -> turns    what the rule is about, as its vertices come up
    turns, model -> turns                    and every other option, where it is determined first
    turns -> width                           how many vertices are in the frontier, at most

An edge of a loop or a path has its turn when the earlier of its vertices comes up: vertices of the frontier
have then seen one edge as a rule, so that full ones need not be distinguished from empty ones.
On 9 x 9 vertices that leaves a seventh of the states. An edge of a tree has its turn with the later vertex:
the frontier's have then been seen, and are connected in fewer ways.

Vertices come as they are numbered, which is best on boards, row by row; or breadth first from a vertex at the
rim, where that makes the frontier smaller. At the same width, trees take half the states breadth first, and
loops twice as many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.arrays import Flags, Words
from accord.backends.native.engine import Engine, lowered_or_why
from accord.backends.native.layers import count_in_layers
from accord.errors import RefusedError
from accord.model import Kind, Model
from accord_native.layers import frontier_layout as layout
from accord_native.layers.frontier_layout import Given

if TYPE_CHECKING:
    from accord.problem.graph_rules.lowered import LoweredRule

MOST_WIDE = 16  # vertices in the frontier
MOST_BITS = 16  # of a sum
MOST_WORDS = 8  # of a key
WORD_BITS = 64
CHOSEN_ALWAYS = (0, 0, 0, -1, 0, 0, 0, 0, 0, 0)  # as a sum: what is not chosen is too little


@dataclass(frozen=True, eq=False)
class Tables:
    """The arrays of the kernels that depend on the model; a `layers_memory.Layered`."""

    layers: Sequence[Given]
    key_words: int
    scratch: int
    width: int  # vertices in the frontier, at most
    empty: bool  # whether nothing at all may be chosen
    possible: bool  # False: no solution, for a reason that is seen at once

    engine: ClassVar[str] = "frontier"
    expand: ClassVar[tuple[str, dict[str, str]]] = "accord_native.layers.frontier", {}
    covers: ClassVar[tuple[int, ...]] = (1,)
    children: ClassVar[int] = 2
    first_key: ClassVar[int] = int(layout.STARTED)

    @property
    def last(self) -> int:
        """Its states have all options behind them."""
        return len(self.layers)

    def arrays_of(self, layer: int) -> Given:
        """The arrays of the option that is decided next."""
        return self.layers[layer]

    def final(self, keys: Words) -> Flags:
        """Return which states have a complete component, or nothing where nothing is enough."""
        return np.asarray((keys & layout.FINISHED != 0) | self.empty)


def lower(model: Model) -> Tables:
    """All passes. Raises RefusedError if the engine does not take the model."""
    rule = _rule(model)
    order = turns(model, rule)
    stays = Stays.of(order)
    width = max(stays.widths(len(order)), default=0)
    if width > MOST_WIDE:
        raise RefusedError(f"the frontier is {width} vertices wide; frontier takes at most {MOST_WIDE}")
    sums = _sums(model, order)
    keys = _Keys()
    slots, slot_of = _slots(stays, keys, len(order))
    rows = [] if sums is None else _rows(sums, keys, order)
    if len(keys.used) > MOST_WORDS:
        raise RefusedError(
            f"the frontier and the sums of open items take {len(keys.used) * WORD_BITS} bits; frontier takes "
            f"at most {MOST_WORDS * WORD_BITS}"
        )
    mask = (1 << _slot_bits(len(slots))) - 1
    cycles = {"none": layout.NONE, "one": layout.ONE_CYCLE, "any": layout.ANY}[rule.circles]
    about = np.array([len(keys.used), mask, rule.two_at_a_vertex, cycles], np.uint64)
    fields = np.array(slots, np.uint64).reshape(-1, 2)
    leaving: defaultdict[int, list[int]] = defaultdict(list)
    for vertex, turn in stays.last.items():
        leaving[turn].append(vertex)
    layers = [
        Given(
            sums=np.array(rows[number], np.int64).reshape(-1, layout.SUM),
            joins=_array([(slot_of[j.one], slot_of[j.other], j.soft) for j in turn.joins], 3),
            leaves=_array([(slot_of[v], _may(rule, v)) for v in leaving[number]], 2),
            slots=fields,
            rule=about,
        )
        for number, turn in enumerate(order if sums is not None else ())
    ]
    alone = rule.spanning and rule.vertices == 1
    joins = max((len(turn.joins) for turn in order), default=0)
    return Tables(
        layers,
        key_words=len(keys.used),
        scratch=layout.scratch(len(keys.used), len(slots), joins),
        width=width,
        empty=rule.empty or alone,
        possible=sums is not None and (not rule.spanning or alone or len(stays.first) == rule.vertices),
    )


# -- what is taken ---------------------------------------------------------------------------------


def _rule(model: Model) -> LoweredRule:
    """The one rule of a model; how much may be chosen is said by items. Raises RefusedError."""
    if model.lazy is not None:
        from accord.problem.graph_rules.cuts import GraphCuts  # only now: few models have any
    if model.lazy is None or not isinstance(model.lazy, GraphCuts):
        raise RefusedError("frontier takes models with a graph rule (single_loop, path, tree, connected)")
    if len(model.lazy.rules) != 1:
        raise RefusedError(f"frontier takes one graph rule; there are {len(model.lazy.rules)}")
    if Kind.COLOURED in model.kind:
        raise RefusedError("frontier does not know colours")
    rule = model.lazy.rules[0]
    if not rule.is_whole:
        raise RefusedError(f"frontier does not know the graph rule {rule.name}")
    if len(rule.ends) not in (0, 2):
        raise RefusedError(f"frontier takes one path; there are {len(rule.ends) // 2}")
    return rule


def _may(rule: LoweredRule, vertex: int) -> int:
    """How a vertex may leave the frontier."""
    may = np.uint64(0) if rule.spanning else layout.UNTOUCHED
    degrees = rule.degrees(vertex)
    if degrees is None or 1 in degrees:
        may |= layout.LOOSE
    if degrees is None or 2 in degrees:
        may |= layout.PASSED
    return int(may)


# -- sums ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Change:
    """The change of an item's sum by a turn: then it must be in `low` to `high`, and some are alike."""

    turn: int
    amount: int
    low: int
    high: int
    safe: tuple[int, int]  # these sums are as good as each other; perhaps none is


def _sums(model: Model, order: Sequence[Turn]) -> list[tuple[str, list[_Change]]] | None:
    """The items with their changes in the order of turns; None if an item cannot be met."""
    turn_of = {turn.option: number for number, turn in enumerate(order)}
    start, option, entry = model.by_item
    found = []
    for item in range(model.items):
        entries = slice(start[item], start[item + 1])
        when = [turn_of[o] for o in option[entries].tolist()]
        pairs = sorted(zip(when, model.amount[entry[entries]].tolist(), strict=True))
        low, high = int(model.low[item]), int(model.high[item])
        least = list(accumulate(min(amount, 0) for _, amount in pairs))
        most = list(accumulate(max(amount, 0) for _, amount in pairs))
        if not pairs and not low <= 0 <= high:
            return None
        changes = []
        for number, (turn, amount) in enumerate(pairs):
            lower, upper = least[-1] - least[number], most[-1] - most[number]  # of what is still to come
            lowest, highest = max(low - upper, least[number]), min(high - lower, most[number])
            if lowest > highest:
                return None
            safe = max(low - lower, lowest), min(high - upper, highest)
            changes.append(_Change(turn, amount, lowest, highest, safe))
        found.append((model.item_names[item], changes))
    return found


def _rows(
    sums: Sequence[tuple[str, list[_Change]]], keys: _Keys, order: Sequence[Turn]
) -> list[list[Sequence[int]]]:
    """By turn, the rows of `sums`. Raises RefusedError."""
    rows: list[list[Sequence[int]]] = [[CHOSEN_ALWAYS] if turn.option == ALWAYS else [] for turn in order]
    for name, changes in sorted((each for each in sums if each[1]), key=lambda each: each[1][0].turn):
        kept = changes[:-1]  # after the last one nothing needs to be known
        base = min((change.low for change in kept), default=0)
        apart = max((change.high for change in kept), default=0) - base
        bits = apart.bit_length()
        if bits > MOST_BITS:
            raise RefusedError(
                f"the sums of item {name!r} are up to {apart:,} apart; frontier takes less than "
                f"{1 << MOST_BITS:,}"
            )
        word, shift = keys.field(bits, changes[0].turn, changes[-1].turn)
        for change in changes:
            begin = -base if change is changes[0] else 0
            usual = 0 if change is changes[-1] else change.safe[0] - base
            bounds = change.low - base, change.high - base, change.safe[0] - base, change.safe[1] - base
            added = begin, begin + change.amount
            rows[change.turn].append((word, shift, (1 << bits) - 1, *added, *bounds, usual))
    return rows


# -- keys ------------------------------------------------------------------------------------------


class _Keys:
    """Which bits of a key are in use, turn after turn; fields are asked for as they come into use."""

    def __init__(self) -> None:
        self.used = [int(layout.STARTED | layout.FINISHED)]
        self._ends: list[tuple[int, int, int]] = []  # fields: last turn, word, bits

    def field(self, bits: int, first: int, last: int) -> tuple[int, int]:
        """The word and the shift of a new one."""
        for end, word, used in self._ends:
            if end < first:
                self.used[word] &= ~used
        self._ends = [field for field in self._ends if field[0] >= first]
        mask = (1 << bits) - 1
        for word in range(len(self.used) + 1):
            if word == len(self.used):
                self.used.append(0)
            for shift in range(WORD_BITS - bits + 1):
                if not self.used[word] >> shift & mask:
                    self.used[word] |= mask << shift
                    self._ends.append((last, word, mask << shift))
                    return word, shift
        raise AssertionError


def _slot_bits(slots: int) -> int:
    """So many that all vertices in the frontier may be components of their own."""
    return (slots + int(layout.FIRST_COMPONENT) - 1).bit_length()


def _slots(stays: Stays, keys: _Keys, turns: int) -> tuple[list[tuple[int, int]], dict[int, int]]:
    """The fields of the slots; and the slot of each vertex."""
    slot_of: dict[int, int] = {}
    free: list[int] = []
    until: list[int] = []  # by slot
    for vertex in sorted(stays.first, key=lambda vertex: stays.first[vertex]):
        free = [slot for slot, end in enumerate(until) if end < stays.first[vertex]]
        slot = free[0] if free else len(until)
        until[slot : slot + 1] = [stays.last[vertex]]
        slot_of[vertex] = slot
    bits = _slot_bits(len(until))
    return [keys.field(bits, 0, turns) for _ in until], slot_of


def _array(rows: Sequence[Sequence[int]], width: int) -> Words:
    return np.array(rows, np.uint64).reshape(-1, width)


class Frontier(Engine):
    """The kernels of frontier counting as an engine."""

    name: ClassVar[str] = "frontier"
    counts_only: ClassVar[bool] = True
    knows_lazy: ClassVar[bool] = True

    def tables(self, model: Model) -> Tables | str:
        """Return the arrays of a model, or why the kernels do not take it."""
        return lowered_or_why(model, lower)

    def refusal(self, model: Model, request: Request) -> str | None:
        """Which test the model or the request fails."""
        if request.solutions:
            return "frontier only counts; it never sees a solution"
        if request.limit is not None:
            return f"frontier counts all at the end, so it cannot stop after {request.limit:,}"
        lowered = self.tables(model)
        return lowered if isinstance(lowered, str) else None

    def why(self, model: Model, request: Request) -> str:  # noqa: ARG002
        """The width of the frontier."""
        lowered = self.tables(model)
        assert isinstance(lowered, Tables)
        return f"it need not walk: the frontier is {lowered.width} vertices wide"

    def search(self, model: Model, request: Request) -> Search:
        """Count. Raises MemoryLimitError before it would need more memory than it may use."""
        lowered = self.tables(model)
        assert isinstance(lowered, Tables)
        if lowered.possible:
            yield from count_in_layers(lowered, request)
        else:
            yield Slice(effort={"states": 0, "transitions": 0, "peak_states": 0}, complete=True)


ALWAYS = -1  # for the option of what is always chosen


@dataclass(frozen=True)
class Join:
    """The effect of an option on two vertices: see `accord_native.layers.frontier_layout`."""

    one: int
    other: int
    soft: bool = False


@dataclass(frozen=True)
class Turn:
    """An option that is decided, and what that joins."""

    option: int  # or ALWAYS
    joins: tuple[Join, ...] = ()


@dataclass(frozen=True)
class Stays:
    """The first and the last turn of each vertex that has any."""

    first: dict[int, int]
    last: dict[int, int]

    @classmethod
    def of(cls, turns: Iterable[Turn]) -> Stays:
        """Return the vertices that stay, from some turns."""
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for number, turn in enumerate(turns):
            for vertex in (vertex for join in turn.joins for vertex in (join.one, join.other)):
                first.setdefault(vertex, number)
                last[vertex] = number
        return cls(first, last)

    def widths(self, turns: int) -> list[int]:
        """How many vertices are in the frontier after each turn."""
        change = np.zeros(turns + 1, np.int64)
        for vertex, number in self.first.items():
            change[number] += 1
            change[self.last[vertex]] -= 1
        return [int(width) for width in np.cumsum(change)[:turns]]


def turns(model: Model, rule: LoweredRule) -> list[Turn]:
    """All options of a model, in the better order for its rule."""
    known = {model.option_name(option): option for option in range(model.options)}
    options = [known.get(name) if name else ALWAYS for name in rule.options]
    orders = range(rule.vertices), breadth_first(rule)
    candidates = [_of_rule(rule, options, order) for order in orders]
    widths = [Stays.of(candidate).widths(len(candidate)) for candidate in candidates]
    costs = [(max(each, default=0), 0 if rule.two_at_a_vertex else sum(each)) for each in widths]
    return _with_others(model, candidates[costs.index(min(costs))])


def breadth_first(rule: LoweredRule) -> list[int]:
    """The vertices, breadth first from one that is far from others; part after part of the graph."""
    found: list[int] = []
    seen: set[int] = set()
    for vertex in range(rule.vertices):
        if vertex not in seen:
            part = _reachable(rule, _reachable(rule, vertex)[-1])
            seen.update(part)
            found += part
    return found


def _reachable(rule: LoweredRule, start: int) -> list[int]:
    """The vertices that can be reached, the nearest first."""
    found, seen = [start], {start}
    for vertex in found:  # grows while it is walked
        new = [other for other, _ in rule.near[vertex] if other not in seen]
        found += dict.fromkeys(new)
        seen.update(new)
    return found


def _of_rule(rule: LoweredRule, options: Sequence[int | None], order: Sequence[int]) -> list[Turn]:
    """Return the turns of a rule, as its vertices come up; options that the model lacks are never chosen."""
    place = {vertex: number for number, vertex in enumerate(order)}
    if rule.on_vertices:
        found = []
        for vertex in order:
            option = options[vertex]
            if option is not None:
                earlier = sorted(
                    place[other] for other, _ in rule.near[vertex] if place[other] < place[vertex]
                )
                near = [order[number] for number in earlier if options[order[number]] is not None]
                joins = [Join(vertex, vertex), *(Join(other, vertex, soft=True) for other in near)]
                found.append(Turn(option, tuple(joins)))
        return found
    pairs = [sorted((place[one], place[other])) for one, other in rule.edges]
    end = 0 if rule.two_at_a_vertex else 1
    return [
        Turn(option, (Join(order[pairs[edge][0]], order[pairs[edge][1]]),))
        for edge in sorted(range(len(pairs)), key=lambda edge: (pairs[edge][end], pairs[edge][1 - end]))
        if (option := options[edge]) is not None
    ]


def _with_others(model: Model, turns: list[Turn]) -> list[Turn]:
    """All options: another one has its turn as soon as it is the last of an item, or nearly."""
    when = {turn.option: number for number, turn in enumerate(turns)}
    items = [model.options_of(item).tolist() for item in range(model.items)]
    left = [sum(option not in when for option in options) for options in items]
    latest = [max((when[option] for option in options if option in when), default=-1) for options in items]
    after: defaultdict[int, list[int]] = defaultdict(list)  # by the number of a turn
    queue = [(left[item], latest[item], item) for item in range(model.items) if left[item]]
    heapify(queue)
    while queue:
        *known, item = heappop(queue)
        if not left[item] or known != [left[item], latest[item]]:
            continue  # it was said again since
        number = latest[item]
        option = next(option for option in items[item] if option not in when)
        when[option] = number
        after[number].append(option)
        for other in model.items_of(option).tolist():
            left[other] -= 1
            latest[other] = max(latest[other], number)
            heappush(queue, (left[other], latest[other], other))
    after[-1] += [option for option in range(model.options) if option not in when]  # in no item
    found = [Turn(option) for option in after[-1]]
    for number, turn in enumerate(turns):
        found += [turn, *(Turn(option) for option in after[number])]
    return found
