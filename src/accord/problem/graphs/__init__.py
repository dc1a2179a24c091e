"""Graph rules: what is connected, one loop, a path, a tree, regions.

graph    graphs by the names of their vertices; those of boards, and of their corners
rules    the rules as they are stated, with their conventions
plain    whether a set of vertices or edges keeps a rule: its meaning
lower    a rule on the sheet: what is local as items; and that all hangs together by one of the two:
cuts     lazily, with items that a solution breaks
unfold   breadth first, with hidden flags for each level
follows  whether a cut follows from the graph: for checkers

Problems state them by methods, and whoever needs a graph makes one here:

    >>> from accord.problem import Problem
    >>> from accord.problem.graphs import dots, grid
    >>> p = Problem()
    >>> edges = p.edges(dots(grid(2, 2)))
    >>> p.single_loop(edges)
    >>> len(edges), p.model.lazy is not None
    (12, True)
"""

from accord.problem.graphs.graph import Edges, Graph, dots, graph_of, grid

__all__ = ["Edges", "Graph", "dots", "graph_of", "grid"]
