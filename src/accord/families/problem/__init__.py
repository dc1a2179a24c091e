"""Problems: puzzles as variables and rules, in Python or as lines of text in a model file.

spec       the keys of a model file; a text as lines, and a line as a tree; nothing is executed
operators  operators, places, vertices and edges
meaning    the values of trees: numbers, texts, lists, expressions of variables
functions  the functions of problem files
reading    a file's spec as a Problem
problems   a spec of either kind as a Problem, its model, and its variables in groups
graphs     rules on graphs, and graphs of edges
writing    a Problem as a file's spec
calls      graphs and calls of their rules, as that spec has them
clues      what drawings show of the data: clues in cells and beside the board, regions
drawing    boards, edges and arrays as pictures, with the clues of the data
display    pictures and marks
sheets     the pictures of the data, and drawn boards, as grids to edit
words      hints as sentences
record     what general code asks

    >>> import accord
    >>> p = accord.Problem("pair")
    >>> x = p.integers(["a", "b"], 1, 3)
    >>> p.add(x["a"] + x["b"] == 5, x["a"] < x["b"])
    >>> print(accord.unique(p, backend="sat").solutions[0])
    a = 2
    b = 3
"""
