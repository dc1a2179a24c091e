"""The search for any plan: scans that take turns, then best-first searches.

    layout  Weights and ratings, and the places of the arrays of the kernels of this folder
    batch   Kernel that searches plans for many FreeCell positions in one call
    search  Kernel that finds any FreeCell plan: depth-first scans that take turns, then best-first search
    plan    Kernel functions that extract the plan a FreeCell search found, as moves of single cards
    moves   Kernel functions that score the moves of a FreeCell position
    expand  Kernel function that lists all legal moves of a FreeCell position
    best    Kernel functions of best-first search in FreeCell: expand the best-rated position next
    table   Hash table of the positions that a fast FreeCell search has seen: 64-bit keys

`accord.families.freecell.planners.fast` calls `batch`; the others are parts of it.
"""
