"""The family record of packings: the functions that general code calls for a family.

In the order of B. Hoyt's program of March 2000 each placement grows. From the first cell on, the next cell of
a placement is the first one, in the order of the board, that touches the cells so far. Placements at a cell
come in the order of these lists. His program follows a tree of squares that it tests for being empty; this is
the order of its leaves.

    A B    from A on a board of two rows: A B before A C, so the L-tromino A B C comes before A C D; the order
    C D    of a 6 x 10 board runs along its short side, as all orders of this family do
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from msgspec import structs

from accord.families.packing.clues import clues, form, givable, possible_clues, with_given
from accord.families.packing.declaration import STAYS_EMPTY
from accord.families.packing.model import build, given_options, picture, pieces_in
from accord.families.packing.shapes import pieces
from accord.families.packing.spec import Packing, board_of
from accord.families.packing.words import words
from accord.grids.drawing import rows
from accord.model import Model
from accord.picture import EMPTY, HOLE, OPTIONAL, Picture, Place
from accord.puzzles.family import About, Family, Made, Shown
from accord.puzzles.sheets import Editing, Sheet, Words

if TYPE_CHECKING:
    from accord.refute.imbalance import Coloured


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


def growing_ranks(spec: Packing, model: Model) -> list[int]:
    """Return the rank of each option of the model in that order; equal cells keep the order of the model."""
    near = [{*cells} for cells in board_of(spec).neighbours]
    keys = [
        (_growth([item for item in model.items_of(option).tolist() if item < len(near)], near), option)
        for option in range(model.options)
    ]
    rank = {option: place for place, (_, option) in enumerate(sorted(keys))}
    return [rank[option] for option in range(model.options)]


def _growth(cells: Sequence[int], near: Sequence[set[int]]) -> list[int]:
    """Return the cells in the order in which they are reached; one that touches none comes as it stands."""
    left = sorted(cells)
    found = left[:1]
    touched = {*near[found[0]]} if found else set()
    del left[:1]
    while left:
        cell = next((each for each in left if each in touched), left[0])
        left.remove(cell)
        found.append(cell)
        touched |= near[cell]
    return found


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
