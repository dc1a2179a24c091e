"""A film as MP4, by PyAV, which comes with the extra `accord[film]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from accord.errors import MissingBackendError
from accord.films.frames import Frame
from accord.render.files import image

RATE = 25  # pictures a second


def write(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write the file; yields how many frames are drawn so far. `seconds` says how long each is shown.

    Raises MissingBackendError without PyAV, and OSError.
    """
    try:
        av: Any = import_module("av")
    except ImportError:
        raise MissingBackendError(
            "MP4 needs av, which is not installed: pip install 'accord[film]'"
        ) from None
    from PIL import Image

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE)
        for done, (each, length) in enumerate(zip(frames, seconds, strict=True), start=1):
            picture = image(each.scene, unit)
            width, height = picture.size
            even = Image.new("RGB", (width + width % 2, height + height % 2), "white")
            even.paste(picture)
            if done == 1:
                stream.width, stream.height = even.size
                stream.pix_fmt = "yuv420p"
            shown = av.VideoFrame.from_image(even)
            for _ in range(max(1, round(length * RATE))):
                for packet in stream.encode(shown):
                    container.mux(packet)
            yield done
        for packet in stream.encode():
            container.mux(packet)
