"""Hints where a puzzle is of moves: the first ones of a plan from the position that it is in."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from accord.cli.output import json
from accord.cli.plan import ALONE, code_of, run
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.arguments.puzzle import HintCommand
    from accord.cli.console import Console
    from accord.cli.ink import Ink
    from accord.planners.planned import Planned
    from accord.puzzles.puzzle import Puzzle

TRIED = ("short", "any")  # modes, in turn: few moves are the better hint, but any plan is one


def tell_moves(puzzle: Puzzle, ink: Ink, console: Console, query: HintCommand, as_json: bool) -> Code:
    """Tell the move behind the first ones that are passed over, or all, and the board it leads to."""
    from accord.planners.boards import boards

    after, everything = query.after, query.everything
    found = _plan(puzzle, query.mode, ALONE if query.time_limit is None else query.time_limit, console)
    code = code_of(found)
    if found.operators is None:
        if as_json:
            known = {"answer": found.answer, "reason": found.reason, "words": found.words}
            put(json({"puzzle": puzzle.name, **known}))
        else:
            put(f"no hint: {found.words}")
            if found.answer == "gave-up" and found.mode in ("fast", "short", "moves"):
                console.say("--mode optimal and --mode impossible look further, and may take long")
        return code
    first, *rest = boards(found, puzzle, "english")
    words, after_each = rest[::2], rest[1::2]
    written = found.written(puzzle, {}).plan
    moves = written.split() if isinstance(written, str) else written or ()
    advice = puzzle.record.shown.advice or str
    told = range(after, len(words) if everything else min(after + 1, len(words)))
    for at in told:
        said = advice(words[at])
        if as_json:
            board = after_each[at].split("\n")
            place: dict[str, Any] = {"number": at + 1, "left": len(words) - at - 1}
            place |= {"move": moves[at], "words": said, "board": board, "puzzle": puzzle.name}
            put(json({**place, "answer": found.answer, "moves": found.moves}))
        else:
            put(ink.move(f"{at + 1}. {said}"))
    if told and not as_json:
        before = after_each[told[-1] - 1] if told[-1] else first
        put(f"\n{ink.board(after_each[told[-1]], before)}")
    console.say(_summary(found, len(words), told[-1] + 1 if told else len(words)))
    return Code.DONE if found.status != "cancelled" else code


def _plan(puzzle: Puzzle, mode: str | None, seconds: float, console: Console) -> Planned:
    """A plan of that mode; if none is named, of the first of the usual ones that finds it."""
    from accord.arguments.plan import PlanArguments
    from accord.planners.many import search as search_of
    from accord.planners.table import planners

    modes = {its for its, backend in planners(puzzle.record) if backend == "native"}
    wanted = [mode] if mode is not None else [its for its in TRIED if its in modes or its == "any"]
    end, left = monotonic() + seconds, seconds
    for its in wanted:
        query = PlanArguments(mode=its)  # type: ignore[arg-type]  # a name of planners, as click has checked
        with search_of(query, puzzle) as search, console:
            found = run(search, None if left == inf else left, console)
        if found.answer != "gave-up" or found.status in ("time", "cancelled"):
            break
        left = max(round(end - monotonic(), 1), 0.1)
    return found


def _summary(found: Planned, moves: int, told: int) -> str:
    """How good the plan is that the hints are of, and how many moves are left of it."""
    if not moves:
        return "solved: there is nothing left to do"
    proved = "" if found.answer == "shortest" else ", not proved shortest"
    written = "" if moves == found.moves else f"; as a player makes them, {moves:,}"
    left = moves - told
    return f"{found.words}{proved}{written}; {left:,} {'is' if left == 1 else 'are'} left"
