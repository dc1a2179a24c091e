"""Our solutions beside the answer check of sites: kind by kind, random boards and what can be drawn on them.

`boards(kind)` are random boards that an address can state. `judged(site, board, most)` asks the site for its
word on answers: all that can be drawn, if these are few, else our solutions and changed ones. Where site and
Accord differ, `DIFFERENCES` must say why; docs/accord_site/site_rules.py has an example of each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from random import Random
from typing import NamedTuple

import kinds
from kinds import making
from kinds.blocks import cells, lines_of, read, text
from outside.pencil import puzzle_of
from site_answers import Answer, Drawable, drawable

import accord
from accord.errors import RefusedError
from accord.puzzles import writing
from accord.puzzles.family import SpecError
from accord.puzzles.puzzle import Puzzle
from accord.render.text import line

MOST = 2000  # solutions of a board that is asked
TRIED = 100  # of our solutions, and of other answers to them, where the answers are too many


@dataclass(frozen=True)
class Board:
    """A puzzle as the site, Accord and the referees have it."""

    url: str
    puzzle: Puzzle
    lines: list[list[str]]
    size: tuple[int, int]

    @property
    def kind(self) -> str:
        return self.puzzle.family

    @property
    def cells(self):
        return cells(*self.size)

    @cached_property
    def drawable(self) -> Drawable:
        return drawable(self.kind, self.lines, self.size)

    @cached_property
    def rows(self):
        """All our solutions, as rows; of very many the first ones."""
        return [*islice(solved(self.puzzle, self.size), MOST + 1)]


def board_of(puzzle):
    """The board of a puzzle. Raises RefusedError if no address can state it."""
    url = writing.puzzle_text(puzzle, "url")
    if puzzle.family == "aquarium":  # whose readings no file of blocks has
        tanks = [row.split() for row in puzzle.spec.tanks]
        return Board(url, puzzle, [], (len(tanks), len(tanks[0])))
    if puzzle.family == "sudoku":
        signs = "".join(puzzle.spec.grid).replace(".", "-")  # of a text, or of rows
        side = round(len(signs) ** 0.5)
        grid = [[*signs[at : at + side]] for at in range(0, side * side, side)]
        return Board(url, puzzle, grid, (side, side))
    (asked,) = read(writing.puzzle_text(puzzle, "block"))
    return Board(url, puzzle, asked.lines, tuple(asked.sizes[:2]))


def solved(puzzle, size):
    """Solutions as rows of words: those of files of blocks, or the signs of the picture."""
    block = puzzle.record.texts.block
    for solution in accord.solutions(puzzle):
        if block is not None:
            yield block.solution.rows(puzzle, solution.options)
        else:
            signs = line(puzzle.picture(solution))
            yield [[*signs[at : at + size[1]]] for at in range(0, size[0] * size[1], size[1])]


# -- random boards ---------------------------------------------------------------------------------


def boards(kind):
    """Random boards of a kind, without end: those that Accord reads, and that an address can state."""
    for seed in count():
        puzzle = OWN[kind](Random(seed)) if kind in OWN else puzzle_of(kinds.of(kind).small(seed))
        if puzzle is None:
            continue
        try:
            board = board_of(puzzle)
        except (RefusedError, SpecError):  # parks, diagonals, holes; an aquarium whose clues do not add up
            continue
        if len(board.rows) <= MOST:
            yield board


def aquarium(draw):
    """An aquarium in which a random level of each tank is filled; most lines have their number."""
    rows, columns = draw.choice(((2, 2), (2, 3), (3, 3), (3, 4)))
    tanks = making.joined_regions(draw, rows, columns, draw.randint(1, 4))
    level = {name: draw.randint(0, rows) for row in tanks for name in sorted(row)}
    water = {(r, c) for r in range(rows) for c in range(columns) if r >= level[tanks[r][c]]}
    numbers = [
        draw.choice(("?", *[min(len(some), making.off_by_one(draw, len(water.intersection(some))))] * 3))
        for _, some in lines_of(rows, columns)
    ]
    return Puzzle(
        family="aquarium",
        spec=accord.load("aquarium:1_1;1").record.spec(
            tanks=tuple(" ".join(row) for row in tanks),
            rows=tuple(numbers[:rows]),
            columns=tuple(numbers[rows:]),
            reading=draw.choice(("region", "body")),
        ),
        name="small",
    )


def nonogram(draw):
    """A nonogram of random ink; a few lines have another run."""
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4)))
    ink = {(r, c) for r in range(rows) for c in range(columns) if draw.random() < 0.6}
    runs = []
    for _, some in lines_of(rows, columns):
        found = "".join("x" if cell in ink else "-" for cell in some).split("-")
        runs.append([str(making.off_by_one(draw, len(run))) for run in found if run] or ["0"])
    return puzzle_of(text("nonogram", "small", [rows, columns], runs[rows:] + runs[:rows]))


def sudoku(draw):
    """A sudoku of 4x4 cells with some cells free; in a few one given is another."""
    digits, bands, stacks = draw.sample("1234", 4), draw.sample((0, 1), 2), draw.sample((0, 1), 2)
    grid = [[digits[(2 * r + r // 2 + c) % 4] for c in range(4)] for r in range(4)]
    grid = [[row[2 * stack + at] for stack in stacks for at in (0, 1)] for row in grid]
    grid = [grid[2 * band + at] for band in bands for at in (0, 1)]
    for at in draw.sample(range(16), draw.randint(3, 12)):
        grid[at // 4][at % 4] = "."
    if draw.random() < 0.1:
        grid[draw.randrange(4)][draw.randrange(4)] = draw.choice("1234")
    return accord.load("sudoku:" + "".join(map("".join, grid)))


OWN = {"aquarium": aquarium, "nonogram": nonogram, "sudoku": sudoku}  # kinds that have no referee of ours


# -- what a site reads otherwise -------------------------------------------------------------------


class Difference(NamedTuple):
    """Answers on which a site and Accord differ: who accepts them, and which answers of a board they are."""

    name: str
    site: bool
    holds: Callable[[Board, Answer, set[Answer]], bool]  # asked with our solutions as well


def is_blank(board, answer, ours):
    return answer == board.drawable.blank


def leaves_cells(board, answer, ours):
    """Whether a solution of ours is the same where the answer has numbers."""
    return -1 in answer and any(
        all(value in (-1, number) for value, number in zip(answer, one, strict=True)) for one in ours
    )


def has_loose_sides(board, answer, ours):
    """Whether it is a solution of ours once the sides that part nothing are taken away."""
    joint = {place[:2]: not value for place, value in zip(board.drawable.places, answer, strict=True)}
    name = {}
    for cell in [(2 * c + 1, 2 * r + 1) for r in range(board.size[0]) for c in range(board.size[1])]:
        todo = [] if cell in name else [cell]
        while todo:
            x, y = todo.pop()
            name[x, y] = cell
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                other = (x + 2 * right, y + 2 * down)
                if joint.get((x + right, y + down)) and other not in name:
                    todo.append(other)
    tight = [
        int(name[(x - 1, y) if x % 2 == 0 else (x, y - 1)] != name[(x + 1, y) if x % 2 == 0 else (x, y + 1)])
        for x, y, _ in board.drawable.places
    ]
    return tuple(tight) in ours and tuple(tight) != answer


def leaves_an_island(board, answer, ours):
    """Whether an island without its number has no bridge, and others have."""
    ends = {
        (x + right, y + down)
        for (x, y, _), value in zip(board.drawable.places, answer, strict=True)
        if value
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    free = {(2 * c + 1, 2 * r + 1) for r, c in board.cells if board.lines[r][c] == "?"}
    return bool(ends) and not free <= ends


def has_no_loop(board, answer, ours):
    lines = [value for place, value in zip(board.drawable.places, answer, strict=True) if place[2] == "line"]
    return not any(lines)


BLANK = Difference("nothing drawn", site=False, holds=is_blank)
DIFFERENCES = {
    "aquarium": [BLANK],
    "creek": [BLANK],
    "fillomino": [Difference("cells left blank", site=True, holds=leaves_cells)],
    "galaxies": [Difference("sides that part nothing", site=True, holds=has_loose_sides)],
    "hashi": [BLANK, Difference("islands of ? without bridges", site=True, holds=leaves_an_island)],
    "heyawake": [BLANK],
    "hitori": [BLANK],
    "kuromasu": [BLANK],
    "nurimisaki": [BLANK],
    "shakashaka": [BLANK],
    "tapa": [BLANK],
    "yajilin": [Difference("no loop", site=True, holds=has_no_loop)],
}


# -- both --------------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """What came of a board."""

    solutions: int  # of ours
    answers: int  # that the site was asked for
    every: bool  # whether these are all that may be right
    known: int  # answers on which both differ as `DIFFERENCES` has it
    other: list[tuple[Answer, str | None]]  # on which they differ otherwise, with the site's word


def judged(site, board, most):
    """What a site says of answers to a board; None if its version cannot open the address as it is."""
    ours = {board.drawable.drawn(rows) for rows in board.rows}
    every = board.drawable.all(most)
    asked = sorted(ours | {*others(board)}) if every is None else every
    assert ours <= {*asked}
    assert len(ours) == len(board.rows)  # no solution is counted twice
    told = site.ask(board.url, board.drawable, asked)
    if "fault" in told or told["url"].partition("?")[2].strip("/") != board.url.partition("?")[2]:
        return None
    known, other = 0, []
    for answer, word in zip(asked, told["said"], strict=True):
        accepted = word is None
        if accepted == (answer in ours):
            continue
        if any(
            each.site == accepted and each.holds(board, answer, ours)
            for each in DIFFERENCES.get(board.kind, ())
        ):
            known += 1
        else:
            other.append((answer, word))
    return Judged(len(ours), len(asked), every is not None, known, other)


def others(board):
    """Answers near to solutions of ours: other values in a few places, other words in a few cells."""
    draw = Random(board.url)
    for rows in board.rows[:TRIED]:
        yield from (board.drawable.changed(draw, board.drawable.drawn(rows)) for _ in range(4))
        yield from map(board.drawable.drawn, making.changed(draw, board, rows, 4))
