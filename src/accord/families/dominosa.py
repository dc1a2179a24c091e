"""Dominosa: a set of dominoes was laid out and its edges were rubbed out; find them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from accord.pencil import (
    About,
    Area,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Rectangles,
    Telling,
    Topic,
    address,
    area_name,
    at,
    family,
    making,
    random_regions,
    total,
    turning,
)
from accord.pencil.pieces import area_of
from accord.puzzles.words import join_words

SWAPS = 300  # of numbers, until there is one solution
DRAWS = 30
LARGEST = 36  # numbers, from 0


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each place of a domino."""
    p = puzzle.problem()
    number = puzzle["board"]
    laid = puzzle.rectangles(p, puzzle.pairs)
    places: dict[tuple[int, ...], list[Area]] = {pair: [] for pair in dominoes(highest(puzzle))}
    for area in laid:
        places[tuple(sorted(number[cell] for cell in area))].append(area)
    for (low, high), areas in places.items():
        p.add(total(laid[area] for area in areas) == 1, about=Topic(f"the domino {low}-{high}", "domino"))
    return p


def dominoes(most: int) -> list[tuple[int, ...]]:
    """Return the set of dominoes up to that number."""
    return [*combinations_with_replacement(range(most + 1), 2)]


def highest(puzzle: Instance) -> int:
    """Return the highest number of a set that covers the board; -1 if there is none."""
    area = puzzle.height * puzzle.width
    return next((most for most in range(LARGEST) if (most + 1) * (most + 2) == area), -1)


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for boards that no set covers, and for numbers that are there too often, or too seldom."""
    number, most = puzzle["board"], highest(puzzle)
    if most < 0:
        size = f"found {puzzle.height} rows and {puzzle.width} columns"
        yield Fault("board", f"{size}; expected as many cells as a set has, such as 7 and 8")
        return
    for cell in puzzle.cells:
        if number[cell] > most:
            yield puzzle.fault("board", cell, f"found {number[cell]}; expected a number 0 to {most}")
            return
    for value, times in sorted(Counter(number.values()).items()):
        if times != most + 2:
            yield Fault("board", f"found the number {value} {times} times; expected {most + 2}")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the domino 2-5 can only lie at r1c1 and r1c2`."""
    pair = tell.tag == "domino"
    if tell.step.rule == "intersection":
        return f"wherever {tell.rule if pair else 'the domino of ' + tell.rule} lies, {tell.verdict}"
    if tell.closes or tell.step.rule != "bounds":
        return None
    area = area_of(tell.choices[tell.step.forced[0].option][0])
    assert area is not None
    cells = [at(cell) for cell in area]
    if pair:
        return f"{tell.rule} can only lie at {join_words(cells)}"
    cells.remove(tell.cells[0])
    return f"{tell.rule} can only go with {cells[0]}"


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Lay dominoes at random; exchange them as long as there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns: as many cells as a set has, such as 7 and 8.
    """
    blank = Instance(KIND.name, size, {})
    most = highest(blank)
    if most < 0:
        raise making.impossible(KIND, size)
    for _ in range(DRAWS):
        laid, pairs = random_regions.dominoes(dice, blank.cells), dominoes(most)
        assert laid is not None
        dice.shuffle(pairs)
        number = {area: dice.sample(pair, 2) for area, pair in zip(laid, pairs, strict=True)}
        for _ in range(SWAPS):
            said = {"board": making.grid(_board(number), size)}
            other = making.another(KIND.problem(**said), {area_name(*area): True for area in laid})
            if other is None:
                return said
            one = dice.choice([area for area in laid if not other[area_name(*area)]])
            two = dice.choice([area for area in laid if area != one])
            number[one], number[two] = dice.sample(number[two], 2), number[one]
    raise making.none_found()


def _board(number: Mapping[Area, list[int]]) -> dict[Cell, int]:
    return {cell: value for area, values in number.items() for cell, value in zip(area, values, strict=True)}


KIND = Kind(
    name="dominosa",
    about=About(
        "pencil", "Find a full set of dominoes on a board of numbers.", ("Domino Hunt", "Solitaire Dominoes")
    ),
    rule="Cut the board into dominoes, so that each pair of numbers, from 0-0 up, is on exactly one of them.",
    source="O. S. Adler, 1874",
    parts=(Board("board", "the number of each cell", numbers=(0, LARGEST - 1), blanks=()),),
    solution=Rectangles("domino"),
    namings=partial(turning.rename, key="board", classes=[[*map(str, range(LARGEST))]]),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    example="0011/2012/0212",
    addresses=(
        address.Tatham(
            "dominosa",
            address.Cells("board", address.games.PIPS, whole=True),
            sizes=address.PIPPED,
            letters="(?:a|d[a-z])?",
        ),
        address.Penpa("dominosa", address.drawn.Numbers("board")),
    ),
)
RECORD = family(KIND)
