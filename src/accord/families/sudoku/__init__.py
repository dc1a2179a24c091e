"""Sudoku, and the mathematics of finished grids.

record          The family record of sudokus: the functions that general code calls for a family
shape           The geometry of a sudoku: cells, rows, columns, boxes and diagonals
text            Grids of a sudoku as text: a line with all cells, or rows as people draw and paste them
spec            The model-file keys of a sudoku, and the layout read from them, with all errors found
sites           Sudokus as addresses of puzz.link, `https://puzz.link/p?sudoku/9/9/...`
model           Build the model of a sudoku: each row, column and box has every digit once
generate        Generate random sudokus with one solution
many            The native engine for 9x9 sudokus with exactly the standard rules; many in one kernel call
sets            Find unavoidable sets of a finished 9x9 grid: sets of cells in which every puzzle needs a clue
bands           For bands and stacks of a finished sudoku grid
canonical_form  The canonical form of a 9x9 sudoku grid, its automorphisms
band_classes    The 416 classes of bands up to symmetry: the class of a band, and facts of each class
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
