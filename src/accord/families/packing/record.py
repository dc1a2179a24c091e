"""The family record of packings: the functions that general code calls for a family."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.families.packing.clues import clues, form, givable, possible_clues, with_given
from accord.families.packing.declaration import STAYS_EMPTY
from accord.families.packing.growing import growing_ranks
from accord.families.packing.model import build, given_options, picture, pieces_in
from accord.families.packing.shapes import pieces
from accord.families.packing.sheets import EDITING
from accord.families.packing.spec import Packing, board_of
from accord.families.packing.words import words
from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.family import About, Family, Made, Shown

if TYPE_CHECKING:
    from accord.refute.imbalance import Coloured


def marks(spec: Packing, model: Model, items: Iterable[int], sign: str) -> Picture | None:  # noqa: ARG001
    """Return the board with a sign on the cells among these items; None if none of them is a cell."""
    board = board_of(spec)
    marked = set(items)
    if not any(cell in marked for cell in range(len(board.cells))):
        return None
    signs = {place: sign if cell in marked else EMPTY for cell, place in enumerate(board.place_tuples)}
    return Picture(spec.lattice, signs, wrap=spec.wrap or "")


def board_colourings(spec: Packing, model: Model) -> Coloured:
    """Return the cells and pieces of the model, with colourings of the cells.

    What the pieces can make of a colouring may be less than the board has, which refutes the puzzle.
    """
    from accord.grids.colourings import colourings  # only now, as `Puzzle.refutation` has it
    from accord.refute.imbalance import Coloured

    board = board_of(spec)
    cells = np.arange(model.items) < len(board.cells)
    others = model.items - len(board.cells)
    pieces = np.zeros(model.items, np.bool_)
    pieces[pieces_in(spec, model)] = True
    pieces[-1] |= model.item_names[-1] == STAYS_EMPTY  # which is like a piece of one cell
    return Coloured(
        cells, pieces, (replace(each, weight=np.pad(each.weight, (0, others))) for each in colourings(board))
    )


RECORD = Family(
    name="packing",
    spec=Packing,
    about=About(
        "pieces",
        "Cover a board with pieces: polyominoes and their relatives.",
        ("Pentominoes", "Polycubes", "Soma", "Tiling"),
    ),
    shown=Shown(picture=picture, words=words, marks=marks, pieces=pieces),
    made=Made(
        model=build,
        orders={"hoyt": growing_ranks},
        given=given_options,
        coloured=board_colourings,
        clues=clues,
        possible_clues=possible_clues,
        form=form,
        with_given=with_given,
        givable=givable,
    ),
    editing=EDITING,
)
