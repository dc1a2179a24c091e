"""Shakashaka: black triangles in white cells, so that all white parts are rectangles, upright or on a corner.

The value of a cell is `-` if it is white, or the corner of the cell that is black: nw, ne, se or sw. A white
part is a rectangle if and only if at each corner of cells each white angle is right, straight or full. The
clauses of a corner, each a list of places, whether all black will do there, and values:

    >>> from accord.families.shakashaka import TURNED
    >>> len(TURNED), TURNED[0]
    (20, [(0, True, ('se', '-', 'nw', 'ne')), (1, False, ('-', 'ne', 'se'))])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from accord.model.lazy import Cut
from accord.pencil import (
    About,
    Board,
    Cell,
    Instance,
    Kind,
    Problem,
    Sign,
    Telling,
    Topic,
    Values,
    address,
    at,
    family,
    making,
    numbers,
    some,
    total,
)
from accord.picture import Picture
from accord.puzzles.bounds import check_knob
from accord.puzzles.words import join_words

WALL = "x"
WHITE = "-"
CORNERS = ("nw", "ne", "se", "sw")  # clockwise; around a corner of cells, the cells that are there
VALUES = (WHITE, *CORNERS)
SIGNS = {"nw": "◤", "ne": "◥", "se": "◢", "sw": "◣"}
NAMES = {"nw": "black at the upper left", "ne": "black at the upper right", "se": "black at the lower right"}
NAMES |= {"sw": "black at the lower left", WHITE: "white"}
DRAWS = 400  # walls that are put, one by one
MOST_WALLS = 0.4  # the share of cells with a wall above which others are put
SHARES = (0.4, 0.3, 0.2, 0.0)  # of cells with a triangle


# -- what the cells around a corner may be ---------------------------------------------------------


# What a cell is at one of its corners: all black or all white there; or, clockwise around the corner, white
# on its first side only, or on its last side only.
BLACK, LAST, FULL, FIRST = range(4)
# What may not be, by cells clockwise around a corner: a single half; a half and a full one without another
# half behind it; three full ones without a fourth. Each is a clause: for one cell or another what it may be.
CLAUSES = (
    ((0, {BLACK, FULL, FIRST}), (1, {FULL, FIRST})),
    ((0, {BLACK, FULL, LAST}), (-1, {FULL, LAST})),
    ((0, {BLACK, FULL, FIRST}), (1, {BLACK, LAST, FIRST}), (2, {FIRST})),
    ((0, {BLACK, FULL, LAST}), (-1, {BLACK, LAST, FIRST}), (-2, {LAST})),
    ((0, {BLACK, LAST, FIRST}), (1, {BLACK, LAST, FIRST}), (2, {BLACK, LAST, FIRST}), (3, {FULL})),
)


def here(value: str, turn: int) -> int:
    """Return what a cell with a value is at the corner around which it is the `turn`th, clockwise."""
    return FULL if value == WHITE else (CORNERS.index(value) - turn - 2) % 4


def all_turns() -> Iterator[list[tuple[int, bool, tuple[str, ...]]]]:
    """Yield each clause from each cell around a corner on: places, whether black will do, and values."""
    for turn, clause in product(range(4), CLAUSES):
        places = [((turn + step) % 4, may) for step, may in clause]
        yield [
            (place, BLACK in may, tuple(v for what in may for v in VALUES if here(v, place) == what))
            for place, may in places
        ]


TURNED = [*all_turns()]


# -- rules, words and pictures ---------------------------------------------------------------------


def rules(puzzle: Instance) -> Problem:
    """Return the problem: what each cell without a wall is."""
    p = puzzle.problem()
    free = [cell for cell in puzzle.cells if cell not in puzzle["board"]]
    of = puzzle.choices(p, VALUES, free)
    is_one: dict[tuple[Cell, tuple[str, ...]], Any] = {}  # of a cell and values: whether it has one of them
    for row, column in product(range(puzzle.height + 1), range(puzzle.width + 1)):
        around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        words = f"the corner of {join_words([at(cell) for cell in around if cell in of])}"
        about = Topic(words, "corner", [cell for cell in around if cell in of])
        can_be: dict[Cell, list[str]] = {}  # what clauses of one cell leave it
        for clause in TURNED:
            there: list[tuple[Cell, tuple[str, ...]]] = []
            for place, may_be_black, values in clause:
                cell = around[place]
                if cell in of:
                    there.append((cell, values))
                elif may_be_black:
                    break
            else:
                if len(there) == 1:
                    ((cell, values),) = there
                    can_be[cell] = [value for value in can_be.get(cell, VALUES) if value in values]
                    continue
                for key in there:
                    if key not in is_one:
                        is_one[key] = of[key[0]].among(key[1])
                p.add(some(*map(is_one.__getitem__, there)), about=about)
        for cell, left in can_be.items():
            p.add(of[cell].among(left), about=about)
    for cell, clue in puzzle["board"].items():
        if clue != WALL:
            beside = total(of[other] != WHITE for other in puzzle.near(cell) if other in of)
            p.add(beside == clue, about=Topic(f"the {clue} at {at(cell)}", "clue", [cell]))
    return p


def words(tell: Telling) -> str | None:
    """Return a step in words, such as `otherwise the white part at .. is no rectangle, so ...`."""
    if tell.step.rule != "bounds":
        return None
    if tell.tag == "clue":
        how = "needs a triangle in each cell that is left" if tell.closes else "has its triangles"
        return f"{tell.rule} {how}, so {tell.verdict}"
    if tell.tag == "corner":
        return f"otherwise a white part is no rectangle at {tell.rule}; so {tell.verdict}"
    return None


def look(puzzle: Instance, drawn: Picture) -> Picture:  # noqa: ARG001
    """Return the picture with figures of triangles."""
    figures = {sign: f"triangle-{corner}" for corner, sign in SIGNS.items()}
    return replace(drawn, figures={**drawn.figures, **figures, WHITE: "none"})


# -- puzzles at random -----------------------------------------------------------------------------


def make(dice: making.Dice, size: tuple[int, int], *, walls: float = 0.15) -> Mapping[str, Any]:
    """Put triangles between random walls; add walls where another solution differs.

    Args:
        dice: random numbers.
        size: rows and columns.
        walls: the share of cells with a wall at first.
    """
    check_knob("walls", walls, 0.0, 0.9)
    blank = Instance(KIND.name, size, {})
    board: set[Cell] = set()
    for _ in range(DRAWS):
        if not board or len(board) > MOST_WALLS * len(blank.cells):
            board = {cell for cell in blank.cells if dice.random() < walls}
        free = [cell for cell in blank.cells if cell not in board]
        known = _triangles(dice, board, free, size)
        if known is not None:
            said = {"board": making.grid(_count(blank, board, known), size)}
            other = making.another(KIND.problem(**said), known)
            if other is None:
                return making.drop_clues(KIND, said, {"board": WALL}, dice)
            free = [cell for cell in free if other[at(cell)] != known[at(cell)]]
        board.add(dice.choice(free))
    raise making.none_found()


def _triangles(
    dice: making.Dice, walls: Iterable[Cell], free: Sequence[Cell], size: tuple[int, int]
) -> making.Known | None:
    """Return a solution with these walls: with many triangles if there is one."""
    p = KIND.problem(board=making.grid(dict.fromkeys(walls, WALL), size))
    options = sorted(
        option
        for of in p.options.values()
        for value, option in of.items()
        if value != WHITE and option is not None
    )
    for share in SHARES:
        least = int(share * len(free))
        triangles = Cut("triangles", tuple(options), (1,) * len(options), least, len(options))
        known = making.random_solution(p, dice, triangles)
        if known is not None:
            return known
    return None


def _count(blank: Instance, walls: Iterable[Cell], known: Mapping[str, Any]) -> dict[Cell, int]:
    return {
        cell: sum(known.get(at(near), WHITE) != WHITE for near in blank.near(cell)) for cell in sorted(walls)
    }


KIND = Kind(
    name="shakashaka",
    about=About(
        "pencil",
        "Put black triangles; all white parts are rectangles.",
        ("Proof of Quilt", "シャカシャカ"),
    ),
    rule="Blacken half of some white cells, along a diagonal, so that all white parts are rectangles, "
    "upright or on a corner. A number says how many half black cells are beside a wall.",
    source="Guten, Nikoli 2008",
    parts=(
        Board(
            "board",
            "walls: x, or the number of triangles beside it; . is a cell",
            signs=(Sign(WALL, "a wall", shown="#", dark=True),),
            numbers=(0, 4),
            dark=True,
        ),
    ),
    clues={"board": WALL},
    not_clues=(WALL,),
    solution=Values(among=(WHITE, *CORNERS), rest=WALL, shown=SIGNS, names=NAMES),
    rules=rules,
    faults=partial(numbers.wall_faults, wall=WALL),
    words=words,
    look=look,
    make=make,
    example="..../..x1/..../.x..",
    addresses=(address.PuzzLink("shakashaka", address.FourCells("board", unknown="x")),),
)
RECORD = family(KIND)
