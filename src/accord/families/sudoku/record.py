"""The family record of sudokus: the functions that general code calls for a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from accord.deduce import Step
from accord.deduce import words as plain
from accord.families.sudoku import sites
from accord.families.sudoku.files import begins, parse, puzzles, write
from accord.families.sudoku.generate import generate
from accord.families.sudoku.model import build, clues, form, given_options, picture, possible_clues, variables
from accord.families.sudoku.shape import KINDS, SIGNS, Shape
from accord.families.sudoku.spec import Sudoku, layout
from accord.model import Model
from accord.puzzles.family import About, Command, Family, Made, Random, Searched, Shown, Texts
from accord.puzzles.sheets import Editing, Sheet, Words
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

RECORD = Family(
    name="sudoku",
    spec=Sudoku,
    about=About(
        "pencil",
        "Each row, column and box has each digit once.",
        ("Number Place", "数独 sudoku", "Jigsaw sudoku", "X-sudoku"),
    ),
    texts=Texts(
        parse=parse,
        emit=write,
        example="1...3...4...2...",
        sites=(sites.SITE, sites.DRAWN),
        forms={"url": sites.write},
        begins=begins,
        several=puzzles,
    ),
    shown=Shown(picture=picture, words=words),
    made=Made(
        model=build,
        given=given_options,
        variables=variables,
        clues=clues,
        possible_clues=possible_clues,
        form=form,
    ),
    random=Random(generate=generate, wishes=("symmetry", "cells", "without")),
    searched=Searched(
        engines={"sudoku": "accord.families.sudoku.many:Sudoku"},
        many="accord.families.sudoku.many:SudokuMany",
    ),
    commands={
        "sudoku": Command(
            "List classes of sudoku bands, and grids that share two bands.",
            "accord.families.sudoku.command:sudoku",
        ),
    },
    editing=EDITING,
)
