"""Searches that keep every position they meet, by exact keys: shortest plans, and proofs that there is none.

    layout    The rows and states of the searches that keep exact positions, their tables and keys
    search    Kernel that finds shortest FreeCell plans by A*, counted in moves of one card
    exhaust   Kernel that visits all reachable FreeCell positions: finds a plan, or proves that there is none
    position  Exact keys of FreeCell positions, for searches that store every position
    bound     Lower bound on the moves that a FreeCell position needs, from deadlocks among cards

`accord.families.freecell.planners.closed_list_search` calls the kernels: `search`, `exhaust`, and
`tabulate` of `position`.
"""
