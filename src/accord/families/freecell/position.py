"""A FreeCell board during play: where each card lies, which moves are legal, and why others are not.

Moves come in two forms. A *card move* says which card goes where: (card, destination), the destination
another card, IN_CELL, ON_TABLE (an empty column) or AT_HOME; where there is a choice of cells or of empty
columns, the leftmost is taken. A *player's move* says from which column or cell to which, and how many cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board
from accord.families.freecell.spec import BOUNDS, RED, Rules

LETTERS = "abcdefgklm"  # the cells; h is home, and Freecell Solver leaves out i and j as well
_COLOURS = ("black", "red")


class Place(NamedTuple):
    """A column, a cell or the home of all suits, numbered from 0."""

    kind: str  # column, cell or home
    at: int = 0

    def __str__(self) -> str:
        if self.kind == "home":
            return "h"
        return str(self.at + 1) if self.kind == "column" else LETTERS[self.at]

    @property
    def words(self) -> str:
        """The place in words, as in `column 3`."""
        return self.kind if self.kind == "home" else f"{self.kind} {self}"


HOME = Place("home")
COLUMNS = tuple(Place("column", at) for at in range(BOUNDS["columns"][1]))
CELLS = tuple(Place("cell", at) for at in range(BOUNDS["cells"][1]))


class IllegalError(Exception):
    """Why a move is illegal."""


class Position:
    """A board, and where each of its cards is. It says which moves are legal, and makes none."""

    def __init__(self, rules: Rules, board: Board) -> None:
        """Take this board, without a copy: code that changes it updates `_where` as well."""
        self.rules = rules
        self.board = board
        self._where: list[Place] = [HOME] * rules.cards
        for index, column in enumerate(board.columns):
            for card in column:
                self._where[card] = COLUMNS[index]
        for index, parked in enumerate(board.cells):
            if parked is not None:
                self._where[parked] = CELLS[index]

    def place(self, card: int) -> Place:
        """Return the place of a card."""
        return self._where[card]

    def allows(self, card: int, destination: int) -> bool:
        """Whether a card move is legal; nothing is moved."""
        try:
            self._check(*self._places(card, destination))
        except IllegalError:
            return False
        return True

    def may(self, source: Place, target: Place, count: int = 1) -> bool:
        """Whether a player's move is legal; nothing is moved."""
        try:
            self._check(source, target, count)
        except IllegalError:
            return False
        return True

    def most(self, source: Place, target: Place) -> int:
        """Return the largest number of cards that may go from a column to an empty one."""
        counts = range(len(self.board.columns[source.at]), 0, -1)
        return next((count for count in counts if self.may(source, target, count)), 0)

    def fitting(self, source: Place, target: Place) -> int:
        """Return how many cards of a column would go onto the last card of another; 1 if none would."""
        column, onto = self.board.columns[source.at], self.board.columns[target.at]
        for count in range(1, len(column) + 1):
            if count > 1 and not self.rules.may_build(column[-count], column[-count + 1]):
                break
            if onto and self.rules.may_build(onto[-1], column[-count]):
                return count
        return 1

    def limit(self, target: Place) -> int:
        """Return how many cards may move together to that column."""
        if self.rules.sequence == "unlimited":
            return self.rules.cards
        return (self.board.cells.count(None) + 1) << len(self._spare(target))

    def _spare(self, target: Place) -> list[int]:
        """Return the empty columns where cards can rest on their way to that column."""
        if self.rules.fill != "any":  # a king is the deepest of the cards that move, so none rests there
            return []
        columns = enumerate(self.board.columns)
        return [index for index, column in columns if not column and index != target.at]

    def _places(self, card: int, destination: int) -> tuple[Place, Place, int]:
        """Return a card move as a player's: source, target and number of cards. Raises IllegalError."""
        if not 0 <= card < self.rules.cards:
            raise IllegalError(f"there is no card {card}")
        source, count, board = self._where[card], 1, self.board
        if source.kind == "home":
            raise IllegalError(f"{self.rules.name(card)} is home already")
        if source.kind == "column":
            column = board.columns[source.at]
            count = len(column) - column.index(card)
            if count > 1 and self.rules.sequence == "limited":
                raise IllegalError(
                    f"{self.rules.name(card)} lies under {self.rules.name(column[-count + 1])}"
                )
        if destination == IN_CELL:
            if None not in board.cells:
                raise IllegalError("no cell is free")
            return source, CELLS[board.cells.index(None)], count
        if destination == ON_TABLE:
            if [] not in board.columns:
                raise IllegalError("no column is empty")
            return source, COLUMNS[board.columns.index([])], count
        if destination == AT_HOME:
            return source, HOME, count
        if not 0 <= destination < self.rules.cards:
            raise IllegalError(f"there is no destination {destination}")
        target = self._where[destination]
        if target.kind != "column" or board.columns[target.at][-1] != destination:
            raise IllegalError(f"{self.rules.name(destination)} is not the last card of a column")
        return source, target, count

    def _cards(self, source: Place, count: int) -> list[int]:
        """Return the last cards of a place, so many. Raises IllegalError."""
        if source.kind == "home":
            raise IllegalError("a card stays home")
        places = self.board.columns if source.kind == "column" else self.board.cells
        if not 0 <= source.at < len(places):
            raise IllegalError(f"there is no {source.words}")
        if source.kind == "column":
            held = self.board.columns[source.at]
        else:
            parked = self.board.cells[source.at]
            held = [] if parked is None else [parked]
        if not held:
            raise IllegalError(f"{source.words} is empty")
        if count < 1:
            raise IllegalError("a move is of one card or more")
        if count > len(held):
            raise IllegalError(f"{source.words} has {_quantity(len(held), 'card')}")
        return held[len(held) - count :]

    def _check(self, source: Place, target: Place, count: int) -> list[int]:
        """Return the cards that move, if they may. Raises IllegalError."""
        cards, board, name = self._cards(source, count), self.board, self.rules.name
        if target.kind != "column":
            if count > 1:
                raise IllegalError("only one card can go there at a time")
            if target.kind == "home":
                self._check_home(cards[0])
                return cards
            if not 0 <= target.at < len(board.cells):
                raise IllegalError(f"there is no cell {LETTERS[target.at]}")
            taken = board.cells[target.at]
            if taken is not None:
                raise IllegalError(f"{target.words} holds {name(taken)}")
            return cards
        if not 0 <= target.at < len(board.columns):
            raise IllegalError(f"there is no {target.words}")
        if source == target:
            raise IllegalError("it lies there already")
        for lower, upper in pairwise(cards):
            if not self.rules.may_build(lower, upper):
                raise IllegalError(
                    f"{name(upper)} is not built on {name(lower)}, so they cannot move together"
                )
        column = board.columns[target.at]
        if column:
            if not self.rules.may_build(column[-1], cards[0]):
                raise IllegalError(
                    f"{name(cards[0])} does not go on {name(column[-1])}; {self._requirement(column[-1])}"
                )
        elif not self.rules.may_fill(cards[0]):
            who = "no card" if self.rules.fill == "none" else "only a king"
            raise IllegalError(f"{who} may go to an empty column")
        if count > 1 and count > self.limit(target):
            free, spare = board.cells.count(None), len(self._spare(target))
            room = f"{_quantity(free, 'free cell')} and {_quantity(spare, 'empty column')}"
            raise IllegalError(f"{room} let {_quantity(self.limit(target), 'card')} move together")
        return cards

    def _check_home(self, card: int) -> None:
        rank, suit = divmod(card, 4)
        home = self.board.home[suit]
        if home != rank:
            waits = "every card of it is home"
            if home < self.rules.ranks:
                waits = f"the next is {self.rules.name(4 * home + suit)}"
            raise IllegalError(f"it is not the next of its suit; {waits}")

    def _requirement(self, lower: int) -> str:
        rank, suit = self.rules.rank(lower), lower % 4
        if rank == 0:
            return "nothing goes on an ace"
        next_lower = self.rules.name(lower - 4)
        if self.rules.build == "suit":
            return f"only {next_lower} does"
        if self.rules.build == "rank":
            return f"only a {next_lower[0]} does"
        return f"only a {_COLOURS[suit not in RED]} {next_lower[0]} does"


def _quantity(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
