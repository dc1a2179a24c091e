"""Files to download: drawings, texts, matrices, certificates. Only a certificate is on a disk first."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from accord import formats
from accord.atomic_write import temporary_folder
from accord.errors import UsageError, unknown
from accord.puzzles import sites, writing
from accord.puzzles.puzzle import Puzzle
from accord.render.files import drawing
from accord.render.pdf import check, pdf
from accord.scene.pages import number_pages, pages
from accord.scene.shapes import Scene
from accord.workbench.answers import Question
from accord.workbench.ask import Event
from accord.workbench.runs import check_solution

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
        data = drawing([_scene(puzzle, question)], f".{to}")
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
    yield {"event": "file", "name": f"{name}.{_suffix(to)}", "data": b64encode(data).decode()}


def _suffix(form: str) -> str:
    return SUFFIX.get(form, "txt" if form in {row.name for row in sites.rows()} else form)


def _scene(puzzle: Puzzle, question: Question) -> Scene:
    """Return the drawing of the puzzle, or of the solution that was chosen."""
    return puzzle.draw(question.ask.options[0] if question.ask.options else None)


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
