"""Families of puzzles: a module or a package each, with all that is known of one kind of puzzle.

A package holds its `record`, by which all others know it, and what stands behind that: the spec, texts, the
model or the plan problem, words, a generator, engines and planners of its own. General code imports nothing
from here; it asks the table (`accord.puzzles.table`), which imports a record when its family is first named:

    import accord
    accord.load("queens:8").record.name              # 'queens'

So nobody imports this package for its own sake. Whoever wants a part of a family imports that:

    from accord.families.queens import Queens
    accord.count(accord.Puzzle(family="queens", spec=Queens(size=8))).count      # 92

Which families may import which is said in pyproject.toml.
"""
