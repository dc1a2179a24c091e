"""Colourings of a packing's board: what the pieces can make of one may be less than the board has."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from accord.families.packing.declared import STAYS_EMPTY
from accord.families.packing.model import pieces_in
from accord.families.packing.spec import Packing, board_of
from accord.grids.colourings import colourings
from accord.model import Model
from accord.refute.imbalance import Coloured


def coloured(spec: Packing, model: Model) -> Coloured:
    """The cells and the pieces of the model, and colourings of the cells."""
    board = board_of(spec)
    cells = np.arange(model.items) < len(board.cells)
    others = model.items - len(board.cells)
    pieces = np.zeros(model.items, np.bool_)
    pieces[pieces_in(spec, model)] = True
    pieces[-1] |= model.item_names[-1] == STAYS_EMPTY  # which is like a piece of one cell
    return Coloured(
        cells, pieces, (replace(each, weight=np.pad(each.weight, (0, others))) for each in colourings(board))
    )
