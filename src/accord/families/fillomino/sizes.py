"""Which numbers a cell of a fillomino can have: of a region with a given number, or of one without."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, takewhile
from math import ceil
from typing import TypeAlias

from accord.pencil import Cell, Instance, boards, shading

Numbers: TypeAlias = Mapping[Cell, Sequence[int]]
MANY = 12  # equal given numbers near one: their sets are not gone through


def numbers(puzzle: Instance) -> Numbers:
    """Return the numbers that each cell can have: given ones that reach it, and those of regions without."""
    board = puzzle["board"]
    found: dict[Cell, set[int]] = {cell: set() for cell in puzzle.cells}
    for cell, number in board.items():
        for near in reachable(puzzle, cell, number):
            found[near].add(number)
    free = [cell for cell in puzzle.cells if cell not in board]
    most, given = left_over(puzzle), {*board.values()}
    open_ = [*boards.parts(free)]
    for number in range(1, most + 1):
        groups = open_
        if number in given:
            beside = {near for cell, its in board.items() if its == number for near in puzzle.near(cell)}
            groups = [*boards.parts([cell for cell in free if cell not in beside])]
        for group in groups:
            if len(group) >= number:
                for cell in group:
                    found[cell].add(number)
    return {cell: [board[cell]] if cell in board else sorted(some) for cell, some in found.items()}


def reachable(puzzle: Instance, cell: Cell, number: int) -> dict[Cell, int]:
    """Return the cells that the region of a given number can have, and how many steps lead to each.

    The steps go over cells without another given number.
    """
    others = {other for other, its in puzzle["board"].items() if its != number}
    return shading.steps_from(puzzle, cell, others, number - 1)


def left_over(puzzle: Instance) -> int:
    """Return how many cells can be left for regions without a given number, or more."""
    board = puzzle["board"]
    steps: dict[Cell, dict[Cell, int]] = {}  # to the same numbers that its region can have
    for cell, number in board.items():
        steps[cell] = {other: far for other, far in reachable(puzzle, cell, number).items() if other in board}
    needed, left = 0, {**board}
    while left:
        group = [cell := next(iter(left))]
        number = left.pop(cell)
        for each in group:  # grows while it is walked
            group += [other for other in steps[each] if left.pop(other, 0)]
        needed += number * _fewest_regions(group, number, steps)
    return max(0, len(puzzle.cells) - needed)


def _fewest_regions(group: Collection[Cell], number: int, steps: Mapping[Cell, Mapping[Cell, int]]) -> int:
    """Return how many regions these cells with the same given number have, or fewer.

    A cell whose region can have k of them counts 1/k. Cells of which each two are too far apart count 1 each.
    """
    apart, left = 0, {*group}
    while left:
        cell = min(left, key=lambda cell: (len(left & steps[cell].keys()), cell))
        left -= steps[cell].keys()
        apart += 1
    return max(apart, ceil(sum(Fraction(1, _together(cell, number, steps)) for cell in group)))


def _together(cell: Cell, number: int, steps: Mapping[Cell, Mapping[Cell, int]]) -> int:
    """Return how many given numbers the region of one of them can have, or more.

    A tree through three cells has at least half as many edges as the ways between them together.
    """

    def fits(some: Sequence[Cell]) -> bool:
        ways = {pair: steps[pair[0]].get(pair[1], number) for pair in combinations(some, 2)}
        return all(way < number for way in ways.values()) and all(
            ways[one, other] + ways[one, third] + ways[other, third] <= 2 * (number - 1)
            for one, other, third in combinations(some, 3)
        )

    others = [other for other in steps[cell] if other != cell]
    if len(others) > MANY:
        return min(number, len(others) + 1)
    more = (any(fits((cell, *some)) for some in combinations(others, size)) for size in range(1, number))
    return 1 + sum(takewhile(bool, more))
