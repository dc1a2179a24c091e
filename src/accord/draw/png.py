"""Scenes as PNG, by resvg. Texts are set in fonts that come with Accord: no machine needs any of its own."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from accord.draw.svg import svg
from accord.scene.shapes import Scene

UNIT = 60.0  # pixels


def png(scene: Scene, unit: float = UNIT) -> bytes:
    """The bytes of a PNG file; `unit` is the length of a unit in pixels."""
    return rendered(svg(scene, unit))


def rendered(text: str) -> bytes:
    """An SVG of ours as the bytes of a PNG file."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=text, font_files=fonts(), skip_system_fonts=True))


@cache
def fonts() -> list[str]:
    """The files of our fonts."""
    with as_file(files("accord.draw") / "fonts") as folder:  # a folder of an installed package: it stays
        return sorted(str(path) for path in folder.glob("*.ttf"))
