"""Find the rules of every clue that may stand in a spot, with few formulations of the puzzle.

In turn t each spot has its t-th word, if it has so many. A rule that the puzzle without clues lacks belongs
to one of these clues. To see to which, the puzzle is formulated with other turns in other spots:

    shift of a spot    0        1        2
    ---------------    ------   ------   ------
    formulation 0      turn 0   none     turn 1
    formulation 1      turn 1   turn 0   none
    formulation 2      none     turn 1   turn 0

A rule of turn 1 that formulation 2 has, and no other, is of a spot with the shift 1. Spots have the digits of
their numbers as shifts, with as many formulations for each digit. In one of them at least a spot has no clue,
so that a rule that belongs to all words of a spot has a shift, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import isqrt
from typing import Protocol

from accord.errors import EngineError
from accord.pencil.clues import Formulation, Sign
from accord.puzzles.family import SpecError


class Puzzles(Protocol):
    """Makes puzzles with some words."""

    def formulation(self, words: Mapping[int, str], among: Collection[Sign] | None = None) -> Formulation:
        """Return the puzzle with these words in these spots; only rules `among` these signs have keys.

        Raises SpecError if it is no puzzle.
        """

    def fits(self, spot: int, word: str) -> bool:
        """Whether the puzzle with this word alone is one."""


@dataclass(frozen=True, eq=False)
class Turn:
    """The puzzle with one word in each of some spots, and the spot of each rule of its clues, by key."""

    words: Mapping[int, str]
    made: Formulation
    spot_of: Mapping[str, int]


def turns_of(words: Mapping[int, Sequence[str]], puzzles: Puzzles, base: Formulation) -> Iterator[Turn]:
    """Yield turns in which each word stands in its spot once, unless it makes no puzzle.

    Args:
        words: of each spot, by number.
        puzzles: makes puzzles.
        base: the puzzle without clues.

    Raises EngineError where a rule belongs to several clues, or is left out beside one.
    """
    rules, whole = _Rules(words, puzzles), list[tuple[Mapping[int, str], Formulation, set[str]]]()
    known, turns_with, among = {*base.keys}, dict[str, set[int]](), set[Sign]()
    for number in range(max(map(len, words.values()), default=0)):
        for part, made in rules.parts(dict.fromkeys(words, number), None):
            if not known <= {*made.keys}:
                raise EngineError(f"rules change where clues are left out: {(known - {*made.keys}).pop()}")
            own = {key for key in made.keys if key is not None and key not in known}
            among |= made.signs(own)
            whole.append((part, made, own))
            for key in own:
                turns_with.setdefault(key, set()).add(number)
    having = [rules.having(digit, turns_with, among) for digit in range(rules.digits)]
    spot_of = {tuple(some): spot for spot, some in rules.shifts.items()}
    for part, made, own in whole:
        found = {}
        for key in own:
            shifts = (_shift(turns_with[key], some.get(key, set()), rules.size) for some in having)
            spot = spot_of.get(tuple(shifts))
            if spot is None or spot not in part:
                raise EngineError(f"the rule {key} depends on several clues")
            found[key] = spot
        yield Turn(part, made, found)


@dataclass(frozen=True, eq=False)
class _Rules:
    """The formulations that tell to which spots rules belong."""

    words: Mapping[int, Sequence[str]]
    puzzles: Puzzles

    @cached_property
    def size(self) -> int:
        """The number of turns, with one at least that has no word.

        It is a prime: no other shift than 0 then takes some turns, but not all, to themselves.
        """
        least = 1 + max(map(len, self.words.values()), default=1)
        return next(n for n in count(least) if all(n % divisor for divisor in range(2, isqrt(n) + 1)))

    @cached_property
    def digits(self) -> int:
        """The digits of the number of a spot."""
        return next(digits for digits in count(1) if self.size**digits >= len(self.words))

    @cached_property
    def shifts(self) -> Mapping[int, Sequence[int]]:
        """The shifts of each spot: its digits."""
        powers = [self.size**digit for digit in range(self.digits)]
        return {spot: [n // power % self.size for power in powers] for n, spot in enumerate(self.words)}

    def having(
        self, digit: int, keys: Collection[str], among: Collection[Sign]
    ) -> Mapping[str, Collection[int]]:
        """Return the numbers of the formulations of a digit that have the rule of each of these keys."""
        found: dict[str, set[int]] = {}
        for number in range(self.size):
            turns = {spot: (number - some[digit]) % self.size for spot, some in self.shifts.items()}
            for _, made in self.parts(turns, among):
                for key in made.keys:
                    if key is not None and key in keys:
                        found.setdefault(key, set()).add(number)
        return found

    def parts(
        self, turns: Mapping[int, int], among: Collection[Sign] | None
    ) -> Iterator[tuple[Mapping[int, str], Formulation]]:
        """Yield the words of a turn for each spot, and the puzzle; in parts where they make none together."""
        there = {spot: self.words[spot][turn] for spot, turn in turns.items() if turn < len(self.words[spot])}
        yield from self._divide(there, among)

    def _divide(
        self, words: Mapping[int, str], among: Collection[Sign] | None
    ) -> Iterator[tuple[Mapping[int, str], Formulation]]:
        if not words:
            return
        try:
            yield words, self.puzzles.formulation(words, among)
        except SpecError:
            fitting = [spot for spot, word in words.items() if self.puzzles.fits(spot, word)]
            alike = [fitting] if len(fitting) < len(words) else [fitting[::2], fitting[1::2]]
            for some in alike if len(words) > 1 else ():
                yield from self._divide({spot: words[spot] for spot in some}, among)


def _shift(turns: Collection[int], numbers: Collection[int], size: int) -> int:
    """Return the only shift that takes these turns to these formulations; -1 if there is none, or several."""
    turn = min(turns)
    ways = {(number - turn) % size for number in numbers}
    fitting = [way for way in ways if {(each + way) % size for each in turns} == numbers]
    return fitting[0] if len(fitting) == 1 else -1
