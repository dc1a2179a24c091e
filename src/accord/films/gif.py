"""A film as GIF. All frames share the colours of some of them, so that only what changes is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.films.frames import Frame
from accord.render.files import image

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 128
MOST_PIXELS = 400_000_000  # of all frames
SAMPLES = 16  # frames whose colours are looked at


def write(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write the file; yields how many frames are drawn so far. `seconds` says how long each is shown.

    Raises UsageError for more than can be held, and OSError.
    """
    from PIL import Image

    size = int(frames[0].scene.width * unit) * int(frames[0].scene.height * unit)
    if size * len(frames) > MOST_PIXELS:
        raise UsageError(
            f"{len(frames):,} frames of {size:,} pixels are too much for a GIF; make them smaller or fewer"
        )
    colours = _colours(frames, unit)
    drawn: list[Image.Image] = []
    for done, each in enumerate(frames, start=1):
        drawn.append(image(each.scene, unit).quantize(palette=colours, dither=Image.Dither.NONE))
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

    kinds = {each.event.kind: each for each in reversed(frames)}  # the first of each, as some are rare
    some = [*frames[:: max(1, len(frames) // SAMPLES)], *kinds.values()]
    pictures = [image(each.scene, unit) for each in some]
    width, height = pictures[0].size
    together = Image.new("RGB", (width, height * len(pictures)))
    for row, picture in enumerate(pictures):
        together.paste(picture, (0, row * height))
    return together.quantize(COLOURS)
