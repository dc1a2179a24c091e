"""The rules of FreeCell and its relatives, and nothing else: every plan is played here before it is shown.

Moves come in two forms. A *card move* says which card goes where: (card, destination), the destination
another card, IN_CELL, ON_TABLE (an empty column) or AT_HOME; where there is a choice of cells or of empty
columns, the leftmost is taken. A *player's move* says from which column or cell to which, and how many cards.

One card moves at a time: the last of a column, or one from a cell. Cards that are built on each other may
move together if they could one by one, through the free cells and the empty columns: at most
(cells + 1) * 2 ** columns of them, not counting the column they go to. Such a move is also played card by
card, and both must agree. In games with unlimited sequences any number of them is one move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from accord.errors import AccordError
from accord.exits import Code
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
        """As in `column 3`."""
        return self.kind if self.kind == "home" else f"{self.kind} {self}"


HOME = Place("home")
COLUMNS = tuple(Place("column", at) for at in range(BOUNDS["columns"][1]))
CELLS = tuple(Place("cell", at) for at in range(BOUNDS["cells"][1]))


class Move(NamedTuple):
    """A player's move that was made."""

    source: Place
    target: Place
    cards: tuple[int, ...]  # the deepest first
    onto: int | None  # the card they went to, if any
    most: bool  # whether no larger number of cards could have gone to an empty column


class RuleError(AccordError):
    """A move that the rules forbid: its number, counted from 1, what it tried, and why it is illegal."""

    exit_code = Code.INPUT

    def __init__(self, number: int, tried: str, why: str) -> None:
        self.number, self.tried, self.why = number, tried, why
        super().__init__(f"move {number}: {tried}: {why}")


class _IllegalError(Exception):
    """Why a move is illegal."""


