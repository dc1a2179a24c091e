"""Heyawake: rooms with numbers of black cells; no straight line of white cells passes through three rooms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Flags,
    Instance,
    Kind,
    Problem,
    Regions,
    address,
    areas,
    at,
    family,
    making,
    random_regions,
    shading,
    total,
)
from accord.puzzles.bounds import LARGEST, check_knob

DRAWS = 100  # of rooms and black cells
THROUGH = "the line from "


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is black."""
    p = puzzle.problem()
    black = puzzle.flags(p)
    for cells in puzzle["regions"].values():
        for cell in cells:
            if cell in puzzle["board"]:
                clue = puzzle["board"][cell]
                p.add(total(black[each] for each in cells) == clue, words=f"the {clue} at {at(cell)}")
    for line in across(puzzle):
        p.add(total(black[cell] for cell in line) >= 1, words=f"{THROUGH}{at(line[0])} to {at(line[-1])}")
    shading.add_apart(puzzle, p, black, "the white cells")
    return p


def across(puzzle: Instance) -> Iterator[list[Cell]]:
    """Yield the shortest straight lines that pass two walls between rooms."""
    room = {cell: label for label, cells in puzzle["regions"].items() for cell in cells}
    for line in puzzle.lines:
        walls = [n for n in range(1, len(line)) if room[line[n - 1]] != room[line[n]]]
        for one, other in pairwise(walls):
            yield [*line[one - 1 : other + 1]]


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Return faults for second numbers in a room, and for those that are more than its cells."""
    return areas.count_faults(puzzle, "regions", "board", "room", least=0)


def clue_words(puzzle: Instance, key: str, cell: Cell) -> Iterator[str]:
    """Return the numbers that a room can have; a new one stands in its first cell."""
    return areas.number_words(puzzle, "regions", key, cell, lambda cells: range(len(cells) // 2 + 2))


def make(dice: making.Dice, size: tuple[int, int], *, largest: int = 8) -> Mapping[str, Any]:
    """Cut the board into rooms, and draw black cells; then remove numbers.

    Args:
        dice: random numbers.
        size: rows and columns.
        largest: the most cells that a room has, as a rule.
    """
    check_knob("largest", largest, 2, 100)
    for _ in range(DRAWS):
        drawn = random_regions.cut(dice, size, largest)
        known = making.random_solution(KIND.problem(**_state(size, drawn, {})), dice)
        rooms: random_regions.Labels | None = drawn
        while known is not None and rooms is not None:
            said = _state(size, rooms, known)
            other = making.another(KIND.problem(**said), known)
            if other is None:
                return making.drop_clues(KIND, said, {"board": "-"}, dice)
            rooms = _part(dice, size, rooms, known, other)
    raise making.none_found()


def _state(size: tuple[int, int], rooms: random_regions.Labels, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a model file says of rooms, each with its number of black cells if these are known."""
    cells: dict[int, list[Cell]] = {}
    for cell in sorted(rooms):
        cells.setdefault(rooms[cell], []).append(cell)
    clues = {some[0]: sum(known[at(cell)] for cell in some) for some in cells.values() if known}
    return {"board": making.grid(clues, size), "regions": random_regions.draw_regions(rooms, size)}


def _part(
    dice: making.Dice,
    size: tuple[int, int],
    rooms: random_regions.Labels,
    known: Mapping[str, Any],
    other: Mapping[str, Any],
) -> random_regions.Labels | None:
    """Return the rooms with one of them cut in two, where two solutions differ; None if that cannot be."""
    apart = sorted({rooms[cell] for cell in rooms if known[at(cell)] != other[at(cell)]})
    cuts = [(label, axis, place) for label in apart for axis in (0, 1) for place in range(1, size[axis])]
    dice.shuffle(cuts)
    for label, axis, place in cuts:
        part = [cell for cell in rooms if rooms[cell] == label and cell[axis] < place]
        if sum(known[at(cell)] for cell in part) != sum(other[at(cell)] for cell in part):
            found = rooms | dict.fromkeys(part, max(rooms.values()) + 1)
            regions: dict[str, list[Cell]] = {}
            for cell, its in found.items():
                regions.setdefault(str(its), []).append(cell)
            lines = across(Instance(KIND.name, size, {"regions": regions}))
            if all(any(known[at(cell)] for cell in line) for line in lines):
                return found
    return None


KIND = Kind(
    name="heyawake",
    about=About(
        "pencil",
        "Black out cells in rooms; no white line passes through three rooms.",
        ("へやわけ heyawake", "Divided Rooms"),
    ),
    rule="Black out cells. A number is how many cells of its room are black. No straight line of white cells "
    "passes through more than two rooms. No two black cells share a side. The white cells are connected by "
    "their sides.",
    source="Nikoli, 1992",
    parts=(
        Board(
            "board",
            "the number of black cells of a room, in one of its cells; . elsewhere",
            numbers=(0, LARGEST**2),
            corner=True,
        ),
        Regions("regions", "a picture with a sign for each room", what="room"),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    namings=partial(areas.numbers_first, areas="regions", key="board"),
    solution=Flags("black cell", state="black", contrary="white", fill="ink"),
    rules=rules,
    faults=faults,
    words=shading.apart_words,
    make=make,
    example="1..../2...0/...../...../2....;11111/22234/55554/55554/66674",
    addresses=(
        address.PuzzLink("heyawake", address.RoomNumbers("regions", "board")),
        address.Penpa(
            "heyawake", address.drawn.Regions("regions"), address.drawn.Numbers("board", address.NOTHING)
        ),
    ),
)
RECORD = family(KIND)
