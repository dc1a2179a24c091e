"""The clues of a puzzle: what it states beside the rules of its kind, and the items of the model for each.

    sudoku     r1c1 is 5                       an item that asks for the option r1c1=5
    akari      the 3 at r2c2                   the items of that number's rule
    problem    a rule with words of its own    its items

The other items are the rules of the kind. If some clues are left out, so are their items; what is left is a
model of the puzzle without these clues, as far as it matters whether there is a solution.

A repair also asks which other clues there could be: each digit in each cell of a sudoku, each number at each
wall of an akari. Their items stand in one model, and a choice of clues is a choice of these items.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from accord.model import Model
from accord.picture import Place

RULE = -1  # the clue of an item that belongs to the rules


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue in words, and the cells in which it stands."""

    words: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, eq=False)
class Clues:
    """All clues of a puzzle, and its model with an item or more for each of them."""

    model: Model
    clues: tuple[Clue, ...]
    of_item: Sequence[int]  # the number of the clue that an item belongs to, or RULE
    decides: Sequence[int]  # the options in which two solutions differ; others only serve some clue
    only: Callable[[Collection[int]], Any] | None = None  # the spec of the puzzle with these clues alone
    rule_of: Sequence[str | None] = ()  # for each item the words of its rule, where there are any


@dataclass(frozen=True, slots=True)
class PossibleClue:
    """A clue that may stand in a spot: a cell, a row or column, a piece. One spot has one clue at most."""

    spot: int
    word: str  # what stands there
    words: str  # the clue in words, as in `the 3 at r2c2`
    places: tuple[Place, ...] = ()
    is_stated: bool = False  # by the puzzle


@dataclass(frozen=True, eq=False)
class PossibleClues:
    """Every clue that a puzzle may have, and one model with the items of the rules and of each clue."""

    model: Model
    clues: tuple[PossibleClue, ...]
    of_item: Sequence[int]  # the number of the clue that an item belongs to, or RULE
    decides: Sequence[int]  # the options in which two solutions differ; others only serve some clue
    puzzle_with: Callable[[Collection[int]], Any] | None = None
    # the spec of the puzzle with these clues and no others
    are_all: bool = True  # else a spot may have words that are not here
