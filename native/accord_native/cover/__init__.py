"""Kernels for covers: any items and options, no geometry. Each looks for the item with the fewest options.

    layout          the places of the arrays of all; compiles nothing
    bitset          any demands [low, high] on amounts of 1, colours too; sets of options as bits
    cells           primary and secondary items, colours; sparse sets: for many options of which few meet
    general         every model: demands on sums of amounts, by propagation of bounds
    memo            counts covers as `bitset` walks them, and remembers what it has counted before

The engines of these names in `accord.backends.native` lower models to their arrays; nothing else calls them.
"""
