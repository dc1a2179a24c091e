"""Sudoku, and the mathematics of finished grids.

shape    boards: boxes, jigsaws, diagonals; the model    text      boards as texts and pictures
spec     the keys of a model file, and their faults      files     lines and files of many puzzles
model    spec -> model; the picture                      words     deductions as sentences
boards, jigsaw, generate   random puzzles                record    what general code asks
engine   the 9x9 kernel as an engine                     many      the same for many puzzles in one call

sets     unavoidable sets of a finished grid             bound     how many clues they ask for at least
bands    the clues that bands and stacks need            canonical_form   grids up to symmetry

    from accord.families.sudoku.model import model
    from accord.families.sudoku.text import drawn
    model(grid=["1...", "..3.", ".4..", "...2"]).options

The family clue-sets builds on this one. What is public of finished grids is in `accord.sudoku`.
"""
