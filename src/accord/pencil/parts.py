"""The parts of a pencil kind: each is a key of model files with its reader and writer for text forms.

    Number   one number, such as how many stars there are          9 9 2         (in the line of sizes)
    Numbers  several, such as how many ships of each length        10 10 4 3 2 1 (in the line of sizes)
    Reading  which reading of the rule is meant                     model files and one-line texts only
    Variant  whether one more rule holds                            9 9 D         (in the line of sizes)
    Side     a clue for each row, or each column                    3 - 2 1 -

Grids are in `accord.pencil.boards`. Between texts and values stand words, by line. What a part finds wrong is
told under its key.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

import msgspec

from accord.errors import did_you_mean
from accord.puzzles.bounds import LARGEST, Clue
from accord.puzzles.family import Faults
from accord.puzzles.words import describe

Words: TypeAlias = list[list[str]]  # of each line
Size: TypeAlias = tuple[int, int]  # rows, columns

NONE = ("-", "?", ".")  # a line without a clue
MOST = 10**6  # of a number
NUMBER = re.compile("[0-9]{1,9}")


@dataclass(frozen=True)
class Part(ABC):
    """A part of a puzzle, under a key."""

    key: str
    about: str  # for `accord families`

    scalar: ClassVar[bool] = False  # whether it stands in the line of sizes, or as KEY=VALUE

    @property
    @abstractmethod
    def kind(self) -> Any:
        """The type of the key in a model file."""

    @property
    def usual(self) -> Any:
        """The value if the key is missing; NODEFAULT if it must not be."""
        return msgspec.NODEFAULT

    expected: ClassVar[str] = "a number"  # in the place of nothing

    @abstractmethod
    def words(self, value: Any) -> Words:
        """The words of what a model file says."""

    def usual_words(self, words: Words) -> Words:
        """Return the words with one word for what several mean."""
        return words

    @abstractmethod
    def value(self, words: Words) -> Any:
        """Return what a model file says by these words, be they right or wrong."""

    @abstractmethod
    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """Return what the words mean on a board of this size, as `puzzle[KEY]` has it."""

    def block_rows(self, size: Size) -> int | None:  # noqa: ARG002
        """How many lines it has in a block, each with a number in messages; None for one without."""
        return None

    def from_block(self, words: Words, size: Size, faults: Faults) -> Words:  # noqa: ARG002
        """The words of its lines in a block as other texts have them."""
        return words

    def to_block(self, words: Words, size: Size) -> Words:  # noqa: ARG002
        """The lines of a block for these words."""
        return words


def number(word: str, least: int, most: int) -> int | None:
    """The number that a word is, if it is one from `least` to `most`."""
    found = int(word) if NUMBER.fullmatch(word) else -1
    return found if least <= found <= most else None


def span(least: int, most: int) -> str:
    """Return the bounds of a number, as a message has them."""
    return f"{least} or more" if most >= MOST else f"{least} to {most}" if least < most else str(least)


@dataclass(frozen=True)
class Number(Part):
    """One number."""

    least: int = 0
    most: int = MOST
    default: int | None = None
    by_size: Callable[[Size], int] | None = None  # what it is if nothing is said, which is said by 0

    scalar = True

    @property
    def kind(self) -> Any:
        """A whole number."""
        return int

    @property
    def usual(self) -> Any:
        """The default, if there is one."""
        if self.by_size is not None:
            return 0
        return msgspec.NODEFAULT if self.default is None else self.default

    def words(self, value: int) -> Words:
        """The number."""
        return [[str(value)]]

    def value(self, words: Words) -> Any:
        """The number; -1 for what is none."""
        return int(words[0][0]) if NUMBER.fullmatch(words[0][0]) else -1

    def read(self, words: Words, size: Size, faults: Faults) -> int:
        """The number."""
        if self.by_size is not None and words[0][0] == "0":
            return self.by_size(size)
        found = number(words[0][0], self.least, self.most)
        if found is None:
            faults.add(self.key, f"found {describe(words[0][0])}; expected {span(self.least, self.most)}")
        return found or 0


@dataclass(frozen=True)
class Numbers(Part):
    """Several numbers: all that follow in the line of sizes."""

    least: int = 0
    most: int = MOST

    scalar = True

    @property
    def kind(self) -> Any:
        """A list of whole numbers."""
        return tuple[int, ...]

    def words(self, value: tuple[int, ...]) -> Words:
        """The numbers."""
        return [[*map(str, value)]]

    def value(self, words: Words) -> Any:
        """The numbers; -1 for what is none."""
        return tuple(int(word) if NUMBER.fullmatch(word) else -1 for word in words[0])

    def read(self, words: Words, size: Size, faults: Faults) -> tuple[int, ...]:  # noqa: ARG002
        """The numbers."""
        for place, word in enumerate(words[0], start=1):
            if number(word, self.least, self.most) is None:
                faults.add(
                    f"{self.key}[{place}]", f"found {describe(word)}; expected {span(self.least, self.most)}"
                )
        if not words[0]:
            faults.add(self.key, "found nothing; expected numbers")
        return tuple(int(word) for word in words[0] if NUMBER.fullmatch(word))


@dataclass(frozen=True)
class Reading(Part):
    """Which reading of the rule is meant: the first one, if nothing is said."""

    readings: Mapping[str, str]  # name -> what holds then, as it follows the rule
    rules: Mapping[str, str] = field(default_factory=dict)  # name -> the whole rule, for model files

    scalar = True

    @property
    def kind(self) -> Any:
        """A literal of the names."""
        return Literal[tuple(self.readings)]

    @property
    def usual(self) -> Any:
        """The first reading."""
        return next(iter(self.readings))

    def words(self, value: str) -> Words:
        """The name."""
        return [[value]]

    def value(self, words: Words) -> Any:
        """The name."""
        return words[0][0]

    def read(self, words: Words, size: Size, faults: Faults) -> str:  # noqa: ARG002
        """The name."""
        name = words[0][0]
        if name not in self.readings:
            expected = f"expected one of {', '.join(self.readings)}{did_you_mean(name, self.readings)}"
            faults.add(self.key, f"found {describe(name)}; {expected}")
        return name


@dataclass(frozen=True)
class Variant(Part):
    """Whether one more rule holds; a letter behind the sizes says so."""

    letter: str

    scalar = True

    @property
    def kind(self) -> Any:
        """A truth."""
        return bool

    @property
    def usual(self) -> Any:
        """The rule does not hold."""
        return False

    def words(self, value: bool) -> Words:
        """The letter, or nothing."""
        return [[self.letter] if value else []]

    def value(self, words: Words) -> bool:
        """Whether there is a word."""
        return bool(words[0])

    def read(self, words: Words, size: Size, faults: Faults) -> bool:  # noqa: ARG002
        """Whether the letter stands there."""
        if words[0] not in ([], [self.letter]):
            faults.add(self.key, f"found {describe(' '.join(words[0]))}; expected {self.letter}")
        return bool(words[0])


def _as_long(cells: int) -> int:
    return cells


@dataclass(frozen=True)
class Side(Part):
    """A clue for each row or each column, or "?" where there is none."""

    of: Literal["rows", "columns"] = "rows"
    stands: Literal["top", "left", "bottom", "right"] = "left"  # in pictures
    least: int = 0
    most: Callable[[int], int] = _as_long  # the largest clue of a line of so many places
    optional: bool = False  # without the key there is no clue
    none: str = ""  # what stands for no clue, in texts and in pictures; if nothing: -, and nothing
    viewed: bool = False  # whether a clue says what is seen from where it stands

    lists: ClassVar[bool] = False  # whether a clue is several words, in a line of its own

    expected = "a clue for each, ? for none"

    @property
    def kind(self) -> Any:
        """A list of clues."""
        return tuple[Clue, ...]

    @property
    def usual(self) -> Any:
        """No clues, if they may be missing."""
        return () if self.optional else msgspec.NODEFAULT

    def words(self, value: Any) -> Words:
        """The clues."""
        return [[str(clue) if isinstance(clue, int) else self.none or NONE[0] for clue in value]]

    def value(self, words: Words) -> tuple[Any, ...]:
        """The clues; what is none of them is -1."""
        return tuple("?" if w in NONE else int(w) if NUMBER.fullmatch(w) else -1 for w in words[0])

    def count(self, words: Words) -> int:
        """How many lines have words."""
        return len(words[0])

    def clue_words(self, cells: int, most: int) -> Iterator[str]:  # noqa: ARG002 (there are few numbers)
        """Yield the words of a clue for a line of so many cells; a few more than `most` are enough."""
        yield from map(str, range(self.least, self.most(cells) + 1))

    def label(self, clue: Any) -> str:
        """A clue as pictures show it."""
        return self.none if clue is None else str(clue)

    def to_block(self, words: Words, size: Size) -> Words:
        """The clues; a sign for none at each line if there are none at all."""
        return words if words[0] else [[NONE[0]] * size[self.of == "columns"]]

    def read(self, words: Words, size: Size, faults: Faults) -> Any:
        """The clues, None where there is none."""
        lines, cells = size if self.of == "rows" else size[::-1]
        clues = words[0] if words else []
        if not clues and self.optional:
            return (None,) * lines
        if len(clues) != lines:
            expected = f"{lines}, one a {self.of[:-1]} of the board"
            faults.add(self.key, f"found {len(clues)} clues; expected {expected}")
        most = self.most(cells)
        for place, word in enumerate(clues[:LARGEST], start=1):
            if word not in NONE and number(word, self.least, most) is None:
                expected = f"{span(self.least, most)}, or ? for none"
                faults.add(f"{self.key}[{place}]", f"found {describe(word)}; expected {expected}")
        return tuple(None if word in NONE else number(word, self.least, most) for word in clues)
