"""Steps of a sudoku in words: cells, rows and boxes instead of options and items."""

from __future__ import annotations

from collections.abc import Sequence

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.sudoku.shape import KINDS, Shape
from accord.families.sudoku.spec import Sudoku, layout
from accord.model import Model
from accord.puzzles.words import by_way_of, join_words

_DIAGONALS = {"d1": "the falling diagonal", "d2": "the rising diagonal"}


def words(spec: Sudoku, model: Model, step: Step) -> str:
    """Return a step as a sentence, such as `in box 4 the 7 can only go to r5c2`."""
    if step.rule == "lookahead":
        return _lookahead(model, step)
    name = model.item_names[step.items[0]]
    chosen = [model.option_name(forced.option) for forced in step.forced if forced.chosen]
    closed = [model.option_name(forced.option) for forced in step.forced if not forced.chosen]
    unit, _, digit = name.partition("=")
    if step.rule == "bounds" and len(chosen) == 1 and not closed:
        cell, _, sign = chosen[0].partition("=")
        if digit:
            return f"{'on' if unit in _DIAGONALS else 'in'} {_unit(unit)} the {digit} can only go to {cell}"
        shape, givens = layout(spec).shape, layout(spec).givens
        if givens.flat[shape.cell_names.index(cell)]:
            return f"{cell} is given as {sign}"
        return f"{cell} must be {sign}: nothing else can go there"
    if step.rule == "intersection" and digit and closed and not chosen:
        cells = [option.partition("=")[0] for option in closed]
        line = _crossing_unit(layout(spec).shape, unit, cells)
        verdict = f"{join_words(cells)} cannot be {digit}"
        if line:
            return f"all places for the {digit} of {_unit(unit)} are in {line}, so {verdict}"
        return f"wherever the {digit} of {_unit(unit)} goes, {verdict}"
    return plain(model, step)


def _unit(name: str) -> str:
    """Return a unit in words: `b4` -> `box 4`."""
    return _DIAGONALS.get(name) or f"{KINDS[name[0]]} {name[1:]}"


def _crossing_unit(shape: Shape, unit: str, cells: Sequence[str]) -> str:
    """Return the one other unit with all these cells that crosses this one; "" for none or several."""
    names = shape.unit_names
    here = set(shape.units[names.index(unit)].tolist())
    numbers = {shape.cell_names.index(cell) for cell in cells}
    lines = [
        name
        for name, members in zip(names, shape.units.tolist(), strict=True)
        if name != unit and numbers.issubset(members) and not here.isdisjoint(members)
    ]
    return _unit(lines[0]) if len(lines) == 1 else ""


def _lookahead(model: Model, step: Step) -> str:
    (forced,) = step.forced
    cell, _, sign = model.option_name(forced.option).partition("=")
    *way, last = (model.item_names[item] for item in step.items)
    contrary, verdict = ("were not", "it is") if forced.chosen else ("were", "it is not")
    through = by_way_of(list(map(_need, way)))
    return f"if {cell} {contrary} {sign}, {_stuck(last)}{through}; so {verdict} {sign}"


def _need(item: str) -> str:
    """Return an item in words: `b4=7` -> `the 7 of box 4`; a cell is itself."""
    unit, _, digit = item.partition("=")
    return f"the {digit} of {_unit(unit)}" if digit else item


def _stuck(item: str) -> str:
    unit, _, digit = item.partition("=")
    return (
        f"{_unit(unit)} could not have just one {digit}" if digit else f"{item} could not have just one digit"
    )
