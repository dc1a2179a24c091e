"""The group of a model, and counting solutions up to it. Returns models; never runs them.

group          Check which candidate symmetries map a model to itself, and build their group
automorphisms  Find symmetries that no one declared: automorphisms of a model's matrix (needs igraph)
parts          Split a model into disjoint parts that together give all solutions, or one per symmetry class
cut            Split parts of a search into smaller disjoint parts, for workers and checkpoints
canonical      The canonical form of a graph: the same for two graphs if and only if they differ in the order
estimate       Estimate the search effort of each part of a model from one random sample

The runner calls it.

    >>> import accord
    >>> from accord.symmetry.group import group_of
    >>> from accord.symmetry.parts import split
    >>> model = accord.load("langford:7").model
    >>> group = group_of(model)
    >>> len(group), sum(accord.count(part.model, backend="sat").count for part in split(model, group))
    (2, 26)
"""
