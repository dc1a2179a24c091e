"""Problems: puzzles said in variables and rules.

record  what general code asks

    >>> import accord
    >>> p = accord.Problem("pair")
    >>> x = p.integers(["a", "b"], 1, 3)
    >>> p.add(x["a"] + x["b"] == 5, x["a"] < x["b"])
    >>> print(accord.unique(p, backend="sat").solutions[0])
    a = 2
    b = 3
"""
