"""Graph rules: what hangs together, one loop, paths, a tree, regions.

graph         graphs by name: of boards, of their dots, of pairs; edges with something on each
rules         the rules, and their conventions
flags         what they are stated with: truths of vertices or edges, and sizes
semantics     whether a choice meets a rule, word for word
lowered       a rule on options, as a model has it
cuts          connectivity as the lazy part of a model
separation    the cuts that a choice breaks
sizes         which components have a wrong size, of all rules at once
network       the neighbours of vertices; which vertices are reached, by sets as ints
layers        clauses that say by steps from a root what cuts say one by one
sides         clauses that say which path a vertex is on, and on which side of it a face is
exchanges     edges of paths in a window of a square grid that can be exchanged for others
square_grids  where a graph is a square grid, and the exchanges there
turns         that no path turns back, as items that most only solutions meet
rule_text     a rule as a line of text
follows       whether a cut follows from the graph: for checkers, which trust nothing else here

A rule is data and belongs to a problem; `accord.problem.Problem` has a method for each.

    >>> from accord.problem import Problem
    >>> from accord.problem.graphs import grid
    >>> p = Problem()
    >>> p.single_loop(p.edges(grid(3, 3)))
    >>> p.model.lazy.rules[0].kind
    'loop'
"""

from accord.problem.graphs.graph import Edges, Graph, dots, graph_of, grid

__all__ = ["Edges", "Graph", "dots", "graph_of", "grid"]
