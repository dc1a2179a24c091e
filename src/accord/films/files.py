"""Films as files: what a name ends with says which kind."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from accord import whole
from accord.errors import UsageError
from accord.films.frames import Frame

KINDS = (".gif", ".mp4", ".svg")


def kind(name: str) -> str:
    """The suffix of a film, or "" for a folder. Raises UsageError for anything else."""
    if name and (name.endswith(os.sep) or os.path.isdir(name)):  # noqa: PTH112 (a name may be too long)
        return ""
    suffix = Path(name).suffix.lower()
    if suffix not in KINDS:
        raise UsageError(
            f"{name}: expected a name that ends with one of {', '.join(KINDS)}, or a folder: {name}/"
        )
    return suffix


def check(name: str, *read: str) -> None:
    """Raise UsageError if a film cannot be written there, or is what is `read`; for before the search."""
    if kind(name):
        whole.check(name, *read)
        return
    from accord.films import still

    still.check(Path(name))


def write(frames: Sequence[Frame], name: str, unit: float, second: float, pause: float) -> Iterator[int]:
    """Write a film; yields how many frames are drawn so far.

    Args:
        frames: at least one.
        name: of the file; see `kind`.
        unit: pixels of a unit of the scenes.
        second: how long a frame is shown.
        pause: how long a solution is, and the last frame.

    Raises:
        UsageError: for such a name, or if there is no frame.
        MissingBackendError: if a library is not installed.
        AccordError: if it cannot be written; a file that was there before is kept.
    """
    suffix = kind(name)
    if not frames:
        raise UsageError("there is no frame to show; ask for other ones")
    if not suffix:
        from accord.films import still

        yield from still.write(frames, Path(name), unit)
        return
    from accord.films import gif, mp4, svg

    writer = {".gif": gif, ".mp4": mp4, ".svg": svg}[suffix]
    last = frames[-1]
    seconds = [pause if each.event.kind == "solution" or each is last else second for each in frames]
    with whole.written(name) as place:
        yield from writer.write(frames, place, unit, seconds)
