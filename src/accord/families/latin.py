"""Latin squares: each row and column has each sign once; with diagonals, in order, or in orthogonal pairs.

    123#123    An option is a sign in a cell. Each cell has one; so do each row and sign, each column and
    231#312    sign. In a pair that is orthogonal (Graeco-Latin), an option is both signs of a cell, and each
    312#231    two signs meet in one cell. The squares stand side by side. What is given is given of the
               first, so all squares are found that are orthogonal to one.

Reduced squares have the signs of the first row and the first column in order. The symmetries are those turns
and reflections of the board that leave alone what is given: no signs are renamed, and no rows change places.
L. Euler, Recherches sur une nouvelle espece de quarres magiques, 1782; OEIS A002860, A000315 (reduced),
A274806 (with diagonals).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_lowercase, digits

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import check_size, spec_error
from accord.puzzles.family import About, Family, Made, Shown, Texts
from accord.puzzles.words import describe
from accord.symmetry.canonical import model_form

SIGNS = digits[1:] + ascii_lowercase
LARGEST, LARGEST_PAIR = len(SIGNS), 12
KINDS = ("diagonals", "reduced", "orthogonal")


class Latin(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a latin square, or two that are orthogonal."""

    order: int | None = None  # number of rows, columns and signs; not needed with a board
    board: str | None = None  # given signs, row by row: 1 to 9, then a to z; . is an empty cell
    diagonals: bool = False  # whether both diagonals have each sign once, too
    reduced: bool = False  # whether the first row and the first column are in order
    orthogonal: bool = False  # whether there are two squares, with each pair of signs once


def parse(text: str) -> Latin:
    """Parse `5`, `5,diagonals`, `5,reduced`, `4,orthogonal`, or rows `1../.2./...`. Raises SpecError."""
    head, *kinds = text.split(",")
    strange = [kind for kind in kinds if kind not in KINDS]
    if strange:
        raise spec_error("text", f"found {describe(strange[0])}; expected one of {', '.join(KINDS)}")
    number = head.isascii() and head.isdigit() and len(head) < 3
    said = {"order": int(head)} if number else {"board": head.replace("/", "\n")}
    spec = msgspec.convert({**said, **dict.fromkeys(kinds, True)}, Latin)
    _givens(spec)
    return spec


def _givens(spec: Latin) -> npt.NDArray[np.int64]:
    """Return the sign of each cell, counted from 0; -1 where it is not given. Raises SpecError."""
    rows = (spec.board or "").split()
    n = spec.order if spec.order is not None else len(rows)
    check_size(
        n, "order" if spec.order is not None else "board", LARGEST_PAIR if spec.orthogonal else LARGEST
    )
    if spec.board is not None and len(rows) != n:
        raise spec_error("board", f"found {len(rows)} rows; expected {n}")
    square = np.full((n, n), -1)
    for number, row in enumerate(rows, start=1):
        if len(row) != n:
            raise spec_error(f"board[{number}]", f"found {len(row)} cells; expected {n}")
        strange = [sign for sign in row if sign not in SIGNS[:n] + EMPTY]
        if strange:
            raise spec_error(
                f"board[{number}]", f"found {strange[0]!r}; expected signs {SIGNS[:n]} and {EMPTY}"
            )
        square[number - 1] = [SIGNS.find(sign) for sign in row]
    return square


def build(spec: Latin) -> Model:
    """Return the model: the cells, then rows, columns and diagonals with each sign, for each square."""
    square = _givens(spec)
    n, squares = len(square), 2 if spec.orthogonal else 1
    fits = [*_options(spec, square)]
    names = [f"r{r}c{c}" for r, c in product(range(1, n + 1), repeat=2)]
    kinds = ["r", "c", *(["\\", "/"] if spec.diagonals else [])]
    item: list[list[int]] = [[row * n + column] for row, column, *_ in fits]
    for which, kind in product(range(squares), kinds):
        lines = range(1 if kind in "\\/" else n)
        first, mark = len(names), "" if squares == 1 else "AB"[which]
        names += [
            f"{mark}{kind}{line + 1 if kind in 'rc' else ''}={sign}" for line in lines for sign in SIGNS[:n]
        ]
        for of, (row, column, *signs) in zip(item, fits, strict=True):
            line = {"r": row, "c": column}.get(kind, 0)
            if kind in "rc" or row == (column if kind == "\\" else n - 1 - column):
                of.append(first + line * n + signs[which])
    if spec.orthogonal:
        for of, (_, _, one, other) in zip(item, fits, strict=True):
            of.append(len(names) + one * n + other)
        names += [f"{one} meets {other}" for one, other in product(SIGNS[:n], repeat=2)]
    return Model.from_arrays(
        names,
        np.cumsum([0, *map(len, item)]),
        np.concatenate(item) if item else [],
        order=np.arange(n * n),
        symmetries=_symmetries(names, n),
        family="latin",
    )


