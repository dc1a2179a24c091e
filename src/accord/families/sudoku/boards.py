"""A small solver for making sudokus of any shape: a board of bits for each digit, in plain Python.

A board is a whole number with a bit for each cell where the digit can still stand. Cells with one digit left
are found on all boards at once: `one` has the cells that some board has, `two` those that at least two have.
A unit with one place left for a digit is found by the unit's mask. What is still open is tried.

Engines of `accord.backends` are much faster on what is hard, but stand above the families.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from accord.families.sudoku.shape import Shape


class Undecided(Exception):  # noqa: N818 (it is no error)
    """The search has tried as much as it may."""


@dataclass
class State:
    """What is known: a board for each digit, and the cells whose digit was spread to all boards."""

    boards: list[int]
    placed: int = 0

    def copy(self) -> State:
        """The same, to be changed."""
        return State(self.boards.copy(), self.placed)


class Solver:
    """A solver for one shape."""

    def __init__(self, shape: Shape) -> None:
        self.size = shape.size
        self.cells = shape.size**2
        self.everywhere = (1 << self.cells) - 1
        units = [sorted(set(cells)) for cells in shape.units.tolist()]
        self.units = [sum(1 << cell for cell in cells) for cells in units]
        self.peers = [0] * self.cells
        for cells, mask in zip(units, self.units, strict=True):
            for cell in cells:
                self.peers[cell] |= mask & ~(1 << cell)

    def start(self, givens: Iterable[tuple[int, int]]) -> State:
        """What givens leave, as pairs of a cell and a digit from 0."""
        stands, excluded, given = [0] * self.size, [0] * self.size, 0
        for cell, digit in givens:
            stands[digit] |= 1 << cell
            excluded[digit] |= self.peers[cell]
            given |= 1 << cell
        free = self.everywhere & ~given
        return State([(free | here) & ~out for here, out in zip(stands, excluded, strict=True)])

    def settle(self, state: State) -> bool:
        """Place what is the only choice of a cell or of a unit; False if something has no choice left."""
        boards, seen = state.boards, [-1] * self.size
        while True:
            one = two = 0
            for board in boards:
                two |= one & board
                one |= board
            if one != self.everywhere:
                return False
            single = one & ~two & ~state.placed
            if single:
                if not self._place(state, single):
                    return False
                continue
            if state.placed == self.everywhere:
                return True
            changed = False
            for digit, board in enumerate(boards):
                if board == seen[digit]:
                    continue
                seen[digit] = board
                hidden, unplaced = 0, board & ~state.placed
                for unit in self.units:
                    here = board & unit
                    if not here & (here - 1):
                        if not here:
                            return False
                        hidden |= here & unplaced
                if hidden:
                    changed = True
                    for other in range(self.size):
                        if other != digit:
                            boards[other] &= ~hidden
            if not changed:
                return True

    def _place(self, state: State, single: int) -> bool:
        """Spread the digits of cells with one choice; False if two of them exclude each other."""
        state.placed |= single
        for digit, board in enumerate(state.boards):
            here = board & single
            while here:
                cell = here & -here
                here ^= cell
                if not cell & board:
                    return False
                board &= ~self.peers[cell.bit_length() - 1]
            state.boards[digit] = board
        return True

    def solve(self, state: State, tries: int | None = None, random: Random | None = None) -> list[int] | None:
        """A solution, as the digit of each cell from 0; None if there is none.

        Args:
            state: what is known; it is changed.
            tries: how many choices may be tried; None for any number.
            random: in what order digits are tried; None for ascending.

        Raises:
            Undecided: if so many tries do not tell.
        """
        left = tries if tries is not None else -1

        def spend() -> None:
            nonlocal left
            if left == 0:
                raise Undecided
            left -= 1

        return self._search(state, spend, random)

    def _search(self, state: State, spend: Callable[[], None], random: Random | None) -> list[int] | None:
        if not self.settle(state):
            return None
        if state.placed == self.everywhere:
            return self._digits(state)
        cell = self._narrowest(state, random)
        digits = [digit for digit, board in enumerate(state.boards) if board >> cell & 1]
        if random is not None:
            shuffle(random, digits)
        for digit in digits:
            spend()
            tried = state.copy()
            for other in digits:
                if other != digit:
                    tried.boards[other] &= ~(1 << cell)
            found = self._search(tried, spend, random)
            if found is not None:
                return found
        return None

    def _narrowest(self, state: State, random: Random | None) -> int:
        """An open cell with the fewest choices."""
        at_least = [0] * (self.size + 1)  # [k]: the cells with more than k choices
        for board in state.boards:
            for fewer in range(self.size, 0, -1):
                at_least[fewer] |= at_least[fewer - 1] & board
            at_least[0] |= board
        most = next(k for k in range(1, self.size + 1) if at_least[k - 1] & ~at_least[k] & ~state.placed)
        cells = at_least[most - 1] & ~at_least[most] & ~state.placed
        if random is not None:
            for _ in range(int(random.random() * cells.bit_count())):
                cells &= cells - 1
        return (cells & -cells).bit_length() - 1

    def _digits(self, state: State) -> list[int]:
        found = [0] * self.cells
        for digit, board in enumerate(state.boards):
            while board:
                cell = board & -board
                board ^= cell
                found[cell.bit_length() - 1] = digit
        return found


def shuffle(random: Random, values: list[int]) -> None:
    """Shuffle in place by random() alone, whose numbers stay the same from one Python to the next."""
    for last in range(len(values) - 1, 0, -1):
        at = int(random.random() * (last + 1))
        values[at], values[last] = values[last], values[at]
