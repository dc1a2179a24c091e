"""Solve a range of FreeCell deals in mode `fast`, one after the other; replay each plan by the rules.

The replay deals for itself, and shares nothing with the search: neither the deal, nor the moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from time import monotonic

import msgspec
import numpy as np

from accord.arguments.plan import PlanRecords
from accord.backends.table import is_installed, missing_error
from accord.families.freecell import start as freecell
from accord.families.freecell.board import Board, under
from accord.families.freecell.planners.base import NO_PROOF
from accord.families.freecell.planners.fast import LIMIT, Moves, Sweep, Words, microsoft
from accord.families.freecell.planners.replayer import Replayer
from accord.families.freecell.spec import GAMES, FreeCell, number_of
from accord.planners.contract import Sweep as Ranges
from accord.planners.planned import Planned
from accord.runner.limits import Cancel
from accord_native.freecell.fast import layout

BUDGET = 1 << 16  # states between two looks at `cancel`: some hundredths of a second
PARTS = [layout.FOUND, layout.FIRST, layout.LENGTH]  # of a result: what the replay takes
ENGINE = "scans"
BYTES_PER_STATE = 16


def takes(spec: FreeCell, query: PlanRecords) -> bool:  # noqa: ARG001
    """Whether a sweep can answer the query."""
    arguments = (
        query.mode,
        query.backend,
        query.engine or ENGINE,
        query.time_limit,
        query.memory_limit,
        query.largest,
        query.options or None,
        query.form,
    )
    usual = ("fast", "native", ENGINE, None, None, None, None, "standard")
    return arguments == usual


def sweep_deals(
    names: Sequence[str],
    first: FreeCell,
    *,
    limit: int | None = None,
    plans: bool = True,
    cancel: Cancel | None = None,
) -> Iterator[list[Planned]]:
    """Yield records of deals in their order, some at a time; leave out the rest once `cancel` is set.

    Args:
        names: of the deals, as in `freecell:17,cells=3`; all with the same knobs, the numbers ascending.
        first: the first of them.
        limit: states of each deal.
        plans: whether records have the plans; they are replayed anyway.
        cancel: ends the search within a slice.

    `seconds` of a deal are its share, by states, of those of its slice. Raises EngineError if a plan is none,
    and MissingBackendError.
    """
    if not is_installed("native"):
        raise missing_error("native")
    numbers = [int(name.partition(",")[0].rpartition(":")[2]) for name in names]
    kind, _ = number_of(first)
    dealt: list[int | str] = [f"{kind}:{number}" if kind == "pysol" else number for number in numbers]
    rules, _ = freecell.start(first)
    replayer = Replayer(rules)
    boards: list[Board] = []  # of deals that the replay does not deal for itself
    if kind == "microsoft" and numbers[-1] < 1 << 31 and _is_plain(first):
        runs = [(numbers[0], numbers[-1])]
        if numbers != [*range(numbers[0], numbers[-1] + 1)]:  # some of a range, as a shard has them
            runs = [(number, number) for number in numbers]
        positions = np.concatenate([microsoft(*run) for run in runs])
    else:
        boards = [freecell.start(msgspec.structs.replace(first, deal=deal))[1] for deal in dealt]
        positions = np.stack([under(rules, board) for board in boards])
    most = LIMIT if limit is None else limit
    known, done, since = 0, False, monotonic()
    with closing(Sweep(rules, positions)) as search:
        while not done:
            done = search.run(most, BUDGET)
            if cancel is not None and cancel.is_set():
                return
            results = search.results(known)
            if not len(results):
                continue
            parts = np.ascontiguousarray(results[:, PARTS])
            if boards:
                words = _play_boards(replayer, boards[known : known + len(parts)], parts, search.plans)
                lengths = [*map(len, words)]
            else:
                some = numbers[known : known + len(parts)]
                lengths, words = replayer.play_deals(some, parts, search.plans, write=plans)
            search.forget()
            now = monotonic()
            rows = results.tolist()
            each, since = (now - since) / max(1, sum(row[layout.VISITED] for row in rows)), now
            written = [" ".join(moves) for moves in words] if plans else [None] * len(rows)
            yield [
                _record(names[number], dealt[number], row, most, moves, plan, each)
                for number, (row, moves, plan) in enumerate(
                    zip(rows, lengths, written, strict=True), start=known
                )
            ]
            known += len(rows)


def _play_boards(replayer: Replayer, boards: list[Board], parts: Words, moves: Moves) -> list[list[str]]:
    """Play plans on these boards; return the moves of each, as `Replayer.play_deals` does."""
    words: list[list[str]] = []
    for board, (found, begin, length) in zip(boards, parts.tolist(), strict=True):
        replayer.put(board)
        words.append(replayer.play(moves[begin : begin + length]) if found else [])
    return words


def _is_plain(spec: FreeCell) -> bool:
    """Whether it is dealt as Microsoft dealt: a full deck to eight columns, no cell filled."""
    changed = [key for key in ("columns", "ranks") if getattr(spec, key) is not None]
    return not changed and spec.game in _PLAIN_GAMES


_PLAIN_GAMES = {
    name
    for name, game in GAMES.items()
    if not game.whole and not game.filled and (game.rules.columns, game.rules.ranks) == (8, 13)
}


def _record(
    name: str, deal: int | str, result: list[int], limit: int, moves: int, plan: str | None, each: float
) -> Planned:
    found, states, scans, _, single = result
    stopped = not found and states >= limit
    why = f"stopped after {states:,} states" if stopped else "every scan has ended" + NO_PROOF
    return Planned(
        puzzle=name,
        deal=deal,
        mode="fast",
        backend="native",
        engine=ENGINE,
        status="limit" if stopped else "complete",
        limit="states" if stopped else "",
        reason="" if found else why,
        answer="solved" if found else "gave-up",
        moves=moves if found else None,
        single=single if found else None,
        plan=plan if found else None,
        form="standard",
        effort={"states": states, "scans": scans, "bytes_per_state": BYTES_PER_STATE},
        seconds=round(each * states, 6),
    )


SWEEP = Ranges(takes, sweep_deals)
