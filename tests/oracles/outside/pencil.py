"""Pencil puzzles beside their referees, which brute force solves by the rule as it is written."""

from io import BytesIO

from kinds import of
from kinds.blocks import read
from msgspec import structs

import accord
from accord.errors import InputError
from accord.puzzles import blocks
from accord.puzzles.puzzle import Puzzle

BACKENDS = ("native", "cpsat", "sat")
#: the readings of referees, and what the page of the kind calls them
READINGS = {
    ("binairo", "different"): {"lines": "different"},
    ("numberlink", "left_over"): {"cells": "any"},
    ("kakuro", "repeated"): {"digits": "repeated"},
    ("killer-sudoku", "repeated"): {"digits": "repeated"},
}


def puzzle_of(text):
    """The puzzle of a text; None where it is refused."""
    ((_, puzzle),) = blocks.puzzles(BytesIO(text.encode()))
    return None if isinstance(puzzle, InputError) else puzzle


def answers(kind, asked, puzzle, backend):
    """The solutions that a backend finds, as the referee has them."""
    referee, stated = of(kind), puzzle.record.texts.block.solution
    found = accord.solutions(puzzle, backend=backend)
    return sorted(referee.plain(asked, stated.rows(puzzle, solution.options)) for solution in found)


def compared(kind, text, backends, **reading):
    """Whether a puzzle was compared, and not refused."""
    (asked,) = read(text)
    ours = sorted(of(kind).plain(asked, one) for one in of(kind).solutions(asked, **reading))
    puzzle = puzzle_of(text)
    if puzzle is None:
        assert reading or not ours, (asked, "is refused, and has a solution")  # read by ours only
        return False
    for name in reading:
        spec = structs.replace(puzzle.spec, **READINGS[kind, name])
        puzzle = Puzzle(family=kind, spec=spec, name=asked.name)
    for backend in backends:
        assert answers(kind, asked, puzzle, backend) == ours, (backend, asked)
    return True


def difference(kind, text, backends):
    """What is other than brute force says, in words, in each reading; empty if nothing is."""
    readings = [{}, *({reading: True} for of_kind, reading in READINGS if of_kind == kind)]
    try:
        for reading in readings:
            compared(kind, text, backends, **reading)
    except AssertionError as error:
        return str(error)[:500]
    return ""
