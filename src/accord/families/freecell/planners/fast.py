"""The FreeCell planner that finds any plan quickly: depth-first scans, then best-first search, in kernels.

They try what looks best first, and know states by 64 bits of a hash only: they end with a plan or without
one, and never show that there is none. `Sweep` searches many positions one after the other, `Fast` one.

The scans, their schedule and the ratings of the searches are data, in `fast.toml` beside this file; how they
were found is said there. They were tuned for FreeCell, and serve the other games of the family as well.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from accord.families.freecell.board import Board, under
from accord.families.freecell.planners.base import ENDLESS, NO_PROOF, CardPlanner, array_bytes
from accord.families.freecell.spec import Rules
from accord.kernels import load
from accord.planners.contract import Asked, Progress
from accord_native.freecell.fast import layout
from accord_native.freecell.fast.layout import LAYOUT, RATING_LAYOUT
from accord_native.freecell.layout import MOST_COLUMNS, WORDS, Deck, deck_of
from accord_native.progress import DONE

Words = npt.NDArray[np.uint64]
Moves = npt.NDArray[np.uint8]  # [moves, 2]: a card, and where it goes

# States after which a position is given up by default: more than twice what any deal of 200001 to 500000
# needed for its plan (847,309).
LIMIT = 2_000_000
DEPTH = 256  # levels of a scan; no plan needs nearly as many
TABLE_BITS = 20  # states that a search remembers, at most, about
SLICE = 1 << 15  # states between two yields: some hundredths of a second
PLAN_STEPS = 1 << 13  # single moves of a plan, at most; in FreeCell it takes some 200
SWEPT_STEPS = 1 << 18  # single moves of the plans of many positions, before they are handed over


@dataclass(frozen=True, eq=False)
class Portfolio:
    """Scans as rows of weights, and the schedule: [turns, 2], a scan and the states of this turn.

    Then best-first searches as rows of ratings; there may be none.
    """

    weights: npt.NDArray[np.int32]
    schedule: Words
    ratings: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SweptPosition:
    """The result of a position of a sweep: its plan, or None if it was given up."""

    number: int  # of the position, from 0
    moves: Moves | None
    states: int
    scans: int


@cache
def portfolio() -> Portfolio:
    """Return the portfolio in `fast.toml`."""
    return read(files("accord.families.freecell.planners").joinpath("fast.toml").read_text("utf-8"))


def read(text: str) -> Portfolio:
    """Return the portfolio of a text; see `write`."""
    table = tomllib.loads(text)
    names = list(table["scans"])
    turns = [(names.index(name), states) for name, states in table["schedule"]]
    return Portfolio(
        _rows(table["scans"].values(), LAYOUT).astype(np.int32),
        np.array(turns, np.uint64),
        _rows(table.get("best", {}).values(), RATING_LAYOUT),
    )


def write(chosen: Portfolio) -> str:
    """Return the text of a portfolio; scans are called a, b, c, ..., best-first searches A, B, C, ..."""
    names = [chr(ord("a") + scan) for scan in range(len(chosen.weights))]
    lines = ["schedule = ["]
    lines += [f'    ["{names[int(scan)]}", {int(states)}],' for scan, states in chosen.schedule]
    lines.append("]")
    parts = (
        ("scans", "a", chosen.weights.tolist(), LAYOUT),
        ("best", "A", chosen.ratings.tolist(), RATING_LAYOUT),
    )
    for part, first, rows, keys in parts:
        for number, row in enumerate(rows):
            lines += ["", f"[{part}.{chr(ord(first) + number)}]"]
            for key, (size, _) in keys.items():
                values, row = row[:size], row[size:]
                lines.append(f"{key} = {values[0] if size == 1 else values}")
    return "\n".join(lines) + "\n"


def _rows(tables: Collection[dict[str, Any]], layout: dict[str, tuple[int, str]]) -> npt.NDArray[np.int64]:
    rows = np.zeros((len(tables), sum(size for size, _ in layout.values())), np.int64)
    for row, table in zip(rows, tables, strict=True):
        assert list(table) == list(layout), "the weights are not those of this kernel"
        row[:] = np.concatenate([np.ravel(table[key]) for key in layout])
    return rows


def sweep(
    rules: Rules,
    positions: npt.NDArray[np.uint8],
    *,
    limit: int = LIMIT,
    budget: int = 1 << 14,
    chosen: Portfolio | None = None,
) -> Iterator[list[SweptPosition]]:
    """Search many positions [n, cards] one after the other, each for at most `limit` states.

    Yields new results after each `budget` states, perhaps none; leaving the loop stops the search.
    Memory stays as it is, however many there are.
    """
    with closing(Sweep(rules, positions, chosen)) as search:
        known, done = 0, False
        while not done:
            done = search.run(limit, budget)
            yield [search.result(number) for number in range(known, search.known)]
            known = search.known
            search.forget()


def microsoft(first: int, last: int, columns: int = 8) -> npt.NDArray[np.uint8]:
    """Return Microsoft's deals of a full deck with these numbers, below 2^31, as parent maps [n, 52]."""
    assert 0 < first <= last < 1 << 31
    positions = np.zeros((last - first + 1, 52), np.uint8)
    deal = load("accord_native.freecell.state", "deal_microsoft")
    deal(np.uint64(first), np.uint64(columns), positions, np.zeros(64 + columns, np.uint8))
    return positions


