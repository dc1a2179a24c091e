"""Searches that keep every position they meet, by exact keys: shortest plans, and proofs that there is none.

    layout          rows and states; the tables of a deck and a start, and keys; compiles nothing
    search          shortest plans: A*
    exhaust         any plan, or the end of all positions
    position        what rows hold, and the moves of a position
    bound           how many moves are needed at least

`accord.families.freecell.planners.closed_list_search` calls the kernels: `search`, `exhaust`, and
`tabulate` of `position`.
"""
