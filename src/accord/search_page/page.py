"""One HTML file: a puzzle's board, its search as arrays and a kernel, and the code that runs them.

The arrays are those of a window search (`accord.backends.native.window`), job by job. Of the board there is
what is under and over the pieces, and the shapes of each option. Shapes that are alike but for their place
are written once, so a page of a thousand options stays small.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, TypeAlias

import drawsvg
import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.backends.native.engine import Walk
from accord.backends.native.window import Window, WindowJobs
from accord.backends.native.window_tables import Tables
from accord.errors import RefusedError
from accord.model import Model
from accord.picture import Picture
from accord.puzzles.family import scene_of
from accord.puzzles.puzzle import Puzzle
from accord.render.svg import Definitions, drawing_of, elements
from accord.scene.cells import LATTICES
from accord.scene.shapes import Area, Disk, Label, Point, Ring, Scene, Shape, Stroke
from accord.search_page import kernels
from accord_native import progress
from accord_native.window import layout

UNIT = 32.0  # pixels
PIECES = ("pieces", "solution")  # layers: what an option adds to the board
OVER = ("walls", "lines", "captions")  # layers that lie on the pieces
DIGITS = 3  # of lengths, by which shapes are compared


Placed: TypeAlias = tuple[str, float, float]  # the name of a shape, and where it is, in pixels


@dataclass(frozen=True)
class Drawing:
    """An SVG with an empty group `pieces`, and for each option its shapes: a name and a place."""

    svg: str
    options: list[list[Placed]]


def drawing_of_puzzle(puzzle: Puzzle, options: Iterable[int]) -> Drawing:
    """Return the drawing of an empty board and of some options. Raises RefusedError if there is none."""
    empty = puzzle.draw([])
    known = Definitions()
    drawn: dict[Hashable, tuple[Point, list[Placed]]] = {}
    placed = [_option(puzzle, option, known, drawn) for option in options]
    return Drawing(_svg(empty, known), placed)


def _option(
    puzzle: Puzzle, option: int, known: Definitions, drawn: dict[Hashable, tuple[Point, list[Placed]]]
) -> list[Placed]:
    """The shapes of an option; where the same piece is drawn already elsewhere, a reference to its shapes."""
    picture = puzzle.picture([option])
    form, (x, y) = _form_and_place(picture, option)
    if form not in drawn:
        scene = scene_of(puzzle.record, picture, puzzle.title)
        shapes = [shape for shape in scene.place(0.0, 0.0, UNIT) if shape.layer in PIECES]
        drawn[form] = (x, y), [_place_shape(shape, known) for shape in shapes]
    (x0, y0), placed = drawn[form]
    return [(name, round(at + x - x0, DIGITS), round(down + y - y0, DIGITS)) for name, at, down in placed]


def _form_and_place(picture: Picture, option: int) -> tuple[Hashable, Point]:
    """Return the form that shifted options share, and the place of this one, in pixels."""
    if len(picture.pieces) != 1 or picture.lines is not None or picture.panels or picture.lattice == "edges":
        return option, (0.0, 0.0)
    piece = picture.pieces[0]
    first, row, column = piece[0]
    cells = LATTICES[picture.lattice]
    turned = (row + column) % 2 if cells.other is not None else 0
    places = tuple((layer, r - row, c - column) for layer, r, c in piece)
    x, y = cells.centre((first, row, column))
    return (picture.signs.get(piece[0]), picture.names, turned, places), (UNIT * x, UNIT * y)


def _place_shape(shape: Shape, known: Definitions) -> Placed:
    """Return the name of a shape as it is at the origin, and its place."""
    x, y = _begin(shape)
    alike = _round_shape(shape.place(-x, -y, 1.0))
    return known.name(alike), round(x, DIGITS), round(y, DIGITS)


def _begin(shape: Shape) -> Point:
    """A point of a shape that moves with it."""
    match shape:
        case Area(rings):
            return rings[0][0]
        case Stroke(lines):
            return lines[0][0]
        case Disk(centre):
            return centre
        case Label(at):
            return at


def _round_shape(shape: Shape) -> Shape:
    """Return the shape with rounded lengths, so that equal ones are equal as floating-point numbers."""
    match shape:
        case Area(rings):
            return replace(shape, rings=_round(rings))
        case Stroke(lines):
            return replace(shape, lines=_round(lines))
        case Disk() | Label():
            return shape


def _round(rings: Sequence[Ring]) -> tuple[Ring, ...]:
    return tuple(tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in ring) for ring in rings)


def _svg(empty: Scene, known: Definitions) -> str:
    """The board, with the group `pieces` between what is under and over them, and the shapes by name."""
    drawing = drawing_of(Scene(empty.width, empty.height, (), empty.title), UNIT)
    known.write(drawing)
    shapes = empty.place(0.0, 0.0, UNIT)
    over = [shape for shape in shapes if shape.layer in OVER]
    drawing.extend(elements(tuple(shape for shape in shapes if shape.layer not in OVER)))
    drawing.append(drawsvg.Group(id="pieces"))
    drawing.extend(elements(tuple(over)))
    text: str = drawing.as_svg()
    return text[text.index("<svg") :]


Json: TypeAlias = dict[str, Any]
SOLUTIONS = 4096  # that a call of the kernel may write
CONSTANTS: dict[str, int | np.uint64] = {
    "DONE": progress.DONE, "PAUSED": progress.PAUSED, "FULL": progress.FULL,
    "ROOT": layout.ROOT, "SOLUTIONS": progress.SOLUTIONS, "NODES": progress.NODES,
    "WRITTEN": progress.WRITTEN, "BREADTH": layout.BREADTH, "CELL": layout.CELL,
    "ORIENTATION": layout.ORIENTATION, "ORIENTATION_MASK": layout.ORIENTATION_MASK,
    "PARENT": layout.PARENT, "PARENT_MASK": layout.PARENT_MASK,
}  # fmt: skip


def jobs_of(model: Model) -> tuple[dict[str, bool | int], list[Json]]:
    """Return the parameters of the kernel, and all jobs, which together search the whole model.

    They are those of `accord count --engine window` with one worker, so nodes are the same too.

    Raises RefusedError if the window kernels do not take the model.
    """
    request = Request(task="all")
    lowered = Window().tables(model)
    if not isinstance(lowered, Tables):
        raise RefusedError(f"there is no page that searches it: {lowered}")
    jobs = WindowJobs(model, lowered, _no_kernel, request)
    return lowered.variant, [_job(jobs.begin(number)) for number in range(jobs.count)]


def constants() -> dict[str, int]:
    """Return what the page knows of the arrays: places in the state, shifts and masks of a trace."""
    return {name: int(value) for name, value in CONSTANTS.items()}


def _no_kernel(*_: object) -> np.uint64:
    raise AssertionError("the page searches, not this process")


def _job(walk: Walk) -> Json:
    """A walk before it begins: its arrays in the order of the kernel's arguments."""
    arrays = [*walk.call.args]  # type: ignore[attr-defined]  # a partial of the kernel
    arrays[-1] = np.zeros((SOLUTIONS, arrays[-1].shape[1]), np.int32)
    ready = [] if walk.ready is None else [[o for o in some if o >= 0] for some in walk.ready.tolist()]
    return {"nodes": walk.nodes, "ready": ready, "arrays": [_array(each) for each in arrays]}


