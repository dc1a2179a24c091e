"""Pictures of a puzzle as scenes: the family's own drawing where it has one, else that of the lattice."""

from __future__ import annotations

from collections.abc import Sequence

from accord.errors import UsageError
from accord.model import Model
from accord.picture import Picture
from accord.puzzles import table
from accord.puzzles.family import Family, imported
from accord.puzzles.puzzle import AnyPuzzle, Chosen, Puzzle, puzzle_of
from accord.scene.shapes import Scene


def draw(
    puzzle: AnyPuzzle,
    solution: Sequence[int] | Chosen | None = None,
    *,
    patterns: bool = False,
    solid: bool = False,
) -> Scene:
    """A puzzle as a drawing, empty or with a solution: notebooks show it, and its `save` writes a file.

    Args:
        puzzle: a puzzle from `accord.load`, a problem, or a bare model, which is drawn as a text.
        solution: a solution, or the options that were chosen.
        patterns: patterns and greys in place of colours.
        solid: cubes are seen from above and in front, and not layer by layer; UsageError if there are none.
    """
    known = puzzle_of(puzzle)
    if isinstance(known, Model):
        declares = table.of_models()
        assert declares.texts.of_model is not None
        known = Puzzle(family=declares, spec=declares.texts.of_model(known))
    return known.draw(solution, patterns=patterns, solid=solid)


def scene_of(
    family: Family, picture: Picture, title: str, *, patterns: bool = False, solid: bool = False
) -> Scene:
    """The scene of a picture that the family made; see `accord.Puzzle.draw`. Raises UsageError."""
    scene = _coloured(family, picture, title, solid)
    if patterns:
        from accord.scene.plain import plain

        return plain(scene)
    return scene


def _coloured(family: Family, picture: Picture, title: str, solid: bool) -> Scene:
    if solid:
        if picture.lattice != "cubic" or picture.lines is not None:
            raise UsageError(f"{title}: only boards of cubes can be seen as solids; leave solid out")
        from accord.scene.solid import solid as cubes

        return cubes(picture, title)
    if picture.lines is not None and family.shown.drawn:
        scene: Scene = imported(family.shown.drawn)(picture.lines)
        return scene.with_title(title)
    from accord.scene import board

    return board.scene_of(picture, title=title)
