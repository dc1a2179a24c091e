"""Graphs: vertices and edges by name, of boards and of pairs. The rules on them are in `problem.graph_rules`.

graph    Graphs: vertices and edges by name
flags    Read what a graph rule is stated with: a truth for each vertex or edge, or values; and sizes
network  A graph as it is walked: the neighbours of each vertex, and which vertices are reached from some

    >>> from accord.problem.graphs import dots, grid
    >>> len(grid(2, 3).edges), len(dots(grid(2, 3)).edges)
    (7, 17)
"""

from accord.problem.graphs.graph import Edges, Graph, dots, graph_of, grid

__all__ = ["Edges", "Graph", "dots", "graph_of", "grid"]
