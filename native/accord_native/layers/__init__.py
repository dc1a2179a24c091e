"""Kernels that count layer by layer, without walking to each solution: covers of ordered cells, and graphs.

    layout      what is in the arrays, with an example; compiles nothing
    expand      from each state of a layer to the next ones, by one more orientation; in variants, by keys
    gather      puts those into hash tables, and adds up in how many ways each was come to; lists a table
    keys        where a key belongs in a table, and which orientations it forbids
    frontier    from each state of a graph to the next two, by an option that is chosen or not
    complete    from the last layer back: in how many ways each state can be completed

    frontier_layout     what is in the arrays of `frontier`, with an example; compiles nothing

The engines `layers` and `frontier` and the distribution of solutions, all in `accord.backends.native`, call
them.
"""
