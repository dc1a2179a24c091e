"""A folder of numbered PNG files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from accord.errors import UsageError
from accord.films.frames import Frame
from accord.render.files import png
from accord.whole import check_folder, written


def check(folder: Path) -> None:
    """Make the folder. Raises UsageError if it cannot be, or has frames: two films would be mixed."""
    check_folder(str(folder))
    if any(re.fullmatch(r"\d{4,}\.png", path.name) for path in folder.iterdir()):
        raise UsageError(f"{folder}: found frames of a film there; name another folder, or empty it")


def write(frames: Sequence[Frame], folder: Path, unit: float) -> Iterator[int]:
    """Write the files, named by the numbers of frames; yields how many there are so far.

    Raises UsageError as `check` does.
    """
    check(folder)
    digits = max(4, len(str(frames[-1].number)))
    for done, each in enumerate(frames, start=1):
        with written(str(folder / f"{each.number:0{digits}}.png")) as place:
            place.write_bytes(png(each.scene, unit))
        yield done