class Play:
    """A game that is played from a board, which stays as it is.

    `board` is the one played on, `moves` what was made, and `steps` what that is as card moves.
    """

    def __init__(self, rules: Rules, board: Board) -> None:
        self.rules = rules
        self.board = board.copy()
        self.moves: list[Move] = []
        self.steps: list[tuple[int, int]] = []
        self._where: list[Place] = [HOME] * rules.cards
        for index, column in enumerate(board.columns):
            for card in column:
                self._where[card] = COLUMNS[index]
        for index, parked in enumerate(board.cells):
            if parked is not None:
                self._where[parked] = CELLS[index]

    def copy(self) -> Play:
        """A game that can be played on without changing this one."""
        play = Play(self.rules, self.board)
        play.moves, play.steps = list(self.moves), list(self.steps)
        return play

    @property
    def solved(self) -> bool:
        """Whether every card is home."""
        return sum(self.board.home) == self.rules.cards

    def card(self, card: int, destination: int) -> Move:
        """Make a card move. Raises RuleError."""
        try:
            source, target, count = self._places(card, destination)
            return self._made(source, target, count)
        except _IllegalError as error:
            raise RuleError(len(self.moves) + 1, self._tried(card, destination), str(error)) from None

    def step(self, number: int, card: int, destination: int) -> None:
        """Make a card move of that number without keeping it as a player's. Raises RuleError."""
        try:
            source, target, count = self._places(card, destination)
            self._put(source, target, self._check(source, target, count))
        except _IllegalError as error:
            raise RuleError(number, self._tried(card, destination), str(error)) from None

    def move(self, source: Place, target: Place, count: int = 1) -> Move:
        """Make a player's move. Raises RuleError."""
        try:
            return self._made(source, target, count)
        except _IllegalError as error:
            cards = "" if count == 1 else f"{count} cards "
            tried = f"{cards}from {source.words} to {target.words}"
            raise RuleError(len(self.moves) + 1, tried, str(error)) from None

    def places(self, card: int, destination: int) -> tuple[Place, Place, list[int]]:
        """A card move as a player's: where from, where to, and how many cards. Raises RuleError."""
        try:
            source, target, count = self._places(card, destination)
        except _IllegalError as error:
            raise RuleError(len(self.moves) + 1, self._tried(card, destination), str(error)) from None
        return source, target, [count]

    def allows(self, card: int, destination: int) -> bool:
        """Whether a card move is legal; nothing is moved."""
        try:
            self._check(*self._places(card, destination))
        except _IllegalError:
            return False
        return True

    def place(self, card: int) -> Place:
        """Where a card is."""
        return self._where[card]

    def may(self, source: Place, target: Place, count: int = 1) -> bool:
        """Whether a player's move is legal; nothing is moved."""
        try:
            self._check(source, target, count)
        except _IllegalError:
            return False
        return True

    def most(self, source: Place, target: Place) -> int:
        """The largest number of cards that may go from a column to an empty one."""
        counts = range(len(self.board.columns[source.at]), 0, -1)
        return next((count for count in counts if self.may(source, target, count)), 0)

    def fitting(self, source: Place, target: Place) -> int:
        """How many cards of a column would go together onto the last card of another; 1 if none would."""
        column, onto = self.board.columns[source.at], self.board.columns[target.at]
        for count in range(1, len(column) + 1):
            if count > 1 and not self.rules.built(column[-count], column[-count + 1]):
                break
            if onto and self.rules.built(onto[-1], column[-count]):
                return count
        return 1

    def limit(self, target: Place) -> int:
        """How many cards may move together to that column."""
        if self.rules.sequence == "unlimited":
            return self.rules.cards
        return (self.board.cells.count(None) + 1) << len(self._spare(target))

    def _spare(self, target: Place) -> list[int]:
        """The empty columns on which cards can rest that are on their way to that column."""
        if self.rules.fill != "any":  # a king is the deepest of the cards that move, so none rests there
            return []
        columns = enumerate(self.board.columns)
        return [index for index, column in columns if not column and index != target.at]

    def _places(self, card: int, destination: int) -> tuple[Place, Place, int]:
        """A card move as a player's move."""
        if not 0 <= card < self.rules.cards:
            raise _IllegalError(f"there is no card {card}")
        source, count, board = self._where[card], 1, self.board
        if source.kind == "home":
            raise _IllegalError(f"{self.rules.name(card)} is home already")
        if source.kind == "column":
            column = board.columns[source.at]
            count = len(column) - column.index(card)
            if count > 1 and self.rules.sequence == "limited":
                raise _IllegalError(
                    f"{self.rules.name(card)} lies under {self.rules.name(column[-count + 1])}"
                )
        if destination == IN_CELL:
            if None not in board.cells:
                raise _IllegalError("no cell is free")
            return source, CELLS[board.cells.index(None)], count
        if destination == ON_TABLE:
            if [] not in board.columns:
                raise _IllegalError("no column is empty")
            return source, COLUMNS[board.columns.index([])], count
        if destination == AT_HOME:
            return source, HOME, count
        if not 0 <= destination < self.rules.cards:
            raise _IllegalError(f"there is no destination {destination}")
        target = self._where[destination]
        if target.kind != "column" or board.columns[target.at][-1] != destination:
            raise _IllegalError(f"{self.rules.name(destination)} is not the last card of a column")
        return source, target, count

    def _cards(self, source: Place, count: int) -> list[int]:
        """The cards that are to move."""
        if source.kind == "home":
            raise _IllegalError("a card stays home")
        places = self.board.columns if source.kind == "column" else self.board.cells
        if not 0 <= source.at < len(places):
            raise _IllegalError(f"there is no {source.words}")
        if source.kind == "column":
            held = self.board.columns[source.at]
        else:
            parked = self.board.cells[source.at]
            held = [] if parked is None else [parked]
        if not held:
            raise _IllegalError(f"{source.words} is empty")
        if count < 1:
            raise _IllegalError("a move is of one card or more")
        if count > len(held):
            raise _IllegalError(f"{source.words} has {_counted(len(held), 'card')}")
        return held[len(held) - count :]

    def _check(self, source: Place, target: Place, count: int) -> list[int]:
        """The cards that move, if they may. Raises _IllegalError."""
        cards, board, name = self._cards(source, count), self.board, self.rules.name
        if target.kind != "column":
            if count > 1:
                raise _IllegalError("only one card can go there at a time")
            if target.kind == "home":
                self._check_home(cards[0])
                return cards
            if not 0 <= target.at < len(board.cells):
                raise _IllegalError(f"there is no cell {LETTERS[target.at]}")
            taken = board.cells[target.at]
            if taken is not None:
                raise _IllegalError(f"{target.words} holds {name(taken)}")
            return cards
        if not 0 <= target.at < len(board.columns):
            raise _IllegalError(f"there is no {target.words}")
        if source == target:
            raise _IllegalError("it lies there already")
        for lower, upper in pairwise(cards):
            if not self.rules.built(lower, upper):
                raise _IllegalError(
                    f"{name(upper)} is not built on {name(lower)}, so they cannot move together"
                )
        column = board.columns[target.at]
        if column:
            if not self.rules.built(column[-1], cards[0]):
                raise _IllegalError(
                    f"{name(cards[0])} does not go on {name(column[-1])}; {self._needed(column[-1])}"
                )
        elif not self.rules.may_fill(cards[0]):
            who = "no card" if self.rules.fill == "none" else "only a king"
            raise _IllegalError(f"{who} may go to an empty column")
        if count > 1 and count > self.limit(target):
            free, spare = board.cells.count(None), len(self._spare(target))
            room = f"{_counted(free, 'free cell')} and {_counted(spare, 'empty column')}"
            raise _IllegalError(f"{room} let {_counted(self.limit(target), 'card')} move together")
        return cards

    def _check_home(self, card: int) -> None:
        rank, suit = divmod(card, 4)
        home = self.board.home[suit]
        if home != rank:
            waits = "every card of it is home"
            if home < self.rules.ranks:
                waits = f"the next is {self.rules.name(4 * home + suit)}"
            raise _IllegalError(f"it is not the next of its suit; {waits}")

    def _needed(self, lower: int) -> str:
        rank, suit = self.rules.rank(lower), lower % 4
        if rank == 0:
            return "nothing goes on an ace"
        next_lower = self.rules.name(lower - 4)
        if self.rules.build == "suit":
            return f"only {next_lower} does"
        if self.rules.build == "rank":
            return f"only a {next_lower[0]} does"
        return f"only a {_COLOURS[suit not in RED]} {next_lower[0]} does"

    def _made(self, source: Place, target: Place, count: int) -> Move:
        cards = self._check(source, target, count)
        board, most, onto = self.board, True, None
        if target.kind == "column":
            column = board.columns[target.at]
            onto = column[-1] if column else None
            if onto is None and source.kind == "column":
                most = count == self.most(source, target)
        if count > 1 and self.rules.sequence == "limited":
            self._one_by_one(source, target, count)
        else:
            self._put(source, target, cards)
        self.moves.append(Move(source, target, tuple(cards), onto, most))
        return self.moves[-1]

    def _put(self, source: Place, target: Place, cards: list[int]) -> None:
        """Move cards that were checked."""
        board = self.board
        if source.kind == "cell":
            board.cells[source.at] = None
        else:
            del board.columns[source.at][-len(cards) :]
        if target.kind == "column":
            column = board.columns[target.at]
            self.steps.append((cards[0], column[-1] if column else ON_TABLE))
            column += cards
        elif target.kind == "cell":
            self.steps.append((cards[0], IN_CELL))
            board.cells[target.at] = cards[0]
        else:
            self.steps.append((cards[0], AT_HOME))
            board.home[cards[0] % 4] += 1
        for card in cards:
            self._where[card] = target

    def _one_by_one(self, source: Place, target: Place, count: int) -> None:
        """Move cards together by moves of one card, each of which is checked."""
        expected = self.board.copy()
        cards = expected.columns[source.at][-count:]
        del expected.columns[source.at][-count:]
        expected.columns[target.at] += cards
        self._carry(count, source, target, self._spare(target))
        assert self.board == expected, "cards that moved one by one came to other places"

    def _carry(self, count: int, source: Place, target: Place, spare: list[int]) -> None:
        """Move the last cards of a column to another through the free cells and these empty columns."""
        free = self.board.cells.count(None)
        if count <= free + 1:
            parked = [self._carry_one(source, None) for _ in range(count - 1)]
            for place in (source, *reversed(parked)):
                self._carry_one(place, target)
            return
        assert spare, "there is no room to move so many cards one by one"
        *others, last = spare
        rest = COLUMNS[last]
        self._carry(count // 2, source, rest, others)
        self._carry(count - count // 2, source, target, others)
        self._carry(count // 2, rest, target, others)

    def _carry_one(self, source: Place, target: Place | None) -> Place:
        """Move one card there, or into the leftmost free cell; and where it went."""
        place = target or CELLS[self.board.cells.index(None)]
        self._put(source, place, self._check(source, place, 1))
        return place

    def _tried(self, card: int, destination: int) -> str:
        """A card move in words."""
        here = 0 <= card < self.rules.cards
        name = self.rules.name(card) if here else f"card {card}"
        words = {IN_CELL: "a cell", ON_TABLE: "an empty column", AT_HOME: "home"}
        if 0 <= destination < self.rules.cards:
            return f"{name} onto {self.rules.name(destination)}"
        return f"{name} to {words.get(destination, f'destination {destination}')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def replay(rules: Rules, board: Board, moves: Iterable[tuple[int, int]]) -> Board:
    """The board after these card moves. Raises RuleError at the first that is illegal."""
    play = Play(rules, board)
    for number, (card, destination) in enumerate(moves, start=1):
        play.step(number, int(card), int(destination))
    return play.board


def legal_moves(rules: Rules, board: Board) -> Iterator[tuple[int, int]]:
    """Every card move that the rules allow: each is tried, which takes milliseconds."""
    play = Play(rules, board)
    for card in board.cards():
        for destination in (*range(rules.cards), IN_CELL, ON_TABLE, AT_HOME):
            if play.allows(card, destination):
                yield card, destination
