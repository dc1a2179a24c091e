"""The lecture's search for a plan: depth first, by kinds of moves in an order that one chooses.

    layout          the kinds, and the places of the arrays; compiles nothing
    search          the kernel, and one that makes single moves of what it has found
    board           columns and cells as a player sees them
    kinds           finding and making the moves of each kind

`accord.families.freecell.planners.moves` calls `search`.
"""
