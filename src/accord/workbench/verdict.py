"""The answers while somebody types: faults, the board, the verdict, then what takes longer.

several       how many solutions, as far as a moment counts
impossible    the clues to blame
unique        the clues that can be left out, how hard it is, and the next step of a person
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accord.errors import AccordError, InputError, UsageError
from accord.hints import hint, rate
from accord.picture import Picture, Place
from accord.planners.search import plan
from accord.puzzles import writing
from accord.puzzles.puzzle import Puzzle
from accord.runner.api import unique
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome
from accord.setters.why import Why, why
from accord.workbench.answers import Question, text_of
from accord.workbench.ask import Event
from accord.workbench.counting import count_with_forecast
from accord.workbench.editor import board

MOMENT = 5.0  # seconds for a verdict while somebody types, and for each thing that follows
LONG = 10.0  # seconds for a board, the largest of which are better read from files
SHORT = 2.0  # seconds for a count


def edit(question: Question) -> Iterator[Event]:
    """Yield the board, the verdict and its details; of a puzzle that is wrong, its faults."""
    ask = question.ask
    try:
        puzzle = question.puzzle()
        yield heading(puzzle, ask.form, wants_text=ask.words is not None or bool(ask.form))
        limits = Limits(seconds=LONG, cancel=question.cancel)
        yield limits.guard("the board was drawn").do(board, puzzle)
    except (InputError, UsageError) as error:
        yield {"event": "faults", "faults": getattr(error, "faults", None) or str(error).split("\n")}
        return
    if puzzle.is_plan:
        yield from _plan(puzzle, question)
        return
    outcome = unique(puzzle, time_limit=MOMENT, cancel=question.cancel)
    yield verdict(puzzle, outcome)
    if ask.details and not question.cancel.is_set():
        yield from _details(puzzle, outcome, question)


def heading(puzzle: Puzzle, form: str, *, wants_text: bool) -> Event:
    """Return the event with the names and forms of a puzzle, and its text if it is wanted."""
    return {
        "event": "puzzle",
        "family": puzzle.family,
        "title": puzzle.title,
        "rule": puzzle.rule or puzzle.record.about.rule,
        "variant": puzzle.variant,
        "variants": dict(puzzle.variants),
        "forms": [*writing.forms(puzzle.family)],
        "plan": puzzle.is_plan,
        "text": text_of(puzzle, form) if wants_text else None,
    }


def verdict(puzzle: Puzzle, outcome: Outcome) -> Event:
    """Return the event with the verdict, its solutions as options, and the cells in which two differ."""
    words = {
        "unique": "exactly one solution",
        "several": "two solutions at least",
        "impossible": "no solution",
        "undecided": f"not decided: {outcome.reason}",
    }
    found: Event = {
        "event": "verdict",
        "answer": outcome.answer,
        "words": words.get(outcome.answer, outcome.answer),
        "who": outcome.who,
        "seconds": round(outcome.seconds.total, 4),
        "solutions": [solution.options for solution in outcome.solutions],
    }
    if len(outcome.solutions) == 2:
        one, other = (puzzle.picture(solution) for solution in outcome.solutions)
        cells, edges = differing(one, other)
        found |= {"differ": cells, "edges": edges}
    return found


def differing(one: Picture, other: Picture) -> tuple[list[Place], list[Any]]:
    """Return the cells and the edges in which two solutions differ."""
    cells = {place for place, sign in one.signs.items() if other.signs.get(place) != sign}
    if one.regions is not None and other.regions is not None:
        cells |= {place for place in one.regions if _region(one, place) != _region(other, place)}
    edges: list[Any] = []
    if one.network is not None and other.network is not None:
        edges = sorted(one.network.chosen ^ other.network.chosen)
        edges += sorted((one.network.double ^ other.network.double) - {*edges})
    return sorted(cells), edges


def _region(picture: Picture, place: Place) -> frozenset[Place]:
    """Return the cells of the region of a cell."""
    regions = picture.regions or {}
    return frozenset(other for other, number in regions.items() if number == regions[place])


def _details(puzzle: Puzzle, outcome: Outcome, question: Question) -> Iterator[Event]:
    """Yield what takes longer than the verdict; what a kind has not is left out."""
    if outcome.answer == "several":
        yield from _short_count(puzzle, question)
    if outcome.answer in ("impossible", "unique") and puzzle.record.made.clues is not None:
        found = why(puzzle, time_limit=MOMENT, cancel=question.cancel)
        yield blame(puzzle, found)
    if outcome.answer == "unique" and not question.cancel.is_set():
        try:
            rated = rate(puzzle, time_limit=MOMENT, cancel=question.cancel)
            words = rated.difficulty or rated.rating or f"not known: {rated.reason}"
            yield {"event": "rating", "words": words, "score": rated.score, "steps": rated.steps}
            step = (
                None if question.cancel.is_set() else hint(puzzle, time_limit=MOMENT, cancel=question.cancel)
            )
            if step is not None:
                yield {"event": "step", "words": str(step)}
        except AccordError as error:
            yield {"event": "note", "words": str(error)}


def _short_count(puzzle: Puzzle, question: Question) -> Iterator[Event]:
    """Yield how many solutions there are, as far as a moment counts."""
    outcome, words = count_with_forecast(question, puzzle, time_limit=SHORT, cancel=question.cancel)
    if not question.cancel.is_set():
        yield {"event": "count", "words": words, "exact": outcome.exact}


def blame(puzzle: Puzzle, found: Why) -> Event:
    """Return the event with the clues to blame, and the clues that can be left out, with their cells."""
    clues = puzzle.clues.clues
    spare = {*found.spare}
    return {
        "event": "why",
        "answer": found.answer,
        "words": found.statement,
        "clues": found.clues,
        "rules": found.rules,
        "places": found.places,
        "spare": found.spare,
        "spare_places": [place for clue in clues if clue.words in spare for place in clue.places],
    }


def _plan(puzzle: Puzzle, question: Question) -> Iterator[Event]:
    """Yield whether a plan was found."""
    found = plan(puzzle, mode="fast", time_limit=MOMENT, cancel=question.cancel)
    yield {
        "event": "verdict",
        "answer": found.answer,
        "words": f"solved: {found.moves:,} moves" if found.plan is not None else str(found.answer),
        "who": f"{found.backend}/{found.engine}",
        "seconds": found.seconds,
        "solutions": [],
    }
