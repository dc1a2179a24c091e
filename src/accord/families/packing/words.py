"""Steps of a packing in words: cells to cover and pieces to lay instead of items and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.packing.crossings import first_piece
from accord.families.packing.spec import Packing, board_of
from accord.model import Model
from accord.puzzles.words import joined

MOST = 3  # places, or cells on the way to a contradiction, that a sentence lists
ANY = "a piece"  # one of which there may be any number has no item, and so no name here


class Cells(NamedTuple):
    """How many items are cells, and the first item that is a piece."""

    number: int
    pieces: int


def words(spec: Packing, model: Model, step: Step) -> str:
    """A step in a sentence, as in `r1c1 can only be covered by F on r1c1 r2c1 r2c2 r2c3 r3c2`."""
    cells = Cells(len(board_of(spec).cells), first_piece(spec, model))
    item = step.items[0]
    name = model.item_names[item]
    if cells.number <= item < cells.pieces:  # a point where pieces could cross
        return plain(model, step)
    if step.rule == "lookahead":
        return _lookahead(model, cells, step)
    chosen = [forced.option for forced in step.forced if forced.chosen]
    closed = [forced.option for forced in step.forced if not forced.chosen]
    if step.rule == "bounds" and chosen and not closed:
        laid = joined([_laid(model, cells, option) for option in chosen])
        if item < cells.number:
            return f"{name} can only be covered by {laid}"
        return f"{name} can only lie here: {joined([_on(model, cells, option) for option in chosen])}"
    if step.rule == "bounds" and closed and not chosen:
        return f"all {step.given:,} of {name} are laid, so it lies nowhere else"
    if step.rule == "intersection":
        return _intersection(model, cells, step, closed)
    return plain(model, step)


def _intersection(model: Model, cells: Cells, step: Step, closed: Sequence[int]) -> str:
    """What all ways to cover a cell, or to lay a piece, leave no room for."""
    item = step.items[0]
    name = model.item_names[item]
    shared = reduce(set.intersection, (set(model.items_of(way).tolist()) for way in step.ways)) - {item}
    pieces = [model.item_names[other] for other in shared if other >= cells.pieces]
    common = [model.item_names[other] for other in sorted(shared) if other < cells.number]
    if all(shared.intersection(model.items_of(option).tolist()) for option in closed):
        whatever = f"whatever covers {name}" if item < cells.number else f"wherever {name} lies, it"
        told = [f"only {piece} can cover {name}, so it lies nowhere else" for piece in pieces]
        if common:
            them = "it" if len(common) == 1 else "them"
            told.append(f"{whatever} takes {joined(common)}, so no other piece can have {them}")
        return "; ".join(told)
    nowhere = "nothing could cover it" if item < cells.number else "it would have no place"
    must = "must be covered" if item < cells.number else "must be laid"
    example = _laid(model, cells, closed[0])
    counts = Counter(_piece(model, cells, option) for option in closed)
    if len(closed) == 1:
        return f"{name} {must}; with {example}, {nowhere}"
    places = joined([f"{number} of {piece}" for piece, number in counts.items()])
    return (
        f"{name} {must}; with {example}, {nowhere}, and so with {len(closed):,} placements in all: {places}"
    )


def _lookahead(model: Model, cells: Cells, step: Step) -> str:
    (forced,) = step.forced
    *way, last = (model.item_names[item] for item in step.items)
    shown = [*way[:MOST], *([f"{len(way) - MOST} more"] if len(way) > MOST else [])]
    through = f", by way of {joined(shown)}" if way else ""
    stuck = f"{last} could not be {_lacks(cells, step.items[-1])}{through}"
    if forced.chosen:
        return f"without {_laid(model, cells, forced.option)}, {stuck}; so it lies there"
    return f"with {_laid(model, cells, forced.option)}, {stuck}; so it does not lie there"


def _lacks(cells: Cells, item: int) -> str:
    """What could not be done with an item."""
    return "covered" if item < cells.number else "laid" if item >= cells.pieces else "left alone"


def _piece(model: Model, cells: Cells, option: int) -> str:
    last = int(model.items_of(option).max())
    return model.item_names[last] if last >= cells.pieces else ANY


def _on(model: Model, cells: Cells, option: int) -> str:
    return " ".join(
        model.item_names[item] for item in sorted(model.items_of(option).tolist()) if item < cells.number
    )


def _laid(model: Model, cells: Cells, option: int) -> str:
    """`F on r1c1 r2c1`."""
    return f"{_piece(model, cells, option)} on {_on(model, cells, option)}"
