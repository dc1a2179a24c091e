"""Nonograms: cells are inked so that each row and column shows its runs of ink, in their order.

record    what general code asks
text      the runs of lines, as others write them
model     the spec, its model, and random pictures
words     hints in words

General code asks the record; nobody else imports what is here.

    >>> from accord.families.nonogram.model import build, parse
    >>> build(parse("2x2:1;2;2;1"))
    <Model nonogram: 12 items, 10 options, exact cover>
"""
