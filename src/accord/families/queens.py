"""Queens: n queens on an n x n board, none attacking another.

An option is a queen on a square. Rows and columns are primary items, the diagonals secondary ones. The
diagonals are named by what their squares share, counting rows and columns from 1: `r+c=5` and `r-c=-3`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.reading import whole, within
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.family import Family, Made, Shown, Texts
from accord.puzzles.words import joined

LARGEST = 1000
MOST = 3  # lines on the way to a contradiction that a sentence lists


class Queens(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: how many queens, which is also the side of the board."""

    size: int


def parse(text: str) -> Queens:
    """`8` -> eight queens. Raises SpecError."""
    spec = Queens(size=whole(text, "size", "queens:8"))
    within(spec.size, "size", LARGEST)
    return spec


def build(spec: Queens) -> Model:
    """The model: items r1.., c1.., then both kinds of diagonals; option row * size + column."""
    n = spec.size
    within(n, "size", LARGEST)
    row, column = (axis.ravel() for axis in np.indices((n, n)))
    item = np.stack([row, n + column, 2 * n + row + column, 5 * n - 2 + row - column], axis=1)
    names = [f"r{r + 1}" for r in range(n)] + [f"c{c + 1}" for c in range(n)]
    names += [f"r+c={s + 2}" for s in range(2 * n - 1)] + [f"r-c={d}" for d in range(1 - n, n)]
    return Model.from_arrays(
        names,
        np.arange(n * n + 1) * 4,
        item.ravel(),
        low=np.repeat([1, 0], [2 * n, 4 * n - 2]),
        order=_organ_pipe(n),
        symmetries=_symmetries(n),
        family="queens",
    )


def picture(spec: Queens, model: Model, options: Sequence[int] | None) -> Picture:
    """The board, with Q where a queen stands."""
    signs = {(0, row, column): EMPTY for row in range(spec.size) for column in range(spec.size)}
    for option in options or ():
        row, column = model.items_of(option)[:2].tolist()
        signs[0, row, column - spec.size] = "Q"
    return Picture("square", signs, figures={"Q": "queen"}, checkered=True)


def marks(spec: Queens, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """The board with a sign on the squares of these rows, columns and diagonals."""
    asked = set(items)
    squares = [model.items_of(option).tolist() for option in range(model.options)]
    signs = dict(picture(spec, model, None).signs)
    signs |= {(0, of[0], of[1] - spec.size): sign for of in squares if not asked.isdisjoint(of)}
    return Picture("square", signs)


def words(spec: Queens, model: Model, step: Step) -> str:
    """A step in a sentence, as in `row 3 has one square left for its queen: r3c4`."""
    chosen = [forced.option for forced in step.forced if forced.chosen]
    closed = [forced.option for forced in step.forced if not forced.chosen]
    if step.rule == "lookahead":
        (square,) = _squares(model, [*chosen, *closed])
        *way, last = (_line(model.item_names[item]) for item in step.items)
        shown = [*way[:MOST], *([f"{len(way) - MOST} more"] if len(way) > MOST else [])]
        through = f", by way of {joined(shown)}" if way else ""
        stuck = (
            f"{last} could not have its queen"
            if step.items[-1] < 2 * spec.size
            else f"two would be on {last}"
        )
        if chosen:
            return f"without a queen on {square}, {stuck}{through}; so there is one"
        return f"with a queen on {square}, {stuck}{through}; so there is none"
    line = _line(model.item_names[step.items[0]])
    if step.rule == "bounds" and len(chosen) == 1 and not closed:
        return f"{line} has one square left for its queen: {_squares(model, chosen)[0]}"
    if step.rule == "intersection":
        attacked = joined(_squares(model, closed))
        return f"wherever the queen of {line} stands, it attacks {attacked}, so no queen stands there"
    return plain(model, step)


def _squares(model: Model, options: Sequence[int]) -> list[str]:
    return ["".join(model.item_names[item] for item in model.items_of(option)[:2]) for option in options]


def _line(item: str) -> str:
    """`r3` -> `row 3`, `r+c=5` -> `the diagonal r+c=5`."""
    kind = {"r": "row", "c": "column"}[item[0]]
    return f"{kind} {item[1:]}" if item[1:].isdigit() else f"the diagonal {item}"


def _organ_pipe(n: int) -> list[int]:
    """The rows and columns from the middle outwards, in turn: queens in the middle attack the most."""
    inside_out = sorted(range(n), key=lambda line: (abs(2 * line - n + 1), line))
    return [item for line in inside_out for item in (line, n + line)]


def _symmetries(n: int) -> npt.NDArray[np.int32]:
    """What the 8 isometries of the square do to the items, the identity first."""
    line = np.arange(n)
    sums, differences = 2 * n + np.arange(2 * n - 1), 4 * n - 1 + np.arange(2 * n - 1)
    turn = np.concatenate([n + line, n - 1 - line, differences[::-1], sums])
    # (row, column) -> (column, n - 1 - row) takes the sum of a square to its difference, and back
    mirror = np.concatenate([line, 2 * n - 1 - line, differences, sums])
    found = [np.arange(6 * n - 2)]
    for _ in range(3):
        found.append(turn[found[-1]])
    # on a small board some coincide; the identity is the least of all permutations, so it comes first
    return np.unique(np.stack([*found, *(mirror[g] for g in found)]), axis=0).astype(np.int32)


RECORD = Family(
    name="queens",
    spec=Queens,
    texts=Texts(parse=parse, example="8"),
    shown=Shown(picture=picture, words=words, marks=marks, signs={"x": "no queen"}),
    made=Made(model=build),
)
