"""Masyu: one loop from cell to cell through all pearls, straight through white ones, turning at black ones.

A leg is the edge by which a line leaves a cell in some direction, or the one behind it; one that would leave
the board is false.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Instance,
    Kind,
    Lines,
    Problem,
    Sign,
    Telling,
    Topic,
    address,
    at,
    family,
    making,
    random_lines,
    total,
)
from accord.pencil.instance import line_name

WHITE, BLACK = "w", "b"
PEARL = "pearl"  # the tag of its rules
AXES = (((-1, 0), (1, 0)), ((0, -1), (0, 1)))
DRAWS, MOVES = 4, 60  # of a loop; of a cell inside it or outside, while there is another loop


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each edge between cells, whether the loop runs along it."""
    p = puzzle.problem()
    line = puzzle.lines_between(p)
    p.single_loop(line, words="the loop")
    between = {edge: its for pair, its in line.items() for edge in (pair, pair[::-1])}

    def leg(cell: Cell, step: Cell, far: int = 0) -> Any:
        """Return the edge in a direction, or the one behind it."""
        one = cell[0] + far * step[0], cell[1] + far * step[1]
        other = one[0] + step[0], one[1] + step[1]
        return between.get((one, other))

    def there(*legs: Any) -> Any:
        return total(each for each in legs if each is not None)

    for cell, pearl in puzzle["board"].items():
        name = f"{'white' if pearl == WHITE else 'black'} pearl at {at(cell)}"
        of = partial(_topic, name, cell)
        if pearl == WHITE:
            p.add(total(line.at(*cell)) == 2, about=of("the line through"))
            for back, ahead in AXES:
                legs = leg(cell, back), leg(cell, ahead)
                p.add(
                    there(legs[0]) == there(legs[1]),
                    about=of("the straight way through"),
                )
                beyond = leg(cell, back, 1), leg(cell, ahead, 1)
                p.add(there(legs[0], *beyond) <= 2, about=of("the turn beside"))
        else:
            for axis in AXES:
                p.add(
                    there(*(leg(cell, step) for step in axis)) == 1,
                    about=of("the turn at"),
                )
                for step in axis:
                    nearest = there(leg(cell, step))
                    p.add(
                        nearest <= there(leg(cell, step, 1)),
                        about=of("the straight ways beside"),
                    )
    return p


def _topic(pearl: str, cell: Cell, what: str) -> Topic:
    """Return the topic of a rule of a pearl."""
    return Topic(f"{what} the {pearl}", PEARL, [cell])


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `by the turn at the black pearl at r1c3, r1c2-r1c3 has a line`."""
    return f"by {tell.rule}, {tell.verdict}" if tell.tag == PEARL else None


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Draw a loop with its pearls; change it while there is another; leave out pearls that are not needed.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    pairs = Instance(KIND.name, size, {}).pairs

    def say(loop: set[random_lines.Edge]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        board = making.grid(_pearls(loop), size)
        return {"board": board}, {line_name(*edge): edge in loop for edge in pairs}

    said = random_lines.draw_unique(KIND, dice, size, say, (DRAWS, MOVES))
    return making.drop_clues(KIND, said, {"board": "-"}, dice)


def _pearls(loop: set[random_lines.Edge]) -> dict[Cell, str]:
    """Return the pearl of each cell of a loop that can have one."""
    near: dict[Cell, list[Cell]] = {}
    for one, other in loop:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    straight = {cell: one[0] == other[0] or one[1] == other[1] for cell, (one, other) in near.items()}
    return {
        cell: WHITE if straight[cell] else BLACK
        for cell in sorted(near)
        if (straight[cell] and not all(straight[each] for each in near[cell]))
        or (not straight[cell] and all(straight[each] for each in near[cell]))
    }


KIND = Kind(
    name="masyu",
    about=About("pencil", "Draw one loop through white and black pearls.", ("Pearl Puzzle", "ましゅ mashu")),
    rule="Draw one loop from cell to cell, over sides, through all pearls. It goes straight through a white "
    "pearl, and turns in the cell before it or behind it, or in both. It turns at a black pearl, and goes "
    "straight through the cells before it and behind it.",
    source="Nikoli, 1999",
    parts=(
        Board(
            "board",
            "pearls: w is white, b is black; . is a cell",
            signs=(
                Sign(WHITE, "a white pearl", shown="○", figure="white-pearl", also="1"),
                Sign(BLACK, "a black pearl", shown="●", figure="black-pearl", also="2"),
            ),
        ),
    ),
    clues={"board": "-"},
    solution=Lines(),
    rules=rules,
    words=words,
    make=make,
    addresses=(
        address.PuzzLink("mashu", address.Circles("board", "wb"), also=["masyu"]),
        address.Tatham(
            "pearl",
            address.Cells("board", address.games.PEARLS, {"w": "W", "b": "B"}, whole=True),
            letters="(?:d[et]n?|n)?",
        ),
        address.Penpa("masyu", address.drawn.Signs("board", address.drawn.circles("w", "b"))),
    ),
    example="b../.../..b",
)
RECORD = family(KIND)
