"""Country road: one loop that visits each country once; a number is how many of its cells the loop passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Lines,
    Problem,
    Regions,
    Telling,
    Topic,
    address,
    areas,
    at,
    family,
    making,
    random_lines,
    random_regions,
    total,
)
from accord.pencil.boards import parts
from accord.pencil.instance import line_name
from accord.pencil.random_lines import Edge
from accord.puzzles.bounds import LARGEST

LONGEST = 6  # cells of a country that is made, on the loop
DRAWS, MOVES = 6, 60  # of a loop; of a cell inside it or outside, while there is another solution


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each edge between cells, whether the loop runs along it."""
    p = puzzle.problem()
    line = puzzle.lines_between(p)
    p.single_loop(line, words="the loop")
    label = {cell: name for name, cells in puzzle["regions"].items() for cell in cells}
    across: dict[str, list[Any]] = {name: [] for name in puzzle["regions"]}
    within: dict[str, list[Any]] = {name: [] for name in puzzle["regions"]}
    for one, other in puzzle.pairs:
        if label[one] == label[other]:
            within[label[one]].append(line[one, other])
            continue
        across[label[one]].append(line[one, other])
        across[label[other]].append(line[one, other])
        passed = {edge: line[edge] for cell in (one, other) for edge in line.graph.at(cell)}
        words = f"the cells beside the border {at(one)}-{at(other)}"
        p.add(total(passed.values()) >= 1, about=Topic(words, "pass", [one, other]))
    alone = len(across) == 1  # there is no border
    for name, some in across.items():
        if not alone:
            p.add(total(some) == 2, about=Topic(f"the border of country {name}", "border", of=name))
    for cell, clue in puzzle["board"].items():
        edges = clue if alone else clue - 1
        p.add(total(within[label[cell]]) == edges, about=Topic(f"the {clue} at {at(cell)}", "clue", [cell]))
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Return faults for second numbers in a country, and for numbers above its cells."""
    return areas.count_faults(puzzle, "regions", "board", "country", least=1)


def clue_words(puzzle: Instance, key: str, cell: Cell) -> Iterator[str]:
    """Return the numbers that a country can have; a new one stands in its first cell."""
    return areas.number_words(puzzle, "regions", key, cell, lambda cells: range(1, len(cells) + 1))


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `the loop passes r1c1 or r1c2, so r1c2-r1c3 has a line`."""
    if tell.tag == "border":
        return f"the loop crosses {tell.rule} twice, so {tell.verdict}"
    if tell.tag == "pass":
        return f"the loop passes {' or '.join(tell.cells)}, so {tell.verdict}"
    return f"by {tell.rule}, {tell.verdict}" if tell.tag == "clue" else None


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw a loop and cut it into countries; change it while there is another loop; leave out numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
    """

    def say(loop: set[Edge]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return _countries(dice, loop, size), {line_name(*edge): True for edge in loop}

    said = random_lines.draw_unique(KIND, dice, size, say, (DRAWS, MOVES))
    return making.drop_clues(KIND, said, {"board": "."}, dice)


def _countries(dice: making.Dice, loop: set[Edge], size: tuple[int, int]) -> dict[str, Any]:
    """Return what a model file says of countries, each with cells of the loop that follow each other."""
    way = _walk(loop)
    turn = dice.randrange(len(way))
    way = way[turn:] + way[:turn]
    label: random_regions.Labels = {}
    number, left = 0, 0
    for cell in way:
        if not left:
            number, left = number + 1, dice.randint(1, LONGEST)
        label[cell] = number
        left -= 1
    counts = {each: [*label.values()].count(each) for each in label.values()}
    rest = [cell for cell in Instance(KIND.name, size, {}).cells if cell not in label]
    for group in parts(rest):  # cells side by side that the loop leaves out are in one country
        beside = sorted(
            {label[near] for cell in group for near in random_regions.beside(cell) if near in label}
        )
        label |= dict.fromkeys(group, dice.choice(beside))
    first = {name: cell for cell, name in sorted(label.items(), reverse=True)}
    clues = {first[name]: count for name, count in counts.items()}
    return {"board": making.grid(clues, size), "regions": random_regions.draw_regions(label, size)}


def _walk(loop: set[Edge]) -> list[Cell]:
    """Return the cells of a loop, as they follow each other."""
    near: dict[Cell, list[Cell]] = {}
    for one, other in sorted(loop):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    way = [min(near)]
    while len(way) < len(near):
        way.append(next(cell for cell in near[way[-1]] if cell not in way[-2:-1] and cell != way[0]))
    return way


KIND = Kind(
    name="country-road",
    about=About("pencil", "Draw one loop that visits each country once.", ("カントリーロード kantorī rōdo",)),
    rule="Draw one loop from cell to cell that visits each country once: it never comes back to one. A "
    "number is how many cells of its country the loop passes. Of two cells on both sides of a border, the "
    "loop passes one or both.",
    source="Nikoli, 1999",
    parts=(
        Board(
            "board",
            "the number of cells of a country on the loop, in one of its cells; . elsewhere",
            numbers=(1, LARGEST**2),
            corner=True,
        ),
        Regions("regions", "a picture with a sign for each country", what="country"),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    namings=partial(areas.numbers_first, areas="regions", key="board"),
    solution=Lines(),
    rules=rules,
    faults=faults,
    words=words,
    make=make,
    addresses=(address.PuzzLink("country", address.RoomNumbers("regions", "board")),),
    example="6..5/..../..../....;1223/1233/1233/1114",
)
RECORD = family(KIND)
