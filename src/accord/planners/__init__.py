"""Planners: find plans of plan problems, natively or by horizons on any backend, and show only checked ones.

contract    what a planner is asked and gives
table       family, mode, backend -> planner
search      a search as an object: `Search`, and `plan`
planned     what is known after a search, and its line of JSON
checked     the check without which no plan is shown
boards      a plan as boards
played      moves that somebody wrote, up to the first that cannot be made
generic     explicit search, for any plan problem
horizon     cpsat and sat, horizon by horizon
many        plans of many puzzles

`accord.plan` and `accord.Search` are its public names. Planners of families import `contract`.

    >>> import accord
    >>> accord.plan(accord.load("tiles:2x2:1,.,3,2")).words
    'shortest plan: 1 move'
"""
