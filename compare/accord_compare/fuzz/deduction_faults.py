"""Known faults of reasoning step by step: in each, one rule says more than is true; see `faults`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from accord.deduce import Reasoner, reason, rules
from accord.deduce.rules import Found, Refutation, Trial
from accord.deduce.structure import OPEN, Choice, Structure


def low_bound() -> Any:
    """The most that an item may get is one less."""
    honest = Structure.demand

    def less(structure: Structure, item: int, state: list[int]) -> tuple[int, int]:
        low, high = honest(structure, item, state)
        return low, max(low, high - 1)

    return patch.object(Structure, "demand", less)


def lost_sum() -> Any:
    """The largest sum that the other options reach is forgotten."""
    honest = rules._without_each

    def fewer(groups: Any) -> list[int]:
        return [sums & ~(1 << (sums.bit_length() - 1)) for sums in honest(groups)]

    return patch.object(rules, "_without_each", fewer)


def one_of_a_colour() -> Any:
    """An option closes all others of its coloured items, those of its own colour too."""

    def alone(structure: Structure, item: int, option: int) -> list[int]:
        return [other for other in structure.options(item) if other != option]

    return patch.object(Structure, "_discoloured", alone)


def short_intersection() -> Any:
    """The last of the options that an item needs one of is not asked what it excludes."""

    def short(structure: Structure, state: list[int], item: int) -> Found:
        unset = [option for option, _ in structure.entries[item] if state[option] == OPEN]
        less = list(state)
        for option in unset[-1:] if len(unset) > 2 else ():
            less[option] = 0
        return rules.intersection(structure, less, item)

    return patch.dict(reason.BY_ITEM, intersection=short)


def hasty_lookahead() -> Any:
    """A choice that was not followed to its end is taken for refuted."""
    honest = rules.lookahead

    def hasty(structure: Structure, state: list[int], choice: Choice, most: int) -> Trial:
        trial = honest(structure, state, choice, most)
        return Trial(trial.fired, Refutation(choice, (0,))) if trial.cut else trial

    return patch.object(rules, "lookahead", hasty)


@contextmanager
def mutual_implication() -> Iterator[None]:
    """If one option implies another, the other is taken to imply the one."""
    honest = Structure._is_implication

    def mutual(structure: Structure, item: int) -> bool:
        high = structure.high[item]
        if structure.low[item] == 0:
            structure.high[item] = 0
        try:
            return honest(structure, item)
        finally:
            structure.high[item] = high

    with patch.object(Structure, "_is_implication", mutual):
        yield


def early_end() -> Any:
    """A puzzle counts as solved with one option open."""
    return patch.object(Reasoner, "solved", property(lambda reasoner: reasoner.state.count(OPEN) <= 1))
