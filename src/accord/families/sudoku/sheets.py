"""Sheets of a sudoku: the givens, the boxes of a jigsaw, and whether diagonals count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from accord.families.sudoku.shape import SIGNS
from accord.families.sudoku.spec import Sudoku, layout
from accord.puzzles.sheets import Editing, Sheet, Words

LETTERS = SIGNS[9:] + SIGNS[:9]  # of boxes: letters first


def sheets(spec: Sudoku) -> list[Sheet]:
    """Return the sheets of a sudoku. Raises SpecError with every fault."""
    found = layout(spec)
    grid = [[str(digit or ".") for digit in row] for row in found.givens.tolist()]
    some = [
        Sheet(
            key="grid",
            about="the digits that are given",
            on="cells",
            words=grid,
            blank=".",
            numbers=(1, found.shape.size),
            fixed=True,
        )
    ]
    if spec.boxes is not None:
        boxes = [[LETTERS[box] for box in row] for row in found.shape.box.tolist()]
        some.append(Sheet(key="boxes", about="the boxes", on="cells", words=boxes, labels=True, fixed=True))
    about = "whether each diagonal has every digit"
    choices = (("", "no"), ("x", "yes"))
    some.append(
        Sheet(key="diagonals", about=about, on="whole", words=[["x" * spec.diagonals]], choices=choices)
    )
    return some


def with_words(spec: Sudoku, words: Mapping[str, Words]) -> Sudoku:
    """Return the spec with these words. Raises SpecError with every fault."""
    found = structs.replace(
        spec,
        grid=tuple(_row(row) for row in words["grid"]),
        boxes=tuple("".join(row) for row in words["boxes"]) if "boxes" in words else None,
        diagonals=words.get("diagonals") == [["x"]],
    )
    layout(found)
    return found


def _row(row: Sequence[str]) -> str:
    """Return a row of the grid: signs, or numbers with blanks between them where a board has ten or more."""
    return " ".join(word.rjust(2) for word in row) if len(row) > 9 else "".join(row)


EDITING = Editing(sheets, with_words)
