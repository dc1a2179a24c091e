"""One model, one task, one stream of slices: the contract, the table, and our three backends.

contract    the question to a backend, and its slices: `Backend`, `Request`, `Slice`
table       the rows: ours, and those of entry points; a class is imported on first use
statistics  the tree of a search, counted by depth and by item
portfolio   searches that compete for an answer of a solution or two
waiting     slices while something else works, so that limits act meanwhile
native      our numba kernels
cpsat       OR-Tools CP-SAT
sat         the SAT solvers of python-sat

The runner calls backends. For one search without limits, verification and digests call them by
hand; backends of others import `contract` and nothing else.

    >>> import accord
    >>> from accord.backends import table
    >>> from accord.backends.contract import Request
    >>> search = table.backend("sat").search(accord.load("queens:6").model, Request("all"))
    >>> sum(step.count for step in search)
    4
"""
