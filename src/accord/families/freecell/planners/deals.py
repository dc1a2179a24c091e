"""Ranges of deals in mode `fast`: searched one after the other by the sweep, each plan replayed by the rules.

The replay deals for itself, and shares nothing with the search: neither the deal, nor the moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from accord.backends.table import backend
from accord.families.freecell import start as freecell
from accord.families.freecell.board import under
from accord.families.freecell.planners.fast import NO_PROOF
from accord.families.freecell.planners.fast_sweep import LIMIT, Swept, microsoft, sweep
from accord.families.freecell.planners.replayed import Replayer
from accord.families.freecell.spec import GAMES, FreeCell, number_of
from accord.planners.contract import Sweep as Ranges
from accord.planners.many import Question
from accord.planners.planned import Planned

if TYPE_CHECKING:
    from accord.runner.limits import Cancel

BUDGET = 1 << 14  # states between two looks at `cancel`
ENGINE = "scans"
BYTES_PER_STATE = 16


def takes(spec: FreeCell, question: Question) -> bool:  # noqa: ARG001
    """Whether what is asked of deals can be told by a sweep."""
    asked = (
        question.mode,
        question.backend,
        question.engine or ENGINE,
        question.time_limit,
        question.memory_limit,
        question.largest,
        question.options or None,
        question.form,
    )
    usual = ("fast", "native", ENGINE, None, None, None, None, "standard")
    return asked == usual


def swept(
    names: Sequence[str],
    first: FreeCell,
    *,
    limit: int | None = None,
    plans: bool = True,
    cancel: Cancel | None = None,
) -> Iterator[list[Planned]]:
    """Records of deals in their order, some at a time; leaves out the rest once `cancel` is set.

    Args:
        names: of the deals, as in `freecell:17,cells=3`; all with the same knobs, the numbers ascending.
        first: the first of them.
        limit: states of each deal.
        plans: whether records have the plans; they are replayed anyway.
        cancel: ends the search within a slice.

    `seconds` of a deal are its share, by states, of those of its slice. Raises EngineError if a plan is none,
    and MissingBackendError.
    """
    backend("native")
    numbers = [int(name.partition(",")[0].rpartition(":")[2]) for name in names]
    kind, _ = number_of(first)
    dealt: list[int | str] = [f"{kind}:{number}" if kind == "pysol" else number for number in numbers]
    rules, _ = freecell.start(first)
    replayer = Replayer(rules)
    own = kind == "microsoft" and numbers[-1] < 1 << 31 and _is_plain(first)
    if own:
        runs = [(numbers[0], numbers[-1])]
        if numbers != [*range(numbers[0], numbers[-1] + 1)]:  # some of a range, as a shard has them
            runs = [(number, number) for number in numbers]
        positions = np.concatenate([microsoft(*run) for run in runs])
    else:
        boards = [freecell.start(msgspec.structs.replace(first, deal=deal))[1] for deal in dealt]
        positions = np.stack([under(rules, board) for board in boards])
    most = LIMIT if limit is None else limit
    since = monotonic()
    for some in sweep(rules, positions, limit=most, budget=BUDGET):
        if cancel is not None and cancel.is_set():
            return
        if not some:
            continue
        written: list[str | None] = []
        for one in some:
            if own:
                replayer.deal(numbers[one.number])
            else:
                replayer.put(boards[one.number])
            written.append(None if one.moves is None else " ".join(replayer.play(one.moves)))
        now = monotonic()
        each, since = (now - since) / max(1, sum(one.states for one in some)), now
        yield [
            _record(names[one.number], dealt[one.number], one, most, plan if plans else None, each)
            for one, plan in zip(some, written, strict=True)
        ]


def _is_plain(spec: FreeCell) -> bool:
    """Whether it is dealt as Microsoft dealt: a full deck to eight columns, no cell filled."""
    changed = [key for key in ("columns", "ranks") if getattr(spec, key) is not None]
    return not changed and spec.game in _PLAIN_GAMES


_PLAIN_GAMES = {
    name
    for name, game in GAMES.items()
    if not game.whole and not game.filled and (game.rules.columns, game.rules.ranks) == (8, 13)
}


def _record(name: str, deal: int | str, found: Swept, limit: int, plan: str | None, each: float) -> Planned:
    solved = found.moves is not None
    stopped = not solved and found.states >= limit
    why = f"stopped after {found.states:,} states" if stopped else "every scan has ended" + NO_PROOF
    return Planned(
        puzzle=name,
        deal=deal,
        mode="fast",
        backend="native",
        engine=ENGINE,
        status="limit" if stopped else "complete",
        limit="states" if stopped else "",
        reason="" if solved else why,
        answer="solved" if solved else "gave-up",
        moves=None if found.moves is None else len(found.moves),
        plan=plan,
        form="standard",
        effort={"states": found.states, "scans": found.scans, "bytes_per_state": BYTES_PER_STATE},
        seconds=round(each * found.states, 6),
    )


SWEEP = Ranges(takes, swept)
