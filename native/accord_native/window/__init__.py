"""Kernels for exact covers of ordered cells, such as packings: the first empty cell is filled next.

    layout          what is in the arrays, with an example; compiles nothing
    search          the search, to be compiled for either
    narrow          up to 64 orientations, the same at all cells: a set of them is a word
    wide            up to 128, and different ones at different cells: two words
    narrow_profile  as `narrow`, with statistics
    wide_profile    as `wide`, with statistics
    marks           what those mark on rows
    trace           how both read a solution off their rows

The engine `window` calls them, with arrays that `accord.backends.native.window_tables` makes.
"""
