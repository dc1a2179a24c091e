"""Kakurasu: shaded cells are worth their place in the line, and clues give the worth of lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accord.pencil import (
    About,
    Cell,
    Flags,
    Instance,
    Kind,
    Problem,
    Side,
    Telling,
    address,
    family,
    making,
    total,
)
from accord.picture import Picture
from accord.puzzles.bounds import check_knob, needed_only


def whole(places: int) -> int:
    """Return the worth of a line with all cells shaded."""
    return places * (places + 1) // 2


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is shaded."""
    p = puzzle.problem()
    shaded = puzzle.flags(p)
    for lines, clues in ((puzzle.rows, puzzle["rows"]), (puzzle.columns, puzzle["columns"])):
        for line, clue in zip(lines, clues, strict=True):
            if clue is not None:
                worth = total(place * shaded[cell] for place, cell in enumerate(line, start=1))
                p.add(worth == clue, words=line.name)
    return p


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `row 3 needs only 4 more, so r3c5 is not shaded`."""
    if tell.step.rule not in ("bounds", "subset sums"):
        return None
    need = tell.step.demand[1] - tell.step.given
    if need == 0:
        return f"{tell.rule} has its {tell.step.demand[1]}, so {tell.verdict}"
    more = f"{need} more" if tell.step.given else f"{need}"
    if tell.step.rule == "subset sums":
        return f"in all ways in which {tell.rule} gets {more}, {tell.verdict}"
    if tell.closes:
        return f"{tell.rule} needs only {more}, so {tell.verdict}"
    return f"{tell.rule} needs {more} and can still get {tell.step.left}, so {tell.verdict}"


def look(puzzle: Instance, drawn: Picture) -> Picture:
    """Return the picture with the worth of places above and on the left."""
    top, left = ((*map(str, range(1, number + 1)),) for number in (puzzle.width, puzzle.height))
    return replace(drawn, top=top, left=left)


def make(
    dice: making.Dice, size: tuple[int, int], *, shaded: float = 0.5, clues: str = "all"
) -> Mapping[str, Any]:
    """Shade cells at random, and other ones while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
        shaded: the share of shaded cells at first.
        clues: all; or needed, without unnecessary clues.
    """
    check_knob("shaded", shaded, 0.0, 1.0)
    blanks = {"columns": "-", "rows": "-"} if needed_only(clues) else {}
    blank = Instance(KIND.name, size, {})

    def clues_of(full: set[Cell]) -> dict[str, Any]:
        return {
            key: tuple(sum(place for place, cell in enumerate(line, 1) if cell in full) for line in lines)
            for key, lines in (("columns", blank.columns), ("rows", blank.rows))
        }

    said = making.shade(KIND, dice, size, shaded, clues_of)
    return making.drop_clues(KIND, said, blanks, dice)


KIND = Kind(
    name="kakurasu",
    addresses=(
        address.Penpa(
            "kakurasu",
            address.beside.Beside("columns", ["bottom", "top"]),
            address.beside.Beside("rows", ["right", "left"]),
        ),
    ),
    about=About("edge", "Shade cells; the places of shaded cells add up to the clue.", ("Index Sums",)),
    rule="Shade cells. The first cell of a row or column is worth 1, the second one 2, and so on; a number "
    "is what the shaded cells of its line are worth.",
    source="janko.at",
    parts=(
        Side("columns", "worth of each column, from the left", of="columns", stands="bottom", most=whole),
        Side("rows", "worth of each row, from the top", stands="right", most=whole),
    ),
    clues={"columns": "-", "rows": "-"},
    turns="transposed",
    solution=Flags("shaded cell", state="shaded", fill="ink"),
    rules=rules,
    words=words,
    look=look,
    make=make,
    example="2_3_6;3_4_5",
)
RECORD = family(KIND)
