"""Numberlink: equal numbers are joined by lines from cell to cell, which do not touch each other."""

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
    Reading,
    address,
    family,
    making,
    random_regions,
    turning,
)
from accord.puzzles.bounds import LARGEST

ALL, ANY = "all", "any"
JOIN = "Join each two equal numbers by a line from cell to cell. No two lines share a cell."
DRAWS = 400  # of lines that leave no others
SHORTEST = 3  # cells of a line


def ends(puzzle: Instance) -> dict[int, list[Cell]]:
    """Return the cells of each number."""
    found: dict[int, list[Cell]] = {}
    for cell, number in puzzle["board"].items():
        found.setdefault(number, []).append(cell)
    return dict(sorted(found.items()))


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each edge between cells, whether a line runs along it."""
    p = puzzle.problem()
    line = puzzle.lines_between(p)
    p.paths(line, ends=[*ends(puzzle).values()], spanning=puzzle["cells"] == ALL, words="the lines")
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are not there twice."""
    for number, cells in ends(puzzle).items():
        if len(cells) != 2:
            yield puzzle.fault(
                "board", cells[0], f"found the number {number} in {len(cells)} cells; expected 2"
            )
    if not puzzle["board"]:
        yield Fault("board", "found no number; expected numbers, each of them twice")


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Join cells to lines that do not touch themselves; draw others while one is short, or not the only way.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    for _ in range(DRAWS):
        lines = _draw_lines(dice, [*Instance(KIND.name, size, {}).cells])
        if lines and min(map(len, lines)) >= SHORTEST:
            dice.shuffle(lines)
            clues = {
                cell: number for number, line in enumerate(lines, start=1) for cell in (line[0], line[-1])
            }
            said = {"board": making.grid(clues, size)}
            if making.is_unique(KIND.problem(**said)):
                return said
    raise making.none_found()


def _draw_lines(dice: making.Dice, cells: list[Cell]) -> list[list[Cell]]:
    """Return lines that together pass all cells, joined end to end at random as long as there is a way."""
    line_of = {cell: [cell] for cell in cells}
    joints = [
        (cell, other)
        for cell in cells
        for other in random_regions.beside(cell)
        if cell < other and other in line_of
    ]
    dice.shuffle(joints)
    for one, other in sorted(joints, key=lambda joint: len(line_of[joint[0]]) > 1):
        first, second = line_of[one], line_of[other]
        if first is second or one not in (first[0], first[-1]) or other not in (second[0], second[-1]):
            continue
        if any(far in line_of and line_of[far] is second and (near, far) != (one, other)
               for near in first for far in random_regions.beside(near)):  # fmt: skip
            continue
        head = first if one == first[-1] else first[::-1]
        tail = second if other == second[0] else second[::-1]
        joined = [*head, *tail]
        line_of |= dict.fromkeys(joined, joined)
    return [line for cell, line in line_of.items() if cell == line[0]]


KIND = Kind(
    name="numberlink",
    about=About(
        "pencil",
        "Join equal numbers by lines that do not touch.",
        ("Arukone", "Flow Free", "ナンバーリンク nanbārinku"),
    ),
    rule=f"{JOIN} Each cell is on a line.",
    source="Nikoli, 1989; Sam Loyd, 1897",
    parts=(
        Reading(
            "cells",
            "whether each cell is on a line",
            {ALL: "each cell is on a line", ANY: "cells may be left over"},
            {ALL: f"{JOIN} Each cell is on a line.", ANY: f"{JOIN} Cells may be left over."},
        ),
        Board("board", "numbers, each of them twice; . is a cell", numbers=(1, LARGEST**2 // 2)),
    ),
    solution=Lines(),
    namings=partial(turning.rename, key="board", classes=[[*map(str, range(1, LARGEST**2 // 2))]]),
    rules=rules,
    faults=faults,
    make=make,
    addresses=(
        address.PuzzLink(
            "numlin",
            address.Cells("board", address.NUMBER16),
            also=["numberlink"],
            flags={"": {"cells": "any"}},
            variants={"arukone": {"": {"cells": "all"}, "e": {"cells": "any"}}},
        ),
        address.Penpa("numberlink", address.drawn.Labels("board")),
    ),
    example=".12/.2./..1",
)
RECORD = family(KIND)
