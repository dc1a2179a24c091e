"""The group of a model, and counting solutions up to it. Returns models; never runs them.

group          which of the declared symmetries a model has
automorphisms  symmetries that were not declared: the automorphisms of the matrix
parts          disjoint models that have one solution of each class
cut            more parts of about the same size, for workers and checkpoints
canonical      what graphs and models share that differ in names and orders only
estimate       how large the searches of parts will be

The runner calls it.

    >>> import accord
    >>> from accord.symmetry.group import group_of
    >>> from accord.symmetry.parts import split
    >>> model = accord.load("langford:7").model
    >>> group = group_of(model)
    >>> len(group), sum(accord.count(part.model, backend="sat").count for part in split(model, group))
    (2, 26)
"""
