"""What a search does, event by event, to be watched, filmed and explained.

event     what a tracer tells
search    the search of the engine window in plain Python: the same choices in the same order

Whoever draws a search calls it. Kernels know nothing of it, so that nothing is paid while nobody looks.

    >>> import accord
    >>> from accord.trace.search import Search
    >>> dominoes = ["r1c1 r1c2", "r2c1 r2c2", "r1c1 r2c1", "r1c2 r2c2"]
    >>> cells = ["r1c1", "r1c2", "r2c1", "r2c2"]
    >>> model = accord.Model.build(cells, {name: name.split() for name in dominoes}, order=cells)
    >>> for event in Search(model):
    ...     print(event.kind, *[dominoes[option] for option in event.chosen], sep=", ")
    begin
    place, r1c1 r1c2
    remove
    place, r1c1 r2c1
    remove
    return, r1c1 r2c1
    place, r1c1 r2c1, r1c2 r2c2
    solution, r1c1 r2c1, r1c2 r2c2
    remove, r1c1 r2c1
    remove
    return, r1c1 r1c2
    place, r1c1 r1c2, r2c1 r2c2
    solution, r1c1 r1c2, r2c1 r2c2
    remove, r1c1 r1c2
    remove
"""
