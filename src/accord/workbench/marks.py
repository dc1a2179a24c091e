"""Marks of a person on a board: the variables of a puzzle, or the piece that covers a cell.

They are checked against all solutions, and the next step of a person begins from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from accord.errors import UsageError
from accord.hints import hint as next_hint
from accord.model import Model
from accord.model.lazy import Cut, with_cuts
from accord.picture import Picture, Place, cell_name
from accord.puzzles.puzzle import Puzzle
from accord.runner.api import unique
from accord.workbench.answers import Question
from accord.workbench.ask import Event

MOST = 20_000  # cells times pieces of a packing that is marked by hand
CELL = re.compile(r"(?:l\d+)?r\d+c\d+|\w+\[\d+,\d+(?:,\d+)?\]")  # a variable, or an item, of a cell


def values(puzzle: Puzzle) -> dict[str, list[Any]]:
    """Return what a person can mark, by name, each with its values."""
    if puzzle.is_plan:
        return {}
    if puzzle.record.made.variables is not None:
        return {name: [*some] for name, some in puzzle.variables.items()}
    return _pieces(puzzle)


def _pieces(puzzle: Puzzle) -> dict[str, list[Any]]:
    """Return the cells of a packing, each with the pieces that may cover it."""
    shown = puzzle.record.shown.pieces
    if shown is None or puzzle.record.made.with_given is None:
        return {}
    names = [piece.name for piece in shown(puzzle.spec)]
    cells = [name for name in puzzle.model.item_names if CELL.fullmatch(name)]
    return dict.fromkeys(cells, names) if len(names) > 1 and len(names) * len(cells) <= MOST else {}


def spots(names: Iterable[str], picture: Picture, places: Iterable[Place]) -> dict[str, Place]:
    """Return the place of each variable of a cell, among the places that are drawn."""
    known = {_numbers(cell_name(picture, place)): place for place in places}
    return {name: known[at] for name in names if CELL.fullmatch(name) and (at := _numbers(name)) in known}


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name.rpartition("[")[2])))


def covering(model: Model, *names: str) -> list[int]:
    """Return the options that all items of these names have."""
    items = [item for item, name in enumerate(model.item_names) if name in names]
    options = [{*model.options_of(item).tolist()} for item in items]
    return sorted(set.intersection(*options)) if len(items) == len(names) else []


def check(question: Question) -> Iterator[Event]:
    """Yield whether some solution has all marks, and whether they are a whole solution."""
    puzzle = question.puzzle()
    known = question.ask.known
    found = unique(with_cuts(puzzle.model, demands(puzzle, known)), **question.limited)
    words = {
        "impossible": "wrong: no solution has these marks",
        "unique": "right so far: one solution has these marks",
        "several": "right so far: several solutions have these marks",
    }
    whole = found.answer == "unique" and is_whole(puzzle, known, found.solutions[0].options)
    yield {
        "event": "marks",
        "answer": found.answer,
        "whole": whole,
        "words": "solved" if whole else words.get(found.answer, f"not decided: {found.reason}"),
    }


def hint(question: Question) -> Iterator[Event]:
    """Yield the next step of a person: in words, with the board after it."""
    puzzle, ask = question.puzzle(), question.ask
    known = ask.known if puzzle.record.made.variables is not None else None
    step = next_hint(puzzle, known=known or None, after=ask.after, **question.limited)
    if step is None:
        yield {"event": "hint", "words": "solved, or no rule forces the next step"}
        return
    drawings = step.drawings
    yield {"event": "hint", "words": str(step), "svg": drawings[0].svg() if drawings else None}


def demands(puzzle: Puzzle, known: Mapping[str, Any]) -> list[Cut]:
    """Return the constraints that marks are. Raises UsageError for a mark that the puzzle does not have."""
    found, possible = [], values(puzzle)
    for name, value in known.items():
        if value not in possible.get(name, ()):
            raise UsageError(f"marks: found {name}={value}; expected a variable of the puzzle and its value")
        if puzzle.record.made.variables is None:
            options = tuple(covering(puzzle.model, name, str(value)))
            found.append(Cut("marked", options, (1,) * len(options), 1, None))
            continue
        for other, option in puzzle.variables[name].items():
            if option is not None:
                chosen = other == value and type(other) is type(value)
                found.append(Cut("marked", (option,), (1,), *((1, None) if chosen else (0, 0))))
    return found


def is_whole(puzzle: Puzzle, known: Mapping[str, Any], options: tuple[int, ...]) -> bool:
    """Whether marks show all that a solution has, but what is given and what is not there."""
    given = {*puzzle.given}
    if puzzle.record.made.variables is None:
        return {*known} >= {name for each in options if each not in given for name in _cells(puzzle, each)}
    variables = puzzle.variables
    return all(
        known.get(name) == value
        for name, value in puzzle.values(options).items()
        if value is not False and len(variables[name]) > 1 and variables[name][value] not in given
    )


def _cells(puzzle: Puzzle, option: int) -> list[str]:
    """Return the names of the cells that an option covers."""
    model = puzzle.model
    names = [model.item_names[item] for item in model.item[model.start[option] : model.start[option + 1]]]
    return [name for name in names if CELL.fullmatch(name)]
