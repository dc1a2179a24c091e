"""A film as GIF. All frames share the colours of some of them, so that only what changes is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from accord.draw.png import png
from accord.film.frames import Frame

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128
SAMPLES = 16  # frames whose colours are looked at


def write(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write the file; yields how many frames are drawn so far. `seconds` says how long each is shown.

    Raises OSError.
    """
    from PIL import Image

    drawn: list[Image.Image] = []
    colours: Image.Image | None = None
    for done, each in enumerate(frames, start=1):
        if colours is None:
            colours = _colours(frames, unit)
        picture = Image.open(BytesIO(png(each.scene, unit))).convert("RGB")
        drawn.append(picture.quantize(palette=colours, dither=Image.Dither.NONE))
        yield done
    first, *rest = drawn
    first.save(
        path,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[max(20, round(1000 * each)) for each in seconds],
        loop=0,
        optimize=False,
    )


def _colours(frames: Sequence[Frame], unit: float) -> Image:
    """A picture with the colours of frames from the whole film."""
    from PIL import Image

    some = frames[:: max(1, len(frames) // SAMPLES)]
    pictures = [Image.open(BytesIO(png(each.scene, unit))).convert("RGB") for each in some]
    width, height = pictures[0].size
    together = Image.new("RGB", (width, height * len(pictures)))
    for row, picture in enumerate(pictures):
        together.paste(picture, (0, row * height))
    return together.quantize(COLOURS)
