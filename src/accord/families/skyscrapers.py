"""Skyscrapers: a building in each cell, one of each height in a line; a clue counts the visible ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, Literal

from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Line,
    Number,
    Problem,
    Side,
    Telling,
    Topic,
    Values,
    Variant,
    address,
    at,
    family,
    making,
    total,
)
from accord.puzzles.bounds import check_knob, needed_only

State = tuple[int, int, int]  # cells passed, the tallest building there, how many were seen
PARK = 0
CLUE = "clue"  # the tag of its rules
SIDES: dict[Literal["top", "bottom", "left", "right"], Literal["columns", "rows"]] = {
    "top": "columns",
    "bottom": "columns",
    "left": "rows",
    "right": "rows",
}


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell the height of its building, 0 for a park."""
    p = puzzle.problem()
    tallest, size = puzzle["tallest"], puzzle.width
    heights = range(PARK if tallest < size else 1, tallest + 1)
    height = puzzle.choices(p, heights, given=puzzle["board"])
    for line in [*puzzle.lines, *(puzzle.diagonals if puzzle["diagonals"] else [])]:
        for value in heights:
            times = 1 if value else size - tallest
            p.add(total(height[cell] == value for cell in line) == times, words=line.name)
    for clue, line in views(puzzle):
        moves = automaton(size, tallest, clue)
        p.regular(
            [height[cell] for cell in line], moves, (0, 0, 0), [(size, tallest, clue)], about=line.topic
        )
    return p


def views(puzzle: Instance) -> Iterator[tuple[int, Line]]:
    """Yield the clues, each with the cells as they are seen from there."""
    for side in SIDES:
        for line, clue in zip(lines_from(puzzle, side), puzzle[side], strict=True):
            if clue is not None:
                yield clue, Line(f"the {clue} at the {side} of {line.name}", line, CLUE)


def lines_from(puzzle: Instance, side: Literal["top", "bottom", "left", "right"]) -> list[Line]:
    """Return the lines as they are seen from a side."""
    lines = puzzle.columns if SIDES[side] == "columns" else puzzle.rows
    step = 1 if side in ("top", "left") else -1
    return [Line(line.name, line[::step]) for line in lines]


@lru_cache(maxsize=256)
def automaton(size: int, tallest: int, clue: int) -> tuple[tuple[State, int, State], ...]:
    """Return the moves of an automaton that goes along a line and counts visible buildings.

    There is one of each height and so many parks: after so many cells, one has to be so tall, at least.
    """
    parks = size - tallest
    heights = range(PARK if parks else 1, tallest + 1)

    def possible(passed: int, top: int, count: int) -> bool:
        unseen = clue - count
        return top >= passed - parks and bool(unseen) == (top < tallest) and 0 <= unseen <= tallest - top

    return tuple(
        ((passed, top, count), height, after)
        for passed in range(size)
        for top in range(tallest + 1)
        for count in range(min(top, 1), min(top, clue) + 1)
        for height in heights
        if (height != top or height == PARK)
        and possible(*(after := (passed + 1, max(top, height), count + (height > top))))
        and possible(passed, top, count)
    )


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for a board that is not square, and for heights and clues that cannot be."""
    tallest, board = puzzle["tallest"], puzzle["board"]
    if puzzle.height != puzzle.width:
        yield Fault("board", f"found {puzzle.height} rows and {puzzle.width} columns; expected as many")
        return
    if tallest > puzzle.width:
        yield Fault("tallest", f"found {tallest}; expected 1 to {puzzle.width}, as many as there are columns")
        return
    for side in SIDES:
        for place, clue in enumerate(puzzle[side], start=1):
            if clue is not None and clue > tallest:
                yield Fault(f"{side}[{place}]", f"found {clue}; expected 1 to {tallest}, the largest height")
    least = _least(puzzle)
    for cell, height in board.items():
        if not least <= height <= tallest:
            yield puzzle.fault("board", cell, f"found {height}; expected {least} to {tallest}")


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `by the 3 at the left of row 2, r2c1 is not 4 or 5`."""
    return f"by {tell.rule}, {tell.verdict}" if tell.tag == CLUE else None


def seen_as(topic: Topic) -> object:
    """Return the key under which steps are one hint: all steps by one clue have the same."""
    return topic if topic.tag == CLUE else object()


