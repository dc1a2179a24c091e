"""Questions of setters: the values of each cell, the clues to blame, a repair, how hard a puzzle is."""

from __future__ import annotations

from collections.abc import Iterator

from accord.hints import rate as rate_puzzle
from accord.setters.candidates import candidates as find_candidates
from accord.setters.repair import repair as find_repair
from accord.setters.why import why as find_why
from accord.workbench.answers import Question
from accord.workbench.ask import Event
from accord.workbench.verdict import blame


def candidates(question: Question) -> Iterator[Event]:
    """Yield the board with the values that each cell has in some solution; shares too if asked."""
    found = find_candidates(question.puzzle(), shares=question.ask.shares, **question.watched)
    drawings = found.drawings
    yield {
        "event": "candidates",
        "words": found.statement,
        "complete": found.status == "complete",
        "lines": found.lines()[:2000],
        "svg": drawings[0].svg() if drawings else None,
    }


def why(question: Question) -> Iterator[Event]:
    """Yield the clues to blame; with a value, the clues that force or exclude it."""
    puzzle = question.puzzle()
    yield blame(puzzle, find_why(puzzle, value=question.ask.value or None, **question.watched))


def repair(question: Question) -> Iterator[Event]:
    """Yield the fewest changes of clues that leave one solution."""
    found = find_repair(question.puzzle(), **question.watched)
    yield {
        "event": "repair",
        "words": str(found),
        "places": found.places,
        "text": found.repaired,
        "svg": found.drawings[0].svg() if found.drawings else None,
    }


def rate(question: Question) -> Iterator[Event]:
    """Yield how hard a puzzle is for a person, and why."""
    found = rate_puzzle(question.puzzle(), **question.watched)
    yield {"event": "rating", "words": str(found), "lines": found.lines()}
