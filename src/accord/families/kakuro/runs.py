"""The board of a kakuro: its cells, its runs, and where their sums stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from accord.grids.turns import Way
from accord.pencil import Cell, Instance, Line
from accord.pencil.parts import Words

Place = tuple[Cell, int]  # of a sum: its block, and whether it is the one to the right
CELL = "0"
MOST = 9  # digits


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
