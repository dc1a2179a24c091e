"""Kakuro: digits in runs, across and down, each with its sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from accord.families import addresses
from accord.families.kakuro.drawing import is_free, largest_part, redraw, removable
from accord.families.kakuro.runs import CELL, MOST, free, runs, turn, write_board
from accord.pencil import (
    About,
    Board,
    Cell,
    Fault,
    Instance,
    Kind,
    Problem,
    Reading,
    Sign,
    Values,
    at,
    family,
    making,
    sums,
)
from accord.picture import EMPTY, HOLE, Picture
from accord.puzzles.bounds import check_knob

DRAWS, CHANGES = 30, 200  # of a board; of its digits
SWEEPS, PATIENCE = 12, 10


def rules(puzzle: Instance) -> Problem:
    """Return the problem: for each cell its digit."""
    p = puzzle.problem()
    digit = puzzle.integers(p, 1, MOST, free(puzzle))
    for run, total, _ in runs(puzzle):
        sums.add_up(p, digit, run, total, puzzle["digits"] == "repeated")
    return p


def plain(puzzle: Instance) -> Problem:
    """Return the problem in which a run has different digits also without its sum."""
    p = rules(puzzle)
    if puzzle["digits"] == "different":
        sums.add_different(p, (run for run, _, _ in runs(puzzle)))
    return p


def faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for runs that are too long, sums that no digits have, and sums of nothing."""
    repeated = puzzle["digits"] == "repeated"
    known = set()
    for run, total, at_block in runs(puzzle):
        many = len(run)
        least, most = sums.span(many, MOST, repeated)
        if many > MOST and not repeated:
            yield puzzle.fault("board", run[0], f"found a run of {many} cells; expected at most {MOST}")
        elif total is not None and not least <= total <= most:
            yield puzzle.fault(
                "board", at_block[0], f"found {total} for {run.name}; expected {least} to {most}"
            )
        known.add(at_block)
    for block, word in puzzle["board"].items():
        for place, clue in enumerate(word.split(",")):
            if word != CELL and clue and (block, place) not in known:
                where = ("below", "to the right")[place]
                yield puzzle.fault("board", block, f"found {clue}; expected no sum, since no cell is {where}")


def clue_words(puzzle: Instance, _key: str, cell: Cell) -> Iterator[str]:
    """Yield the sums of the runs below and to the right, one in each word."""
    for run, _, (block, place) in runs(puzzle):
        if block == cell:
            least, most = sums.span(len(run), MOST, puzzle["digits"] == "repeated")
            yield from (f",{total}" if place else f"{total}," for total in range(least, most + 1))


def make(dice: making.Dice, size: tuple[int, int], *, blocks: float = 0.2) -> Mapping[str, Any]:
    """Draw digits whose sums leave few ways, and draw again where another solution has others.

    Args:
        dice: random numbers.
        size: rows and columns, the blocks at the top and at the left included.
        blocks: the share of other cells that are blocks at first; more come where digits alone do not help.
    """
    check_knob("blocks", blocks, 0.0, 0.9)
    inner = [(row, column) for row in range(1, size[0]) for column in range(1, size[1])]
    for _ in range(DRAWS):
        drawn = {cell: dice.random() >= blocks for cell in inner}
        shape = largest_part({cell for cell in inner if is_free(cell, drawn, dice.wishes)}, dice)
        board = KIND.problem(board=making.grid(write_board(shape, {}), size)) if shape else None
        known = making.random_solution(board, dice) if board else None
        digit = {cell: known[at(cell)] for cell in sorted(shape)} if known else {}
        for _ in range(SWEEPS):
            redraw(dice, digit, [*digit])
        for change in range(1, CHANGES):
            if 2 * len(digit) < len(shape) or not digit:
                break
            said = {"board": making.grid(write_board(digit, digit), size)}
            now = {at(cell): value for cell, value in digit.items()}
            other = making.another(KIND.problem(**said), now)
            if other is None:
                return said
            wrong = [cell for cell in digit if other[at(cell)] != digit[cell]]
            if change % PATIENCE == 0:  # digits alone do not help here
                away = [orbit for cell in wrong[:PATIENCE] if (orbit := removable(cell, dice.wishes))]
                rest = (largest_part({*digit}.difference(orbit), dice) for orbit in away)
                left = max(rest, key=len, default=digit)
                digit = {cell: digit[cell] for cell in sorted(left)}
            redraw(dice, digit, [cell for cell in wrong if cell in digit])
    raise making.none_found()


def blocks_of(puzzle: Instance) -> list[Cell]:
    """Return the blocks below the first row and behind the first column."""
    inside = (cell for cell in puzzle.cells if all(cell))
    return [cell for cell in inside if puzzle["board"].get(cell) != CELL]


def look(puzzle: Instance, picture: Picture) -> Picture:
    """Return the picture with black blocks: the sum below, a slash, and the sum to the right."""
    cells = {(0, *cell) for cell in free(puzzle)}
    blocks = picture.signs.keys() - cells
    signs = {
        place: HOLE if place in blocks and sign == EMPTY else sign.replace(",", "\\")
        for place, sign in picture.signs.items()
    }
    regions = {place: int(place in cells) for place in signs}
    return replace(picture, signs=signs, dark=frozenset(blocks), regions=regions)


KIND = Kind(
    name="kakuro",
    about=About("pencil", "A crossword of sums with the digits 1 to 9.", ("Cross Sums", "カックロ kakkuro")),
    rule="Write a digit from 1 to 9 into each cell, so that each run across or down has the sum before it, "
    "and no digit twice.",
    source="Jacob E. Funk, 1966; Nikoli, 1980",
    parts=(
        Reading(
            "digits",
            "whether a run may have a digit twice",
            {
                "different": "a run has no digit twice",
                "repeated": "a run may have a digit twice",
            },
        ),
        Board(
            "board",
            "0 is a cell, . a block, 12,7 one with sums below and to the right; 12, or ,7 has one of them",
            signs=(Sign(CELL, "a cell", shown=EMPTY),),
            pattern="[0-9]{1,2},[0-9]{0,2}|,[0-9]{1,2}",
            pattern_about="sums such as 12,7 or 12, or ,7",
        ),
    ),
    clues={"board": "."},
    clue_words=clue_words,
    parted=",",
    not_clues=(CELL,),
    plain=plain,
    turn=turn,
    solution=Values(),
    rules=rules,
    faults=faults,
    words=sums.sum_words,
    truth_words=sums.truth_words,
    seen_as=sums.seen_as,
    look=look,
    make=make,
    arranged=blocks_of,
    margin=1,
    example="-_4,_6,/,3_0_0/,7_0_0",
    addresses=addresses.KAKURO,
)
RECORD = family(KIND)
