"""Kernels that count sets of edges, or of vertices, under a graph's rule and local sums, option by option.

    layout   what is in the arrays, with an example; compiles nothing
    expand   from each state of a layer to those with the next option, and without it

`layers.gather` puts those states into hash tables. The engine `frontier` in `accord.backends.native`
calls them.
"""
