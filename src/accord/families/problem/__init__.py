"""Problems: puzzles said in variables and rules, in Python or as lines of text in a model file.

spec       the keys of a model file
lines      a text as lines, and a line as a tree; nothing is executed
operators  operators and places
meaning    what a tree means: numbers, texts, lists, expressions of variables
functions  what may be called
reading    a file's spec as a Problem
made       a spec of either kind as a Problem, and its model
vertices   vertices and edges as files name them
graphs     rules on graphs, and graphs of edges
groups     variables as people see them
written    a Problem as a file's spec
calls      graphs and calls of their rules, as it has them
drawn      edges as lines
shown      pictures, hints and marks
record     what general code asks

    >>> import accord
    >>> p = accord.Problem("pair")
    >>> x = p.integers(["a", "b"], 1, 3)
    >>> p.add(x["a"] + x["b"] == 5, x["a"] < x["b"])
    >>> print(accord.unique(p, backend="sat").solutions[0])
    a = 2
    b = 3
"""
