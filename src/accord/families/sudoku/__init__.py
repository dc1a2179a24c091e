"""Sudoku, and the mathematics of finished grids.

record            what general code asks
shape             boards: boxes, jigsaws, diagonals; the exact cover that they make
text              boards as texts and pictures
spec              the keys of a model file, and their faults
sites             addresses of puzzle sites
files             lines, and files of many puzzles
model             spec -> model; the picture
words             deductions as sentences
sheets            the board as an editor has it, and back
generate          random puzzles, and random boxes
engine            the 9x9 kernel as an engine
many              the 9x9 kernel for many puzzles in one call
sets              unavoidable sets of a finished grid
bound             how many clues they ask for at least
bands             the clues that bands and stacks need
canonical_form    grids up to symmetry
band_classes      bands up to symmetry
band_order        the order of the classes of bands, by their puzzles of 6 clues
completions       the third bands that complete two
entries           grids that share two bands; an order that meets each grid once
entry_counts      how many entries a class has, or about how many all have
command           `accord sudoku`

General code uses the record; the family clue-sets builds on this one. The public names for finished grids
are in `accord.sudoku`.

    >>> from accord.families.sudoku.model import model
    >>> model(grid="1.....3..4.....2")
    <Model sudoku: 64 items, 52 options, exact cover>
"""
