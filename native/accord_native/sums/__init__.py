"""The kernel for demands on sums of any amounts: a search that propagates and learns from its conflicts.

    search          the kernel, and what is in its arrays
    layout          the places of those; compiles nothing
    propagation     what follows from what was decided
    learning        what a conflict teaches
    heap            the options by activity

The engine `sums` calls `search`; the others are parts of it.
"""
