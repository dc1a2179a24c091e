"""Twenty problems of tutorials, stated in Accord and in CPMpy: lengths, times and answers.

The list is in problems.toml, fixed before anything was measured. This package is not in `accord_cpmpy`, so
that a process of one side does not import the other.

data          what both sides are given
ours, theirs  a function for each problem that states it, with `accord.Problem` and with CPMpy; run as a
              module, a process that states a problem and solves it
listed        the list read: which functions a problem has, and how many statements each takes
contests      the rows of `accord bench`
csplib        problems of CSPLib, from the lowering on: `auto` beside CPMpy; `csplib_data` has their numbers
flattening    large problems, made models: beside CPMpy's flattening to linear rules

    >>> from accord_tutorials.listed import read_list
    >>> len(read_list()), read_list()["send-more"].answer
    (20, 1)
"""
