"""The sheet of a packing: its board, with pieces that lie on it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from accord.families.packing.spec import Packing, board_of
from accord.grids.drawing import rows
from accord.picture import EMPTY, HOLE, OPTIONAL, Picture, Place
from accord.puzzles.sheets import Editing, Sheet, Words

CHOICES = ((EMPTY, "a cell to cover"), (OPTIONAL, "a cell that may stay empty"), (HOLE, "no cell"))


def sheets(spec: Packing) -> list[Sheet]:
    """Return the sheet of the board. Raises SpecError."""
    signs = _signs(spec)
    lines: dict[tuple[int, int], list[Place]] = {}
    for place in sorted(signs):
        lines.setdefault(place[:2], []).append(place)
    places = tuple(tuple(line) for line in lines.values())
    return [
        Sheet(
            key="board",
            about="the board",
            on="cells",
            words=[[signs[place] for place in line] for line in places],
            blank=EMPTY,
            choices=CHOICES,
            free="the sign of a piece that lies there",
            places=places,
            fixed=spec.lattice != "square",
        )
    ]


def with_words(spec: Packing, words: Mapping[str, Words]) -> Packing:
    """Return the spec with a board of these words. Raises SpecError with every fault."""
    board = words["board"]
    if spec.lattice == "square":
        drawn = "\n".join(" ".join(row) if "-" in str(board) else "".join(row) for row in board)
    else:
        places = [place for line in sheets(spec)[0].places for place in line]
        said = (word for row in board for word in row)
        signs = dict(zip(places, said, strict=True))
        drawn = str(Picture(spec.lattice, signs, wrap=spec.wrap or "", outline=board_of(spec).outline))
    found = structs.replace(spec, board=drawn, size=None)
    board_of(found)
    return found


def _signs(spec: Packing) -> dict[Place, str]:
    """Return the sign of each place of the drawing, holes too."""
    board = board_of(spec)
    if spec.board is None:
        return dict(zip(board.place_tuples, board.signs, strict=True))
    return {place: sign for row in rows(spec.board, board.lattice) for place, sign in row.signs.items()}


EDITING = Editing(sheets, with_words)
