"""Models without a `Problem`: full cells counted by row and column clues, where a cell may need another.

In these a number at each row and column says how many of its cells are full. Cells that are full together
are one option, which gives to each row and column as many as it has cells in it. Where the option `upper`
needs the option `lower`, an item `upper>lower` gets -1 from the one and 1 from the other, and must not fall
below 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from accord.grids.regions import Grid
from accord.model import Model
from accord.pencil.instance import Cell, Instance, at
from accord.problem.lower.passes import VARIABLES, Cost
from accord.problem.topic import Topic
from accord.puzzles.family import Fault

Variables: TypeAlias = Mapping[str, Mapping[Any, int | None]]  # name -> value -> its option


@dataclass(frozen=True, eq=False)
class DirectModel:
    """A model, and what other code asks of a `Problem`."""

    model: Model
    variables: Callable[[], Variables]  # every option is there, and several cells may share it
    topics: Callable[
        [], Sequence[Topic | None]
    ]  # for each item what its rule is about; both are often not asked

    @cached_property
    def options(self) -> Variables:
        """For each variable the option of each value, None where none of the others is chosen."""
        return self.variables()

    @cached_property
    def topic_of(self) -> Sequence[Topic | None]:
        """For each item what its rule is about; None if it is of no rule."""
        return self.topics()

    @property
    def rule_of(self) -> Sequence[str | None]:
        """For each item the words of its rule."""
        return [None if topic is None else topic.words for topic in self.topic_of]

    def topics_of(self, model: Model) -> Sequence[Sequence[Topic]]:  # noqa: ARG002 (no item is lazy)
        """For each item what its rule is about; nothing of an item without a rule."""
        return [[topic] if topic else [] for topic in self.topic_of]

    def known_by(self, model: Model) -> Sequence[Sequence[str]]:
        """For each item the words of its rule; none of an item without a rule."""
        return [[topic.words for topic in topics] for topics in self.topics_of(model)]

    def costs(self) -> Iterator[Cost]:
        """Yield what the variables and each rule add to the model."""
        entries = np.bincount(self.model.item, minlength=self.model.items).tolist()
        sums: dict[str, list[int]] = {VARIABLES: [0, 0]}
        for rule, number in zip(self.rule_of, entries, strict=True):
            of = sums.setdefault(rule or VARIABLES, [0, 0])
            of[0] += 1
            of[1] += number
        for rule, (rows, number) in sums.items():
            yield Cost(rule, self.model.options if rule == VARIABLES else 0, rows, number)


def cell_variables(option: Grid) -> Variables:
    """The variables of cells, each of them full if its option is chosen; -1 is none."""
    return {
        at((row, column)): {True: option, False: None}
        for row, line in enumerate(option.tolist())
        for column, option in enumerate(line)
        if option >= 0
    }


def line_topics(puzzle: Instance) -> list[Topic]:
    """Return the topics of the items of rows and columns with a clue, in their order; see `chain_model`."""
    clues = zip((*puzzle.rows, *puzzle.columns), (*puzzle["rows"], *puzzle["columns"]), strict=True)
    return [line.topic for line, clue in clues if clue is not None]


def chain_model(puzzle: Instance, option: Grid, names: Sequence[str], pairs: tuple[Grid, Grid]) -> Model:
    """The model of cells that add up: items `row 1`.. and `column 1`.. with a clue, then the pairs.

    Args:
        puzzle: with clues under "rows" and "columns".
        option: int64 [rows, columns]: the option of each cell, -1 for a place that is never full.
        names: of the options.
        pairs: int64 [pairs] twice: the options `upper`, and the options `lower` that they need.
    """
    sides = (("row", puzzle["rows"]), ("column", puzzle["columns"]))
    clues = {f"{what} {n}": clue for what, side in sides for n, clue in enumerate(side, start=1)}
    demands = {name: clue for name, clue in clues.items() if clue is not None}
    place = {name: item for item, name in enumerate(demands)}
    item_of_line = np.array([place.get(name, -1) for name in clues], np.int64)
    upper, lower = pairs
    pair = len(demands) + np.arange(len(upper))
    items = len(demands) + len(upper)

    row, column = np.nonzero(option >= 0)
    cell = option[row, column]
    owner = np.concatenate([cell, cell, upper, lower])
    item = np.concatenate([item_of_line[row], item_of_line[puzzle.height + column], pair, pair])
    amount = np.ones(len(item), np.int64)
    amount[2 * len(cell) : 2 * len(cell) + len(upper)] = -1
    given = item >= 0
    entry, place_of = np.unique(owner[given] * max(items, 1) + item[given], return_inverse=True)
    total = np.bincount(place_of, amount[given], minlength=len(entry)).astype(np.int64)
    count = np.bincount(entry // max(items, 1), minlength=len(names))
    return Model.from_arrays(
        [*demands, *(f"{names[a]}>{names[b]}" for a, b in zip(upper.tolist(), lower.tolist(), strict=True))],
        np.concatenate([[0], np.cumsum(count)]),
        entry % max(items, 1),
        amount=total,
        low=[*demands.values(), *(0 for _ in upper)],
        high=[*demands.values(), *(1 for _ in upper)],
        names=names,
        family=puzzle.name,
    )


def clue_faults(puzzle: Instance, cells: Collection[Cell], what: str) -> Iterator[Fault]:
    """Yield faults of the clues of a board: numbers that are too large, or sums that differ.

    Args:
        puzzle: with clues under "rows" and "columns".
        cells: those that can be full.
        what: what they would be full of, as in "water".
    """
    good = True
    for key, axis in (("columns", 1), ("rows", 0)):
        room = np.bincount([cell[axis] for cell in cells], minlength=len(puzzle[key])).tolist()
        for number, (clue, most) in enumerate(zip(puzzle[key], room, strict=True), start=1):
            if clue is not None and clue > most:
                good = False
                message = f"found {clue}; expected 0 to {most}, the cells of a {key[:-1]}"
                yield Fault(f"{key}[{number}]", message)
    if good and None not in (*puzzle["columns"], *puzzle["rows"]):
        across, down = sum(puzzle["columns"]), sum(puzzle["rows"])
        if across != down:
            message = f"found {across} cells of {what} by columns and {down} by rows; expected the same"
            yield Fault("columns", message)
