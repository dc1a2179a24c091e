"""Packings as a family: what general code asks of them."""

from __future__ import annotations

from collections.abc import Iterable

from accord.families.packing.colourings import coloured
from accord.families.packing.model import build, given, picture
from accord.families.packing.shapes import pieces
from accord.families.packing.spec import Packing, board_of
from accord.families.packing.words import words
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.family import Family, Made, Shown


def marks(spec: Packing, model: Model, items: Iterable[int], sign: str) -> Picture | None:  # noqa: ARG001
    """The board with a sign on the cells among these items; None if none of them is a cell."""
    board = board_of(spec)
    marked = set(items)
    if not any(cell in marked for cell in range(len(board.cells))):
        return None
    signs = {place: sign if cell in marked else EMPTY for cell, place in enumerate(board.place_tuples)}
    return Picture(spec.lattice, signs, wrap=spec.wrap or "")


RECORD = Family(
    name="packing",
    spec=Packing,
    shown=Shown(picture=picture, words=words, marks=marks, pieces=pieces),
    made=Made(model=build, given=given, coloured=coloured),
)
