"""Paths between several pairs of ends, in most puzzles of a board.

pairs         Lower paths between several pairs of ends: the path of each vertex, as a number in binary digits
square_grids  Find where a graph is a square grid, and place the corners and the exchanges of paths there
only_paths    Lower two questions about a rule on several paths, which settle most of them soon

    >>> from accord.problem import Problem
    >>> from accord.problem.graph_rules.several_paths import only_paths
    >>> from accord.problem.graphs import grid
    >>> p = Problem()
    >>> p.paths(p.edges(grid(2, 3)), ends=[((0, 0), (0, 2)), ((1, 0), (1, 2))])
    >>> rule = only_paths.rule_of(p.model.lazy)
    >>> only_paths.without_turns(rule)
    <Model 18 items, 11 options, multiplicities and linear and lazy>
"""
