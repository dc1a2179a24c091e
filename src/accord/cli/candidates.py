"""`accord show --candidates`: print the values that each cell of a puzzle has over all solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.arguments import values
from accord.arguments.puzzle import CandidatesArguments
from accord.cli.output import board as printed
from accord.cli.streams import put
from accord.exits import Code

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle


def print_candidates(puzzle: Puzzle, query: CandidatesArguments, *, as_json: bool) -> Code:
    """Print the candidates of a puzzle; return the exit code."""
    from accord.setters.board import board
    from accord.setters.candidates import candidates

    found = candidates(puzzle, **values(query, CandidatesArguments))
    if as_json:
        put(found.json())
    else:
        picture = board(puzzle, found.values) if found.values else None
        put(found.statement if picture is None else f"{found.statement}\n\n{printed(picture)}")
        lines = found.lines()
        if lines:
            put("\n".join(["", *lines]))
    return found.code()
