"""A folder of numbered PNG files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from accord.draw.png import png
from accord.film.frames import Frame


def write(frames: Sequence[Frame], folder: Path, unit: float) -> Iterator[int]:
    """Write the files, named by the numbers of frames; yields how many there are so far. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(4, len(str(frames[-1].number)))
    for done, each in enumerate(frames, start=1):
        (folder / f"{each.number:0{digits}}.png").write_bytes(png(each.scene, unit))
        yield done
