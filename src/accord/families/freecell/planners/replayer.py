"""Check plans of a range of FreeCell deals: a kernel replays each by the rules, and they are written as text.

The kernel is `accord_native.freecell.replay`: the second checker, beside `accord.families.freecell.rules`,
which is slower and says why a move is illegal. They share no code, and tests compare them: same verdicts,
same notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from accord.errors import EngineError
from accord.families.freecell.board import Board
from accord.families.freecell.position import CELLS, COLUMNS, HOME
from accord.families.freecell.rules import RuleError, replay
from accord.families.freecell.spec import Rules
from accord.kernels import load
from accord_native.freecell import replay_layout as layout
from accord_native.freecell.replay_layout import AT_HOME, EMPTY, FIRST_CELL

Moves = npt.NDArray[np.uint8]  # [moves, 2]: a card, and where it goes
PLACES = 32  # more than there are


class Replayer:
    """A board that is dealt, and a plan that is played on it, over and over."""

    def __init__(self, rules: Rules) -> None:
        """Compiles the kernel at the first use."""
        self._kernel = load("accord_native.freecell.replay", "replay")
        self._deal = load("accord_native.freecell.replay", "deal")
        self._all = load("accord_native.freecell.replay", "replay_deals")
        self.rules = rules
        self._codes = np.array(rules.codes, np.uint64)
        self._board, self._other = (
            layout.Board(
                columns=np.zeros((rules.columns, layout.ROOM), np.uint8),
                lengths=np.zeros(rules.columns, np.uint64),
                cells=np.zeros(rules.cells, np.uint8),
                home=np.zeros(4, np.uint8),
            )
            for _ in range(2)
        )
        self._played = np.zeros((1, 4), np.uint8)
        self._deck = np.zeros(52, np.uint8)
        self._state = np.zeros(1, np.uint64)

    def deal(self, number: int) -> None:
        """Deal as Microsoft does for that number, below 2^31: a full deck, to all columns."""
        assert self.rules.ranks == 13
        self._deal(np.uint64(number), self._board, self._deck)

    def put(self, board: Board) -> None:
        """Take over that board."""
        columns, lengths, cells, home = self._board
        for at, column in enumerate(board.columns):
            columns[at, : len(column)] = column
            lengths[at] = len(column)
        cells[:] = [EMPTY if card is None else card for card in board.cells]
        home[:] = board.home

    @property
    def board(self) -> Board:
        """The board as it is now."""
        columns, lengths, cells, home = self._board
        return Board(
            [column[: int(length)].tolist() for column, length in zip(columns, lengths, strict=True)],
            [None if card == EMPTY else card for card in cells.tolist()],
            home.tolist(),
        )

    def play(self, moves: Moves) -> list[str]:
        """Play a plan on the board; return what a player would write, in standard notation.

        Raises EngineError if a move is illegal, or if cards are left at the end.
        """
        before, played = self.board, self._buffer(len(moves))
        end = int(self._kernel(self._codes, self._board, moves, played, self._other, self._state))
        if end:
            raise EngineError(f"a plan that is none: {self._fault(before, moves, end)}")
        return self._player_moves(int(self._state[0]))

    def play_deals(
        self, numbers: Sequence[int], parts: npt.NDArray[np.uint64], moves: Moves, *, write: bool
    ) -> tuple[list[int], list[list[str]]]:
        """Deal and play plans of Microsoft's deals of these numbers; return the player's moves of each plan.

        Args:
            numbers: of the deals, as `deal` takes them.
            parts: of each deal, 1 if it has a plan, the first row of that in `moves`, and how many there are.
            moves: of all plans.
            write: whether to say what a player would write, of each plan.

        Returns how many moves each is, 0 without a plan, and what a player would write.

        Raises EngineError if a move is illegal, or if cards are left at the end.
        """
        assert self.rules.ranks == 13
        ends = np.zeros(len(parts), np.uint64)
        played = self._buffer(int(parts[:, 2].sum()))
        boards = self._board, self._deck, played, self._other
        dealt = np.array(numbers, np.uint64)
        wrong = int(self._all(self._codes, dealt, parts, moves, ends, *boards, self._state))
        if wrong:
            self.deal(numbers[wrong - 1])
            _, begin, length = parts[wrong - 1].tolist()
            self.play(moves[begin : begin + length])
            raise AssertionError("a plan that is refused among others, and not alone")
        spans = [*pairwise([0, *ends.tolist()])]
        words = self._player_moves(int(self._state[0])) if write else []
        return [end - begin for begin, end in spans], [words[begin:end] for begin, end in spans]

    def _buffer(self, moves: int) -> npt.NDArray[np.uint8]:
        """Return an array for what a player would write for so many moves."""
        if moves > len(self._played):
            self._played = np.zeros((2 * moves, 4), np.uint8)
        return self._played

    def _player_moves(self, many: int) -> list[str]:
        """Return the player's moves, of which there are so many, in standard notation."""
        rows = self._played[:many].astype(np.int64)
        codes = rows[:, 0] * PLACES + rows[:, 1] + rows[:, 3] * (rows[:, 2] * PLACES * PLACES)
        words = _words(self.rules.columns > len(SINGLE))
        return [words[code] if code in words else _with_count(words, code) for code in codes.tolist()]

    def _fault(self, board: Board, moves: Moves, number: int) -> str:
        """Return the fault that the other checker finds in the plan; it has to find one as well."""
        try:
            replay(self.rules, board, moves.tolist())
        except RuleError as error:
            return str(error)
        left = self.rules.cards - sum(self.board.home)
        return f"{left} cards are not home at its end" if left else f"the checkers differ at move {number}"


SINGLE = range(1, 11)  # columns, where no move needs a hyphen between source and target


@cache
def _words(hyphen: bool) -> dict[int, str]:
    """Return the standard notation of each move without a number of cards, by source * PLACES + target."""
    names = {column.at: str(column) for column in COLUMNS}
    names |= {int(FIRST_CELL) + cell.at: str(cell) for cell in CELLS}
    names[int(AT_HOME)] = str(HOME)
    first = int(FIRST_CELL)
    return {
        source * PLACES + target: one + ("-" if hyphen and source < first and target < first else "") + other
        for source, one in names.items()
        for target, other in names.items()
    }


def _with_count(words: dict[int, str], code: int) -> str:
    """Return the notation of a move with its number of cards, for moves that could have had more."""
    count, move = divmod(code, PLACES * PLACES)
    return f"{words[move]}v{count:x}"
