"""Pictures of a puzzle as scenes: the family's own drawing where it has one, else that of the lattice."""

from __future__ import annotations

from accord.picture import Picture
from accord.puzzles.family import Family, imported
from accord.scene.shapes import Scene


def scene_of(
    family: Family, picture: Picture, title: str, *, patterns: bool = False, solid: bool = False
) -> Scene:
    """The scene of a picture that the family made. `solid` shows cubes as such, and not layer by layer."""
    if picture.lines is not None and family.shown.drawn:
        scene: Scene = imported(family.shown.drawn)(picture.lines)
        return scene.with_title(title)
    if solid and picture.lattice == "cubic":
        from accord.scene.solid import solid as cubes

        return cubes(picture, title)
    from accord.scene import board

    return board.scene_of(picture, patterns=patterns, title=title)
