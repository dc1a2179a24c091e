"""Small SVG pictures of solved boards for the gallery.

They are drawn as all others are. What a small picture can do without is left out: signs, and lines between
cells that pieces cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from accord.errors import RefusedError
from accord.puzzles.puzzle import Puzzle
from accord.render.svg import svg
from accord.runner.api import run
from accord.runner.outcome import Outcome
from accord.runner.sample import sample
from accord.scene.palette import GRID
from accord.scene.paper import NOTE_LINE
from accord.scene.shapes import PAPER, Area, Label, Scene, Shape, Stroke

ENGINES = ("window", "bitset")  # the first that takes a model searches for the solution to be drawn,
NODES = 3_000_000  # up to so many nodes; then a solver of clauses,
SECONDS = 60.0  # as long
SEED = 1  # of the lot
UNITS = (16, 14, 12, 10, 8, 6, 5, 4, 3)  # pixels of a unit: the first with which a picture is no larger
LARGEST = 260  # pixels
SOLUTION, BOARD = "a solution", "the board"  # what titles say is drawn


def solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The options of one; None if there is none, or none is found soon.

    The engine is named and its nodes are limited, so that the same one is found whenever pictures are drawn.
    A board that one piece covers shows nothing: then one is drawn by lot, always the same.
    """
    found = _find_solution(puzzle)
    return found if found is None or len(found) > 1 else sample(puzzle, seed=SEED)[0].options


def _find_solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    """Return the first solution that a search finds."""
    if any(not count.count for count in puzzle.counts.values()):
        return None
    for engine in ENGINES:
        with suppress(RefusedError):
            found = run(puzzle, "first", backend="native", engine=engine, node_limit=NODES)
            if found.status == "complete":
                return _options(found)
            break
    return _options(run(puzzle, "first", backend="sat", time_limit=SECONDS))


def _options(found: Outcome) -> tuple[int, ...] | None:
    return found.solutions[0].options if found.solutions else None


def thumbnail(puzzle: Puzzle, options: Sequence[int] | None) -> str:
    """The text of an SVG file: the board with these options on it, or without any."""
    title = f"{puzzle.title}: {BOARD if options is None else SOLUTION}"
    scene = puzzle.draw(options).with_title(title)
    if options is not None:
        shapes = tuple(shape for shape in scene.shapes if _is_needed(shape))
        scene = replace(scene, height=scene.height - _notes(scene), shapes=shapes)
    return svg(scene, unit_of(scene))


def _notes(scene: Scene) -> float:
    """Return the height of the lines below a board, which have one label or several each."""
    lines = {shape.at[1] for shape in scene.shapes if isinstance(shape, Label) and shape.layer == "captions"}
    return NOTE_LINE * len(lines)


def _is_needed(shape: Shape) -> bool:
    match shape:
        case Label():
            return False
        case Stroke(line=line):
            return line != GRID
        case Area(fill=fill, line=None):
            return fill != PAPER  # the sheet is as white
    return True


def unit_of(scene: Scene) -> float:
    """How many pixels a unit of the scene has, so that it is small enough."""
    longest = max(scene.width, scene.height)
    return next((unit for unit in UNITS if unit * longest <= LARGEST), LARGEST / longest)
