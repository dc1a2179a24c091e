"""Planners: find plans of plan problems, natively or by horizons on any backend, and show only checked ones.

contract    the question to a planner, and its progress
table       family, mode, backend -> planner
search      a search as an object: `Search`, and `plan`
planned     the result of a search, and its line of JSON
replay      plans checked, and as boards; moves that somebody wrote, played
generic     explicit search, for any plan problem
horizon     cpsat and sat, horizon by horizon
many        plans of many puzzles

`accord.plan` and `accord.Search` are its public names. Planners of families import `contract`.

    >>> import accord
    >>> accord.plan(accord.load("tiles:2x2:1,.,3,2")).words
    'shortest plan: 1 move'
"""
