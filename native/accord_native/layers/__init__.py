"""Kernels that count layer by layer, without walking to each solution: covers of ordered cells, and graphs.

    layout    The method of layered counting, its arrays, and the constants of its kernels; compiles nothing
    expand    Kernel that expands a layer of states: places one more orientation in every state that allows it
    gather    Kernel that merges equal states of a layer and adds up their numbers of ways
    keys      Kernel functions on state keys: their slots in a hash table, and which placements they forbid
    frontier  Kernel that expands a layer of frontier counting: each state without and with the layer's option
    complete  Kernel that runs layered counting backwards: the number of ways to complete each state


The engines `layers` and `frontier` and the distribution of solutions, all in `accord.backends.native`, call
them.
"""
