"""Kernels for exact covers of ordered cells, such as packings: the first empty cell is filled next.

    layout    what is in the arrays, with an example; compiles nothing
    search    the search, in variants: how many orientations, how far they reach, with statistics or without
    rows      how it reads a solution off its rows, and what it marks on them for statistics

The engine `window` calls them, with arrays that `accord.backends.native.window_tables` makes.
"""
