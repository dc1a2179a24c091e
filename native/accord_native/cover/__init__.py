"""Kernels for covers: any items and options, no geometry. Each looks for the item with the fewest options.

    bitset          primary and secondary items; sets of options as bits
    cells           the same and colours, on sparse sets of options: for many options of which few meet
    general_bitset  demands [low, high] where all amounts are 1, colours too; sets of options as bits
    general         every model: demands on sums of amounts, by propagation of bounds
    memo            counts covers as `bitset` walks them, and remembers what it has counted before

The engines of these names in `accord.backends.native` lower models to their arrays; nobody else calls them.
Each has its places in a module of its own, as in `bitset_layout`, which compiles nothing.
"""
