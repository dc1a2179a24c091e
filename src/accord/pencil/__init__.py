"""Kinds of pencil puzzles, each a page: what a page declares, and what is derived from it.

kind        what a page declares; a spec as a puzzle, and as a problem
parts       what a puzzle is made of: numbers, readings and variants of the rule, clues at the sides
boards      parts that are grids: signs and numbers, regions; cells that are connected
areas       areas with a number each: rooms, countries, cages
clues       the clues of a puzzle, and the rules that belong to each
possible_clues   every clue that a puzzle may have
clue_rules   the rules of these, found in few formulations
direct      models that a page writes itself
instance    a puzzle that was read: cells, lines, runs, variables on cells
solutions   what a solution is, in files, pictures and hints
lines       the same of lines: from cell to cell, or along the sides of cells
pieces      solutions that cut the board
texts       files of blocks, and puzzles in one line
picture     the board as a picture
sheets      the board as an editor has it, and back
words       hints in words
shading     rules that kinds of shaded cells share
turning     puzzles that are turned and reflected; what twins have in common
sums        different numbers that add up
numbers     faults of numbers that count cells: at corners, beside walls
making      tools for puzzles at random
other_solution   how other solutions differ from a known one
annealing   solutions that are changed until there is no other
spare_clues   clues that a puzzle does not need
random_lines   loops at random
random_regions   regions at random
spread_regions   regions that take cells as long as there is one solution
family      the record of `accord.puzzles.family`, derived
address     addresses on sites, and IDs of games

A page imports all it needs from here; pages are modules of `accord.families`. See docs/pencil.md.

    >>> import accord
    >>> puzzle = accord.load("akari:.1./x../..2")
    >>> [part.key for part in puzzle.record.texts.parse.args[0].parts]
    ['board']
    >>> print(puzzle.picture(accord.unique(puzzle, backend="sat").solutions[0]))
    o1.
    #.o
    .o2
"""

from accord.pencil import (
    address,
    areas,
    making,
    numbers,
    random_lines,
    random_regions,
    shading,
    sums,
    turning,
)
from accord.pencil.boards import Board, Regions, Sign
from accord.pencil.direct import DirectModel
from accord.pencil.family import family
from accord.pencil.instance import Area, Cell, Instance, Line, area_name, at
from accord.pencil.kind import Kind, OwnTexts
from accord.pencil.lines import Bridges, Lines, Sides
from accord.pencil.parts import Number, Numbers, Reading, Side, Variant
from accord.pencil.pieces import Pieces, Rectangles
from accord.pencil.solutions import Flags, Values
from accord.pencil.words import Telling
from accord.problem import Problem, Topic, some, total
from accord.puzzles.family import About, Fault

__all__ = [
    "About", "Area", "Board", "Bridges", "Cell", "DirectModel", "Fault", "Flags", "Instance", "Kind",
    "Line", "Lines", "Number", "Numbers", "OwnTexts", "Pieces", "Problem", "Reading", "Rectangles",
    "Regions", "Side", "Sides", "Sign", "Telling", "Topic", "Values", "Variant", "address", "area_name",
    "areas", "at", "family", "making", "numbers", "random_lines", "random_regions", "shading", "some", "sums",
    "total", "turning",
]  # fmt: skip
