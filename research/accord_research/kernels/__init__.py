"""Kernels for counting what the OEIS has not; the commands are in `accord_research`.

    singly   Tilings by polyominoes that a group fixes, each found by itself
    skyline  Tilings of a square by rectangles no two of which are alike, each found by itself
    merging  Exact covers of ordered cells, cell by cell

Methods that need no kernel, since they merge more, are in that package. `accord.kernels.load` imports these
modules.

    >>> from accord.kernels import load
    >>> search = load("accord_research.kernels.singly")
"""
