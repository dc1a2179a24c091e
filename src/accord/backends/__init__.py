"""One model, one task, one stream of slices: the contract, the table, and our three backends.

contract    The interface that every backend implements: a model and a task in, slices of results out
table       The table of backends: a name, where its class lives, and the package it needs
statistics  The statistics of a search tree: nodes, dead ends and solutions by depth, and choices by item
portfolio   Run several searches of one question; the first that ends stops all others
waiting     Wait for a function or a generator in another thread, and let limits and Ctrl-C act meanwhile
native      The native backend: our numba kernels, fed with arrays and called for a few milliseconds at a time
cpsat       The backend for OR-Tools CP-SAT: any model, any task
sat         SAT solvers of python-sat: CDCL for one, two or the best solution, a propagation walk for all

The runner calls backends. For one search without limits, verification and digests call them by
hand; backends of others import `contract` and nothing else.

    >>> import accord
    >>> from accord.backends import table
    >>> from accord.backends.contract import Request
    >>> search = table.backend("sat").search(accord.load("queens:6").model, Request("all"))
    >>> sum(step.count for step in search)
    4
"""
