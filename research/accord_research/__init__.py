"""Programs of research: terms of sequences that nobody counted, each by two methods; the numbers of a search.

counted           a number, and the work it took
kept              results of long counts in a file, to go on with
squares           tilings of a square up to symmetry, from those that each subgroup fixes
parts             these, by the parts that cells are in; states are merged
walls             these, by sets of walls without a bridge; states are merged
singly            these, each tiling found by itself, by a kernel
engine            what an engine of Accord says of a model file
rectangles        tilings of a square by rectangles no two of which are alike, by a kernel and by an engine
stones            stones and bones on a triangle: by the engine `layers`, and by sorted states
kernels           the loops of `singly`, `rectangles` and `stones`, compiled
row_pairs         placements of the Meteor contest by pairs of rows
freecell_tuning   finds the weights and the schedule of FreeCell's fast search

`python -m accord_research` counts terms; docs/records.md has the results. `freecell_tuning` is a program too.

    >>> from accord_research import parts, squares, walls
    >>> squares.terms(4, lambda side, group: parts.fixed(side, side, group))[1:]
    (212987, 3000)
    >>> squares.terms(4, lambda side, group: walls.fixed(side, side, group))[1:]
    (212987, 3000)
"""
