"""Write drawings to files as SVG, PNG or PDF, by the suffix of the name.

Texts are set in fonts that come with Accord: no machine needs any of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from accord.atomic_write import atomic_write
from accord.errors import UsageError, did_you_mean
from accord.render.pdf import check, pdf
from accord.render.svg import NO_SIGN, svg
from accord.scene.shapes import Scene

if TYPE_CHECKING:
    from PIL.Image import Image


UNIT = 60.0  # pixels
MOST_PIXELS = 40_000_000  # of a file; larger scenes get smaller units
NOT_IN_FONTS = re.compile(
    "[^\t\n\r -~\xa0-ſͰ-ͷͺ-Ϳ΄-ΊΌΎ-ΡΣ-џ‐-‧‰-⁞←-↙∀-≥⋍■-◿♚-♧✓✗]"
)  # the signs that they have, by a test


def png(scene: Scene, unit: float = UNIT) -> bytes:
    """The bytes of a PNG file; `unit` is the length of a unit in pixels, or less where that is too large."""
    return png_of_svg(svg(scene, min(unit, sqrt(MOST_PIXELS / (scene.width * scene.height)))))


def image(scene: Scene, unit: float = UNIT) -> Image:
    """The PNG as a picture of Pillow, in colours without transparency."""
    from PIL import Image

    return Image.open(BytesIO(png(scene, unit))).convert("RGB")


def png_of_svg(text: str) -> bytes:
    """Return an SVG of ours as the bytes of a PNG file; a sign that our fonts do not have is a square."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=in_fonts(text), font_files=fonts(), skip_system_fonts=True))


def in_fonts(text: str) -> str:
    """Return a text with a square in the place of each sign that our fonts do not have."""
    return NOT_IN_FONTS.sub(NO_SIGN, text)


@cache
def fonts() -> list[str]:
    """The files of our fonts."""
    with as_file(files("accord.render") / "fonts") as folder:  # a folder of an installed package: it stays
        return sorted(str(path) for path in folder.glob("*.ttf"))


def _svg(scene: Scene) -> bytes:
    return svg(scene).encode()


PDF = ".pdf"  # which has pages
WRITERS: dict[str, Callable[[Scene], bytes]] = {  # of one scene
    ".svg": _svg,
    ".png": png,
}


def kind(path: str | Path) -> str:
    """The suffix of a file that can be drawn.

    Raises UsageError for others, and MissingBackendError for a PDF without reportlab.
    """
    suffix = Path(path).suffix.lower()
    suffixes = (*WRITERS, PDF)
    if suffix not in suffixes:
        known = ", ".join(suffixes)
        raise UsageError(
            f"{path}: expected a name that ends with one of {known}{did_you_mean(suffix, suffixes)}"
        )
    if suffix == PDF:
        check()
    return suffix


def drawing(scenes: Sequence[Scene], suffix: str) -> bytes:
    """The bytes of a file with this suffix. Raises UsageError for several pages where only a PDF has them."""
    if suffix == PDF:
        return pdf(scenes)
    if len(scenes) > 1:
        raise UsageError(
            f"found {len(scenes)} pages to draw; {suffix[1:].upper()} has one: write to NAME.pdf"
        )
    return WRITERS[suffix](scenes[0])


def save(scene: Scene, path: str | Path) -> None:
    """Write a scene. Raises what `kind` raises, and AccordError if it cannot be written."""
    data = drawing([scene], kind(path))
    with atomic_write(str(path)) as place:
        place.write_bytes(data)