_IDLE: list[layout.Arrays] = []  # of searches that are closed; to make them anew costs as much as ten deals


def _arrays(chosen: Portfolio, deck: Deck) -> layout.Arrays:
    """Return arrays for a search; the kernel prepares them for each position."""
    scans = len(chosen.weights)
    rows = scans * DEPTH + 2
    words = np.zeros((rows, WORDS), np.uint64)
    kept = np.zeros((chosen.ratings[:, layout.POSITIONS].max(initial=1), layout.KEEP), np.uint64)
    return layout.Arrays(
        words=words,
        bytes_=words.view(np.uint8),
        moves=np.zeros((rows, layout.MOVES), np.uint64),
        trail=np.zeros((rows, 2), np.uint64),
        level=np.zeros(scans, np.uint64),
        weights=chosen.weights,
        rooms=layout.rooms(chosen.weights),
        schedule=chosen.schedule,
        table=np.zeros(1 << (TABLE_BITS + 1), np.uint64),
        deck=deck,
        side=np.zeros((MOST_COLUMNS, layout.SIDES), np.int64),
        kept=kept,
        kept_bytes=kept.view(np.uint8),
        link=np.zeros(len(kept), np.uint32),
        bucket=np.zeros(layout.BUCKETS, np.uint32),
        ratings=chosen.ratings,
        state=np.zeros(layout.STATE, np.uint64),
    )


class Sweep:
    """A search of many positions under way: its kernel with all arrays."""

    def __init__(
        self,
        rules: Rules,
        positions: npt.NDArray[np.uint8],
        chosen: Portfolio | None = None,
        steps: int = SWEPT_STEPS,
    ) -> None:
        """Begin with positions [n, cards]; compiles at the first use."""
        self._kernel = load("accord_native.freecell.fast.batch")
        self._lent = chosen is None
        deck = deck_of(*rules.codes)
        idle = _IDLE.pop() if self._lent and _IDLE else _arrays(chosen or portfolio(), deck)
        self._arrays = idle._replace(deck=deck)
        self._positions = np.ascontiguousarray(positions)
        self._results = np.zeros((len(positions), layout.RESULTS), np.uint64)
        self._plans = np.zeros((steps, 2), np.uint8)
        self._tasks = np.zeros((layout.TASKS, 4), np.uint64)
        self._progress = np.zeros(layout.PROGRESS, np.uint64)

    def close(self) -> None:
        """Leave the arrays to a later search; this one is not used afterwards."""
        if self._lent:
            self._lent = False
            _IDLE[:] = [self._arrays]

    @property
    def known(self) -> int:
        """The number of positions that have a result."""
        return int(self._progress[layout.NEXT])

    def run(self, limit: int, budget: int) -> bool:
        """Search so many states, or until the array of plans is full; return whether all is done."""
        many = self._positions, self._results, self._plans, self._tasks, self._progress
        return bool(self._kernel(self._arrays, *many, np.uint64(limit), np.uint64(budget)) == DONE)

    def results(self, first: int) -> Words:
        """Return the results known so far, from position `first` on; `batch` explains the rows."""
        return self._results[first : self.known]

    @property
    def plans(self) -> Moves:
        """The plans of the results, until the next `forget`."""
        return self._plans

    def result(self, number: int) -> SweptPosition:
        """Return the result of a position."""
        found, states, scans, first, length = self._results[number].tolist()
        return SweptPosition(
            number, self._plans[first : first + length].copy() if found else None, states, scans
        )

    def forget(self) -> None:
        """Drop the plans known so far, so that others fit."""
        self._progress[layout.WRITTEN] = 0

    @property
    def effort(self) -> dict[str, int]:
        """The effort for the current position: states, turns of scans begun, and the bytes of all arrays."""
        state = self._arrays.state
        many = self._positions, self._results, self._plans, self._tasks, self._progress
        return {
            "states": int(state[layout.STATES]),
            "scans": int(state[layout.BEGUN]),
            "bytes": array_bytes(*self._arrays, *self._arrays.deck, *many),
        }


class Fast(CardPlanner):
    """A search for any plan of one position."""

    engines: ClassVar[tuple[str, ...]] = ("scans",)
    usual = LIMIT
    unproved = NO_PROOF

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:  # noqa: ARG002
        self._held = Sweep(rules, under(rules, board)[None], steps=PLAN_STEPS)
        self._refuse(self._counters()["bytes"], self._name)

    def _go_on(self, states: int) -> Progress | None:
        if not self._held.run(ENDLESS, min(states, SLICE)):
            return None
        moves = self._held.result(0).moves
        return self._gave_up("every scan has ended") if moves is None else self._with_plan(np.array(moves))

    def _counters(self) -> dict[str, int]:
        effort: dict[str, int] = self._held.effort
        return effort
