"""Paths between several pairs of ends, in most puzzles of a board.

pairs         rows: which path a vertex is on, in binary digits
sides         clauses: which path a vertex is on, and on which side of it a face is
turns         that no path turns back, as items that most only solutions meet
exchanges     edges of paths in a window of a square grid that can be exchanged for others
square_grids  where a graph is a square grid, and the exchanges there
short_paths   clauses that paths have no shortcut
only_paths    two questions that settle such paths

    >>> from accord.problem import Problem
    >>> from accord.problem.graph_rules.several_paths import only_paths
    >>> from accord.problem.graphs import grid
    >>> p = Problem()
    >>> p.paths(p.edges(grid(2, 3)), ends=[((0, 0), (0, 2)), ((1, 0), (1, 2))])
    >>> rule = only_paths.rule_of(p.model.lazy)
    >>> only_paths.without_turns(rule)
    <Model 18 items, 11 options, multiplicities and linear and lazy>
"""
