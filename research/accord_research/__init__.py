"""Programs of research: terms of sequences that nobody counted, each by two methods; the numbers of a search.

counted          What counting says: the number, and the work it took
kept             Results of the units of a long count, a line of a file each
squares          Tilings of a square by polyominoes, up to its symmetries
parts            Tilings that a group fixes, by the parts that cells are in
walls            Tilings that a group fixes, by their walls
singly           Tilings of a square that a group fixes, found one by one by a kernel: nothing is merged
engine           What an engine of Accord says of a model file, as one of two methods
rectangles       Tilings of a square by rectangles no two of which are alike
stones           Stones and bones: an n-triangle of hexagons
kernels          Kernels for counting what the OEIS has not; the commands are in `accord_research`
row_pairs        The placements of the Meteor contest by pair of rows
freecell_tuning  Finding scans, a schedule and ratings for the fast FreeCell search

`python -m accord_research` counts terms; docs/records.md has the results. `freecell_tuning` is a program too.

    >>> from accord_research import parts, squares, walls
    >>> squares.terms(4, lambda side, group: parts.fixed(side, side, group))[1:]
    (212987, 3000)
    >>> squares.terms(4, lambda side, group: walls.fixed(side, side, group))[1:]
    (212987, 3000)
"""
