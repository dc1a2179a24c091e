"""Kernels for covers: any items and options, no geometry. Each looks for the item with the fewest options.

    layout   The places of the arrays of the kernels of this folder, which explain them; compiles nothing
    bitset   Kernel for covers with amounts of 1: Knuth's smallest-item branching, on options as bit sets
    cells    Kernel of dancing cells: Knuth's smallest-item branching, on sparse sets of options
    general  Kernel for any model: searches demands [low, high] on sums of amounts, by propagation of bounds
    memo     Kernel that counts covers with a memo table: equal remaining subproblems are counted once

The engines of these names in `accord.backends.native` lower models to their arrays; nothing else calls them.
"""
