"""Spread regions over a board, cell by cell, with one solver for all questions.

A region may take a cell if no other solution comes up. Its problem states for each region the cells that it
could take, and that it has none of them (`apart`). The solver has each of these rules under a guard: a region
takes a cell where the cell's rule is left out. So the problem is built once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from accord.backends.contract import Search, Slice
from accord.backends.sat.thread import Pulse, in_thread
from accord.pencil.boards import reachable
from accord.pencil.instance import Cell, at
from accord.pencil.making import Dice
from accord.pencil.other_solution import HardError, within_conflicts
from accord.pencil.random_regions import Labels, beside
from accord.problem import Problem, Topic
from accord.setters.guarded import Guarded

Reach: TypeAlias = Mapping[int, Collection[Cell]]  # for each region, the cells that it has or could take
Build: TypeAlias = Callable[[Labels, Reach], Problem]

NEAR = 2  # how far off cells are that start again
RULE = -1  # the group of an item that always holds


def apart(cell: Cell, label: int) -> Topic:
    """Return the topic of the rule that a region has nothing of a cell."""
    return Topic(f"{at(cell)} is not of region {label}", "apart", [cell], label)


def spread(dice: Dice, cells: Collection[Cell], core: Labels, build: Build, rounds: int) -> Labels | None:
    """Regions that take all cells, one by one, so that there is one solution all the time.

    Args:
        dice: which cells go where.
        cells: of the board.
        core: the cells that regions have in any case; with them alone there is one solution.
        build: builds the problem of regions that could take more cells. It has a truth for each cell, false
            if no region has the cell, and the rule `apart` for each cell that a region could take.
        rounds: how often cells around one that finds no region may start again; then None.
    """
    found = _take_cells(dice, cells, core, build)
    for left in range(rounds, -1, -1):
        if len(found) == len(cells):
            return found
        if not left:
            break
        row, column = dice.choice([cell for cell in cells if cell not in found])
        away = {
            cell: label
            for cell, label in found.items()
            if cell in core or max(abs(cell[0] - row), abs(cell[1] - column)) > NEAR
        }
        first = {label: cell for cell, label in core.items()}
        held = {
            cell: label
            for label, start in first.items()
            for cell in reachable(start, [each for each, its in away.items() if its == label])
        }
        again = _take_cells(dice, cells, held, build)
        found = max(again, found, key=len)
    return None


def _take_cells(dice: Dice, cells: Collection[Cell], regions: Labels, build: Build) -> Labels:
    """The regions with all cells that they can take in turn; what one cannot take once, it never can."""
    free = [cell for cell in cells if cell not in regions]
    dice.shuffle(free)
    held: dict[int, list[Cell]] = {}
    for cell, label in regions.items():
        held.setdefault(label, []).append(cell)
    reach = {label: sorted(reachable(some[0], [*free, *some])) for label, some in held.items()}
    search = _Search(dice, free, {**regions}, build(regions, reach))
    for _ in in_thread(search.run):
        pass
    return search.regions


@dataclass(eq=False)
class _Search:
    """The search, in a thread of its own."""

    dice: Dice
    free: list[Cell]
    regions: Labels
    problem: Problem
    kept: dict[Topic, int] = field(default_factory=dict)  # rules `apart` that hold, each with its group

    def run(self, pulse: Pulse) -> Search:
        """Let regions take cells, one after the other."""
        topics = self.problem.topic_of
        free = {apart(cell, label) for cell in self.free for label in {*self.regions.values()}}
        kept = {topic for topic in topics if topic is not None and topic in free}
        self.kept = {topic: group for group, topic in enumerate(sorted(kept, key=lambda topic: topic.words))}
        group_of = [RULE if topic is None else self.kept.get(topic, RULE) for topic in topics]
        solver = Guarded(self.problem.model, group_of, len(self.kept), pulse)
        yield from solver.write()
        refused: set[tuple[Cell, int]] = set()
        before = -1
        while len(self.regions) != before:
            before = len(self.regions)
            for cell in self.free:
                near = {self.regions[other] for other in beside(cell) if other in self.regions}
                labels = [label for label in sorted(near) if (cell, label) not in refused]
                if cell in self.regions:
                    continue
                self.dice.shuffle(labels)
                for label in labels:
                    if (yield from self._may_take(solver, cell, label)):
                        self.regions[cell] = label
                        self.kept.pop(apart(cell, label), None)
                        break
                    refused.add((cell, label))
        yield Slice(complete=True)

    def _may_take(self, solver: Guarded, cell: Cell, label: int) -> Generator[Slice, None, bool]:
        """Return whether a region takes a cell and no solution comes up, which would have the cell."""
        rest = [group for topic, group in self.kept.items() if topic != apart(cell, label)]
        option = self.problem.options[at(cell)][True]
        assert option is not None
        asked = solver.ask(rest, [option + 1])
        try:
            return (yield from within_conflicts(asked, solver.solver.oracle)) is None
        except HardError:
            return False
