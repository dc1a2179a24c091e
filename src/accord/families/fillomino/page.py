"""Fillomino: numbers in all cells; each connected part of equal numbers has as many cells as they say.

Regions without a given number have any size: numbers go up to the cells that can be left for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

from accord.families import addresses
from accord.families.fillomino.filling import fill
from accord.families.fillomino.sizes import Numbers, numbers, reachable
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Telling,
    Values,
    at,
    boards,
    family,
    making,
    total,
)
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import LARGEST, check_knob

REGIONS = "the regions of "
OVER = " over "  # in the name of a truth, that a cell has a larger number
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
        p.components(big, puzzle.graph, size=(most + 1, len(big)), words=f"{REGIONS}more than {most}")
    return p


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
        p.components(where[each], puzzle.graph, size=each, words=f"{REGIONS}{each}")
    return p


# -- words, pictures, puzzles ----------------------------------------------------------------------


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
    if tell.step.rule != "bounds" or not tell.rule.startswith(REGIONS):
        return None
    number = tell.rule.removeprefix(REGIONS)
    if tell.closes:
        return f"no cell beside it can be {number}, so {tell.verdict}"
    what = f"a {number}" if number.isdigit() else "the number"
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
    addresses=addresses.FILLOMINO,
)
RECORD = family(KIND)
