"""Nonograms: cells are inked so that each row and column shows its runs of ink, in their order.

text   the runs of lines, as others write them          model   the spec, its model, and random pictures
record  what general code asks

    from accord.families.nonogram.model import build, parse
    build(parse("2x2:1;2;2;1")).options
"""
