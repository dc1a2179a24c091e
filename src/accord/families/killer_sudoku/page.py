"""Killer sudoku: a sudoku without givens, in which cages have sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from accord.families import addresses
from accord.families.killer_sudoku.cutting import cut, is_free
from accord.families.killer_sudoku.units import boxes, cages, form, has_known_boxes, units, usual_boxes
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Reading,
    Regions,
    Values,
    Variant,
    areas,
    at,
    family,
    making,
    random_regions,
    sums,
)
from accord.pencil.address.penpa import Penpa
from accord.pencil.address.penpa_parts import Cages, UsualBoxes
from accord.picture import Picture
from accord.puzzles.bounds import check_knob

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


DRAWN = Penpa("killer-sudoku", UsualBoxes(usual_boxes), Cages("cages", "sums"))


def look(puzzle: Instance, picture: Picture) -> Picture:
    """Return the picture with walls around boxes in drawings, and dashed lines around cages."""
    box = {(0, *cell): number for number, line in enumerate(boxes(puzzle), start=1) for cell in line}
    return replace(picture, boxes=dict.fromkeys(picture.signs, 0) | box, cages=picture.regions or {})


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
    addresses=(*addresses.KILLER_SUDOKU, DRAWN),
)
RECORD = family(KIND)
