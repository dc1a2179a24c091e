"""`accord.draw`: a puzzle as a drawing, within limits."""

from __future__ import annotations

from collections.abc import Sequence

from accord.arguments import Cancel, Limited
from accord.model import Model
from accord.puzzles.puzzle import AnyPuzzle, Chosen, of_model, puzzle_of
from accord.runner.limits import Limits
from accord.scene.shapes import Scene


def draw(
    puzzle: AnyPuzzle,
    solution: Sequence[int] | Chosen | None = None,
    *,
    patterns: bool = False,
    solid: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    cancel: Cancel | None = None,
) -> Scene:
    """Return a drawing of a puzzle, empty or solved: notebooks show it, and its `save` writes a file.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model, which is drawn as a text.
        solution: a solution, or the numbers of its options.
        patterns: use patterns and greys instead of colours.
        solid: draw cubes in perspective, not layer by layer; raises UsageError if there are none.
        time_limit: seconds that it may take.
        memory_limit: bytes that it may take, such as 2 * 10**9.
        cancel: an object; the work stops once its is_set() is true.

    Raises StoppedError at a limit.
    """
    limits = Limits.of(Limited(time_limit=time_limit, memory_limit=memory_limit, cancel=cancel))
    return limits.guard("the puzzle was drawn").do(_draw, puzzle, solution, patterns, solid)


def _draw(puzzle: AnyPuzzle, solution: Sequence[int] | Chosen | None, patterns: bool, solid: bool) -> Scene:
    known = puzzle_of(puzzle)
    drawn = of_model(known) if isinstance(known, Model) else known
    return drawn.draw(solution, patterns=patterns, solid=solid)
