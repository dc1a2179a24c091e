"""One model, one task, one stream of slices: the contract, the table, and our three backends.

contract    what a backend is asked and gives: `Backend`, `Request`, `Slice`
table       the rows: ours, and those of entry points; a class is imported on first use
statistics  what a search tells of its tree, where that is asked for
resumed     what a search of a lazy model goes on from
portfolio   searches that compete for an answer of a solution or two
found       the solutions that several searches of one model find
waiting     slices while something else works, so that limits act meanwhile
native      our numba kernels
cpsat       OR-Tools CP-SAT
sat         the SAT solvers of python-sat

The runner calls backends. Whoever wants one search without limits, verification and digests may call them by
hand; backends of others import `contract` and nothing else.

    >>> import accord
    >>> from accord.backends import table
    >>> from accord.backends.contract import Request
    >>> search = table.backend("sat").search(accord.load("queens:6").model, Request("all"))
    >>> sum(step.count for step in search)
    4
"""
