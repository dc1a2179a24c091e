"""Kernels that count exact covers of ordered cells layer by layer, without walking to each.

    layout          what is in the arrays, with an example; compiles nothing
    expansion       from each state of a layer to those that one more orientation leads to, to be compiled
    expand          the same for any model
    expand_narrow   the same, unrolled, for most models
    expand_two      the same for keys that have the window in a word of its own
    expand_three    or in two words
    gathering       puts those into hash tables, and adds up in how many ways each was come to; to be compiled
    gather          the same for keys of one word
    gather_several  the same for keys of several words
    compact         makes a list of a table
    complete        from the last layer back: in how many ways each state can be completed
    prefetch        one instruction, for `gathering`

The engine `layers` and the distribution of solutions, both in `accord.backends.native`, call them.
"""
