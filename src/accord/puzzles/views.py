"""Views of a puzzle beside its board: pieces, orientations, placements, removed options, frequencies.

Each is a picture with a caption; `accord show` prints them, and `accord draw` puts them on a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.errors import UsageError, no_such
from accord.picture import EMPTY, HOLE, Picture, Place
from accord.problem.lower.passes import Cost
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.words import align

if TYPE_CHECKING:
    from accord.model.reasons import Dropped
    from accord.puzzles.family import PieceShown
    from accord.puzzles.puzzle import Puzzle

_ROW = re.compile(r"(?:l[0-9]+)?r([0-9]+)c[0-9]+")  # the name of a cell
MARK = "*"  # of cells in texts
DIFFERENT = "?"  # of cells in texts, where two solutions differ


@dataclass(frozen=True, slots=True)
class View:
    """A picture and its caption."""

    caption: str  # below a drawing; "" where that shows all
    picture: Picture
    option: str = ""  # its name, where the picture shows one option

    @property
    def words(self) -> str:
        """The line above the picture where it is a text."""
        return ": ".join(dict.fromkeys(filter(None, (self.option, self.caption))))


def pieces(puzzle: Puzzle) -> list[View]:
    """Each piece once. Raises UsageError if the puzzle has none."""
    return [
        View(piece.name if piece.copies == "1" else f"{piece.name}: {piece.copies}", piece.ways()[0])
        for piece in _pieces(puzzle)
    ]


def orientations(puzzle: Puzzle) -> list[View]:
    """Each piece in each way in which it may lie. Raises UsageError if the puzzle has none."""
    return [
        View(f"{piece.name} {number} of {len(ways)}", way)
        for piece in _pieces(puzzle)
        for ways in [piece.ways()]
        for number, way in enumerate(ways, start=1)
    ]


def placements(puzzle: Puzzle, cell: str) -> list[View]:
    """The options that give to an item, such as a cell, each on an empty board. Raises UsageError.

    A piece has its sign on it, so that no caption is needed.
    """
    model = puzzle.model
    item = model.item_index.get(cell)
    if item is None:
        raise UsageError(no_such("item", cell, model.item_names))
    found = [
        (model.option_name(option), puzzle.picture([option])) for option in model.options_of(item).tolist()
    ]
    return [View("" if puzzle.record.shown.pieces else name, picture, name) for name, picture in found]


@dataclass(frozen=True, slots=True)
class Row:
    """How many options there are for a piece, and how many of them reduction leaves."""

    piece: str
    placements: int
    left: int


def tally(puzzle: Puzzle) -> list[Row]:
    """The options by their piece, where the family has pieces: the last of their items, if it is one."""
    model = puzzle.model
    pieces = {piece.name for piece in _pieces(puzzle)} if puzzle.record.shown.pieces else set()
    _, kept = model.reduced
    left = set(kept.tolist())
    rows: dict[str, list[int]] = {}
    for option in range(model.options):
        item = next(iter(model.items_of(option)[-1:].tolist()), -1)
        name = model.item_names[item] if item >= 0 else ""
        rows.setdefault(name if name in pieces else "any", []).append(option)
    return [Row(piece, len(some), len(left.intersection(some))) for piece, some in rows.items()]


class Stretch(NamedTuple):
    """Rows of a board, and the placements whose first cell is there."""

    rows: str  # 1-2
    placements: int
    left: int  # by reduction


def tally_by_rows(puzzle: Puzzle, each: int) -> list[Stretch]:
    """The options by the row of their first cell, `each` rows together. Raises UsageError if none has one."""
    model = puzzle.model
    row = [int(found[1]) if (found := _ROW.fullmatch(name)) else 0 for name in model.item_names]
    left = set(model.reduced[1].tolist())
    begun: dict[int, list[int]] = {}
    for option in range(model.options):
        rows = [row[item] for item in model.items_of(option).tolist() if row[item]]
        if rows:
            begun.setdefault((min(rows) - 1) // each, []).append(option)
    if not begun:
        raise UsageError(f"{puzzle.name}: its options cover no cells with rows")
    return [
        Stretch(
            f"{at * each + 1}-{min((at + 1) * each, max(row))}",
            len(some := begun.get(at, [])),
            len(left.intersection(some)),
        )
        for at in range((max(row) - 1) // each + 1)
    ]


def dropped(puzzle: Puzzle) -> list[View]:
    """Return the options that reduction drops, each with the cells that would be left over."""
    from accord.model.reasons import drop_reasons as reasons

    model = puzzle.model
    found = []
    for drop in reasons(model):
        picture = puzzle.picture([drop.option])
        shades = dict.fromkeys(places_of(puzzle, drop.items), 0)
        marks = {place: MARK for place in shades if picture.signs.get(place, EMPTY) == EMPTY}
        picture = replace(picture, signs={**picture.signs, **marks}, shades=shades, figures={MARK: "none"})
        found.append(View(_why(drop, model.item_names), picture, model.option_name(drop.option)))
    return found


def _why(drop: Dropped, names: Sequence[str]) -> str:
    cells = len(drop.items)
    if drop.rule == "hole":
        return f"no pieces fill a hole of {cells} {'cell' if cells == 1 else 'cells'}"
    if drop.rule == "bounds":
        return f"{names[drop.items[0]]} cannot come into its demand"
    left = names[drop.items[0]] if cells == 1 else f"a hole of {cells} cells"
    return f"nothing can fill {left}"


def differing_cells(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> list[str]:
    """Return the cells in which two boards differ, as r1c1; none if they are not of one size."""
    return [
        f"r{row}c{column}"
        for row, pair in enumerate(zip(one, other, strict=False), start=1)
        for column, (here, there) in enumerate(zip(*pair, strict=False), start=1)
        if here != there
    ]


def difference(puzzle: Puzzle, one: Sequence[int], other: Sequence[int]) -> View | None:
    """Return the board of one solution with a mark where the other has another sign.

    None if no cell differs, or the puzzle has no board of cells.
    """
    picture, second = puzzle.picture(one), puzzle.picture(other)
    differs = [
        place
        for place, sign in picture.signs.items()
        if sign != second.signs.get(place) or picture.fills.get(place) != second.fills.get(place)
    ]
    if picture.lines is not None or not differs:
        return None
    signs = {**picture.signs, **dict.fromkeys(differs, DIFFERENT)}
    fills = {place: fill for place, fill in picture.fills.items() if place not in differs}
    shades = {**picture.shades, **dict.fromkeys(differs, 0)}
    return View("two solutions differ here", replace(picture, signs=signs, fills=fills, shades=shades))


def frequencies(puzzle: Puzzle, counts: Sequence[int], total: int) -> list[View]:
    """For each sign how often it is where, of `total` solutions; `counts` has a number for each option.

    Water, mercury and ink are signs here. What each option changes on the board is its own, so that what
    changes add up to is right also where an option takes something away. Raises UsageError if there is
    nothing to see.
    """
    base = puzzle.picture([])
    if base.network is not None:
        raise UsageError(
            f"{puzzle.name}: there is nothing to draw: its solutions are lines, which have no map"
        )
    holes = {place for place, sign in base.signs.items() if sign == HOLE}
    before = _filled_cells(base, holes)
    often = {(sign, place): total for place, sign in before.items()}
    for option, count in enumerate(counts):
        if count:
            after = _filled_cells(puzzle.picture([option]), holes)
            for shown, change in (
                (before.items() - after.items(), -count),
                (after.items() - before.items(), count),
            ):
                for place, sign in shown:
                    often[sign, place] = often.get((sign, place), 0) + change
    heat: dict[str, dict[Place, float]] = {}
    for (sign, place), number in sorted(often.items()):
        if number:
            heat.setdefault(sign, {})[place] = number / total
    if not heat:
        why = "it has no board" if total else "there are no solutions"
        raise UsageError(f"{puzzle.name}: there is nothing to draw: {why}")
    hottest = max(max(there.values()) for there in heat.values())
    return [View(sign, _heat_picture(base, there, hottest)) for sign, there in heat.items()]


def _filled_cells(picture: Picture, holes: Collection[Place]) -> dict[Place, str]:
    """Return the sign of each cell that is not empty; of one that is full, what it is full of."""
    signs = {place: sign for place, sign in picture.signs.items() if sign != EMPTY and place not in holes}
    return signs | dict(picture.fills)


def _heat_picture(picture: Picture, heat: dict[Place, float], hottest: float) -> Picture:
    """The board with what is often where, and nothing else in these cells."""
    gone = heat.keys() | picture.fills.keys()
    signs = {place: EMPTY if place in gone else sign for place, sign in picture.signs.items()}
    faint, clues = (
        {place: sign for place, sign in some.items() if place not in gone}
        for some in (picture.faint, picture.clues)
    )
    empty = replace(picture, signs=signs, fills={}, faint=faint, clues=clues, marks={}, tubes=())
    return replace(empty, heat=heat, hottest=hottest)


def weight_board(puzzle: Puzzle, weights: Mapping[str, int]) -> tuple[Picture, dict[str, int]] | None:
    """The board with a letter on each of these items for its weight; what letters weigh, the greatest first.

    None where not all of these items are cells of a board, or where there are more weights than letters.
    """
    marks, index = puzzle.record.shown.marks, puzzle.model.item_index
    if marks is None or not weights.keys() <= index.keys():
        return None
    board = marks(puzzle.spec, puzzle.model, [index[name] for name in weights], MARK)
    letters = dict(zip(ascii_lowercase, sorted({*weights.values()}, reverse=True), strict=False))
    signs = {
        place: letter
        for letter, weight in letters.items()
        for place in places_of(puzzle, [index[name] for name, by in weights.items() if by == weight])
    }
    if board is None or len(signs) != len(weights):
        return None
    return replace(board, signs={**board.signs, **signs}, marks={}), letters


def places_of(puzzle: Puzzle, items: Iterable[int]) -> list[Place]:
    """Return the places of items on the board, as far as the family knows them."""
    marks = puzzle.record.shown.marks
    picture = marks(puzzle.spec, puzzle.model, items, MARK) if marks else None
    if picture is None:
        return []
    return [place for place, sign in {**picture.signs, **picture.marks}.items() if sign == MARK]


def _pieces(puzzle: Puzzle) -> list[PieceShown]:
    ask = puzzle.record.shown.pieces
    if ask is None:
        raise UsageError(f"{puzzle.name or puzzle.family}: the family {puzzle.family} has no pieces")
    return ask(puzzle.spec)


MOST = 12  # rules that a table lists
WIDEST = 60  # characters of the words of a rule


def costs(puzzle: Puzzle) -> Iterator[Cost]:
    """Yield what each rule of a puzzle adds, in their order; without rules, all options, then each item.

    Raises RefusedError where a rule grows too large, behind those before it, and what `Puzzle.model` raises.
    """
    told = puzzle.record.made.costs
    if told is not None:
        yield from told(puzzle.spec)
        return
    model = puzzle.model
    yield Cost("options", model.options, 0, 0)
    entries = np.bincount(model.item, minlength=model.items).tolist()
    yield from (Cost(name, 0, 1, number) for name, number in zip(model.item_names, entries, strict=True))


def table(rows: Sequence[Cost]) -> list[str]:
    """The largest rows as a table, in their own order, with what the others add and the sum of all."""
    largest = sorted(range(len(rows)), key=lambda n: (rows[n].options + rows[n].entries, -n))[-MOST:]
    shown = [rows[n] for n in sorted(largest)]
    rest = [row for n, row in enumerate(rows) if n not in largest]
    if rest:
        shown.append(_sum(f"{len(rest):,} smaller ones", rest))
    lines = [("options", "rows", "entries", ""), *map(_cells, shown), _cells(_sum("all", rows))]
    return align(lines, right=range(3))


def _sum(words: str, rows: Sequence[Cost]) -> Cost:
    return Cost(
        words,
        sum(row.options for row in rows),
        sum(row.rows for row in rows),
        sum(row.entries for row in rows),
    )


def _cells(row: Cost) -> tuple[str, str, str, str]:
    words = row.rule if len(row.rule) <= WIDEST else f"{row.rule[: WIDEST - 3]}..."
    return f"{row.options:,}", f"{row.rows:,}", f"{row.entries:,}", words
