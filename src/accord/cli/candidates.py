"""`accord show --candidates`: print the values that each cell of a puzzle has over all solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.arguments import values
from accord.arguments.puzzle import CandidatesArguments
from accord.cli.output import board_within
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Limits


def print_candidates(puzzle: Puzzle, query: CandidatesArguments, limits: Limits, *, as_json: bool) -> Code:
    """Print the candidates of a puzzle; return the exit code. `limits` are those of the query."""
    from accord.setters.board import board
    from accord.setters.candidates import candidates

    found = candidates(puzzle, **values(query, CandidatesArguments))
    if as_json:
        put(found.json())
    else:
        put(found.statement)
        if found.values and (drawn := board_within(limits, lambda: board(puzzle, found.values))):
            put(f"\n{drawn}")
        lines = found.lines()
        if lines:
            put("\n".join(["", *lines]))
    return found.code()
