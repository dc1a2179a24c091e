"""Twenty problems of tutorials, said in Accord and in CPMpy: lengths, times and answers. Private to Accord.

The list is in problems.toml, fixed before anything was measured.

data          what both sides are given
ours, theirs  a function for each problem that states it, with `accord.Problem` and with CPMpy; run as a
              module, a process that states a problem and solves it
listed        the list read: which functions a problem has, and how many statements each takes
contests      the rows of `accord bench`
flattening    large problems, made models: beside CPMpy's flattening to linear rules

    >>> from accord_compare.modelling.listed import listed
    >>> len(listed()), listed()["send-more"].answer
    (20, 1)
"""
