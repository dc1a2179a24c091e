"""Sudoku, and the mathematics of finished grids.

record          The family record of sudokus: the functions that general code calls for a family
shape           The geometry of a sudoku: cells, rows, columns, boxes and diagonals
text            Grids of a sudoku as text: a line with all cells, or rows as people draw and paste them
spec            The model-file keys of a sudoku, and the layout read from them, with all errors found
sites           Sudokus as addresses of puzz.link, `https://puzz.link/p?sudoku/9/9/...`
files           Read sudokus from text: one as FAMILY:TEXT, or many from a file, one by one
model           Build the model of a sudoku: each row, column and box has every digit once
words           Steps of a sudoku in words: cells, rows and boxes instead of options and items
sheets          Sheets of a sudoku: the givens, the boxes of a jigsaw, and whether diagonals count
generate        Generate random sudokus with one solution
engine          The native engine for 9x9 sudokus; it takes only models with exactly the standard rules
many            Solve many 9x9 sudokus in one kernel call: up to two solutions of each
sets            Find unavoidable sets of a finished 9x9 grid: sets of cells in which every puzzle needs a clue
bound           A lower bound on the number of clues of a sudoku grid, from disjoint unavoidable sets
bands           For bands and stacks of a finished sudoku grid
canonical_form  The canonical form of a 9x9 sudoku grid, its automorphisms
band_classes    The 416 classes of bands up to symmetry: the class of a band, and facts of each class
band_order      The order of the classes of bands: by their valid band puzzles of 6 clues, the fewest first
completions     Bands that complete others: all last bands of a board
entries         Entries: two bands of a grid, with all bands that complete them
entry_counts    Count entries: of a class, of a part of it, or about, from some chunks of second bands
command         `accord sudoku`: the classes of bands, and the entries: the grids that share bands 1 and 2

General code uses the record; the family clue-sets builds on this one. The public names for finished grids
are in `accord.sudoku`.

    >>> from accord.families.sudoku.model import model
    >>> model(grid="1.....3..4.....2")
    <Model sudoku: 64 items, 52 options, exact cover>
"""
