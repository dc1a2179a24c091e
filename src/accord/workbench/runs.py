"""Questions that a person asks by a button.

Counts, solutions, plans, comparisons, a search to watch; and what setters ask: the values of each cell, the
clues to blame, a repair, how hard a puzzle is. And files to download: drawings, texts, matrices,
certificates. Only a certificate is on a disk first.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from accord import formats
from accord.atomic_write import temporary_folder
from accord.errors import UsageError, unknown
from accord.films.film import film
from accord.hints import rate as rate_puzzle
from accord.model.verify import valid
from accord.planners.search import plan as search_plan
from accord.puzzles import sites, writing
from accord.puzzles.puzzle import Puzzle
from accord.render.files import drawing
from accord.render.pdf import check, pdf
from accord.runner.outcome import Outcome
from accord.runner.presolve import PresolvedRun
from accord.scene.pages import number_pages, pages
from accord.scene.shapes import Scene
from accord.setters.candidates import candidates as find_candidates
from accord.setters.repair import repair as find_repair
from accord.setters.why import why as find_why
from accord.tasks import Task
from accord.workbench.answers import Question, count_with_forecast
from accord.workbench.ask import Event
from accord.workbench.editor import blame
from accord_compare.compare import compare as compare_engines
from accord_compare.harness import BUILT_IN

DRAWINGS = ("svg", "png", "pdf")
CERTIFICATE = "certificate"
SOLUTIONS = "solutions"  # on pages of paper
PAPER = "a4"
LARGEST = 24 << 20  # bytes of a file
SUFFIX = {
    "line": "txt",
    "block": "txt",
    "dimacs": "cnf",
    CERTIFICATE: "count",
    SOLUTIONS: "pdf",
}


def download(question: Question) -> Iterator[Event]:
    """Yield a file: its name and its bytes, as base64. Raises UsageError for one that is too large."""
    puzzle, to = question.puzzle(), question.ask.to
    if to in DRAWINGS:
        data = drawing([puzzle.draw(question.ask.options[0] if question.ask.options else None)], f".{to}")
    elif to == SOLUTIONS:
        data = pdf(_pages(puzzle, question))
    elif to in formats.FORMATS:
        data = formats.write(to, puzzle.model, puzzle.title).encode()
    elif to == CERTIFICATE:
        data = _certificate(puzzle, question)
    elif to in writing.forms(puzzle.family):
        data = (writing.puzzle_text(puzzle, to) + "\n").encode()
    else:
        raise unknown(
            "format", to, [*DRAWINGS, SOLUTIONS, *formats.FORMATS, CERTIFICATE, *writing.forms(puzzle.family)]
        )
    if len(data) > LARGEST:
        raise UsageError(f"the file has {len(data):,} bytes, and a page gets {LARGEST:,}; use accord convert")
    name = "".join(sign if sign.isalnum() else "-" for sign in puzzle.title or puzzle.family)[:60]
    yield {
        "event": "file",
        "name": f"{name}.{SUFFIX.get(to, 'txt' if to in {row.name for row in sites.rows()} else to)}",
        "data": b64encode(data).decode(),
    }


def _pages(puzzle: Puzzle, question: Question) -> list[Scene]:
    """Return the drawings of the solutions that a page has, on paper. Raises UsageError for what is none."""
    check()
    chosen = question.ask.options
    if not chosen:
        raise UsageError("found no solutions to print; ask for solutions first")
    for options in chosen:
        check_solution(puzzle.model, options)
    boards = [(str(number), puzzle.draw(options)) for number, options in enumerate(chosen, start=1)]
    return number_pages(pages(boards, PAPER, title=puzzle.title))


def _certificate(puzzle: Puzzle, question: Question) -> bytes:
    from accord.certify.count import write

    with temporary_folder() as folder:
        path = Path(folder) / "file.count"
        write(puzzle, path, puzzle=puzzle.name or puzzle.title, **question.watched)
        return path.read_bytes()


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


MOST_SOLUTIONS = 10_000  # that a page gets
BATCH = 200  # solutions in one event
MOST_DRAWN = 24  # boards of one ask
FRAMES = 60  # of a search that is watched, in one ask


def count(question: Question) -> Iterator[Event]:
    """Yield the number of solutions."""
    outcome, words = count_with_forecast(
        question, question.puzzle(), **_how(question), distinct=question.ask.distinct
    )
    yield result(outcome) | {"words": words}


def solve(question: Question) -> Iterator[Event]:
    """Yield all solutions, as options, until a page has enough of them."""
    run, found, batch = _run(question, "all", limit=MOST_SOLUTIONS), 0, []
    with closing(iter(run)) as steps:
        for step in steps:
            for row in step.solutions.tolist():
                batch.append([option for option in row if option >= 0])
                found += 1
                if len(batch) == (1 if found == 1 else BATCH):
                    yield {"event": "solutions", "solutions": batch}
                    batch = []
            question.show(f"{found:,} solutions so far", step.done)
    if batch:
        yield {"event": "solutions", "solutions": batch}
    yield result(run.outcome)


def best(question: Question) -> Iterator[Event]:
    """Yield the best solution, and its value."""
    run = _run(question, "best")
    with closing(iter(run)) as steps:
        for step in steps:
            question.show(f"{step.count:,} solutions looked at", step.done)
    outcome = run.outcome
    yield {"event": "solutions", "solutions": [each.options for each in outcome.solutions]}
    yield result(outcome)


def _run(question: Question, task: Task, **more: Any) -> PresolvedRun:
    return PresolvedRun(question.puzzle(), task, **_how(question), **more)


def _how(question: Question) -> dict[str, Any]:
    """Return the arguments of a run: its backend, if one is named, and its limits."""
    return ({"backend": question.ask.backend} if question.ask.backend else {}) | question.limited


def result(outcome: Outcome) -> Event:
    """Return the event of an outcome; a count that is not exact is never shown as one."""
    return {
        "event": "result",
        "words": outcome.found,
        "exact": outcome.exact,
        "count": str(outcome.count),
        "answer": outcome.answer,
        "who": outcome.who,
        "seconds": round(outcome.seconds.total, 3),
        "reason": outcome.reason,
        "warnings": outcome.warnings,
    }


def plan(question: Question) -> Iterator[Event]:
    """Yield a plan of a puzzle of moves."""
    found = search_plan(question.puzzle(), **question.limited)
    moves = [found.plan] if isinstance(found.plan, str) else [*(found.plan or ())]
    yield {"event": "plan", "words": found.words, "answer": found.answer, "moves": moves}


def compare(question: Question) -> Iterator[Event]:
    """Yield whether backends agree, then a row for each."""
    engines = question.ask.backends or [*BUILT_IN]
    limit = question.ask.time_limit
    found = compare_engines(question.puzzle(), engines, time_limit=limit, show=question.show)
    rows = [
        {
            "engine": row.engine or row.job.backend,
            "ending": row.ending,
            "count": None if row.count is None else str(row.count),
            "seconds": row.seconds,
        }
        for row in found.rows
    ]
    yield {"event": "comparison", "says": found.says, "detail": found.detail, "rows": rows}


def draw(question: Question) -> Iterator[Event]:
    """Yield the boards of solutions. Raises UsageError for what is none."""
    puzzle = question.puzzle()
    some = question.ask.options[:MOST_DRAWN]
    for number, options in enumerate(some):
        check_solution(puzzle.model, options)
        yield {"event": "picture", "number": number, "svg": puzzle.draw(options).svg()}


def check_solution(model: Any, options: Sequence[int]) -> None:
    """Raise UsageError for options that are no solution."""
    inside = all(0 <= option < model.options for option in options)
    if not inside or not valid(model, np.array([sorted({*options})], np.int32).reshape(1, -1)).all():
        raise UsageError("found options that are no solution of this puzzle; ask for its solutions again")


def watch(question: Question) -> Iterator[Event]:
    """Yield the next frames of a search, with a board each."""
    after = question.ask.after
    found = film(question.puzzle(), first=after, frames=FRAMES, cancel=question.cancel)
    for frame in found.frames:
        yield {"event": "frame", "node": frame.event.nodes, "words": frame.counters, "svg": frame.scene.svg()}
    yield {"event": "frames", "more": found.partial}
