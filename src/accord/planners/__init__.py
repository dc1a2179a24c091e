"""Planners: find plans of plan problems, natively or by horizons on any backend, and show only checked ones.

contract  The interface between a search for plans and its planners (the engines that find plans)
table     The table of planners: for a mode and a backend, where the class lives
search    An object for one search for a plan: run it, inspect it, raise its limits, continue
planned   The result struct of a search for a plan: the moves, the status, and its printed forms
replay    Replay a plan, or a list of moves, from the starting board of a puzzle
generic   The planner that takes every small plan problem: explicit search, state by state
horizon   Find plans with cpsat or sat: solve the problem unrolled to n steps, and add a step after each "no"
many      Plan many puzzles: a file of many, or a range of deals; one result record per puzzle, in order

`accord.plan` and `accord.Search` are its public names. Planners of families import `contract`.

    >>> import accord
    >>> accord.plan(accord.load("tiles:2x2:1,.,3,2")).words
    'shortest plan: 1 move'
"""
