"""Solutions of pencil puzzles by cell: as files state them, as pictures and hints use them.

Flags   each cell has something or not: a star, ink
Values  each cell has a number, or one of some words

Those that cut the board are in `accord.pencil.pieces`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from accord.errors import UsageError
from accord.pencil.boards import BLANK, HOLE
from accord.pencil.direct import Variables
from accord.pencil.instance import Cell, Instance, at
from accord.picture import EMPTY, FULL, Network
from accord.puzzles.blocks import Rows
from accord.puzzles.words import describe, join_words

Known: TypeAlias = Mapping[str, Any]  # the value of each variable, by name, as far as it is known


class Statement(NamedTuple):
    """A statement about a variable, such as `r1c2 is not 3`; several of these become one sentence."""

    of: str  # what people call it
    verb: str = ""
    what: str = ""
    is_not: bool = False  # "not" stands between

    def __str__(self) -> str:
        return " ".join(filter(None, (self.of, self.verb, "not" if self.is_not else "", self.what)))


_CELL = re.compile(r"r([0-9]+)c([0-9]+)")


def cell_of(name: str) -> Cell | None:
    """The cell whose variable has that name."""
    found = _CELL.fullmatch(name)
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


class Solution(ABC):
    """A form of solutions."""

    rest: str  # of a place without a variable, in files

    def knows(self, name: str) -> bool:
        """Whether it states the value of the variable of that name."""
        return cell_of(name) is not None

    def thing_of(self, names: Sequence[str]) -> Flags | None:  # noqa: ARG002
        """Return the thing that each of these variables says to be there or not; None if it is no thing."""
        return None

    def label(self, puzzle: Instance, name: str) -> str:  # noqa: ARG002
        """Return what people call a variable."""
        return name

    def network(self, puzzle: Instance, known: Known) -> Network | None:  # noqa: ARG002
        """Return the edges that a picture shows; None if it shows cells only."""
        return None

    @property
    @abstractmethod
    def words(self) -> str:
        """The words that a file may have, as a message lists them."""

    @abstractmethod
    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""

    @abstractmethod
    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """The word of each cell that has a variable, as a file has it."""

    def rows(self, puzzle: Instance, known: Known, like: Rows) -> Rows:
        """A solution as a file has it; what stands where nothing is asked is like the file's own rows."""
        words = self.cells(puzzle, known)
        if len(like) == puzzle.height and len(like[0]) == puzzle.width:
            words = {
                cell: word for cell, word in places(puzzle, like) if self.may_stand(puzzle, cell, word)
            } | words
        return tuple(
            tuple(words.get((row, column), self.rest) for column in range(puzzle.width))
            for row in range(puzzle.height)
        )

    def may_stand(self, puzzle: Instance, cell: Cell, word: str) -> bool:
        """Whether a file may have that word in a place without a variable."""
        return word in (self.rest, BLANK[0], HOLE, puzzle.printed.get(cell))

    @abstractmethod
    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield what the rows of a file say: variables and values. Raises UsageError for what cannot be."""

    @abstractmethod
    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """Return what a picture shows in the cells that are known."""

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return that a variable has a value, or has not."""
        return Statement(name, "is", str(value), not holds)


def places(puzzle: Instance, rows: Rows) -> Iterator[tuple[Cell, str]]:
    """The word of each place. Raises UsageError if there are not as many as on the board."""
    if len(rows) != puzzle.height or len(rows[0]) != puzzle.width:
        found = f"found a solution of {len(rows)} rows and {len(rows[0])} columns"
        raise UsageError(f"{found}; expected {puzzle.height} and {puzzle.width}")
    yield from (((r, c), word) for r, row in enumerate(rows) for c, word in enumerate(row))


