"""The lecture's search for a plan: depth first, by kinds of moves in an order that one chooses.

    layout  The kinds of moves, and the places of the arrays of `board` and `search`; compiles nothing
    search  Kernel of the lecture's search in FreeCell: depth first, kinds of moves in the user's order
    board   A FreeCell board for Fish's lecture search
    kinds   Kernel functions that find each kind of FreeCell move of Fish's lecture separately

`accord.families.freecell.planners.moves` calls `search`.
"""