def _least(puzzle: Instance) -> int:
    """Return the least height that may stand in a cell."""
    return PARK if puzzle["tallest"] < puzzle.width else 1


def clue_words(puzzle: Instance, key: str, _place: Cell) -> Iterator[str]:
    """Yield the numbers of buildings, or the heights, up to the tallest one."""
    yield from map(str, range(_least(puzzle) if key == "board" else 1, puzzle["tallest"] + 1))


def make(
    dice: making.Dice,
    size: tuple[int, int],
    *,
    tallest: int = 0,
    clues: str = "needed",
    diagonals: bool = False,
) -> Mapping[str, Any]:
    """Draw a full board, and keep its clues, as far as they are needed.

    Args:
        dice: random numbers.
        size: rows and columns, as many of each.
        tallest: the largest height; where it is less than the size, the other cells are parks.
        clues: needed, without unnecessary clues; or all.
        diagonals: whether each diagonal has one building of each height, too.
    """
    needed = needed_only(clues)
    if size[0] != size[1]:
        raise making.impossible(KIND, size)
    check_knob("tallest", tallest, 0, size[0])
    said: dict[str, Any] = {"tallest": tallest, "diagonals": diagonals, "board": making.grid({}, size)}
    known = making.random_solution(KIND.problem(**said), dice)
    if known is None:  # only with diagonals: each row may be the one above it, moved by a cell
        raise making.impossible(KIND, size, " with diagonals")
    board = Instance(KIND.name, size, {})
    for side in SIDES:
        lines = [[known[at(cell)] for cell in line] for line in lines_from(board, side)]
        said[side] = tuple(
            sum(height > max(line[:n], default=0) for n, height in enumerate(line)) for line in lines
        )
    given = {cell: known[at(cell)] for cell in board.cells if dice.wishes.must([cell])}
    while other := making.another(KIND.problem(**said), known):
        cell = dice.choice([cell for cell in board.cells if other[at(cell)] != known[at(cell)]])
        given |= {each: known[at(each)] for each in dice.wishes.orbit(cell)}
        said["board"] = making.grid(given, size)
    said = making.drop_clues(KIND, said, {"board": "."}, dice)
    return making.drop_clues(KIND, said, dict.fromkeys(SIDES, "-"), dice) if needed else said


def _columns(size: tuple[int, int]) -> int:
    return size[1]


_TALLEST = address.SideOnly("tallest", "parks")
KIND = Kind(
    name="skyscrapers",
    about=About(
        "edge",
        "Place buildings of different heights; clues count those in view.",
        ("Towers", "ビルディング building"),
    ),
    rule="Put a building into each cell, one of each height in each row and column. A number counts the "
    "buildings that are seen from there: taller ones hide lower ones behind them. Where the tallest is lower "
    "than the board is wide, the other cells are parks, which hide nothing. D: both diagonals have one of "
    "each height, too.",
    source="Masanori Natsuhara, World Puzzle Championship 1992",
    parts=(
        Number("tallest", "the largest height; by default the number of columns", by_size=_columns),
        Variant("diagonals", "whether each diagonal has one building of each height, too", letter="D"),
        *(
            Side(
                side,
                f"buildings seen from the {side}",
                of=of,
                stands=side,
                least=1,
                optional=True,
                viewed=True,
            )
            for side, of in SIDES.items()
        ),
        Board("board", "heights where they are given, . elsewhere", numbers=(0, 99), optional=True),
    ),
    clues={**dict.fromkeys(SIDES, "-"), "board": "."},
    clue_words=clue_words,
    solution=Values(given="board"),
    rules=rules,
    faults=faults,
    words=words,
    seen_as=seen_as,
    make=make,
    arranged=itemgetter("board"),
    example="2_1;1_2;2_1;1_2",
    addresses=(
        address.PuzzLink(
            "skyscrapers",
            _TALLEST,
            address.Lines([["top"], ["bottom"]], [["left"], ["right"]]),
            address.Cells("board", address.NUMBER16, late=True),
            also=["skyscraper", "building"],
        ),
        address.Tatham(
            "towers",
            _TALLEST,
            address.games.Sights(("top", "bottom", "left", "right"), "board"),
            sizes=address.SIDE,
        ),
        address.Penpa(
            "skyscrapers",
            *(address.beside.Beside(side, [side]) for side in ("top", "bottom", "left", "right")),
            address.drawn.Numbers("board"),
        ),
    ),
)
RECORD = family(KIND)
