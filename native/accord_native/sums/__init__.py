"""The kernel for demands on sums of any amounts: a search that propagates and learns from its conflicts.

    search       Kernel for linear demands [low, high] with amounts of either sign
    layout       The places of the arrays that the modules of the `sums` kernel share; see `search`
    propagation  Propagation for the `sums` kernel: implications, clauses, bounds, subset sums
    learning     Conflict analysis of the `sums` kernel: learns a clause at the first unique implication point
    heap         Binary heap of options by activity, for branching in the `sums` kernel

The engine `sums` calls `search`; the others are parts of it.
"""
