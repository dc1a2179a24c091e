"""The boards that `accord draw` shows of one puzzle, as pictures with captions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.arguments.drawing import DrawCommand
from accord.cli.console import Console
from accord.errors import StoppedError, UsageError
from accord.exits import Status

if TYPE_CHECKING:
    from accord.picture import Picture, Place
    from accord.puzzles.puzzle import Puzzle
    from accord.puzzles.views import View
    from accord.runner.outcome import Solution

LIMITS = ("time_limit", "memory_limit")
CELL = re.compile(r"(?:l(\d+))?r(\d+)c(\d+)")


def views_of(
    puzzle: Puzzle, what: str, query: DrawCommand, console: Console
) -> tuple[list[View], StoppedError | None]:
    """The pictures to draw, and why there are fewer than there should be."""
    if what != "sheet":
        return _all(puzzle, what, query, console), None
    from accord.puzzles.views import View

    assert query.sheet is not None
    found, stopped = solutions_of(puzzle, query.sheet, query, console)
    if not stopped and len(found) < query.sheet:
        console.say(f"all {len(found):,} solutions; there are no more")
    return [View(f"{solution.number:,}", puzzle.picture(solution)) for solution in found], stopped


def _all(puzzle: Puzzle, what: str, query: DrawCommand, console: Console) -> list[View]:
    """The pictures of what is drawn as a whole or not at all."""
    from accord.puzzles import views

    match what:
        case "solution":
            number = query.solution or 1
            found, stopped = solutions_of(puzzle, number, query, console)
            if len(found) < number:
                raise stopped or UsageError(_few(puzzle, found, number))
            return [views.View("", puzzle.picture(found[-1]))]
        case "known":
            from accord.certify.claimed_solution import options

            return [views.View("", puzzle.picture(options(puzzle)[0]))]
        case "pieces" | "orientations" | "dropped":
            found_views: list[View] = getattr(views, what)(puzzle)
            if not found_views:
                raise UsageError(f"{puzzle.name}: there is nothing to draw: reduction drops no option")
            return found_views
        case "placements":
            return views.placements(puzzle, query.placements or "")
        case "candidates":
            from accord.setters.board import board
            from accord.setters.candidates import candidates

            seen = candidates(puzzle, **query.subset(LIMITS), **console.watch)
            picture = board(puzzle, seen.values, drawn=True) if seen.values else None
            if picture is None:
                words = f"{puzzle.name}: there is nothing to draw: {seen.statement}"
                raise _stop_error(words, seen.status) or UsageError(words)
            return [views.View("" if seen.status == "complete" else seen.statement, picture)]
        case "frequencies":
            from accord.runner.sample import Population

            population = Population(puzzle, **query.subset(LIMITS), **console.watch)
            return views.frequencies(puzzle, population.frequencies(), population.total)
    return [views.View("", puzzle.picture())]


def answer_of(puzzle: Puzzle, query: DrawCommand, console: Console) -> View:
    """Return the first solution; its caption states whether there are more, or may be.

    Raises what `solutions_of` raises.
    """
    from accord.puzzles.views import View

    found, stopped = solutions_of(puzzle, 2, query, console)
    words = "perhaps one of several" if stopped else "one of several" if len(found) > 1 else ""
    return View(words, puzzle.picture(found[0]))


def solutions_of(
    puzzle: Puzzle, number: int, query: DrawCommand, console: Console
) -> tuple[list[Solution], StoppedError | None]:
    """The first so many solutions, or all; what stopped the search before. Raises UsageError for none."""
    from accord.runner.run import Run

    asked = query.subset(("backend", "engine", *LIMITS))
    run = Run(puzzle, "all", limit=number, cancel=console.cancel, **asked)
    found: list[Solution] = []
    for step in run:
        console.progress(step)
        found += [run.solution(row, len(found) + n) for n, row in enumerate(step.solutions, start=1)]
    outcome, stopped = run.outcome, None
    if len(found) < number:
        stopped = _stop_error(f"{_few(puzzle, found, number)}: {outcome.reason}", outcome.status)
    if not found:
        none = "there is nothing to draw: there are no solutions"
        raise stopped or UsageError(f"{puzzle.name}: {none}")
    return found, stopped


def _stop_error(words: str, status: Status) -> StoppedError | None:
    """Return the error of a search that was stopped; None if it was not."""
    if status == "complete":
        return None
    return StoppedError(words, status="cancelled" if status == "cancelled" else "time")


def _few(puzzle: Puzzle, found: Sequence[Solution], number: int) -> str:
    return f"{puzzle.name}: found {len(found):,} of {number:,} solutions"


def mark_cells(picture: Picture, marks: Sequence[str]) -> Picture:
    """The picture with cells shaded, each group in its own colour. Raises UsageError for what is no cell."""
    from accord.picture import HOLE, column_step, first_column

    shades = dict(picture.shades)
    step = column_step(picture.lattice)
    for group, words in enumerate(marks):
        for word in re.split(r"[\s,]+", words.strip()):
            match = CELL.fullmatch(word)
            layer, row, column = (int(n or 1) - 1 for n in match.groups()) if match else (-1, -1, -1)
            place: Place = (layer, row, first_column(picture.lattice, row) + step * column)
            is_hole = picture.regions is None and picture.signs.get(place) == HOLE
            if place not in picture.signs or is_hole:
                raise UsageError(f"--mark: found {word!r}; expected cells of the board, such as r1c2")
            shades[place] = group
    return replace(picture, shades=shades)
