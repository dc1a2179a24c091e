"""A model as a person reads it: which items are looked at, and which follow by themselves.

What follows by itself, as soon as a choice is made, is part of the same step (`Structure.spread`):

- implications, items with the amounts {b: 1, a: -1} and least 0: with a chosen, b is; with b closed, a is;
- exclusions, items of which any two options are too much: with one chosen, the others are closed (where
  there are implications, though, they are sums like others, and closing is a step that names its item);
- colours: with an option chosen, those that give its items another colour are closed.

A choice is a pair (option, value): value 1 chosen, 0 closed. A state is a list of values, -1 for open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np

from accord.model import Model
from accord.model.lazy import refuse_lazy

Choice: TypeAlias = tuple[int, int]  # option, value
Chain: TypeAlias = list[tuple[int, int]]  # options of an item with their amounts, each implying those before
OPEN = -1


class Structure:
    """Tables of a model that the rules read; nothing in them depends on a state."""

    def __init__(self, model: Model) -> None:
        refuse_lazy(model, "reasoning step by step")
        self.model = model
        self.low: list[int] = model.low.tolist()
        self.high: list[int] = model.high.tolist()
        start, option, entry = model.by_item
        options, amounts = option.tolist(), model.amount[entry].tolist()
        self.entries: list[list[tuple[int, int]]] = [  # of each item: option, amount
            list(zip(options[a:b], amounts[a:b], strict=True))
            for a, b in zip(start[:-1].tolist(), start[1:].tolist(), strict=True)
        ]
        self.items_of: list[list[int]] = [model.items_of(o).tolist() for o in range(model.options)]
        coloured = np.zeros(model.items, np.bool_)
        coloured[model.item[model.colour != 0]] = True
        self._colour: dict[tuple[int, int], int] = {
            (int(model.option_of_entry[e]), int(model.item[e])): int(model.colour[e])
            for e in np.flatnonzero(coloured[model.item])
        }
        self._coloured: list[bool] = coloured.tolist()
        # implied[value][option]: the choices that follow from (option, value) by one implication
        self._implied: tuple[list[list[tuple[Choice, int]]], ...] = (
            [[] for _ in range(model.options)],
            [[] for _ in range(model.options)],
        )
        self.implication = [self._is_implication(item) for item in range(model.items)]
        sums = any(self.implication)
        self.exclusive = [not sums and self._is_exclusive(item) for item in range(model.items)]
        self.looked_at = [  # items whose sums are reasoned about
            item for item in range(model.items) if not self.implication[item] and not coloured[item]
        ]
        watched = set(self.looked_at)
        self._watched = [tuple(item for item in items if item in watched) for items in self.items_of]
        self._excluded: dict[int, int] = {}
        self._mask: dict[int, int] = {}
        self._closed: dict[Choice, list[Choice]] = {}
        self._within: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        # of an item with amounts above 0, its options as chains; None for others, and where they branch
        self.chains: list[list[Chain] | None] = [None] * model.items
        for item in self.looked_at:
            self.chains[item] = self._chains(item)

    def watched(self, options: Iterable[int]) -> set[int]:
        """The items whose sums these options are part of, and are reasoned about."""
        return {item for option in options for item in self._watched[option]}

    def spread(self, state: list[int], choices: Iterable[Choice]) -> tuple[list[Choice], int | None]:
        """Make choices, with all that follows by itself.

        Args:
            state: changed in place.
            choices: pairs (option, value).

        Returns:
            The choices that were new, and an item that they break, or None. Then the state is of no use.
        """
        made: list[Choice] = []
        queue = deque((choice, -1) for choice in choices)
        while queue:
            (option, value), because = queue.popleft()
            if state[option] == value:
                continue
            if state[option] != OPEN:
                return made, because
            state[option] = value
            made.append((option, value))
            queue.extend(self._implied[value][option])
            if value:
                for item in self.items_of[option]:
                    if self._coloured[item]:
                        queue.extend(self._discoloured(item, option))
                    elif self.exclusive[item]:
                        queue.extend(((other, 0), item) for other, _ in self.entries[item] if other != option)
        return made, None

    def excluded(self, option: int) -> int:
        """The options that are closed once this one is chosen, by exclusions and colours, as bits."""
        found = self._excluded.get(option)
        if found is None:
            found = 0
            for item in self.items_of[option]:
                if self._coloured[item]:
                    for (other, _), _ in self._discoloured(item, option):
                        found |= 1 << other
                elif self.exclusive[item]:
                    if item not in self._mask:
                        self._mask[item] = sum(1 << other for other, _ in self.entries[item])
                    found |= self._mask[item]
            found &= ~(1 << option)
            self._excluded[option] = found
        return found

    def within(self, item: int, option: int, value: int) -> list[tuple[int, int, int]]:
        """What the choice implies among the options of an item, itself included: option, value, amount."""
        key = (item, option, value)
        found = self._within.get(key)
        if found is None:
            amount = dict(self.entries[item])
            found = [(o, v, amount[o]) for o, v in self.closure((option, value)) if o in amount]
            self._within[key] = found
        return found

    def closure(self, choice: Choice) -> list[Choice]:
        """All choices that follow from one by implications, itself first."""
        known = self._closed.get(choice)
        if known is None:
            seen = {choice}
            known = [choice]
            for option, value in known:
                for other, _ in self._implied[value][option]:
                    if other not in seen:
                        seen.add(other)
                        known.append(other)
            self._closed[choice] = known
        return known

    def _chains(self, item: int) -> list[Chain] | None:
        amounts = dict(self.entries[item])
        if min(amounts.values(), default=0) <= 0:
            return None
        needs = {o: {p for p, value, _ in self.within(item, o, 1) if value} for o in amounts}
        chains: list[Chain] = []
        placed: set[int] = set()
        for top in sorted(amounts, key=lambda option: -len(needs[option])):
            if top in placed:
                continue
            chain = sorted(needs[top], key=lambda option: len(needs[option]))
            if placed & needs[top] or any(len(needs[o]) != place + 1 for place, o in enumerate(chain)):
                return None
            placed |= needs[top]
            chains.append([(option, amounts[option]) for option in chain])
        return chains

    def _is_implication(self, item: int) -> bool:
        """Whether an item of two options says no more than that one implies the other; if so, note it."""
        entries = sorted(self.entries[item], key=lambda entry: entry[1])
        if self._coloured[item] or [amount for _, amount in entries] != [-1, 1]:
            return False
        (upper, _), (lower, _) = entries
        if self.low[item] > 0 or self.high[item] < 0:
            return False
        if self.low[item] == 0:
            self._implied[1][upper].append(((lower, 1), item))
            self._implied[0][lower].append(((upper, 0), item))
        if self.high[item] == 0:
            self._implied[1][lower].append(((upper, 1), item))
            self._implied[0][upper].append(((lower, 0), item))
        return True

    def _is_exclusive(self, item: int) -> bool:
        amounts = sorted(amount for _, amount in self.entries[item])
        return (
            not self._coloured[item]
            and len(amounts) >= 2
            and amounts[0] > 0
            and amounts[0] + amounts[1] > self.high[item]
        )

    def _discoloured(self, item: int, option: int) -> list[tuple[Choice, int]]:
        colour = self._colour[option, item]
        return [
            ((other, 0), item)
            for other, _ in self.entries[item]
            if other != option and (colour == 0 or self._colour[other, item] != colour)
        ]
