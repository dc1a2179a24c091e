"""Making puzzles: random ones of a family, with one solution, as hard as is wanted.

make    Generate a random puzzle: draw until it has one solution (by two engines) and the wanted difficulty
givens  Make puzzles from a puzzle with many solutions
units   Generate numbered random puzzles, each from the seed and its number alone, and write each as a record

`accord generate` calls it, and so may you. It asks families for their generators, and knows none.

    >>> from accord.generate import Maker
    >>> made = next(iter(Maker("sudoku", (4, 4), seed=1, unique=False)))
    >>> made.puzzle.model.family
    'sudoku'
"""

from accord.arguments.puzzle import DIFFICULTIES
from accord.generate.givens import GivenMaker
from accord.generate.make import Made, Maker

__all__ = ["DIFFICULTIES", "GivenMaker", "Made", "Maker"]
