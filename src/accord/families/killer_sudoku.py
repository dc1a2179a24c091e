"""Killer sudoku: a sudoku without givens, in which cages have sums.

The boxes of a board of 6 x 6 have two rows and three columns:

    >>> from accord.families.killer_sudoku import usual_boxes
    >>> usual_boxes(6)[:3].tolist()
    [[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], [2, 2, 2, 3, 3, 3]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.errors import RefusedError
from accord.families.sudoku.shape import box_shape, nearest_square, usual
from accord.grids.regions import Grid
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Line,
    Problem,
    Reading,
    Regions,
    Values,
    Variant,
    address,
    areas,
    at,
    family,
    making,
    random_regions,
    sums,
)
from accord.pencil.boards import is_connected
from accord.picture import Picture
from accord.puzzles.bounds import check_knob
from accord.symmetry.canonical import Graph, canonical_form

LARGEST = 16  # digits
MOVES = 300  # of cells from cage to cage


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell its digit."""
    p = puzzle.problem()
    digit = puzzle.integers(p, 1, puzzle.width)
    for line in units(puzzle):
        p.different(*(digit[cell] for cell in line), words=line.name)
    for cage, total in cages(puzzle):
        sums.add_up(p, digit, cage, total, puzzle["digits"] == "repeated")
    return p


