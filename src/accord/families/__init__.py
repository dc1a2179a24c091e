"""Families of puzzles: a module or a package each, with all that is known of one kind of puzzle.

akari           lamps between walls, a page (see docs/pencil.md)
aquarium        tanks of water, rows and columns that add up
battleship      a fleet in rows and columns, a page
binairo         two signs in rows and columns, a page
clue_sets       which cells of a finished sudoku have to be given
costas          dots, no two pairs of which lie alike from each other
cover           any model, spelled out
dominosa        a set of dominoes on a board of numbers, a page
freecell        FreeCell and its relatives, as plan problems
golomb          marks on a ruler, no two pairs of which are the same distance apart
kakurasu        shaded cells that weigh what their rows and columns count, a page
kakuro          crossing sums, a page
killer_sudoku   a sudoku with cages that add up, a page
langford        pairs of numbers in a row: the one to read first
latin           latin squares: reduced, with diagonals, or in orthogonal pairs
macmahon        squares with coloured sides
magnets         poles on dominoes, a page
mosaic          shaded cells around numbers, a page
nonogram        runs of ink
norinori        dominoes in regions, a page
packing         pieces on a board
problem         anything that is said in variables and rules
queens          men that do not attack each other
shikaku         rectangles as large as their numbers, a page
skyscrapers     heights that are seen from the sides, a page
star_battle     stars in rows, columns and regions, a page
sudoku          boards of any shape, and the mathematics of finished grids
steiner         triples of points, any two points in one of them
suguru          numbers up to the size of regions, a page
tents           a tent for each tree, a page
thermometers    mercury, rows and columns that add up
tiles           sliding tiles, as a plan problem
word_square     words in rows and columns at once
attacks         attacks of men on chessboards, cylinders and tori
reading         helpers of families that read texts and knobs
addresses       addresses of pencil puzzles on sites: names of kinds, and forms of their parts

A package holds its `record`, by which all others know it, and what stands behind that: the spec, texts, the
model or the plan problem, words, a generator, engines and planners of its own. General code imports nothing
from here; it asks the table (`accord.puzzles.table`), which imports a record when its family is first named.
Code that uses a part of a family, such as its spec, imports that:

    >>> import accord
    >>> accord.load("queens:8").record.name
    'queens'
    >>> from accord.families.queens import Queens
    >>> accord.count(accord.Puzzle(family="queens", spec=Queens(size=6)), backend="sat").count
    4

Which families may import which is said in pyproject.toml.
"""
