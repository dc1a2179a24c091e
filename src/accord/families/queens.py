"""Queens: n queens on an n x n board, none attacking another; and other men on other boards.

An option is a man on a square. Squares that exclude each other are an item that takes one man: rows, columns
and diagonals. Diagonals are named by what their squares share, counting rows and columns from 1: `r+c=5` and
`r-c=-3`. Where there are as many queens as rows, each row has one, so rows are primary items, and so are
columns; elsewhere an item `men` counts. `accord.families.attacks` knows other men and boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec
import numpy as np

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.attacks import COLUMN, MEN, ROW, Board, Name, Surface, set_permutations
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import check_size, spec_error, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts
from accord.puzzles.words import by_way_of, describe, join_words

LARGEST = 1000
LARGEST_LEAPS = 100  # of a side, where men leap

EXAMPLE = "8 or 6x8,torus,knight,9"


class Queens(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: men on a board, none attacking another."""

    size: int | tuple[int, int]  # rows and columns; one number stands for both
    board: Surface = "plain"  # cylinder: the first column is next to the last; torus: rows as well
    piece: Name = "queen"  # an amazon is queen and knight, a chancellor rook and knight, an archbishop
    # bishop and knight
    pieces: int | Literal["any", "most"] | None = None  # number of pieces; by default the shorter side

    @property
    def sides(self) -> tuple[int, int]:
        """Rows and columns."""
        return (self.size, self.size) if isinstance(self.size, int) else self.size

    @property
    def number(self) -> int | str:
        """The number of men."""
        return min(self.sides) if self.pieces is None else self.pieces


def parse(text: str) -> Queens:
    """Parse `8` or `6x8`, and behind commas a board, a piece and how many, in any order. Raises SpecError."""
    head, *more = text.split(",")
    sides = [whole_number(side, "size", f"queens:{EXAMPLE}") for side in re.split("x", head, maxsplit=1)]
    said: dict[str, str | int] = {}
    for word in more:
        keys = {"board": get_args(Surface), "piece": [*MEN]}
        key = next((key for key, names in keys.items() if word in names), "pieces")
        if key in said:
            raise spec_error(
                key, f"found {describe(str(said[key]))} and {describe(word)}; expected one of them"
            )
        known = key != "pieces" or word in ("any", "most")
        said[key] = word if known else whole_number(word, "pieces", f"queens:{EXAMPLE}")
    spec = msgspec.convert({"size": sides[0] if len(sides) == 1 else sides, **said}, Queens)
    _check(spec)
    return spec


def _check(spec: Queens) -> None:
    """Raise SpecError for a board that is too large, and for a number that is none."""
    for side in spec.sides:
        check_size(side, "size", LARGEST_LEAPS if MEN[spec.piece].leaps else LARGEST)
    if isinstance(spec.pieces, int) and not 0 <= spec.pieces <= LARGEST**2:
        raise spec_error("pieces", f"found {spec.pieces}; expected 0 to {LARGEST**2:,}, 'any' or 'most'")


def build(spec: Queens) -> Model:
    """Return the model: items r1.., c1.., both kinds of diagonals, leaps; option row * columns + column."""
    _check(spec)
    board = Board(*spec.sides, spec.board)
    sets = board.sets(MEN[spec.piece])
    squares = board.rows * board.columns
    full = {kind for kind, lines in zip((ROW, COLUMN), spec.sides, strict=True) if lines == spec.number}
    low = [int(each.kind in full) for each in sets]
    high, names = [1] * len(sets), [each.name for each in sets]
    of_square = np.concatenate([each.squares for each in sets])
    item = np.repeat(np.arange(len(sets)), [len(each.squares) for each in sets])
    symmetries = set_permutations(sets, board)
    if isinstance(spec.number, int) and not any(low):
        low, high, names = [*low, spec.number], [*high, spec.number], [*names, "men"]
        of_square = np.concatenate([of_square, np.arange(squares)])
        item = np.concatenate([item, np.full(squares, len(sets))])
        symmetries = np.pad(symmetries, ((0, 0), (0, 1)), constant_values=len(sets))
    return Model.from_arrays(
        names,
        np.append(0, np.cumsum(np.bincount(of_square, minlength=squares))),
        item[np.argsort(of_square, kind="stable")],
        low=low,
        high=high,
        order=_organ_pipe(*spec.sides) if any(low[: len(sets)]) else (),
        symmetries=symmetries,
        objective=[-1] * squares if spec.pieces == "most" else (),
        maximizes=spec.pieces == "most",
        family="queens",
    )