@dataclass(frozen=True)
class Flags(Solution):
    """A cell has something or not."""

    what: str  # "star"
    word: str = "x"  # of a cell that has it, in files
    sign: str = "*"  # the same in pictures
    figure: str = ""  # the same in drawings, by its name in `accord.scene.figures`
    fill: str = ""  # it fills the cell: a name in `accord.scene.palette.FILLS`
    rest: str = BLANK[0]  # of a place without a variable, in files
    many: str = ""  # "stars", if it is not that
    state: str = ""  # "shaded", if a cell is that, rather than has something
    contrary: str = ""  # "blank", if a cell that has it not is that
    place: str = "cell"  # where there may be one
    mass: bool = False  # whether it is no thing, but something like water: cells of it are counted
    words_for: tuple[str, ...] = ()  # all words of cells that have it, where `shaped` has several
    shaped: Any = None  # Instance, cells that have it -> the word of each; None: they all have `word`

    def thing_of(self, names: Sequence[str]) -> Flags | None:
        """Return itself, if all these are cells."""
        return self if all(map(cell_of, names)) else None

    @property
    def words(self) -> str:
        """The words that a file may have."""
        return " or ".join(dict.fromkeys((*(self.words_for or (self.word,)), self.rest, BLANK[0])))

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word in (*(self.words_for or (self.word,)), self.rest, BLANK[0])

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:
        """The words of cells."""
        cells = {cell: value for name, value in known.items() if (cell := cell_of(name))}
        full = [cell for cell, value in cells.items() if value]
        words = dict.fromkeys(cells, BLANK[0])
        return words | (dict.fromkeys(full, self.word) if self.shaped is None else self.shaped(puzzle, full))

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Which cells have it. Raises UsageError where one cannot."""
        for cell, word in places(puzzle, rows):
            if at(cell) in variables:
                yield at(cell), word in (self.words_for or (self.word,))
            elif not self.may_stand(puzzle, cell, word):
                raise UsageError(f"{at(cell)}: found {describe(word)}; expected {self.rest}")

    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """Return the signs of cells in a picture."""
        sign = FULL if self.fill else self.sign
        return {cell: sign if value else EMPTY for name, value in known.items() if (cell := cell_of(name))}

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `r1c2 has a star`; or `r1c2 is shaded`."""
        has = bool(value) == holds
        if self.contrary and not has:
            return Statement(name, "is", self.contrary)
        if self.state:
            return Statement(name, "is", self.state, not has)
        return Statement(name, "has", self.some if has else f"no {self.what}")

    @property
    def some(self) -> str:
        """`a star`, or `water`."""
        if self.mass:
            return self.what
        return f"{'an' if self.what[0] in 'aeiou' else 'a'} {self.what}"

    def number(self, number: int) -> str:
        """`1 star`, `2 stars`."""
        return f"{number} {self.one if number == 1 else self.several}"

    @property
    def one(self) -> str:
        """`star`, or `cell of water`."""
        return f"cell of {self.what}" if self.mass else self.what

    @property
    def several(self) -> str:
        """`stars`."""
        return self.many or (f"cells of {self.what}" if self.mass else f"{self.what}s")


@dataclass(frozen=True)
class Values(Solution):
    """A cell has a number or a word."""

    given: str = ""  # the Board that says what some cells have
    rest: str = BLANK[0]  # of a place without a variable, in files
    among: tuple[str, ...] = ()  # the words there are; none: numbers
    shown: Mapping[Any, str] = field(default_factory=dict)  # value -> sign in pictures, if it is not the word
    names: Mapping[Any, str] = field(default_factory=dict)  # value -> what a cell is, if it is not the word

    def statement(self, name: str, value: Any, holds: bool) -> Statement:
        """Return `r1c2 is 3`."""
        return super().statement(name, self.names.get(value, value), holds)

    @property
    def words(self) -> str:
        """The words that a file may have."""
        return " or ".join(dict.fromkeys((*(self.among or ("a number",)), self.rest)))

    def allows(self, word: str) -> bool:
        """Whether a file may have that word."""
        return word == self.rest or (
            word in self.among if self.among else re.fullmatch("[0-9]{1,9}", word) is not None
        )

    def cells(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """The words of cells."""
        return {cell: str(value) for name, value in known.items() if (cell := cell_of(name))}

    def says(self, puzzle: Instance, variables: Variables, rows: Rows) -> Iterator[tuple[str, Any]]:
        """Yield the value of each cell. Raises UsageError where it cannot be."""
        for cell, word in places(puzzle, rows):
            values = {str(value): value for value in variables.get(at(cell), {})}
            if word in values:
                yield at(cell), values[word]
            elif values or not self.may_stand(puzzle, cell, word):
                expected = f"one of {', '.join(values)}" if values else self.rest
                raise UsageError(f"{at(cell)}: found {describe(word)}; expected {expected}")

    def signs(self, puzzle: Instance, known: Known) -> dict[Cell, str]:  # noqa: ARG002
        """Return the signs of cells in a picture."""
        return {
            cell: self.shown.get(value, str(value))
            for name, value in known.items()
            if (cell := cell_of(name))
        }


def verdicts(told: Sequence[Statement], most: int) -> str:
    """Return a text about several variables, as in `r1c2 and r1c4 have no star and r2c2 is not 2 or 3`."""
    of: dict[str, dict[Statement, None]] = {}  # what people call a variable -> statements about it
    for each in told:
        of.setdefault(each.of, {})[each] = None
    by: dict[tuple[str, str, bool], list[str]] = {}
    for several in of.values():
        for each in _alternatives([*several]):
            by.setdefault((each.verb, each.what, each.is_not), []).append(each.of)
    parts = []
    for (verb, what, is_not), names in by.items():
        rest = [f"{len(names) - most} more"] if len(names) > most else []
        if len(names) > 1:
            verb = {"is": "are", "has": "have"}.get(verb, verb)
        parts.append(str(Statement(join_words([*names[:most], *rest]), verb, what, is_not)))
    return join_words(parts)


def _alternatives(says: Sequence[Statement]) -> list[Statement]:
    """Return the statements about one variable, with all that it is not in one."""
    against = [each for each in says if each.is_not]
    others = [each for each in says if not each.is_not]
    joined = [against[0]._replace(what=join_words([each.what for each in against], "or"))] if against else []
    return [*others, *joined]
