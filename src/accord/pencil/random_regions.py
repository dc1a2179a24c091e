"""Random regions of a board: drawn, merged, and changed until a puzzle has one solution.

Regions grow from seeds (`grow`), are rectangles (`cut`) or dominoes (`dominoes`), and neighbours become one
(`merge`). Cells move from region to region until no other solution is left (`settle`), or regions take cells
as long as there is none (`accord.pencil.spread_regions`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from accord.pencil.boards import HOLE, is_connected
from accord.pencil.instance import Area, Cell, Instance, area_cells, area_name, at
from accord.pencil.making import Dice, another, grid, random_solution
from accord.problem import Problem

Labels: TypeAlias = dict[Cell, int]  # the region of each cell, from 1

LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def grow(dice: Dice, cells: Collection[Cell], seeds: Sequence[Iterable[Cell]]) -> Labels:
    """Regions that grow from their seeds by a cell at random, until they meet."""
    free = set(cells)
    found: Labels = {}
    edge: list[tuple[Cell, int]] = []

    def take(cell: Cell, label: int) -> None:
        found[cell] = label
        free.discard(cell)
        edge.extend((near, label) for near in beside(cell) if near in free)

    for label, seed in enumerate(seeds, start=1):
        for cell in seed:
            take(cell, label)
    while edge:
        place = int(dice.random() * len(edge))
        edge[place], edge[-1] = edge[-1], edge[place]
        cell, label = edge.pop()
        if cell in free:
            take(cell, label)
    return found


def cut(dice: Dice, size: tuple[int, int], largest: int) -> Labels:
    """Rectangles of at most so many cells: the largest one is cut in two again and again."""
    left: list[Area] = [((0, 0), (size[0] - 1, size[1] - 1))]
    done: list[Area] = []
    while left:
        (top, low), (bottom, high) = area = left.pop()
        rows, columns = bottom - top + 1, high - low + 1
        if rows * columns <= largest:
            done.append(area)
        elif dice.random() * (rows**2 + columns**2) < rows**2 and rows > 1:
            middle = dice.randrange(top, bottom)
            left += [((top, low), (middle, high)), ((middle + 1, low), (bottom, high))]
        elif columns > 1:
            middle = dice.randrange(low, high)
            left += [((top, low), (bottom, middle)), ((top, middle + 1), (bottom, high))]
        else:
            left.append(area)
    return {cell: label for label, area in enumerate(done, start=1) for cell in area_cells(area)}


def merge(dice: Dice, regions: Labels, number: int, tries: int = 200) -> Labels | None:
    """So many regions that touch each other made one, everywhere; None if that does not work out."""
    touching: dict[int, set[int]] = {label: set() for label in regions.values()}
    for cell, label in regions.items():
        touching[label] |= {regions[near] for near in beside(cell) if near in regions} - {label}
    for _ in range(tries):
        free = {*touching}
        groups: list[set[int]] = []
        while free:
            first = min(sorted(free), key=lambda label: (len(touching[label] & free), dice.random()))
            group = {first}
            while len(group) < number and (
                near := set().union(*(touching[each] for each in group)) & free - group
            ):
                group.add(dice.choice(sorted(near)))
            if len(group) < number:
                break
            groups.append(group)
            free -= group
        if not free:
            of = {label: n for n, group in enumerate(groups, start=1) for label in group}
            return {cell: of[label] for cell, label in regions.items()}
    return None


def settle(
    dice: Dice,
    regions: Labels,
    known: Mapping[str, Any],
    made: Callable[[Labels], Problem],
    steps: int,
) -> Labels | None:
    """Regions with which there is no other solution: cells of others go over to the next region, one by one.

    Args:
        dice: which cells go.
        regions: in which each region has as much of the solution as it may have.
        known: the solution: a truth for each cell, by its name.
        made: the problem of such regions.
        steps: how many cells may go; then None.
    """
    for _ in range(steps):
        other = another(made(regions), known)
        if other is None:
            return regions
        movable = [cell for cell in regions if other.get(at(cell)) and not known.get(at(cell))]
        dice.shuffle(movable)
        for cell in movable:
            moved = _move(dice, regions, cell)
            if moved is not None:
                regions = moved
                break
        else:
            return None
    return None


def _move(dice: Dice, regions: Labels, cell: Cell) -> Labels | None:
    """The regions when a cell goes over to one beside it, if its own stays in one piece; else None."""
    label = regions[cell]
    others = sorted({regions[near] for near in beside(cell) if near in regions} - {label})
    rest = [each for each, its in regions.items() if its == label and each != cell]
    if not others or not rest or not is_connected(rest):
        return None
    return {**regions, cell: dice.choice(others)}


def with_regions(blank: Instance, regions: Labels) -> Instance:
    """The puzzle on a blank board that has these regions; cells may be of none."""
    cells: dict[str, list[Cell]] = {}
    for cell, label in regions.items():
        cells.setdefault(str(label), []).append(cell)
    return Instance(blank.name, (blank.height, blank.width), {"regions": cells})


def beside(cell: Cell) -> list[Cell]:
    """The places that share a side with a cell, on the board or not."""
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def dominoes(dice: Dice, cells: Collection[Cell]) -> list[Area] | None:
    """Dominoes that cover these cells, two and two; None if they cannot be covered."""
    rows, columns = (max(numbers) + 1 for numbers in zip(*cells, strict=True))
    holes = {(row, column) for row in range(rows) for column in range(columns)} - {*cells}
    board = Instance("dominoes", (rows, columns), {}, holes=holes)
    cut = board.problem()
    laid = board.rectangles(cut, board.pairs)
    known = random_solution(cut, dice)
    return None if known is None else [area for area in laid if known[area_name(*area)]]


def draw_regions(regions: Mapping[Cell, int], size: tuple[int, int]) -> tuple[str, ...]:
    """A picture of regions, numbered as they come: in signs, or in numbers where they are too many."""
    cells = ((row, column) for row in range(size[0]) for column in range(size[1]))
    number: dict[int, int] = {}
    labels = {cell: number.setdefault(regions[cell], len(number)) for cell in cells if cell in regions}
    few = len(number) <= len(LABELS)
    words = {cell: LABELS[label] if few else str(label + 1) for cell, label in labels.items()}
    return grid(words, size, HOLE)