def plain(puzzle: Instance) -> Problem:
    """Return the problem in which a cage has different digits also without its sum."""
    p = rules(puzzle)
    if puzzle["digits"] == "different":
        sums.add_different(p, (cage for cage, _ in cages(puzzle)))
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for boards that are not square, and for cages that no digits fill."""
    most, repeated = puzzle.width, puzzle["digits"] == "repeated"
    if puzzle.height != most or most > LARGEST:
        found = f"found {puzzle.height} rows and {most} columns"
        yield Fault("cages", f"{found}; expected as many of both, up to {LARGEST}")
        return
    if not has_known_boxes(most):
        yield Fault(
            "cages", f"found {most} rows, whose boxes are not known; expected 4, 6, 8, 9, 10, 12, 15 or 16"
        )
        return
    yield from areas.second_faults(puzzle, "cages", "sums", "cage", "sum")
    for cells, stated in areas.numbered_areas(puzzle, "cages", "sums"):
        many = len(cells)
        if many > most and not repeated:
            yield puzzle.fault("cages", cells[0], f"found a cage of {many} cells; expected at most {most}")
            continue
        least, greatest = sums.span(many, most, repeated)
        for cell in stated[:1]:
            if not least <= puzzle["sums"][cell] <= greatest:
                found = f"found {puzzle['sums'][cell]} for {many} cells"
                yield puzzle.fault("sums", cell, f"{found}; expected {least} to {greatest}")


def clue_words(puzzle: Instance, key: str, cell: Cell) -> Iterator[str]:
    """Return the sums that a cage can have; a new one stands in its first cell."""

    def between(cells: Sequence[Cell]) -> Iterable[int]:
        least, most = sums.span(len(cells), puzzle.width, puzzle["digits"] == "repeated")
        return range(least, most + 1)

    return areas.number_words(puzzle, "cages", key, cell, between)


# -- rows, columns, boxes and cages ----------------------------------------------------------------


def units(puzzle: Instance) -> list[Line]:
    """Return the rows, columns and boxes, and the diagonals where they count."""
    return [*puzzle.lines, *boxes(puzzle), *(puzzle.diagonals if puzzle["diagonals"] else [])]


def has_known_boxes(size: int) -> bool:
    """Return whether boards of that size have usual boxes, or none because the boxes would be rows."""
    return usual(size) is not None or nearest_square(size) is None


def usual_boxes(size: int) -> Grid | None:
    """Return the box of each cell of a board of that size; None if the boxes are rows."""
    shape = usual(size)
    return None if shape is None else box_shape(size, *shape).box


def boxes(puzzle: Instance) -> list[Line]:
    """Return the boxes, if they are not the rows."""
    box = usual_boxes(puzzle.width)
    if box is None:
        return []
    found: dict[int, list[Cell]] = {}
    for cell in puzzle.cells:
        found.setdefault(int(box[cell]), []).append(cell)
    return [Line(f"box {number + 1}", cells) for number, cells in found.items()]


def cages(puzzle: Instance) -> Iterator[tuple[Line, int | None]]:
    """Yield the cages, each with its sum."""
    for cells in puzzle["cages"].values():
        total = next((puzzle["sums"][cell] for cell in cells if cell in puzzle["sums"]), None)
        yield Line(f"the cage at {at(cells[0])}", cells), total


def form(puzzle: Instance) -> str:
    """Return what twins share: rows and columns change places where those of a sudoku do."""
    number = {cell: n for n, cell in enumerate(puzzle.cells)}
    lines = len(puzzle.lines)
    groups: list[tuple[int, Sequence[Cell]]] = [
        (1 if n < lines else 2, unit) for n, unit in enumerate(units(puzzle))
    ]
    groups += [(3 if total is None else 3 + total, cage) for cage, total in cages(puzzle)]
    of = np.repeat(len(number) + np.arange(len(groups)), [len(cells) for _, cells in groups])
    graph = Graph(
        np.append(np.zeros(len(number), np.int64), [kind for kind, _ in groups]),
        np.array([number[cell] for _, cells in groups for cell in cells]),
        of,
        np.zeros(len(of), np.int64),
    )
    return f"{puzzle['digits']} {canonical_form(graph).hex()}"


def look(puzzle: Instance, picture: Picture) -> Picture:
    """Return the picture with walls around boxes in drawings, and dashed lines around cages."""
    box = {(0, *cell): number for number, line in enumerate(boxes(puzzle), start=1) for cell in line}
    return replace(picture, boxes=dict.fromkeys(picture.signs, 0) | box, cages=picture.regions or {})


# -- puzzles at random -----------------------------------------------------------------------------


def make(
    dice: making.Dice, size: tuple[int, int], *, largest: int = 4, diagonals: bool = False
) -> Mapping[str, Any]:
    """Cut a full board into cages at random, until the sums have one solution.

    Args:
        dice: random numbers.
        size: rows and columns, as many of each.
        largest: cells of a cage, at most.
        diagonals: whether each diagonal has each digit once, too.
    """
    check_knob("largest", largest, 1, max(size))
    if size[0] != size[1] or size[0] > LARGEST:
        raise making.impossible(KIND, size)
    if not has_known_boxes(size[0]):
        raise making.impossible(KIND, size, ", whose boxes are not known")
    board = Instance(KIND.name, size, {})
    alone = random_regions.draw_regions({cell: number for number, cell in enumerate(board.cells)}, size)
    blank = KIND.problem(sums=making.grid({}, size), cages=alone, diagonals=diagonals)
    known = making.random_solution(blank, dice)
    if known is None:  # only with diagonals: there is a sudoku of each size
        raise making.impossible(KIND, size, " with diagonals")
    cage = cut(dice, board, known, largest)
    for move in range(MOVES):
        of: dict[int, list[Cell]] = {}
        for cell in board.cells:
            of.setdefault(cage[cell], []).append(cell)
        totals = {cells[0]: sum(known[at(cell)] for cell in cells) for cells in of.values()}
        said = {
            "sums": making.grid(totals, size),
            "cages": random_regions.draw_regions(cage, size),
            "diagonals": diagonals,
        }
        other = making.another(KIND.problem(**said), known)
        if other is None:
            return said
        cells = [
            cell
            for cell in board.cells
            if other[at(cell)] != known[at(cell)] and is_free(of[cage[cell]], cell)
        ]
        if not cells:
            break
        cell = dice.choice(cells)
        digits = {number: {known[at(each)] for each in its} for number, its in of.items()}
        room = [cage[near] for near in board.near(cell) if cage[near] != cage[cell]]
        room = [
            number for number in room if len(of[number]) < largest and known[at(cell)] not in digits[number]
        ]
        cage[cell] = dice.choice(room) if room and move < MOVES // 2 else max(of) + 1
    raise making.none_found()


def cut(dice: making.Dice, board: Instance, known: Mapping[str, int], largest: int) -> dict[Cell, int]:
    """Return cages at random, none with a digit twice."""
    cage: dict[Cell, int] = {}
    cells = [*board.cells]
    dice.shuffle(cells)
    for number, first in enumerate(cells):
        many, grown = dice.randint(min(2, largest), largest), [first]
        while first not in cage and len(grown) < many:
            digits = {known[at(cell)] for cell in grown}
            edge = {near for cell in grown for near in board.near(cell) if near not in cage}
            free = sorted(cell for cell in edge.difference(grown) if known[at(cell)] not in digits)
            if not free:
                break
            grown.append(dice.choice(free))
        for cell in grown:
            cage.setdefault(cell, number)
    return cage


def is_free(cells: Sequence[Cell], cell: Cell) -> bool:
    """Whether the others of a cage stay in one piece without that cell."""
    rest = [other for other in cells if other != cell]
    return bool(rest) and is_connected(rest)


def _size_of_boxes(columns: int, rows: int) -> address.Size | None:
    side = columns * rows
    most = max((wide for wide in range(1, side + 1) if wide * wide <= side and side % wide == 0), default=0)
    return (side, side) if 2 <= columns == most and side <= 9 else None


def _boxes_of_size(size: address.Size) -> str:
    found = next((n for n in (2, 3) if size[0] == size[1] and _size_of_boxes(n, size[0] // n) == size), None)
    if found is None:
        raise RefusedError(f"found a board of {size[1]}x{size[0]}; the game has 4x4, 6x6, 8x8 and 9x9")
    return f"{found}x{size[0] // found}"


KIND = Kind(
    name="killer-sudoku",
    about=About(
        "pencil",
        "Sudoku with cages whose digits add up to a number.",
        ("Sumdoku", "サムナンプレ samu nanpure"),
    ),
    rule="Write a digit into each cell, so that each row, column and box has each digit once. The digits of "
    "a cage are different, and add up to its number. The boxes are the usual ones of a sudoku; a board of 2, "
    "3, 5, 7, 11 or 13 rows has none. D: both diagonals have each digit once, too.",
    source="Japan, 1990s; Wikipedia, Killer sudoku",
    parts=(
        Reading(
            "digits",
            "whether a cage may have a digit twice",
            {
                "different": "a cage has no digit twice",
                "repeated": "a cage may have a digit twice",
            },
        ),
        Variant("diagonals", "whether each diagonal has each digit once, too", letter="D"),
        Board(
            "sums", "the sum of each cage in one of its cells, . elsewhere", numbers=(1, 9999), corner=True
        ),
        Regions("cages", "a picture with a sign for each cage"),
    ),
    clues={"sums": "."},
    clue_words=clue_words,
    plain=plain,
    form=form,
    solution=Values(),
    rules=rules,
    faults=faults,
    words=sums.sum_words,
    truth_words=sums.truth_words,
    seen_as=sums.seen_as,
    look=look,
    make=make,
    example="4_7_._./._6_._9/9_._5_./._._._.;1222/1334/5364/5564",
    largest=LARGEST,
    addresses=(
        address.Tatham(
            "solo",
            address.games.Blank(),
            address.Sign(","),
            address.games.Cages("cages", "sums"),
            sizes=address.Sizes("2x2, 2x3, 2x4 or 3x3", _size_of_boxes, _boxes_of_size),
            letters="k(?:a|md?[248]|r[24])?(?:d[a-z])?",
            always="k",
            unread={
                "(?![a-z]*k)": "k and a colon, of a killer sudoku; a plain Solo is a sudoku, and not read "
                "here: write its cells row by row, as in sudoku:53..7....6..195...",
                "[a-z]*[xj]": "k and a colon; a killer sudoku with diagonals or irregular boxes is not read "
                "here",
            },
        ),
        address.Penpa(
            "killer-sudoku", address.drawn.UsualBoxes(usual_boxes), address.drawn.Cages("cages", "sums")
        ),
    ),
)
RECORD = family(KIND)
