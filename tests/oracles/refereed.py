"""Pencil puzzles beside their referees, which brute force solves by the rule as it is written."""

from io import BytesIO

from kinds import of
from kinds.blocks import read, text
from msgspec import structs

import accord
from accord.errors import InputError
from accord.puzzles import blocks
from accord.puzzles.puzzle import Puzzle

BACKENDS = ("native", "cpsat", "sat")


def one_puzzle(kind, lines):
    """The text of a file of one puzzle, from its lines with / between them."""
    sizes, *rest = (line.split() for line in lines.split("/"))
    return text(kind, "one", sizes, rest)


def answers(kind, asked, puzzle, backend):
    """The solutions that a backend finds, as the referee has them."""
    referee, stated = of(kind), puzzle.record.texts.block.solution
    found = accord.solutions(puzzle, backend=backend)
    return sorted(referee.plain(asked, stated.rows(puzzle, solution.options)) for solution in found)


def compared(kind, puzzle_text, backends, **reading):
    """How many solutions a puzzle has, by the referee and by backends alike; None if it is refused."""
    (asked,) = read(puzzle_text)
    ours = sorted(of(kind).plain(asked, one) for one in of(kind).solutions(asked, **reading))
    ((_, puzzle),) = blocks.puzzles(BytesIO(puzzle_text.encode()))
    if isinstance(puzzle, InputError):
        assert reading or not ours, (asked, "is refused, and has a solution")  # read by ours only
        return None
    for name in reading:
        spec = structs.replace(puzzle.spec, **of(kind).READINGS[name])
        puzzle = Puzzle(family=kind, spec=spec, name=asked.name)
    for backend in backends:
        assert answers(kind, asked, puzzle, backend) == ours, (backend, asked)
    return len(ours)
