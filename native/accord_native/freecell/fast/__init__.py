"""The search for any plan: scans that take turns, then best-first searches.

    layout          moves, weights and ratings; what a search keeps, and what a batch tells; compiles nothing
    batch           the kernel: many positions in one call
    search, plan    one position: its search, and the plan it has found
    moves, expand   the moves of a position with their scores
    best            best-first search
    table           the positions that were seen

`accord.families.freecell.planners.fast` calls `batch`; the others are parts of it.
"""
