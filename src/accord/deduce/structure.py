"""Prepare a model for deduction: which items a person looks at, and which follow from others.

What follows by itself, as soon as a choice is made, is part of the same step (`Structure.spread`):

- implications, items with the amounts {b: 1, a: -1} and least 0: with a chosen, b is; with b closed, a is;
- exclusions, items of which any two options are too much: with one chosen, the others are closed (where
  there are implications, though, they are sums like others, and closing is a step that names its item);
- colours: with an option chosen, options that give its items another colour are closed.

An item with colours is two things at once. Its *entries* are what uncoloured options give, a sum like any
other; its *coloured* options are those that give it a colour. Once one of these is chosen, the sum must be 0
(`demand`). Where no amount is below 0, that says that no uncoloured option is chosen, and follows by itself;
else amounts may cancel out, and it is a bound of the sum.

A choice is a pair (option, value): value 1 chosen, 0 closed. A state is a list of values, -1 for open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TypeAlias

from accord.model import Model
from accord.model.lazy import refuse_lazy

Choice: TypeAlias = tuple[int, int]  # option, value
Chain: TypeAlias = list[tuple[int, int]]  # options of an item with their amounts, each implying those before
OPEN = -1
ANYWHERE = 1 << 62  # further than any sum


class Structure:
    """Tables of a model that the rules read; nothing in them depends on a state."""

    def __init__(self, model: Model, own: int | None = None) -> None:
        """`own`: how many items were there from the start. Of those behind them nothing follows by itself.

        Raises RefusedError if the model has lazy items.
        """
        refuse_lazy(model, "a hint or a rating")
        self.model = model
        self._own = model.items if own is None else own
        self.low: list[int] = model.low.tolist()
        self.high: list[int] = model.high.tolist()
        self.entries: list[list[tuple[int, int]]] = [[] for _ in range(model.items)]  # option, amount
        self.coloured: list[list[tuple[int, int]]] = [[] for _ in range(model.items)]  # option, colour
        for option, item, amount, colour in zip(
            model.option_of_entry.tolist(),
            model.item.tolist(),
            model.amount.tolist(),
            model.colour.tolist(),
            strict=True,
        ):
            (self.coloured if colour else self.entries)[item].append((option, colour or amount))
        self.gives: list[list[tuple[int, int]]] = [[] for _ in range(model.options)]  # item, amount
        for item, entries in enumerate(self.entries):
            for option, amount in entries:
                self.gives[option].append((item, amount))
        self.items_of: list[list[int]] = [model.items_of(o).tolist() for o in range(model.options)]
        # implied[value][option]: the choices that follow from (option, value) by one implication
        self._implied: tuple[list[list[tuple[Choice, int]]], ...] = (
            [[] for _ in range(model.options)],
            [[] for _ in range(model.options)],
        )
        self.implication = [self._is_implication(item) for item in range(model.items)]
        self._implies = any(self.implication)
        self.exclusive = [not self._implies and self._is_exclusive(item) for item in range(model.items)]
        self.looked_at = [  # items whose sums are reasoned about
            item
            for item in range(model.items)
            if not self.implication[item] and (self.entries[item] or not self.coloured[item])
        ]
        watched = set(self.looked_at)
        self._watched = [tuple(item for item in items if item in watched) for items in self.items_of]
        # each answer is kept: see the methods of these names
        self.excluded, self.within, self.closure, self.heaviest, self.reach = (
            cache(self._exclude),
            cache(self._within),
            cache(self._closure),
            cache(self._heaviest),
            cache(self._reach),
        )
        self._amounts = cache(lambda item: dict(self.entries[item]))
        self._mask = cache(lambda item: sum(1 << other for other, _ in self.entries[item]))
        # of an item with amounts above 0, its options as chains; None for others, and where they branch
        self.chains: list[list[Chain] | None] = [None] * model.items
        for item in self.looked_at:
            self.chains[item] = self._chains(item)

    def demand(self, item: int, state: list[int]) -> tuple[int, int]:
        """The least and the most that an item's sum may be: 0, once a colour is chosen."""
        if any(state[option] == 1 for option, _ in self.coloured[item]):
            return self.low[item], 0
        return self.low[item], self.high[item]

    def options(self, item: int) -> Iterator[int]:
        """All options that give an item something, an amount or a colour."""
        return (option for option, _ in chain(self.entries[item], self.coloured[item]))

    def watched_items(self, options: Iterable[int]) -> set[int]:
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
                    if self.coloured[item]:
                        queue.extend(((other, 0), item) for other in self._other_colours(item, option))
                    elif self.exclusive[item]:
                        queue.extend(((other, 0), item) for other, _ in self.entries[item] if other != option)
        return made, None

    def _exclude(self, option: int) -> int:
        """The options that are closed once this one is chosen, by exclusions and colours, as bits."""
        found = 0
        for item in self.items_of[option]:
            if self.coloured[item]:
                for other in self._other_colours(item, option):
                    found |= 1 << other
            elif self.exclusive[item]:
                found |= self._mask(item)
        return found & ~(1 << option)

    def _within(self, item: int, option: int, value: int) -> list[tuple[int, int, int]]:
        """List a choice and those it implies among the options of an item: option, value, amount."""
        amount = self._amounts(item)
        return [(o, v, amount[o]) for o, v in self.closure((option, value)) if o in amount]

    def _heaviest(self, item: int) -> list[tuple[int, int, int]]:
        """Each option, and how far a choice of it can take the least of the item up and the most down.

        Of its two choices the larger counts. At a time, most options of most items can do nothing: this says
        so without a look at what they imply.
        """
        found = []
        for option, _ in self.entries[item]:
            ups, downs = [], []
            for value in (1, 0):
                within = self.within(item, option, value)
                ups.append(sum(abs(amount) for _, v, amount in within if (amount > 0) == (v == 1)))
                downs.append(sum(abs(amount) for _, v, amount in within if (amount > 0) != (v == 1)))
            found.append((option, max(ups), max(downs)))
        return found

    def _reach(self, item: int) -> tuple[int, int]:
        """Return how far one choice can take the least of an item up and the most down, at the most."""
        if self.coloured[item]:
            return ANYWHERE, ANYWHERE
        chains = self.chains[item]
        if chains is not None:
            largest = max(sum(amount for _, amount in chain) for chain in chains)
            return largest, largest
        heaviest = self.heaviest(item)
        return max((up for _, up, _ in heaviest), default=0), max((down for *_, down in heaviest), default=0)

    def _closure(self, choice: Choice) -> list[Choice]:
        """All choices that follow from one by implications, itself first."""
        known, seen = [choice], {choice}
        for option, value in known:
            for other, _ in self._implied[value][option]:
                if other not in seen:
                    seen.add(other)
                    known.append(other)
        return known

    def _chains(self, item: int) -> list[Chain] | None:
        amounts = self._amounts(item)
        if min(amounts.values(), default=0) <= 0:
            return None
        if not self._implies:
            return [[entry] for entry in self.entries[item]]
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
        if item >= self._own or self.coloured[item] or [amount for _, amount in entries] != [-1, 1]:
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
            item < self._own
            and not self.coloured[item]
            and len(amounts) >= 2
            and amounts[0] > 0
            and amounts[0] + amounts[1] > self.high[item]
        )

    def _other_colours(self, item: int, option: int) -> list[int]:
        """The options that an item with colours does not have beside this one.

        Coloured ones have one colour. Where amounts may cancel out, the sum decides what can be beside it.
        """
        colour = next((colour for other, colour in self.coloured[item] if other == option), 0)
        others = [other for other, its in self.coloured[item] if its != colour] if colour else []
        if all(amount > 0 for _, amount in self.entries[item]):
            others += [other for other, _ in self.entries[item] if other != option]
            others += [] if colour else [other for other, _ in self.coloured[item]]
        return others
