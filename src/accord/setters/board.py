"""Draw the values that cells have over all solutions on the board of a puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from accord.picture import EMPTY, Picture, Place, cell_name
from accord.puzzles.cell_values import Shown, Value, own_values
from accord.puzzles.partial_board import UNKNOWN, VOID, PartialBoard
from accord.puzzles.puzzle import Puzzle

OPEN = "?"  # in a text, for a cell with several values


def board(puzzle: Puzzle, values: Mapping[str, Sequence[Value]], *, drawn: bool = False) -> Picture | None:
    """Return the board with the values of `accord.candidates`; None if the puzzle has no board of cells.

    A cell that is sure shows its value. One with several shows `?`; where it is `drawn` it shows the values,
    and nothing if they are only full or empty.
    """
    known = PartialBoard(puzzle)
    signs = _signs(known, values)
    if not signs:
        return None
    empty = known.drawn
    shown = {
        place: some[0] if len(some) == 1 else _all(some) if drawn else OPEN for place, some in signs.items()
    }
    marks = {place: mark for place, mark in empty.marks.items() if place not in signs}
    figures = {**empty.figures, VOID: "empty"} if drawn else empty.figures
    return replace(empty, signs={**empty.signs, **shown}, marks=marks, figures=figures)


def _all(signs: Sequence[str]) -> str:
    visible = [sign for sign in signs if sign not in (UNKNOWN, VOID)]
    return "".join(visible) if len(visible) > 1 else EMPTY


def _signs(known: PartialBoard, values: Mapping[str, Sequence[Value]]) -> dict[Place, list[str]]:
    """Return the signs that each cell can have."""
    puzzle = known.puzzle
    if puzzle.record.made.variables is None:
        names = {cell_name(known.drawn, place): place for place in known.places}
        return {names[name]: [str(value) for value in some] for name, some in values.items() if name in names}
    seen = {
        shown
        for name, of_value in own_values(puzzle).items()
        for value, shown in of_value.items()
        if value in values[name]
    }
    found: dict[Place, list[str]] = {}
    for place in known.places:
        signs = known.signs_at(place)
        some = [sign for option, sign in signs.items() if Shown((option,)) in seen]
        if Shown(tuple(signs), rest=True) in seen:
            some.append(known.empty_sign(place))
        if some:
            found[place] = list(dict.fromkeys(some))
    return found
