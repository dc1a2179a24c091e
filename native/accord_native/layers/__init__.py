"""Kernels that count exact covers of ordered cells layer by layer, without walking to each.

    layout      what is in the arrays, with an example; compiles nothing
    expand      from each state of a layer to the next ones, by one more orientation; in variants, by keys
    gather      puts those into hash tables, and adds up in how many ways each was come to; lists a table
    keys        where a key belongs in a table, and which orientations it forbids
    complete    from the last layer back: in how many ways each state can be completed

The engine `layers` and the distribution of solutions, both in `accord.backends.native`, call them.
"""