def picture(spec: Queens, model: Model, options: Sequence[int] | None) -> Picture:  # noqa: ARG001
    """Return the board, with the letter of the piece where one stands."""
    rows, columns = spec.sides
    sign = MEN[spec.piece].sign
    signs = {(0, row, column): EMPTY for row in range(rows) for column in range(columns)}
    signs |= {(0, *divmod(option, columns)): sign for option in options or ()}
    figures = {sign: spec.piece} if spec.piece == "queen" else {}
    return Picture("square", signs, figures=figures, checkered=True)


def marks(spec: Queens, model: Model, items: Iterable[int], sign: str) -> Picture | None:
    """Return the board with a sign on the squares of these rows, columns and diagonals."""
    columns = spec.sides[1]
    asked = {option for item in items for option in model.options_of(item).tolist()}
    signs = dict(picture(spec, model, None).signs)
    return Picture("square", signs | {(0, *divmod(option, columns)): sign for option in asked})


def words(spec: Queens, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `row 3 has one square left for its queen: r3c4`."""
    man, one = spec.piece, f"{'an' if spec.piece[0] == 'a' else 'a'} {spec.piece}"
    chosen = [forced.option for forced in step.forced if forced.chosen]
    closed = [forced.option for forced in step.forced if not forced.chosen]
    line = _line(model.item_names[step.items[0]])
    if step.rule == "lookahead":
        (square,) = _squares(spec, [*chosen, *closed])
        *way, last = (_line(model.item_names[item]) for item in step.items)
        through = by_way_of(way)
        if last == "men":
            stuck = f"there could not be {model.low[step.items[-1]]} men"
        else:
            needed = model.low[step.items[-1]]
            stuck = f"{last} could not have its {man}" if needed else f"two would be on {last}"
        if chosen:
            return f"without {one} on {square}, {stuck}{through}; so there is one"
        return f"with {one} on {square}, {stuck}{through}; so there is none"
    if step.rule == "bounds" and len(chosen) == 1 and not closed and line != "men":
        return f"{line} has one square left for its {man}: {_squares(spec, chosen)[0]}"
    if step.rule == "intersection" and line != "men":
        attacked = join_words(_squares(spec, closed))
        return f"wherever the {man} of {line} stands, it attacks {attacked}, so no {man} stands there"
    return plain(model, step)


def _squares(spec: Queens, options: Sequence[int]) -> list[str]:
    places = (divmod(option, spec.sides[1]) for option in options)
    return [f"r{row + 1}c{column + 1}" for row, column in places]


def _line(item: str) -> str:
    """Return an item in words: `r3` -> `row 3`, `r+c=5` -> `the diagonal r+c=5`."""
    if item[1:].isdigit():
        kind = {"r": "row", "c": "column"}[item[0]]
        return f"{kind} {item[1:]}"
    return item if item == "men" else f"the {'diagonal' if '=' in item else 'squares'} {item}"


def _organ_pipe(rows: int, columns: int) -> list[int]:
    """Return rows and columns from the middle outwards, in turn: queens in the middle attack the most."""
    lines = [*((abs(2 * row - rows + 1), row, row) for row in range(rows))]
    lines += [(abs(2 * column - columns + 1), column, rows + column) for column in range(columns)]
    return [item for _, _, item in sorted(lines)]


RECORD = Family(
    name="queens",
    spec=Queens,
    about=About("designs", "Queens, or other chess pieces, that do not attack each other."),
    texts=Texts(parse=parse, example="8"),
    shown=Shown(picture=picture, words=words, marks=marks),
    made=Made(model=build),
)
