"""What a run begins with: its work, cut where that is wanted, and what a checkpoint knows of the parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from accord.backends.contract import Request, State
from accord.runner.limits import Limits
from accord.runner.method import Decision
from accord.runner.tally import Tally
from accord.runner.work import PARTS_PER_WORKER, Work, in_pieces

if TYPE_CHECKING:
    from accord.runner.checkpoint import Checkpoint

PIECES_TO_RESUME = 64  # parts at least, where a backend can only be resumed between two


class _StoppedCuttingError(Exception):
    """A limit was reached, or the run was cancelled, while its work was cut."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """What is searched, how, and from where."""

    work: Work
    request: Request
    pieces: int  # into which the work was to be cut, about
    in_processes: bool  # whether parts are given to worker processes
    tally: Tally
    states: Mapping[int, State]  # of parts under way: what to resume from
    checkpoint: Checkpoint | None  # to be kept up to date


def prepared(decision: Decision, limits: Limits, checkpoint: Checkpoint | None, lazy: bool) -> Prepared:
    """Cut the work into parts for several processes; go on from the checkpoint, or write the first.

    Raises InputError for a checkpoint of other parts, and WriteError if it cannot be written.
    """
    work, backend, request = decision.work, decision.choice.backend, decision.choice.request
    pieces = limits.workers * PARTS_PER_WORKER if limits.workers > 1 else 1
    known = None if checkpoint is None else checkpoint.read()
    if checkpoint is not None:
        request = replace(request, save_when=checkpoint.due)
        least = 1 if lazy else PIECES_TO_RESUME  # a lazy part is resumed with what it knew
        pieces = max(pieces, least) if known is None else known[0].pieces
    if pieces > 1 and not backend.parallel(request):
        request = replace(request, workers=1)
        try:
            work = _cut(work, pieces, limits)
        except _StoppedCuttingError:  # nothing will be searched, and a checkpoint stays as it was
            checkpoint, known = None, None
    in_processes = limits.workers > 1 and len(work.parts) > 1 and not backend.parallel(request)
    tally = Tally(len(work.parts), work.layout if checkpoint else "")
    states: dict[int, State] = {}
    if known is not None:
        header, state = known
        header.resume(tally)
        if in_processes:  # they begin each part anew
            tally.under_way.clear()
        states = dict.fromkeys(tally.under_way, state)
    elif checkpoint is not None:
        checkpoint.write(tally, pieces, {})  # if that fails, better now than after hours
    return Prepared(work, request, pieces, in_processes, tally, states, checkpoint)


def _cut(work: Work, pieces: int, limits: Limits) -> Work:
    """The work in so many pieces, about. Raises _StoppedCuttingError at a limit."""

    def go_on() -> None:
        if limits.over():
            raise _StoppedCuttingError

    return in_pieces(work, pieces, go_on)
