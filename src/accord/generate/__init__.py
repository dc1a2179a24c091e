"""Making puzzles: random ones of a family, with one solution, as hard as is wanted.

make     draws puzzles until they are as wanted
givens   makes puzzles of one puzzle: the fewest pieces that leave one solution
units    each made by its number alone, for shards and processes

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
