"""The FreeCell planner of Fish's lecture: depth-first search that tries kinds of moves in a chosen order.

    --move-order 0123467      the kinds, each an own group
    --move-order [01][2468]3  groups; the moves of one in brackets are shuffled, by the seed

`accord_native.freecell.moves.kinds` lists the kinds. Most are several moves at once, and a move that
is none of them is never made; so a search that ends without a plan shows nothing but that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.errors import UsageError
from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE, Board, under
from accord.families.freecell.planners.base import MEMORY, CardPlanner
from accord.families.freecell.spec import BOUNDS, Rules
from accord.kernels import load
from accord.planners.contract import Asked, Progress
from accord.puzzles.words import describe
from accord_native.freecell.layout import NONE, SOLVED, deck_of
from accord_native.freecell.moves import layout
from accord_native.progress import DONE, FULL
from accord_native.words import Words

USUAL_ORDER = "0123467"
STATES = 150_000  # the limit of the lecture, where none is asked for
SLICE = 40_000  # moves between two yields: some hundredths of a second
_GROUP = re.compile(r"\[([0-9]+)\]|([0-9])")


class Scan:
    """One scan of one position, which can be run in parts.

    Arrays grow as they fill, by doubling, so what is held follows what was searched.
    """

    def __init__(
        self, rules: Rules, board: Board, order: str = USUAL_ORDER, *, seed: int = 0, depth: int | None = None
    ) -> None:
        """Begin at a board. Raises UsageError for an order that is none. It compiles."""
        self.order = order_of(order)
        self.depth = depth
        deck = deck_of(*rules.codes)
        kinds = set(self.order[:, layout.FIRST :][self.order[:, layout.FIRST :] < layout.KINDS].tolist())
        row = np.full(layout.ROW, int(NONE), np.uint8)
        row[: rules.cards] = under(rules, board)
        for at, cards in enumerate(board.columns):
            row[int(layout.COLUMN) + at] = cards[0] if cards else int(NONE)
        for at, card in enumerate(board.cells):
            row[int(layout.PARKED) + at] = int(NONE) if card is None else card
        self.root = row[None].copy()
        self.kept = np.zeros((1 << 10, layout.ROW), np.uint8)
        self.kept[0] = row
        self.table = np.zeros(1 << 11, np.uint32)
        self.frame = np.zeros((1 << 8, layout.FRAME), np.uint64)
        self.child = np.zeros(1 << 14, np.uint64)
        self.state = np.zeros(layout.STATES, np.uint64)
        self.state[layout.RANDOM] = (seed * 2 + 1) * 0x9E3779B97F4A7C15 % (1 << 64) or 1
        self.state[layout.FORCED] = {0, 1} <= kinds
        self.board = layout.Board(
            column=np.zeros((layout.MOST_COLUMNS, 64), np.uint8),
            cell=np.zeros(layout.MOST_CELLS, np.uint8),
            lane=np.zeros(64, np.uint8),
            deep=np.zeros(64, np.uint8),
            over=np.zeros(64, np.uint8),
            size=np.zeros(layout.MOST_COLUMNS, np.uint64),
            room=np.zeros(layout.ROOM, np.uint64),
            deck=deck,
            landing=landing(),
            made=np.zeros((layout.MOST_MADE, 5), np.uint8),
        )
        self.ended: str = ""  # "", "solved" or "done"
        assert len(self.child) > layout.MOST_FOUND * layout.KINDS

    def run(self, moves: int, states: int) -> bool:
        """Make at most so many moves, keep at most so many states; return whether the search has ended."""
        search = load("accord_native.freecell.moves.search")
        deepest = (1 << 62) if self.depth is None else self.depth
        before = int(self.state[layout.TRIED])
        while not self.ended:
            left = moves - (int(self.state[layout.TRIED]) - before)
            kept = self.kept, self.kept.view(np.uint64), self.table
            limits = np.uint64(max(left, 0)), np.uint64(states), np.uint64(deepest)
            end = search(self.order, *kept, self.frame, self.child, self.state, self.board, *limits)
            if end == SOLVED:
                self.ended = "solved"
            elif end == DONE:
                self.ended = "done"
            elif end != FULL:
                break
            else:
                self._grow()
        return bool(self.ended)

    @property
    def effort(self) -> dict[str, int]:
        """The counters of the search, and the bytes of its arrays."""
        held = (self.kept, self.table, self.frame, self.child)
        return {
            "states": int(self.state[layout.KEPT]),
            "moves_tried": int(self.state[layout.TRIED]),
            "deepest": int(self.state[layout.DEEPEST]),
            "bytes": sum(array.nbytes for array in held),
        }

    @property
    def was_cut(self) -> bool:
        """Whether a move was not made because of the limit on depth."""
        return bool(self.state[layout.CUT])

    def plan(self) -> npt.NDArray[np.uint8]:
        """Return the plan of a scan that was solved, as moves of single cards: uint8 [moves, 2]."""
        follow = load("accord_native.freecell.moves.search", "follow")
        board = self.board
        while True:
            parts = follow(self.root, self.frame, self.state, board)
            if parts != layout.MORE:
                return np.array(list(_singles(board.made[: int(parts)].tolist())), np.uint8).reshape(-1, 2)
            board = board._replace(made=_double(board.made))

    def _grow(self) -> None:
        kept, level = int(self.state[layout.KEPT]), int(self.state[layout.LEVEL])
        if kept + 1 >= len(self.kept):
            self.kept = _double(self.kept)
        if 2 * kept >= len(self.table):
            self.table = np.zeros(2 * len(self.table), np.uint32)
            self.state[layout.FILLED] = 0
        if level >= len(self.frame):
            self.frame = _double(self.frame)
        if int(self.frame[level - 1, layout.END]) + layout.KINDS * layout.MOST_FOUND > len(self.child):
            self.child = _double(self.child)


class Moves(CardPlanner):
    """A search by kinds of moves.

    Its options are `move_order`, the kinds of moves, and `depth`, the most of them in a plan.
    """

    engines: ClassVar[tuple[str, ...]] = ("depth-first",)
    options: ClassVar[tuple[str, ...]] = ("move_order", "depth")
    usual = STATES

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:
        self._memory = MEMORY if asked.memory_limit is None else asked.memory_limit
        self._order, depth = _options(asked.options)
        self._held = Scan(rules, board, self._order, seed=asked.seed, depth=depth)

    def _go_on(self, states: int) -> Progress | None:
        scan: Scan = self._held
        try:
            limit = self._effort["states"] + states
            ended = scan.run(SLICE, limit)
        except MemoryError:
            return self._out_of_memory("the machine has memory for")
        if ended:
            return self._conclusion(scan)
        effort = self._effort
        if effort["states"] < limit and 2 * effort["bytes"] > self._memory:
            return self._out_of_memory("the memory limit allows")
        return None

    def _counters(self) -> dict[str, int]:
        effort: dict[str, int] = self._held.effort
        return effort

    def _out_of_memory(self, whose: str) -> Progress:
        return self._gave_up(
            f"no plan within {self._effort['states']:,} states; {whose} no more", limit="memory"
        )

    def _conclusion(self, scan: Scan) -> Progress:
        if scan.ended == "solved":
            return self._with_plan(scan.plan())
        depth = f" and at most {scan.depth:,} of them" if scan.was_cut else ""
        return self._gave_up(f"no plan with these moves, kinds {self._order}{depth}; others may lead to one")


def order_of(text: str) -> Words:
    """Return an order of kinds as the kernel takes it. Raises UsageError."""
    groups: list[list[int]] = []
    seen: set[str] = set()
    at = 0
    while at < len(text):
        group = _GROUP.match(text, at)
        if group is None:
            known = "digits 0 to 9, perhaps some in brackets, such as 0123467 or [01][2468]3"
            raise UsageError(f"move order {describe(text)}: found {describe(text[at:])}; expected {known}")
        kinds = group[1] or group[2]
        twice = next((kind for at, kind in enumerate(kinds) if kind in seen or kind in kinds[:at]), None)
        if twice is not None:
            raise UsageError(f"move order {describe(text)}: kind {twice} comes twice; name each once")
        seen.update(kinds)
        groups.append([len(kinds), group[1] is not None, *map(int, kinds)])
        at = group.end()
    if not groups:
        raise UsageError("move order is empty; name the kinds to try, such as 0123467")
    return np.array([group + [99] * (12 - len(group)) for group in groups], np.uint64)


def _options(options: Mapping[str, str]) -> tuple[str, int | None]:
    depth = options.get("depth")
    if depth is not None and not (depth.isdecimal() and 0 < int(depth) < 1 << 62):
        raise UsageError(f"depth {describe(depth)}; expected a number of moves of 1 or more")
    return options.get("move_order", USUAL_ORDER), None if depth is None else int(depth)


def _double(array: Any) -> Any:
    larger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def _singles(parts: list[list[int]]) -> Iterator[CardMove]:
    """Yield moves of single cards from moves of runs: rows of `made`."""
    at = 0
    while at < len(parts):
        card, place, many, free, spare = parts[at]
        at += 1
        if many == 1:
            yield card, place
            continue
        cards = [card]
        while at < len(parts) and not parts[at][2]:
            cards.append(parts[at][0])
            at += 1
        yield from carry_moves(cards, place, free, spare)


CardMove = tuple[int, int]


def carry_moves(cards: Sequence[int], place: int, free: int, spare: int) -> list[CardMove]:
    """Return the card moves that take a run to a place.

    Args:
        cards: the run, the deepest card first.
        place: the card it goes onto, or ON_TABLE.
        free: how many cells are free.
        spare: how many empty columns it may pass through; the one it goes to is not among them.
    """
    if len(cards) <= free + 1:
        parked = [(card, IN_CELL) for card in reversed(cards[1:])]
        return [*parked, (cards[0], place), *((card, below) for below, card in pairwise(cards))]
    assert spare, "no room to carry so many cards"
    columns = 1
    while len(cards) > (free + 1) << columns:
        columns += 1
    assert columns <= spare, "no room to carry so many cards"
    rest = len(cards) - ((free + 1) << (columns - 1))
    lower, upper = cards[:-rest], cards[-rest:]
    return [
        *carry_moves(upper, ON_TABLE, free, columns - 1),
        *carry_moves(lower, place, free, columns - 1),
        *carry_moves(upper, lower[-1], free, columns - 1),
    ]


def send_home(position: list[int], wanted: Callable[[int], bool]) -> list[CardMove]:
    """Send home every card that can go and is wanted; return these moves, and change the position."""
    moves: list[CardMove] = []
    while True:
        covered = set(position)
        ready = (
            card
            for card, place in enumerate(position)
            if place != AT_HOME and card not in covered and (card < 4 or position[card - 4] == AT_HOME)
        )
        card = next((card for card in ready if wanted(card)), None)
        if card is None:
            return moves
        position[card] = AT_HOME
        moves.append((card, AT_HOME))


@lru_cache(maxsize=1)
def landing() -> npt.NDArray[np.uint8]:
    """Return which empty column a run comes to, from the left: uint8 [cards, free cells, empty columns].

    Each card that goes to an empty column takes the leftmost, so what is carried through others comes first.
    """
    most = {key: BOUNDS[key][1] for key in ("ranks", "cells", "columns")}
    table = np.zeros((most["ranks"] + 1, most["cells"] + 1, most["columns"] + 1), np.uint8)
    for many in range(2, most["ranks"] + 1):
        for free in range(min(many - 1, most["cells"] + 1)):
            columns = 1
            while many > (free + 1) << (columns - 1):
                columns += 1
            table[many, free, columns:] = _landing_column(many, free, columns)
    return table


def _landing_column(many: int, free: int, columns: int) -> int:
    """Return the column that the deepest card of a run comes to; as many columns are empty as it takes."""
    board: list[list[int]] = [[] for _ in range(columns)]
    for card, place in carry_moves(range(many), ON_TABLE, free, columns - 1):
        for column in board:
            if column and column[-1] == card:
                column.pop()
        if place == ON_TABLE:
            board[board.index([])].append(card)
        elif place != IN_CELL:
            next(column for column in board if column and column[-1] == place).append(card)
    return next(at for at, column in enumerate(board) if column)
