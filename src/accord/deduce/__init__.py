"""How a person solves a puzzle: rules, easiest first, each step with the items that force it, in words.

rules        what forces a choice, in the order in which a person would try them
reason       solving by them: the next step, all steps, how hard it was
step         one step, and a sentence for it
structure    a model as a person reads it

`accord hint`, `accord rate` and the making of puzzles call it, and so may you. It knows models, and no
family.

    >>> import accord
    >>> from accord.deduce import deductions, words
    >>> model = accord.load("aquarium-6x6").model
    >>> print(words(model, next(deductions(model))))
    row 1: it needs 4 more, and 6 are left, so T3 r1 is chosen
"""

from accord.deduce.reason import Level, Rating, Reasoner, deductions, rating, ratings
from accord.deduce.step import RULES, Contradiction, Forced, Rule, Step, words

__all__ = [
    "RULES",
    "Contradiction",
    "Forced",
    "Level",
    "Rating",
    "Reasoner",
    "Rule",
    "Step",
    "deductions",
    "rating",
    "ratings",
    "words",
]
