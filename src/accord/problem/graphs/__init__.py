"""Graphs: vertices and edges by name, of boards and of pairs. The rules on them are in `problem.graph_rules`.

graph    graphs by name: of boards, of their dots, of pairs; edges with something on each
flags    what rules are stated with: truths of vertices or edges, and sizes
network  the neighbours of vertices; which vertices are reached, by sets as ints

    >>> from accord.problem.graphs import dots, grid
    >>> len(grid(2, 3).edges), len(dots(grid(2, 3)).edges)
    (7, 17)
"""

from accord.problem.graphs.graph import Edges, Graph, dots, graph_of, grid

__all__ = ["Edges", "Graph", "dots", "graph_of", "grid"]
