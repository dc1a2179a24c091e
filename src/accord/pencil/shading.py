"""Rules that kinds of shaded cells share: shaded cells apart, the others connected, no square all shaded.

Where shaded cells are apart and the others connected, no cell is shut in by those beside it. That follows,
and is stated all the same: it is seen at once, and the cuts of a connection come one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from accord.pencil.boards import reachable
from accord.pencil.instance import Cell, Instance, at
from accord.pencil.making import Dice
from accord.pencil.words import Telling
from accord.problem import Problem, total
from accord.problem.expressions import Boolean

BESIDE, AROUND = " beside ", "the cells around "


def add_apart(puzzle: Instance, p: Problem, shaded: Mapping[Cell, Boolean], rest: str) -> None:
    """State that no two shaded cells share a side, and that the rest, called so, is connected."""
    for one, other in puzzle.pairs:
        p.add(shaded[one] + shaded[other] <= 1, words=f"{at(one)}{BESIDE}{at(other)}")
    if min(puzzle.height, puzzle.width) > 1:
        for cell in puzzle.cells:
            near = [shaded[other] for other in puzzle.near(cell)]
            p.add(total(near) < len(near), words=f"{AROUND}{at(cell)}")
    p.connected({cell: ~each for cell, each in shaded.items()}, puzzle.graph, words=rest)


def apart_words(tell: Telling) -> str | None:
    """Return a step by a rule of `add_apart` in words, such as `r1c2 is black, so r1c3 is white`."""
    if tell.step.rule != "bounds":
        return None
    if tell.rule.startswith(AROUND):
        return f"{tell.rule.removeprefix(AROUND)} would be shut in, so {tell.verdict}"
    one, beside, other = tell.rule.partition(BESIDE)
    if not beside:
        return None
    known = one if other in tell.open else other
    return f"{' '.join(tell.kind.solution.statement(known, True, True))}, so {tell.verdict}"


def draw_apart(dice: Dice, blank: Instance, share: float) -> set[Cell]:
    """Return shaded cells at random, as `add_apart` states them: a share of all, or as many as have room."""
    order = [*blank.cells]
    dice.shuffle(order)
    shaded: set[Cell] = set()
    for cell in order:
        rest = [each for each in order if each != cell and each not in shaded]
        if len(shaded) < share * len(order) and shaded.isdisjoint(blank.near(cell)) and is_connected(rest):
            shaded.add(cell)
    return shaded


def is_connected(cells: Collection[Cell]) -> bool:
    """Return whether cells are connected by their sides."""
    some = [*cells]
    return not some or len(reachable(some[0], some)) == len(some)
