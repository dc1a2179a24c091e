"""Nonograms: cells are inked so that each row and column shows its runs of ink, in their order.

page    what a nonogram is, as a kind of pencil puzzle, with its model, and random pictures
text    the runs of lines, as a part of the page and as others write them
words   hints in words

General code uses the record of the page, and imports nothing else from here.

    >>> from accord.families.nonogram.page import RECORD
    >>> RECORD.made.model(RECORD.texts.parse("2x2:1;2;2;1"))
    <Model nonogram: 12 items, 10 options, exact cover>
"""
