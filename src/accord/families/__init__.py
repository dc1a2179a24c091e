"""Families of puzzles: a module or a package each, with all that is known of one kind of puzzle.

aquarium        tanks of water, rows and columns that add up
clue_sets       which cells of a finished sudoku have to be given
cover           any model, spelled out
freecell        FreeCell and its relatives, as plan problems
langford        pairs of numbers in a row
nonogram        runs of ink
packing         pieces on a board
problem         anything that is said in variables and rules
queens          queens that do not attack each other: the one to read first
sudoku          boards of any shape, and the mathematics of finished grids
thermometers    mercury, rows and columns that add up
tiles           sliding tiles, as a plan problem
reading         what those share that read texts

A package holds its `record`, by which all others know it, and what stands behind that: the spec, texts, the
model or the plan problem, words, a generator, engines and planners of its own. General code imports nothing
from here; it asks the table (`accord.puzzles.table`), which imports a record when its family is first named.
Whoever wants a part of a family, such as its spec, imports that:

    >>> import accord
    >>> accord.load("queens:8").record.name
    'queens'
    >>> from accord.families.queens import Queens
    >>> accord.count(accord.Puzzle(family="queens", spec=Queens(size=6)), backend="sat").count
    4

Which families may import which is said in pyproject.toml.
"""
