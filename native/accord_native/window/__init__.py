"""Kernels for exact covers of ordered cells, such as packings: the first empty cell is filled next.

    layout  The window search, its arrays, and the constants of its kernels; compiles nothing
    search  Kernel of the window search: exact covers of ordered cells; fills the first empty cell next
    rows    Kernel functions that read solutions off the rows of a window search and mark statistics

The engine `window` calls them, with arrays that `accord.backends.native.window_tables` makes.
"""
