"""`accord solve --unique`: print the verdict, the solutions, and the cells in which two solutions differ."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from accord.cli.console import Console
from accord.cli.output import board, wrap
from accord.cli.streams import put
from accord.errors import UsageError
from accord.picture import Picture
from accord.puzzles import views
from accord.puzzles.blocks import drawn_rows
from accord.puzzles.puzzle import Puzzle
from accord.runner.outcome import Outcome, Solution


def print_verdict(
    puzzle: Puzzle,
    outcome: Outcome,
    solutions: Sequence[Solution],
    write: Callable[[Solution], str],
    style: str,
) -> None:
    """Print the answer as the first line, then up to two solutions, and where they differ.

    With the style `line`, each of these is a line.
    """
    put(outcome.answer)
    for solution in solutions:
        put(write(solution))
    if outcome.answer == "several" and len(solutions) > 1:
        said, marked = _difference(puzzle, outcome, *solutions[:2])
        put(said if style == "line" else wrap(said))
        if marked is not None and style != "line":
            put(f"\n{board(marked)}")


def _difference(
    puzzle: Puzzle, outcome: Outcome, one: Solution, other: Solution
) -> tuple[str, Picture | None]:
    """Return the cells in which two solutions differ, in words and on a board; or else the options."""
    marked = views.difference(puzzle, one.options, other.options)
    cells: Sequence[str] = outcome.difference
    if marked is not None:
        cells = views.differing_cells(drawn_rows(puzzle, one.options), drawn_rows(puzzle, other.options))
    return f"the two solutions differ in {', '.join(cells)}", None if marked is None else marked.picture


def say_why_none(
    puzzle: Puzzle, name: str, outcome: Outcome, console: Console, *, always: bool = False
) -> None:
    """Print the command that says why there is no solution, for a puzzle with clues, or `always`."""
    if outcome.answer == "impossible" and (always or _has_clues(puzzle)):
        console.say(f"to see why: {next_command(puzzle, name)}")


def next_command(puzzle: Puzzle, name: str) -> str:
    """Return the command that says why a puzzle of that name has no solution."""
    command = "why" if _has_clues(puzzle) else "explain"
    return shlex.join(["accord", command, name, *(["--variant", puzzle.variant] if puzzle.variant else [])])


def _has_clues(puzzle: Puzzle) -> bool:
    try:
        return bool(puzzle.clues.clues)
    except UsageError:  # of a family without clues, or of a board on which no piece lies
        return False
