"""Fillomino: numbers in all cells; each connected part of equal numbers has as many cells as they say.

Regions without a given number have any size: numbers go up to the cells that can be left for them. The
numbers that cells can have, of a row in which the first is given:

    >>> from accord.families.fillomino import numbers
    >>> from accord.pencil import Instance
    >>> numbers(Instance("fillomino", (1, 4), {"board": {(0, 0): 3}}))
    {(0, 0): [3], (0, 1): [1, 3], (0, 2): [1, 3], (0, 3): [1]}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, takewhile
from math import ceil
from operator import itemgetter
from typing import Any, TypeAlias

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Telling,
    Topic,
    Values,
    address,
    at,
    boards,
    family,
    making,
    shading,
    total,
)
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import LARGEST, check_knob

Numbers: TypeAlias = Mapping[Cell, Sequence[int]]
OVER = " over "  # in the name of a truth, that a cell has a larger number
MANY = 12  # equal given numbers near one: their sets are not gone through
DRAWS = 300  # of a board at random
LARGEST_REGION = 6  # that is made


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a number for each cell; cells have only numbers that can be there."""
    can_be = numbers(puzzle)
    p = problem(puzzle, can_be)
    most = max(puzzle["board"].values(), default=LARGEST_REGION)
    few = {cell: {number for number in some if number <= most} for cell, some in can_be.items()}
    big: dict[Cell, Any] = {}
    for cell in (cell for cell, some in can_be.items() if max(some, default=0) > most):
        big[cell] = p.boolean(f"{at(cell)}{OVER}{most}")
        small = [p[at(cell)] == number for number in sorted(few[cell])]
        p.add(total([*small, big[cell]]) == 1, words=at(cell))
    if big:  # this follows, and says the same of all large numbers at once
        p.components(big, puzzle.graph, size=(most + 1, len(big)), about=of_number(f"more than {most}"))
    return p


def of_number(number: int | str) -> Topic:
    """Return the topic of the rule on the regions of a number."""
    return Topic(f"the regions of {number}", "number", of=number)


def plain(puzzle: Instance) -> Problem:
    """Return the problem in which a given number is a rule of its own."""
    p = _blank(puzzle.height, puzzle.width).copy()
    for cell, clue in puzzle["board"].items():
        p.add(p[at(cell)] == clue, words=f"the {clue} at {at(cell)}")
    return p


@lru_cache(maxsize=1)  # a repair asks for it with other clues, hundreds of times
def _blank(height: int, width: int) -> Problem:
    """Return the problem of a board without given numbers, not to be changed."""
    puzzle = Instance("fillomino", (height, width), {"board": {}})
    return problem(puzzle, dict.fromkeys(puzzle.cells, range(1, len(puzzle.cells) + 1)))


def problem(puzzle: Instance, can_be: Numbers) -> Problem:
    """Return the problem with these numbers for cells."""
    p = puzzle.problem()
    where: dict[int, dict[Cell, Any]] = {}
    for cell, some in can_be.items():
        number = p.integer(at(cell), values=some) if some else None
        for each in some:
            where.setdefault(each, {})[cell] = number == each
        if not some:
            p.add(False, words=at(cell))
    for each in sorted(where):
        p.components(where[each], puzzle.graph, size=each, about=of_number(each))
    return p


# -- which numbers a cell can have -----------------------------------------------------------------


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


# -- words and pictures ----------------------------------------------------------------------------


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that have no room, and for those of which too many are connected."""
    board = puzzle["board"]
    for cell, number in board.items():
        room = len(reachable(puzzle, cell, number))
        if room < number:
            expected = f"at most {room}, the cells that its region can have"
            yield puzzle.fault("board", cell, f"found {number}; expected {expected}")
    for number in sorted({*board.values()}):
        for group in boards.parts(sorted(cell for cell, its in board.items() if its == number)):
            if len(group) > number:
                message = f"found {len(group)} connected cells with {number}; expected at most {number}"
                yield puzzle.fault("board", min(group), message)


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `a 3 beside it can grow nowhere else, so r1c3 is 3`."""
    if tell.step.rule != "bounds" or tell.tag != "number":
        return None
    number = tell.topic.of
    if tell.closes:
        return f"no cell beside it can be {number}, so {tell.verdict}"
    what = f"a {number}" if isinstance(number, int) else "the number"
    return f"{what} beside it can grow nowhere else, so {tell.verdict}"


def truth_words(name: str, holds: bool) -> str:
    """Return what it means that a cell has a large number: `r1c2 is not more than 8`."""
    return name.replace(OVER, f" is {'' if holds else 'not '}more than ")


def look(puzzle: Instance, drawn: Picture) -> Picture:
    """Return the picture with walls between cells whose numbers are known and differ."""
    number: dict[Cell, str] = {place[1:]: sign for place, sign in drawn.signs.items() if sign != EMPTY}
    regions = dict.fromkeys(drawn.signs, 0)
    same = ([cell for cell in puzzle.cells if number.get(cell) == each] for each in {*number.values()})
    for label, group in enumerate(chain.from_iterable(map(boards.parts, same)), start=1):
        regions |= {(0, *cell): label for cell in group}
    return replace(drawn, regions=regions)


def clue_words(puzzle: Instance, _key: str, _cell: Cell) -> list[str]:
    """Return the numbers that may be given in a cell."""
    return [str(number) for number in range(1, len(puzzle.cells) + 1)]


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int], *, largest: int = LARGEST_REGION) -> Mapping[str, Any]:
    """Grow regions at random, no two of a size side by side; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        largest: the most cells of a region.
    """
    check_knob("largest", largest, 2, 99)
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        board = fill(dice, blank, largest)
        if board is not None:
            said = {"board": making.grid(board, size)}
            return making.drop_clues(KIND, said, {"board": "-"}, dice)
    raise making.none_found()


def fill(dice: making.Dice, blank: Instance, largest: int) -> dict[Cell, int] | None:
    """Return numbers of regions that fill the board; None if that does not work out."""
    found: dict[Cell, int] = {}
    while len(found) < len(blank.cells):
        free = {
            cell: sum(near not in found for near in blank.near(cell))
            for cell in blank.cells
            if cell not in found
        }
        region = [min(free, key=lambda cell: (free[cell], dice.random()))]
        fitting: list[int] = []
        for length in range(1, largest + 1):
            beside = {found[near] for cell in region for near in blank.near(cell) if near in found}
            if length not in beside:
                fitting.append(length)
            edge = [
                near for cell in region for near in blank.near(cell) if near in free and near not in region
            ]
            if not edge:
                break
            region.append(dice.choice(edge))
        if not fitting:
            return None
        length = dice.choice(fitting)
        found |= dict.fromkeys(region[:length], length)
    return found


KIND = Kind(
    name="fillomino",
    about=About(
        "pencil",
        "Fill in numbers: each region of a number has as many cells.",
        ("Allied Occupation", "フィルオミノ"),
    ),
    rule="Fill in numbers, so that each region of connected cells with the same number has as many cells as "
    "the number says.",
    source="Nikoli, 1994",
    parts=(Board("board", "given numbers; . is an empty cell", numbers=(1, LARGEST**2)),),
    clues={"board": "."},
    clue_words=clue_words,
    plain=plain,
    solution=Values(given="board"),
    rules=rules,
    faults=faults,
    words=words,
    truth_words=truth_words,
    look=look,
    make=make,
    arranged=itemgetter("board"),
    example="..3/2.1/..3",
    addresses=(address.PuzzLink("fillomino", address.Cells("board", address.NUMBER16)),),
)
RECORD = family(KIND)
