"""Graph rules: what hangs together, one loop, paths, a tree, regions. A rule is a module.

connected     the chosen vertices hang together
regions       so do the vertices of each label
components    the parts of the chosen vertices have a size
loop          the chosen edges are one circle
path          they are one path, or a path for each pair of ends
tree          they hang together, without a circle
forest        they have no circle

What the rules share:

base           a rule as it is stated: conventions, meaning, text, and how it is lowered
lowered        a rule on options: its cuts, and what backends need that count by the graph
edges          both, of a rule on edges; rows that say what is local
vertices       a rule on vertices, on options
meaning        walks by which a rule says whether a choice meets it; they share nothing with its lowering
rows           rows that several rules need
unfold         connectivity, written out
separation     the cuts that a choice breaks
follows        whether a cut follows from the graph: for checkers, which trust nothing else here
cuts           the graph rules of a model, as its lazy part
rules          the functions that state rules, by name
several_paths  paths between several pairs of ends: clauses, and questions that settle them
stand_ins      a question that spares a model options that no solution has

A rule is data and belongs to a problem; `accord.problem.Problem` has a method for each of these.

    >>> from accord.problem import Problem
    >>> from accord.problem.graphs import grid
    >>> p = Problem()
    >>> p.single_loop(p.edges(grid(3, 3)))
    >>> p.model.lazy.rules[0].name
    'loop'
"""
