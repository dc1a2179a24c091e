"""Drawings as files: the suffix of a name says which kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from accord.errors import UsageError
from accord.names import did_you_mean
from accord.scene.shapes import Scene
from accord.whole import written


def _svg(scene: Scene) -> bytes:
    from accord.render.svg import svg

    return svg(scene).encode()


def _png(scene: Scene) -> bytes:
    from accord.render.png import png

    return png(scene)


WRITERS: dict[str, Callable[[Scene], bytes]] = {".svg": _svg, ".png": _png}


def kind(path: str | Path) -> str:
    """The suffix of a file that can be drawn. Raises UsageError for others."""
    suffix = Path(path).suffix.lower()
    if suffix not in WRITERS:
        known = ", ".join(WRITERS)
        raise UsageError(
            f"{path}: expected a name that ends with one of {known}{did_you_mean(suffix, WRITERS)}"
        )
    return suffix


def drawing(scene: Scene, suffix: str) -> bytes:
    """The bytes of such a file."""
    return WRITERS[suffix](scene)


def save(scene: Scene, path: str | Path) -> None:
    """Write it. Raises UsageError for an unknown suffix, and AccordError if it cannot be written."""
    data = drawing(scene, kind(path))
    with written(str(path)) as place:
        place.write_bytes(data)
