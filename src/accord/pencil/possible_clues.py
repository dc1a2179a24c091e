"""Find every clue that a pencil puzzle may have: the model with the rules, and the items of each clue.

A spot is a place where a clue stands, or where one may stand: it holds the word for none. Some kinds have two
clues in a word: the sums below and to the right of a block of kakuro. The puzzle is formulated with the first
word in each spot, with the second word in each, and so on; of each formulation the items that belong to clues
are added to the model without clues. Options that are not in that model serve one clue only, so each
formulation has its own.

Find the rules of every clue that may stand in a spot, with few formulations of the puzzle.

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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from math import isqrt
from typing import Any, Protocol, TypeAlias

import numpy as np

from accord.errors import EngineError
from accord.model import Model
from accord.model.derive import with_options
from accord.model.lazy import Cut, with_cuts
from accord.pencil.boards import Board
from accord.pencil.clues import Formulation, Sign, stated_clues
from accord.pencil.instance import Instance, at
from accord.pencil.kind import Kind, instance, spec_of, words_of
from accord.pencil.parts import NONE, Side, Words
from accord.puzzles.clues import RULE, PossibleClue, PossibleClues
from accord.puzzles.family import SpecError

Spot: TypeAlias = tuple[str, int, int, int]  # the key of a part, a row, a column: as in `Stated`; a half
HALVES = ("below", "right of")  # what the clues of a word are about
MOST_WORDS = 250  # of a spot; where there are more, a clue is left out or stays


def possible_clues(kind: Kind, spec: Any) -> PossibleClues:
    """Return every clue that the puzzle may have, of a kind that says which of its parts are clues."""
    stated = dict(_stated_words(kind, spec))
    blank = _blank_spots(kind, instance(kind, spec), words_of(kind, spec))
    words: dict[Spot, list[str]] = {spot: [word] for spot, word in stated.items()}
    are_all = True
    for spot in [*dict.fromkeys([*((*spot[:3], 0) for spot in stated), *blank])]:
        some = [*_clue_words(kind, instance(kind, spec), spot)]
        are_all &= len(some) <= MOST_WORDS
        for word in some if len(some) <= MOST_WORDS else ():
            for half, part in _halves(kind, word):
                words.setdefault((*spot[:3], half), []).append(part)
    blank_puzzle = Formulation(kind, _with_words(kind, spec, {}))
    base = blank_puzzle.made.model
    joined = _Joined(kind, spec, base, [*words], stated)
    for half in (0, 1):
        of_half = {n: [*dict.fromkeys(words[spot])] for n, spot in enumerate(words) if spot[3] == half}
        joined.add(of_half, blank_puzzle)
    return PossibleClues(
        model=with_cuts(with_options(base, joined.names), joined.cuts),
        clues=tuple(joined.clues),
        of_item=[*[RULE] * base.items, *joined.of_item],
        decides=range(base.options),
        puzzle_with=partial(_puzzle_with, kind, spec, joined.written),
        are_all=are_all,
    )


def _stated_words(kind: Kind, spec: Any) -> Iterator[tuple[Spot, str]]:
    """Yield the spots in which clues stand, and their words."""
    words = words_of(kind, spec)
    for each in stated_clues(kind, spec):
        line = words[each.key][each.row]
        word = " ".join(line) if each.column < 0 else line[each.column]
        yield from (((each.key, each.row, each.column, half), part) for half, part in _halves(kind, word))


def _halves(kind: Kind, word: str) -> list[tuple[int, str]]:
    """Return the clues of a word: as a rule itself; of two that are parted, each without the other."""
    if not kind.parted or kind.parted not in word:
        return [(0, word)]
    left, right = word.split(kind.parted)
    return [(0, left + kind.parted)] * bool(left) + [(1, kind.parted + right)] * bool(right)


def _puzzle_with(kind: Kind, spec: Any, written: Sequence[tuple[Spot, str]], chosen: Collection[int]) -> Any:
    return _with_words(kind, spec, dict(written[clue] for clue in chosen))


def _with_words(kind: Kind, spec: Any, words_at: Mapping[Spot, str]) -> Any:
    """Return the spec of the puzzle with these clues alone. Raises SpecError if that is no puzzle."""
    found = {key: [[*line] for line in lines] for key, lines in words_of(kind, spec).items()}
    for each in stated_clues(kind, spec):
        _write(found, (each.key, each.row, each.column), kind.clues[each.key])
    parts: dict[tuple[str, int, int], str] = {}
    for spot, word in sorted(words_at.items(), key=lambda each: each[0][3]):
        before = parts.get(spot[:3], "")
        parts[spot[:3]] = before.removesuffix(kind.parted) + word if before else word
    for place, word in parts.items():
        key, row, _ = place
        if row < len(found[key]) and not found[key][row]:  # clues at a side that the puzzle does not have
            sizes = instance(kind, spec)
            side = next(part for part in kind.parts if part.key == key)
            assert isinstance(side, Side)
            found[key][row] = [kind.clues[key]] * (sizes.height if side.of == "rows" else sizes.width)
        _write(found, place, word)
    return spec_of(kind, found)


def _write(words: Mapping[str, Words], place: tuple[str, int, int], word: str) -> None:
    key, row, column = place
    if column < 0:
        words[key][row] = word.split()
    else:
        words[key][row][column] = word


def _blank_spots(kind: Kind, puzzle: Instance, words: Mapping[str, Words]) -> Iterator[Spot]:
    """Yield the spots in which no clue stands."""
    for part in kind.parts:
        if part.key not in kind.clues:
            continue
        none = {kind.clues[part.key], *NONE}
        lines = words[part.key]
        if isinstance(part, Side):
            many = puzzle.height if part.of == "rows" else puzzle.width
            if part.lists:
                yield from ((part.key, row, -1, 0) for row in range(many) if lines[row][0] in none)
            else:
                some = lines[0] if lines and lines[0] else [kind.clues[part.key]] * many
                yield from ((part.key, 0, place, 0) for place, word in enumerate(some) if word in none)
        elif isinstance(part, Board):
            left_out = kind.clues[part.key]
            blank = {left_out, *part.blanks} if left_out in part.blanks else {left_out}
            for row, line in enumerate(lines):
                yield from ((part.key, row, place, 0) for place, word in enumerate(line) if word in blank)


def _clue_words(kind: Kind, puzzle: Instance, spot: Spot) -> Iterable[str]:
    """Return the words that may stand in a spot; too many where they are too many to try."""
    key, row, column, _ = spot
    if kind.clue_words is not None and (own := kind.clue_words(puzzle, key, (row, column))) is not None:
        return own
    part = next(part for part in kind.parts if part.key == key)
    if isinstance(part, Side):
        return part.clue_words(puzzle.width if part.of == "rows" else puzzle.height, MOST_WORDS)
    assert isinstance(part, Board)
    least, most = part.numbers or (0, -1)
    signs = [sign.word for sign in part.signs if sign.word not in kind.not_clues]
    return [*signs, *map(str, range(least, min(most, least + MOST_WORDS) + 1))]


@dataclass(eq=False)
class _Joined:
    """The items of clues, in the options of the model without clues and more."""

    kind: Kind
    spec: Any
    base: Model
    spots: Sequence[Spot]
    stated: Mapping[Spot, str]
    names: list[str] = field(default_factory=list)  # of options that serve one clue
    cuts: list[Cut] = field(default_factory=list)
    of_item: list[int] = field(default_factory=list)
    clues: list[PossibleClue] = field(default_factory=list)
    written: list[tuple[Spot, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._option_of = {self.base.option_name(option): option for option in range(self.base.options)}
        self._fits: dict[tuple[int, str], bool] = {}

    def add(self, words: Mapping[int, Sequence[str]], base: Formulation) -> None:
        """Add the clues with these words, of spots by number."""
        for turn in turns_of(words, self, base):
            self._add_turn(turn)

    def formulation(self, words: Mapping[int, str], among: Collection[Sign] | None = None) -> Formulation:
        """Return the puzzle with these words in spots, by number. Raises SpecError if it is none."""
        return Formulation(self.kind, self._with(words), among)

    def fits(self, spot: int, word: str) -> bool:
        """Whether the puzzle with this word alone is one."""
        if (spot, word) not in self._fits:
            try:
                self._with({spot: word})
            except SpecError:
                self._fits[spot, word] = False
            else:
                self._fits[spot, word] = True
        return self._fits[spot, word]

    def _with(self, words: Mapping[int, str]) -> Any:
        return _with_words(self.kind, self.spec, {self.spots[spot]: word for spot, word in words.items()})

    def _add_turn(self, turn: Turn) -> None:
        """Add the clues of a formulation, and their items."""
        first, number_of = len(self.clues), dict[int, int]()
        numbers = {self.spots[number][:3]: number for number in turn.words}
        for each in stated_clues(self.kind, turn.made.spec):
            number = numbers[each.key, each.row, each.column]
            spot, word = self.spots[number], turn.words[number]
            number_of[number] = len(self.clues)
            self.written.append((spot, word))
            is_stated = self.stated.get(spot) == word
            said, shown = each.clue.words, word
            if self.kind.parted and self.kind.parted in word:
                shown = word.strip(self.kind.parted)
                said = f"the {shown} {HALVES[spot[3]]} {at((spot[1], spot[2]))}"
            self.clues.append(PossibleClue(number, shown, said, each.clue.places, is_stated))
        if turn.spot_of:
            model, keys = turn.made.lower(turn.spot_of)
            owners = [turn.spot_of.get(key, RULE) if key is not None else RULE for key in keys]
            self._add_items(model, [RULE if spot == RULE else number_of[spot] for spot in owners], first)

    def _add_items(self, model: Model, of_item: Sequence[int], first: int) -> None:
        """Add the items of a formulation that belong to clues, or to options of their own."""
        hidden = model.hidden.tolist()
        option_of = np.array(
            [self._number(model.option_name(o), hidden[o], first) for o in range(model.options)]
        )
        if not {*np.flatnonzero(~self.base.hidden).tolist()} <= {*option_of.tolist()}:
            raise EngineError(f"{self.kind.name}: clues take options away")
        entries: dict[int, list[tuple[int, int]]] = {}
        own = {item for item, clue in enumerate(of_item) if clue != RULE}
        fresh = option_of[model.option_of_entry] >= self.base.options
        own.update(model.item[fresh].tolist())
        for item, option, amount in zip(
            model.item.tolist(), option_of[model.option_of_entry].tolist(), model.amount.tolist(), strict=True
        ):
            if item in own:
                entries.setdefault(item, []).append((option, amount))
        for item in sorted(own):
            some = sorted(entries.get(item, []))
            self.cuts.append(
                Cut(
                    f"{first}: {model.item_names[item]}",
                    tuple(option for option, _ in some),
                    tuple(amount for _, amount in some),
                    int(model.low[item]),
                    int(model.high[item]),
                )
            )
            self.of_item.append(of_item[item])

    def _number(self, name: str, hidden: bool, first: int) -> int:
        """Return the number of an option by its name: of the model without clues, or a new one.

        A hidden one is always new: other rules may give the same name to something else.
        """
        option = None if hidden else self._option_of.get(name)
        if option is None:
            option = self.base.options + len(self.names)
            self.names.append(f"{first}: {name}")
        return option


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
