"""Kinds of pencil puzzles, each a page: what a page declares, and what is derived from it.

kind            Declare a pencil kind (name, rule, the keys of its puzzles)
parts           The parts of a pencil kind: each is a key of model files with its reader and writer for text
boards          The parts of pencil puzzles that are grids
areas           Areas that have a number each, in one of their cells: rooms, countries, cages
clues           Find the clues of a pencil puzzle, and the items of its model that belong to each
possible_clues  Find every clue that a pencil puzzle may have
direct          Models without a `Problem`: full cells counted by row and column clues
instance        A pencil puzzle that was read and checked: cells, lines, regions, and variables on its cells
solutions       Solutions of pencil puzzles by cell: as files state them, as pictures and hints use them
lines           Solutions of pencil puzzles that are lines: from cell to cell, or along the sides of cells
pieces          Solutions of pencil puzzles that cut the board into pieces: files give the pieces any names
texts           Read and write pencil puzzles as text: as files of blocks, and as one line
picture         Draw a pencil puzzle: its signs, walls and clues, and the values of a solution
sheets          Sheets of a pencil kind: its parts, with the words that each may have
words           Steps of a pencil puzzle in words
shading         Rules that kinds of shaded cells share
turning         Turn and reflect pencil puzzles; state what puzzles have in common that differ in turns and
sums            Rules for cells with different numbers and a given sum (kakuro, killer cages)
numbers         Faults of numbers that count cells
making          Helpers that generate pencil puzzles: draw a seeded solution, shade cells, remove clues
other_solution  Find how other solutions of a problem differ from a known one, with a SAT solver
random_lines    Random loops, for generators of puzzles whose solutions are lines
random_regions  Random regions of a board: drawn, merged, and changed until a puzzle has one solution
spread_regions  Spread regions over a board, cell by cell, with one solver for all questions
family          Derive the family record of a pencil kind
address         Addresses of puzzles: what sites write behind a question mark, and the IDs of games, both ways
spare_clues     Find the clues that a puzzle does not need for its one solution

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
