"""The deduction rules by which items force choices, ordered from easy to hard.

- bounds: the least and the most that an item can still get. What would take it beyond its demand is not
  chosen; what it cannot do without is.
- intersection: the options of which an item needs one. What each of them excludes is not chosen.
- subset sums: the ways to reach the demand. What is part of none is not chosen, what is part of all is.
- lookahead: make one choice and follow the bounds. If some item can no longer be met, the choice was wrong
  (`accord.deduce.trials`).

All take what an implication adds into account: water in one row of a tank is water in all rows below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from accord.deduce.structure import OPEN, Chain, Choice, Structure

WIDEST = 1 << 16  # sums that an item may have, beyond which the rule of subset sums passes it over


@dataclass(frozen=True, slots=True)
class Found:
    """The finding of a rule: nothing, some choices, or a contradiction."""

    item: int
    choices: tuple[Choice, ...] = ()
    contradiction: bool = False


def bounds(structure: Structure, state: list[int], item: int) -> Found:
    """Find choices that the least and the most sums force."""
    chains = structure.chains[item]
    return (
        _by_options(structure, state, item) if chains is None else _by_chains(structure, state, item, chains)
    )


def _by_chains(structure: Structure, state: list[int], item: int, chains: list[Chain]) -> Found:
    """For amounts above 0: of each chain, too much is at its end, what cannot be spared at its start."""
    given = total = largest = 0
    for chain in chains:
        run = 0
        for option, amount in chain:
            value = state[option]
            if value == OPEN:
                run += amount
            elif value:
                given += amount
        total += run
        largest = max(largest, run)
    low, high = structure.demand(item, state)
    spare, lack = high - given, given + total - low
    if spare < 0 or lack < 0:
        return Found(item, contradiction=True)
    if largest <= spare and largest <= lack:
        return Found(item)
    choices: list[Choice] = []
    for chain in chains:
        unset = [(option, amount) for option, amount in chain if state[option] == OPEN]
        rest, run = sum(amount for _, amount in unset), 0
        for option, amount in unset:
            without = rest - run > lack
            run += amount
            if without and run > spare:
                return Found(item, contradiction=True)
            if without or run > spare:
                choices.append((option, int(without)))
    return Found(item, tuple(choices))


def _by_options(structure: Structure, state: list[int], item: int) -> Found:
    least = most = 0
    for option, amount in structure.entries[item]:
        value = state[option]
        if value == 1:
            least, most = least + amount, most + amount
        elif value == OPEN:
            if amount > 0:
                most += amount
            else:
                least += amount
    low, high = structure.demand(item, state)
    spare, lack = high - least, most - low
    if spare < 0 or lack < 0:
        return Found(item, contradiction=True)
    # no colour stands beside a sum that is not 0
    choices = [(o, 0) for o, _ in structure.coloured[item] if least > 0 and state[o] == OPEN]
    for option, up, down in structure.heaviest(item):
        if (up > spare or down > lack) and state[option] == OPEN:
            wrong = [v for v in (1, 0) if _exceeds(structure, state, item, (option, v), spare, lack)]
            if len(wrong) == 2:
                return Found(item, contradiction=True)
            choices += [(option, 1 - value) for value in wrong]
    return Found(item, tuple(choices))


def _exceeds(
    structure: Structure, state: list[int], item: int, choice: Choice, spare: int, lack: int
) -> bool:
    """Whether a choice takes the least up by more than `spare`, or the most down by more than `lack`."""
    for option, value, amount in structure.within(item, *choice):
        if state[option] != OPEN:
            continue
        if (amount > 0) == (value == 1):
            spare -= abs(amount)
        else:
            lack -= abs(amount)
    return spare < 0 or lack < 0


def intersection(structure: Structure, state: list[int], item: int) -> Found:
    """Find choices that are excluded by each option of an item that needs one more."""
    given = sum(amount for option, amount in structure.entries[item] if state[option] == 1)
    if given >= structure.low[item]:
        return Found(item)
    common = -1
    for option, amount in structure.entries[item]:
        if state[option] == OPEN and amount > 0:
            common &= structure.excluded(option)
            if not common:
                return Found(item)
    if common == -1:
        return Found(item, contradiction=True)
    choices = []
    while common:
        option = common.bit_length() - 1
        common ^= 1 << option
        if state[option] == OPEN:
            choices.append((option, 0))
    return Found(item, tuple(reversed(choices)))


# -- subset sums -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Group:
    """Options of an item that depend on each other: the sets of them that can be chosen, with their sums."""

    options: tuple[int, ...]
    ways: tuple[tuple[int, int], ...]  # sum, and how many of `options` are chosen, from the first on


def subset_sums(structure: Structure, state: list[int], item: int) -> Found:
    """Find choices that all ways to reach the demand have in common."""
    unset = [(o, a) for o, a in structure.entries[item] if state[o] == OPEN]
    width = sum(abs(amount) for _, amount in unset)
    if all(abs(amount) == 1 for _, amount in unset) or width > WIDEST:
        return Found(item)  # with ones, every sum between the least and the most can be reached
    groups = _groups(structure, state, item)
    given = sum(amount for option, amount in structure.entries[item] if state[option] == 1)
    demand = structure.demand(item, state)
    least = [min(amount for amount, _ in group.ways) for group in groups]
    low, high = (bound - given - sum(least) for bound in demand)
    shifted = [
        tuple((amount - least, count) for amount, count in group.ways)
        for group, least in zip(groups, least, strict=True)
    ]
    choices: list[Choice] = []
    for group, ways, others in zip(groups, shifted, _without_each(shifted), strict=True):
        counts = [count for amount, count in ways if _meets(others, low - amount, high - amount)]
        if not counts:
            return Found(item, contradiction=True)
        choices += [(option, 1) for option in group.options[: min(counts)]]
        choices += [(option, 0) for option in group.options[max(counts) :]]
    return Found(item, tuple(choices))


def _meets(sums: int, low: int, high: int) -> bool:
    """Whether a set of sums, as bits, has one from low to high."""
    if high < 0:
        return False
    low, high = max(low, 0), min(high, sums.bit_length())  # a demand may have no upper end
    return high >= low and (sums >> low) & ((1 << (high - low + 1)) - 1) != 0


def _without_each(groups: list[tuple[tuple[int, int], ...]]) -> list[int]:
    """For each group, the sums that the others reach, as bits; by halving, so that few sums are added."""

    def reach(sums: int, members: list[tuple[tuple[int, int], ...]]) -> int:
        for ways in members:
            result = 0
            for amount in {amount for amount, _ in ways}:
                result |= sums << amount
            sums = result
        return sums

    def halves(sums: int, members: list[tuple[tuple[int, int], ...]]) -> list[int]:
        if len(members) == 1:
            return [sums]
        middle = len(members) // 2
        left, right = members[:middle], members[middle:]
        return halves(reach(sums, right), left) + halves(reach(sums, left), right)

    return halves(1, groups) if groups else []


def _groups(structure: Structure, state: list[int], item: int) -> list[_Group]:
    """The open options of an item as chains. Of items without chains each stands alone, which allows more."""
    chains = structure.chains[item] or [[entry] for entry in structure.entries[item]]
    groups = []
    for chain in chains:
        unset = [(option, amount) for option, amount in chain if state[option] == OPEN]
        sums = accumulate((amount for _, amount in unset), initial=0)
        if unset:
            groups.append(_Group(tuple(o for o, _ in unset), tuple((s, n) for n, s in enumerate(sums))))
    return groups