def _array(array: npt.NDArray[Any]) -> Json:
    """Its type and shape, and its bytes, if they are not all zero: deflated, in base64."""
    found: Json = {"type": str(array.dtype), "shape": list(array.shape)}
    if array.any():
        found["data"] = b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 9)).decode()
    return found


STATIC = files("accord.search_page") / "static"
SCRIPTS = ("search.js", "page.js")


def html(puzzle: Puzzle) -> str:
    """Return a page that counts, watches and shows the solutions of a puzzle.

    It loads nothing. Raises RefusedError if the window kernels do not take the puzzle.
    """
    model, options = puzzle.model.reduced
    variant, found = jobs_of(model)
    drawing = drawing_of_puzzle(puzzle, options.tolist())
    stated = puzzle.counts.get("all")
    data = {
        "kernel": b64encode(kernels.read(wide=bool(variant["wide"]), reach=int(variant["reach"]))).decode(),
        "jobs": found,
        "constants": constants(),
        "options": b64encode(zlib.compress(json.dumps(drawing.options).encode(), 9)).decode(),
        "stated": None if stated is None else stated.count,
    }
    return Template(_text("page.html")).substitute(
        title=escape(puzzle.title or puzzle.name),
        rule=escape(puzzle.rule),
        style=_text("style.css"),
        board=drawing.svg,
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        script="\n".join(map(_text, SCRIPTS)),
    )


def _text(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
