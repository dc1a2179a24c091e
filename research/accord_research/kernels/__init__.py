"""Kernels for counting what the OEIS has not; the commands are in `accord_research`.

    singly   tilings by polyominoes that a group fixes, each found by itself
    skyline  tilings of a square by rectangles no two of which are alike, each found by itself
    merging  exact covers of ordered cells, by sorted states that are merged

Methods that need no kernel, since they merge more, are in that package. `accord.kernels.load` imports these
modules.

    >>> from accord.kernels import load
    >>> search = load("accord_research.kernels.singly")
"""
