"""The rules of FreeCell and its relatives, in plain Python; every plan is replayed here before it is shown.

One card moves at a time: the last of a column, or one from a cell. Cards that are built on each other may
move together if they could one by one, through the free cells and the empty columns: at most
(cells + 1) * 2 ** columns of them, not counting the column they go to. Such a move is also played card by
card, and both must agree. In games with unlimited sequences any number of them is one move.

`accord.families.freecell.position` says what may move, and explains the two forms of moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from accord.errors import AccordError
from accord.exits import Code
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board
from accord.families.freecell.position import CELLS, COLUMNS, IllegalError, Place, Position
from accord.families.freecell.spec import Rules


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


class Play(Position):
    """A game that is played from a board, which stays as it is.

    `board` is the one played on, `moves` what was made, and `steps` what that is as card moves.
    """

    def __init__(self, rules: Rules, board: Board) -> None:
        super().__init__(rules, board.copy())
        self.moves: list[Move] = []
        self.steps: list[tuple[int, int]] = []

    def copy(self) -> Play:
        """Return a game that can be continued without changing this one."""
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
            return self._make(source, target, count)
        except IllegalError as error:
            raise RuleError(len(self.moves) + 1, self._describe(card, destination), str(error)) from None

    def step(self, number: int, card: int, destination: int) -> None:
        """Make a card move of that number without recording a player's move. Raises RuleError."""
        try:
            source, target, count = self._places(card, destination)
            self._put(source, target, self._check(source, target, count))
        except IllegalError as error:
            raise RuleError(number, self._describe(card, destination), str(error)) from None

    def move(self, source: Place, target: Place, count: int = 1) -> Move:
        """Make a player's move. Raises RuleError."""
        try:
            return self._make(source, target, count)
        except IllegalError as error:
            cards = "" if count == 1 else f"{count} cards "
            tried = f"{cards}from {source.words} to {target.words}"
            raise RuleError(len(self.moves) + 1, tried, str(error)) from None

    def places(self, card: int, destination: int) -> tuple[Place, Place, list[int]]:
        """Return a card move as a player's: source, target and number of cards. Raises RuleError."""
        try:
            source, target, count = self._places(card, destination)
        except IllegalError as error:
            raise RuleError(len(self.moves) + 1, self._describe(card, destination), str(error)) from None
        return source, target, [count]

    def _make(self, source: Place, target: Place, count: int) -> Move:
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
        """Move one card there, or into the leftmost free cell; return where it went."""
        place = target or CELLS[self.board.cells.index(None)]
        self._put(source, place, self._check(source, place, 1))
        return place

    def _describe(self, card: int, destination: int) -> str:
        """Return a card move in words."""
        here = 0 <= card < self.rules.cards
        name = self.rules.name(card) if here else f"card {card}"
        words = {IN_CELL: "a cell", ON_TABLE: "an empty column", AT_HOME: "home"}
        if 0 <= destination < self.rules.cards:
            return f"{name} onto {self.rules.name(destination)}"
        return f"{name} to {words.get(destination, f'destination {destination}')}"


def replay(rules: Rules, board: Board, moves: Iterable[tuple[int, int]]) -> Board:
    """Return the board after these card moves. Raises RuleError at the first that is illegal."""
    play = Play(rules, board)
    for number, (card, destination) in enumerate(moves, start=1):
        play.step(number, int(card), int(destination))
    return play.board


def legal_moves(rules: Rules, board: Board) -> Iterator[tuple[int, int]]:
    """Yield every card move that the rules allow: each is tried, which takes milliseconds."""
    position = Position(rules, board.copy())
    for card in board.cards():
        for destination in (*range(rules.cards), IN_CELL, ON_TABLE, AT_HOME):
            if position.allows(card, destination):
                yield card, destination
