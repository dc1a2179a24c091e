"""The values that the cells or variables of a puzzle can have, and the options that stand for each.

    sudoku       r1c1 -> 1: option 0, 2: option 1, ...
    akari        r1c1 -> True: option 0, False: without that option
    packing      r1c1 -> I: options 0 to 71, L: ...; where cells may stay empty also `.`: without all of these

A puzzle that has variables is described by them, another by the cells of its picture, and one without a board
by its options. What the puzzle itself states in a cell is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from accord.model import Model
from accord.picture import cell_name
from accord.puzzles.partial_board import PartialBoard
from accord.puzzles.puzzle import Puzzle

Value: TypeAlias = int | str | bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The options that show a value: one of them is chosen, or, if it is the `rest`, none."""

    options: tuple[int, ...]
    rest: bool = False

    def holds(self, chosen: Collection[int]) -> bool:
        """Whether a solution has the value."""
        return any(option in chosen for option in self.options) != self.rest


CellValues: TypeAlias = Mapping[str, Mapping[Value, Shown]]


def cell_values(puzzle: Puzzle | Model) -> CellValues:
    """Return the values of each cell or variable, by name."""
    if isinstance(puzzle, Model):
        return _of_options(puzzle)
    if puzzle.record.made.variables is not None:
        return {name: _of_variable(values) for name, values in puzzle.variables.items()}
    return _of_board(puzzle) or _of_options(puzzle.model)


def own_values(puzzle: Puzzle | Model) -> CellValues:
    """Return the values of each cell or variable, but not of those that only help to state rules."""
    helps = None if isinstance(puzzle, Model) else puzzle.record.made.helps
    found = cell_values(puzzle)
    return found if helps is None else {name: some for name, some in found.items() if not helps(name)}


def _of_variable(values: Mapping[Value, int | None]) -> dict[Value, Shown]:
    others = tuple(option for option in values.values() if option is not None)
    return {
        value: Shown(others, rest=True) if option is None else Shown((option,))
        for value, option in values.items()
    }


def _of_board(puzzle: Puzzle) -> dict[str, dict[Value, Shown]]:
    board = PartialBoard(puzzle)
    found: dict[str, dict[Value, Shown]] = {}
    for place in sorted(board.places):
        signs = board.signs_at(place)
        options: dict[str, list[int]] = {}
        for option, sign in signs.items():
            options.setdefault(sign, []).append(option)
        values: dict[Value, Shown] = {sign: Shown(tuple(some)) for sign, some in sorted(options.items())}
        values[board.empty_sign(place)] = Shown(tuple(signs), rest=True)
        found[cell_name(board.drawn, place)] = values
    return found


def _of_options(model: Model) -> dict[str, dict[Value, Shown]]:
    visible = [option for option in range(model.options) if not model.hidden[option]]
    return {
        model.option_name(option): {True: Shown((option,)), False: Shown((option,), rest=True)}
        for option in visible
    }


def exclusive(model: Model, options: Collection[int]) -> bool:
    """Whether no two of these options can be chosen together, as one item shows that takes only one."""
    if len(options) < 2:
        return True
    first, *others = ({int(item) for item in model.items_of(option)} for option in options)
    for item in first.intersection(*others):
        entries = model.by_item[2][model.by_item[0][item] : model.by_item[0][item + 1]]
        amounts, of = model.amount[entries], model.option_of_entry[entries]
        ours = np.isin(of, list(options))
        if (amounts > 0).all() and not model.colour[entries].any():
            two = np.sort(amounts[ours])[:2].sum()
            if two > model.high[item]:
                return True
    return False
