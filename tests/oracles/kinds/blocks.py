"""Texts of pencil puzzles as the package puzzlekit writes them, read and written; what boards are made of.

family binairo      a file has one kind

puzzle 343_10x10    then for each puzzle its name,
10 10               rows, columns and what else the kind asks for,
1 2 - - 2 - 1 ...   lines of signs, as the kind has them,
solution            and its solution, with the sizes once more; it may be left out
10 10
1 2 2 1 2 2 1 ...
end
"""

import re
from itertools import product
from pathlib import Path
from typing import NamedTuple

#: eight real puzzles of each kind, which are no part of the project: beside it, where they are at all
DATA = next((some for up in Path(__file__).parents if (some := up / "shared/data/kinds").is_dir()), None)


class Block(NamedTuple):
    name: str
    sizes: list[int]  # rows, columns, and what else the kind asks for
    lines: list[list[str]]  # the signs of all lines after the sizes
    solution: list[list[str]] | None
    letters: tuple[str, ...] = ()  # of variants, behind the sizes

    @property
    def cells(self):
        return cells(self.sizes[0], self.sizes[1])


def read(text):
    """The blocks of a text, in its order."""
    found, kept, name = [], [], ""
    for line in text.splitlines():
        if line.startswith("puzzle "):
            name, kept = line.removeprefix("puzzle "), []
        elif line == "end":
            found.append(block(name, kept))
        else:
            kept.append(line.split())
    return found


def block(name, lines):
    sizes, *lines = lines
    at = lines.index(["solution"]) if ["solution"] in lines else len(lines)
    numbers = [int(sign) for sign in sizes if not sign.isalpha()]
    letters = tuple(sign for sign in sizes if sign.isalpha())
    return Block(name, numbers, lines[:at], lines[at + 2 :] or None, letters)


def real(kind):
    """The blocks of real puzzles of a kind; none where they are missing."""
    return read(real_text(kind))


def real_text(kind):
    """The text of real puzzles of a kind, without moves and second solutions, and with right sizes.

    That of creek states the solution of 411_10x10 twice: a fault of the data.
    """
    path = DATA and DATA / f"{kind}.txt"
    if not path or not path.is_file():
        return ""
    text = re.sub(r"^\[\w+\]$.*?(?=^end$)", "", path.read_text(), flags=re.M | re.S)
    return text.replace("\n60 27\n", "\n20 27\n")


def text(kind, name, sizes, lines):
    """A file of one puzzle, without its solution."""
    rows = [" ".join(map(str, line)) for line in [sizes, *lines]]
    return "\n".join([f"family {kind}", "", f"puzzle {name}", *rows, "end", ""])


# -- cells ----------------------------------------------------------------------------------------------


def cells(rows, columns):
    return list(product(range(rows), range(columns)))


def sides(cell):
    """The four cells that a cell has a side in common with, of a board without end."""
    row, column = cell
    return [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]


def around(cell):
    """The eight cells that touch a cell, if only by a corner, of a board without end."""
    row, column = cell
    return [(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2) if down or right]


def lines_of(rows, columns):
    """The cells of each row, then of each column, with what the line is called."""
    across = [(f"row {row + 1}", [(row, column) for column in range(columns)]) for row in range(rows)]
    return across + [(f"column {c + 1}", [(row, c) for row in range(rows)]) for c in range(columns)]


def diagonals_of(size):
    """The cells of the falling and the rising diagonal of a square board, with what they are called."""
    falling = [(at, at) for at in range(size)]
    rising = [(size - 1 - at, at) for at in range(size)]
    return [("diagonal 1", falling), ("diagonal 2", rising)]


def runs(some):
    """The longest rows of neighbours among some cells, across and then down."""
    some = set(some)
    found = []
    for down, right in ((0, 1), (1, 0)):
        for row, column in sorted(some):
            if (row - down, column - right) not in some:
                run = [(row, column)]
                while (after := (run[-1][0] + down, run[-1][1] + right)) in some:
                    run.append(after)
                found.append(run)
    return found


def grouped(signs):
    """The cells of each sign of a grid, in reading order: what a grid of regions says. `@` is no cell."""
    found = {}
    for row, line in enumerate(signs):
        for column, sign in enumerate(line):
            if sign != "@":
                found.setdefault(sign, []).append((row, column))
    return found


def parts(some):
    """The parts of some cells that are joined by sides in common."""
    left, found = set(some), []
    while left:
        part = [left.pop()]
        for cell in part:
            near = left.intersection(sides(cell))
            left -= near
            part += near
        found.append(part)
    return found


def connected(some):
    """Whether some cells are joined by sides in common; so are none, and one."""
    return len(parts(some)) < 2


def place(cell):
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