def _options(spec: Latin, square: npt.NDArray[np.int64]) -> Iterator[tuple[int, ...]]:
    """Yield row, column and sign, or both signs, cell by cell, that do not contradict the givens."""
    n = len(square)
    for row, column, sign in product(range(n), repeat=3):
        first = row + column if spec.reduced and 0 in (row, column) else sign
        if square[row, column] not in (-1, sign) or sign != first:
            continue
        seconds = [column] if row == 0 and spec.reduced else range(n)
        yield from (
            ((row, column, sign, other) for other in seconds) if spec.orthogonal else [(row, column, sign)]
        )


def form(spec: Latin) -> str:
    """Return what twins share: rows, columns and signs change places, also with each other."""
    square = _givens(spec)
    blank = replace(spec, order=len(square), board=None)
    empty = build(blank)
    options = [*_options(blank, _givens(blank))]
    cuts = []
    for (row, column), sign in np.ndenumerate(square):
        of = tuple(n for n, option in enumerate(options) if option[:3] == (row, column, int(sign)))
        if of or sign >= 0:
            cuts.append(Cut(f"r{row + 1}c{column + 1} given", of, (1,) * len(of), 1, 1))
    return model_form(with_cuts(empty, cuts))


def _symmetries(names: Sequence[str], n: int) -> npt.NDArray[np.int32]:
    """Return turns and reflections of the board as permutations of the items, the identity first."""
    index = {name: i for i, name in enumerate(names)}

    def image(name: str, transposed: bool, up: bool, left: bool) -> str:
        def line(number: int, back: bool) -> int:
            return n + 1 - number if back else number

        place, equals, sign = name.partition("=")
        if "meets" in name:
            return name
        if not equals:
            row, column = (int(part) for part in place[1:].split("c"))
            row, column = (column, row) if transposed else (row, column)
            return f"r{line(row, up)}c{line(column, left)}"
        mark, kind, number = _split(place)
        if kind in "\\/":
            return f"{mark}{kind if up == left else '/' if kind != '/' else chr(92)}={sign}"
        kind = {"r": "c", "c": "r"}[kind] if transposed else kind
        return f"{mark}{kind}{line(number, up if kind == 'r' else left)}={sign}"

    ways = product((False, True), repeat=3)
    found = [[index[image(name, *way)] for name in names] for way in ways]
    return np.unique(np.array(found, np.int32), axis=0)


def _split(place: str) -> tuple[str, str, int]:
    """Split `Ar3` into the square, the kind of the line and its number, which is 0 of a diagonal."""
    mark, rest = (place[0], place[1:]) if place[0] in "AB" else ("", place)
    return mark, rest[0], int(rest[1:] or 0)


def picture(spec: Latin, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the square, or both side by side."""
    square = _givens(spec)
    n = len(square)
    given = {(0, r, c): SIGNS[sign] for (r, c), sign in np.ndenumerate(square) if sign >= 0}
    cells = range(2 * n + 1 if spec.orthogonal else n)
    signs = {(0, r, c): EMPTY for r in range(n) for c in cells if c != n} | given
    for option in options or ():
        cell, *lines = model.items_of(option).tolist()
        row, column = divmod(cell, n)
        values = {model.item_names[item].partition("=")[::2] for item in lines}
        for which, mark in enumerate("AB" if spec.orthogonal else ("",)):
            signs[0, row, column + which * (n + 1)] = dict(values)[f"{mark}r{row + 1}"]
    return Picture("square", signs, given=frozenset(given))


RECORD = Family(
    name="latin",
    spec=Latin,
    about=About("designs", "Latin squares: diagonal, reduced, or two that are orthogonal."),
    texts=Texts(parse=parse, example="5"),
    shown=Shown(picture=picture),
    made=Made(model=build, form=form),
)
