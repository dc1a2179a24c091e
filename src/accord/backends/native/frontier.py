"""The native engine that counts models with a graph rule by frontier dynamic programming, option by option.

It is layered counting: a layer for each option, and states that know how the vertices hang together between
what is decided and what is not. `accord_native.layers.frontier_layout` explains the arrays.

    model -> turns              the order of its options, see `frontier_order`
          -> sums, fields       by turn, what it does to the sum of each item; and the bits of a key they take
          -> joins, leaves      by turn, what it does to the vertices in the frontier
          -> tables             the arrays of each layer
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.backends.contract import Request, Search, Slice
from accord.backends.native.arrays import Flags, Words
from accord.backends.native.engine import Engine, lowered_or_why
from accord.backends.native.frontier_order import ALWAYS, Stays, Turn, turns
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
