"""Write a film to a file: GIF, MP4, SVG or numbered PNG files, by the suffix of the name.

Write a film as one animated SVG, which browsers play without a script.

Each shape that occurs is written once; a frame is a list of references to shapes. Frames lie on each other,
and a style sheet shows each in its time: all have the same animation, begun that much later.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from accord.atomic_write import atomic_write, check_folder, check_output
from accord.errors import MissingBackendError, UsageError
from accord.films.frames import Frame
from accord.render.files import image, png
from accord.render.svg import Definitions, drawing_of
from accord.scene.shapes import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

KINDS = (".gif", ".mp4", ".svg")
COLOURS = 128  # of a GIF
MOST_PIXELS = 400_000_000  # of all frames of a GIF
SAMPLES = 16  # frames whose colours a GIF has
RATE = 25  # pictures a second of an MP4


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
        check_output(name, *read)
        return
    _make_folder(Path(name))


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
        yield from _write_stills(frames, Path(name), unit)
        return
    writer = {".gif": _write_gif, ".mp4": _write_mp4, ".svg": write_film}[suffix]
    last = frames[-1]
    seconds = [pause if each.event.kind == "solution" or each is last else second for each in frames]
    with atomic_write(name) as place:
        yield from writer(frames, place, unit, seconds)


def _make_folder(folder: Path) -> None:
    """Make the folder. Raises UsageError if it cannot be, or has frames: two films would be mixed."""
    check_folder(str(folder))
    if any(re.fullmatch(r"\d{4,}\.png", path.name) for path in folder.iterdir()):
        raise UsageError(f"{folder}: found frames of a film there; name another folder, or empty it")


def _write_stills(frames: Sequence[Frame], folder: Path, unit: float) -> Iterator[int]:
    """Write a folder of PNG files, named by the numbers of frames; yields how many there are so far.

    Raises UsageError as `_make_folder` does.
    """
    _make_folder(folder)
    digits = max(4, len(str(frames[-1].number)))
    for done, each in enumerate(frames, start=1):
        with atomic_write(str(folder / f"{each.number:0{digits}}.png")) as place:
            place.write_bytes(png(each.scene, unit))
        yield done


def _write_gif(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write a GIF. All frames share the colours of some of them, so that only what changes is written.

    Yields how many frames are drawn so far; `seconds` says how long each is shown. Raises UsageError for more
    than can be held, and OSError.
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


def _write_mp4(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write an MP4, by PyAV, which comes with the extra `accord[film]`.

    Yields how many frames are drawn so far; `seconds` says how long each is shown. Raises MissingBackendError
    without PyAV, and OSError.
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


def write_film(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write the file; yields how many frames are drawn so far. `seconds` says how long each is shown.

    Raises OSError.
    """
    import drawsvg

    first = frames[0].scene
    drawing = drawing_of(Scene(first.width, first.height, (), first.title), unit)
    total = sum(seconds)
    drawing.append_css("\n".join(_styles(seconds, total)))
    known = Definitions()
    groups: list[Any] = []
    begins = [0.0, *accumulate(seconds)]
    for done, each in enumerate(frames, start=1):
        group = drawsvg.Group(
            class_=f"f {_name(seconds[done - 1])}", style=f"animation-delay:{begins[done - 1] - total:.3f}s"
        )
        for shape in each.scene.place(0.0, 0.0, unit):
            group.append(drawsvg.Use(known.name(shape), 0, 0))
        groups.append(group)
        yield done
    known.write(drawing)
    for group in groups:
        drawing.append(group)
    path.write_text(drawing.as_svg() + "\n", encoding="utf-8", newline="\n")


def _styles(seconds: Sequence[float], total: float) -> Iterator[str]:
    """The animations: one for each length of a frame."""
    yield f".f{{visibility:hidden;animation-duration:{total:.3f}s;"
    yield "animation-iteration-count:infinite;animation-timing-function:step-end}"
    for length in sorted(set(seconds)):
        name = _name(length)
        end = 100 * length / total
        yield f".{name}{{animation-name:{name}}}"
        yield f"@keyframes {name}{{0%{{visibility:visible}}{end:.4f}%{{visibility:hidden}}}}"


def _name(seconds: float) -> str:
    return f"t{round(1_000_000 * seconds)}"
