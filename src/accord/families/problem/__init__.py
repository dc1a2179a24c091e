"""Problems: puzzles as variables and rules, in Python or as lines of text in a model file.

spec       The model-file keys of a problem, and its rules parsed into trees with line numbers
operators  Evaluate operators and subscripts in problem files, on constants and on variables
meaning    Evaluate the parsed expressions of a problem file: only names in fixed tables are allowed
functions  The functions that problem files may call in rules, from a parsed tree to an expression or a rule
reading    Read a problem file into a Problem: data, variables, rules, objective, symmetries
problems   Convert a spec or a `Problem` object into a Problem, its model, and its variables in groups
graphs     Read graph rules in problem files: calls of the functions in `accord.problem.graph_rules`
writing    Write a Problem as a problem file; refuse, with a reason, what a file cannot express
display    Pictures of problems and solutions: boards as boards, other variables as `name = value`
record     The family record of problem files: the functions that general code calls for a family

    >>> import accord
    >>> p = accord.Problem("pair")
    >>> x = p.integers(["a", "b"], 1, 3)
    >>> p.add(x["a"] + x["b"] == 5, x["a"] < x["b"])
    >>> print(accord.unique(p, backend="sat").solutions[0])
    a = 2
    b = 3
"""
