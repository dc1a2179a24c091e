"""Graph rules: what hangs together, one loop, paths, a tree, regions. A rule is a module.

connected      Connected: the chosen vertices hang together
regions        Regions: the vertices of each label are connected; a rule `connected` for each label
components     Components: the chosen vertices that hang together are as many as a size says, in each part
loop           A single loop: the chosen edges are one circle
path           Paths: the chosen edges are one path, its ends given or not; or a path for each pair of ends
tree           A tree: the chosen edges are connected, and have no circle
forest         A forest: the chosen edges have no circle

What the rules share:

base           Graph rules as they are stated: which flags of which graph, by which conventions
lowered        A graph rule on options, as a model has it
edges          What graph rules on edges share: how they are stated, and what is local about them
meaning        Walk a graph and count: what the rules use to say whether a choice of vertices or edges meets
unfold         Lower connectivity to ordinary items: distances from a root, level by level, by hidden options
separation     Find the cuts of a graph rule that a choice of vertices or edges breaks
follows        Derive cuts from the graph of a rule alone; checkers of proofs use it
cuts           Enforce connectivity by cuts: clauses added when a solution violates a graph rule
several_paths  Paths between several pairs of ends, in most puzzles of a board
stand_ins      Options that stand for many others, and a relaxation of a problem that lacks these
found          The methods of a problem that state rules on graphs (`make generated`)

A rule is data and belongs to a problem; `accord.problem.Problem` has a method for each of these.

    >>> from accord.problem import Problem
    >>> from accord.problem.graphs import grid
    >>> p = Problem()
    >>> p.single_loop(p.edges(grid(3, 3)))
    >>> p.model.lazy.rules[0].name
    'loop'
"""
