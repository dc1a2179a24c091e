"""Pictures of a puzzle as scenes: the family's own drawing where it has one, else that of the lattice."""

from __future__ import annotations

from accord.errors import UsageError
from accord.picture import Picture
from accord.puzzles.family import Family, load_reference
from accord.scene.shapes import Scene


def scene_of(
    family: Family, picture: Picture, title: str, *, patterns: bool = False, solid: bool = False
) -> Scene:
    """The scene of a picture that the family made; see `accord.Puzzle.draw`. Raises UsageError."""
    scene = _scene_in_colour(family, picture, title, solid)
    if patterns:
        from accord.scene.paper import plain

        return plain(scene)
    return scene


def _scene_in_colour(family: Family, picture: Picture, title: str, solid: bool) -> Scene:
    if solid:
        if picture.lattice != "cubic" or picture.lines is not None:
            raise UsageError(f"{title}: only boards of cubes can be seen as solids; leave solid out")
        from accord.scene.solid import solid as cubes

        return cubes(picture, title)
    if picture.lines is not None and family.shown.drawn:
        scene: Scene = load_reference(family.shown.drawn)(picture.lines)
        return scene.with_title(title)
    from accord.scene import board

    return board.scene_of(picture, title=title)
