"""Kernels for exact covers of ordered cells, such as packings: the first empty cell is filled next.

    layout              what is in the arrays, with an example; compiles nothing
    search              the search, to be compiled for each
    narrow              up to 64 orientations, the same at all cells: a set of them is a word
    wide                up to 128, and different ones at different cells: two words
    narrow_64           as `narrow`, for pieces that span more than 37 cells, up to 64
    wide_64             the same as `wide`
    narrow_128          as `narrow`, for pieces that span up to 128: a window is two words
    wide_128            the same as `wide`
    narrow_profile      as `narrow`, with statistics
    wide_profile        as `wide`, with statistics
    narrow_64_profile   as `narrow_64`, with statistics
    wide_64_profile     as `wide_64`, with statistics
    narrow_128_profile  as `narrow_128`, with statistics
    wide_128_profile    as `wide_128`, with statistics
    marks               what those mark on rows
    trace               how all read a solution off their rows

The engine `window` calls them, with arrays that `accord.backends.native.window_tables` makes.
"""
