"""Kakuro: digits in runs, across and down, each with its sum.

The runs over three cells of a corner, one cell long or more:

    >>> from accord.families.kakuro import runs_over
    >>> [run.name for run in runs_over({(1, 1), (1, 2), (2, 1)})]
    ['r2c2 to r2c3', 'r3c2 to r3c2', 'r2c2 to r3c2', 'r2c3 to r2c3']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from math import log
from typing import Any

from accord.grids.turns import Way
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
    Sign,
    Values,
    address,
    at,
    family,
    making,
    sums,
)
from accord.pencil.boards import parts
from accord.pencil.parts import Words
from accord.picture import EMPTY, HOLE, Picture
from accord.puzzles.bounds import check_knob
from accord.puzzles.wishes import Wishes

Place = tuple[Cell, int]  # of a sum: its block, and whether it is the one to the right
CELL = "0"
MOST = 9  # digits
DRAWS, CHANGES = 30, 200  # of a board; of its digits
SWEEPS, PATIENCE = 12, 10
NOISE = 1.5


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


# -- runs ------------------------------------------------------------------------------------------


def free(puzzle: Instance) -> list[Cell]:
    """Return the cells that take a digit."""
    return [cell for cell, word in puzzle["board"].items() if word == CELL]


def runs(puzzle: Instance) -> Iterator[tuple[Line, int | None, Place]]:
    """Yield the runs, each with its sum and the place of the sum."""
    for step, place in (((0, 1), 1), ((1, 0), 0)):
        for run in puzzle.runs(free(puzzle), step):
            block = run[0][0] - step[0], run[0][1] - step[1]
            clue = puzzle["board"].get(block, ",").split(",")[place]
            yield run, int(clue) if clue else None, (block, place)


def runs_over(cells: Collection[Cell]) -> list[Line]:
    """Return the runs of a board with these cells, across and down."""
    return Instance("kakuro", (0, 0), {}).runs(cells)


def write_board(shape: Collection[Cell], digit: Mapping[Cell, int]) -> dict[Cell, str]:
    """Return the words of the cells, and of the sums before them."""
    words: dict[Cell, str] = dict.fromkeys(shape, CELL)
    for run in runs_over(shape) if digit else ():
        (row, column), across = run[0], run[0][0] == run[1][0]
        block = (row, column - 1) if across else (row - 1, column)
        down, right = words.get(block, ",").split(",")
        total = str(sum(digit[cell] for cell in run))
        words[block] = f"{down},{total}" if across else f"{total},{right}"
    return words


def turn(words: Mapping[str, Words], way: Way) -> Mapping[str, Words]:
    """Return the words of a turned board: a sum stands before its run again. Margins without sums go."""
    rows = words["board"]
    size = len(rows), len(rows[0])
    word_at = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row)}
    shape = {cell for cell, word in word_at.items() if word == CELL}
    if not shape:
        return words
    said: dict[Cell, list[str]] = {}
    for (row, column), word in word_at.items():
        for across, clue in enumerate(word.split(",")) if "," in word else ():
            if clue:
                first, step = ((row, column + 1), (0, 1)) if across else ((row + 1, column), (1, 0))
                run = sorted(way.place(cell, size) for cell in Instance.ray(first, step, shape))
                now = across ^ way.transposed
                block = (run[0][0], run[0][1] - 1) if now else (run[0][0] - 1, run[0][1])
                said.setdefault(block, ["", ""])[now] = clue
    board = {way.place(cell, size): CELL for cell in shape}
    board |= {block: ",".join(clues) for block, clues in said.items()}
    down, right = (range(min(axis), max(axis) + 1) for axis in zip(*board, strict=True))
    return {**words, "board": [[board.get((row, column), ".") for column in right] for row in down]}


# -- pictures --------------------------------------------------------------------------------------


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


# -- puzzles at random -----------------------------------------------------------------------------


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


def is_free(cell: Cell, drawn: Mapping[Cell, bool], wishes: Wishes) -> bool:
    """Whether a cell takes a digit, as it was drawn or wished; a setter's wishes are of blocks."""
    orbit = wishes.orbit((cell[0] - 1, cell[1] - 1))
    row, column = min(orbit)
    return not wishes.must(orbit) and (drawn[row + 1, column + 1] or not wishes.may(orbit))


def removable(cell: Cell, wishes: Wishes) -> list[Cell]:
    """Return the cells that become blocks with this one; none if a setter wishes digits there."""
    orbit = wishes.orbit((cell[0] - 1, cell[1] - 1))
    return [(row + 1, column + 1) for row, column in orbit] if wishes.may(orbit) else []


def largest_part(shape: set[Cell], dice: making.Dice) -> set[Cell]:
    """Return the largest part in one piece of these cells, without runs that are too short or too long."""
    while wrong := [run for run in runs_over(shape) if not 1 < len(run) <= MOST]:
        away = [removable(run[dice.randrange(len(run))], dice.wishes) for run in wrong]
        shape = shape.difference(*away) if all(away) else set()
    return max(map(set, parts(sorted(shape))), key=len, default=set())


def redraw(dice: making.Dice, digit: dict[Cell, int], cells: list[Cell]) -> None:
    """Draw digits for these cells, one by one, such that there are few sets for the sums of their runs."""
    runs = runs_over(digit)
    dice.shuffle(cells)
    for cell in cells:
        others = [[digit[other] for other in run if other != cell] for run in runs if cell in run]
        taken = {value for run in others for value in run}
        ways: dict[int, float] = {}
        for value in {*range(1, MOST + 1)} - taken:
            sets = [len(sums.sets_of(sum(run) + value, len(run) + 1, MOST)) for run in others]
            ways[value] = sum(map(log, sets)) + NOISE * dice.random()
        digit[cell] = min(ways, key=ways.__getitem__)


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
    addresses=(
        address.PuzzLink("kakuro", address.Sums("board")),
        address.Penpa("kakuro", address.drawn.Sums("board")),
    ),
)
RECORD = family(KIND)
