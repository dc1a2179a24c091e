"""Costas arrays: a dot in each row and column, such that no two pairs of dots lie alike from each other.

    .o..    An option is a dot; a hidden one is a pair of dots, which the dots determine. For each dot, and
    o...    each row and column beside its own, there is one pair if the dot is there (`r1c2 r3`), else none.
    ...o    How two dots lie from each other, as in `+1-2` (one row below, two columns to the left), is a
    ..o.    secondary item of their pairs.

J. P. Costas, 1965; numbers of arrays: OEIS A008404, and A001441 up to turning and flipping.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import TypeAlias

import msgspec

from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import check_size, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts

LARGEST = 20  # 72,200 pairs
DOT = "o"
Cell: TypeAlias = tuple[int, int]  # row and column, from 1


class Costas(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: a dot in each row and column, no two pairs of dots lying alike from each other."""

    order: int  # rows, and columns


def parse(text: str) -> Costas:
    """Parse `6`: the arrays of order 6. Raises SpecError."""
    spec = Costas(order=whole_number(text, "order", "costas:6"))
    check_size(spec.order, "order", LARGEST)
    return spec


def build(spec: Costas) -> Model:
    """Return the model: the dots, row by row, then pairs of dots in different rows and columns."""
    n = spec.order
    check_size(n, "order", LARGEST)
    cells = [*product(range(1, n + 1), range(1, n + 1))]
    items: dict[str, int | tuple[int, int | None]] = {
        f"{line}{k}": 1 for line in "rc" for k in range(1, n + 1)
    }
    options: dict[str, dict[str, int | str]] = {}
    for cell in cells:
        beside = [*_beside(cell, n)]
        items |= dict.fromkeys(beside, 0)
        options[_at(cell)] = {f"r{cell[0]}": 1, f"c{cell[1]}": 1, **dict.fromkeys(beside, -1)}
    for one, other in _pairs(cells):
        way = _way(one, other)
        items[way] = (0, 1)
        of_one = [f"{_at(one)} r{other[0]}", f"{_at(one)} c{other[1]}"]
        of_other = [f"{_at(other)} r{one[0]}", f"{_at(other)} c{one[1]}"]
        options[f"{_at(one)} {_at(other)}"] = dict.fromkeys([way, *of_one, *of_other], 1)
    return Model.build(
        items,
        options,
        hidden=[*options][len(cells) :],
        order=[f"{line}{k}" for k in range(1, n + 1) for line in "rc"],
        symmetries=[_isometry(n, lambda r, c: (c, n + 1 - r)), _isometry(n, lambda r, c: (c, r))],
        family="costas",
    )


def _pairs(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of cells in different rows and columns, the upper one first."""
    for one, other in combinations(cells, 2):
        if one[0] != other[0] and one[1] != other[1]:
            yield one, other


def _at(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


def _beside(cell: Cell, n: int) -> Iterator[str]:
    """Yield the items of a cell and each row and column that is not its own."""
    for line, own in zip("rc", cell, strict=True):
        yield from (f"{_at(cell)} {line}{k}" for k in range(1, n + 1) if k != own)


def _way(one: Cell, other: Cell) -> str:
    """Return how the lower of two cells lies from the upper one."""
    (top, left), (bottom, right) = sorted((one, other))
    return f"{bottom - top:+}{right - left:+}"


def _isometry(n: int, to: Callable[[int, int], Cell]) -> dict[str, str]:
    """Return an isometry of the board as a map of items."""
    cells = [*product(range(1, n + 1), range(1, n + 1))]
    turned = to(1, 1)[0] != to(1, n)[0]  # a row becomes a column
    found = {}
    for cell in cells:
        own = dict(zip("rc", cell, strict=True))
        for line, k in product("rc", range(1, n + 1)):
            image = to(*{**own, line: k}.values())  # a cell of that row, in the column of this one
            name = f"{'cr'['rc'.index(line)] if turned else line}{image[(line == 'c') != turned]}"
            found[f"{line}{k}"] = name
            if k != own[line]:
                found[f"{_at(cell)} {line}{k}"] = f"{_at(to(*cell))} {name}"
    return found | {_way(one, other): _way(to(*one), to(*other)) for one, other in _pairs(cells)}


def picture(spec: Costas, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """Return the board, with its dots."""
    n = spec.order
    signs = {(0, row, column): EMPTY for row in range(n) for column in range(n)}
    dots = (divmod(option, n) for option in options or () if option < n * n)
    return Picture("square", signs | {(0, *dot): DOT for dot in dots})


RECORD = Family(
    name="costas",
    spec=Costas,
    about=About("designs", "Costas arrays: a dot in each row and column, all distances different."),
    texts=Texts(parse=parse, example="6"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
