"""Families of puzzles: a module or a package each, with all that is known of one kind of puzzle.

`accord families` lists them, and each opens with what it is. Besides, there are here:

attacks  Which squares chess pieces attack, on boards of any size, cylinders and tori

A package holds its `record`, by which all others know it, and what stands behind that: the spec, texts, the
model or the plan problem, words, a generator, engines and planners of its own. General code imports nothing
from here; it asks the table (`accord.puzzles.table`), which imports a record when its family is first named.
Code that uses a part of a family, such as its spec, imports that:

    >>> import accord
    >>> accord.load("queens:8").record.name
    'queens'
    >>> from accord.families.queens import Queens
    >>> accord.count(accord.Puzzle(family="queens", spec=Queens(size=6)), backend="sat").count
    4

Which families may import which is said in pyproject.toml.
"""
