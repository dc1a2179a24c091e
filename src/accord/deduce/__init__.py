"""How a person solves a puzzle: rules, easiest first, each step with the items that force it, in words.

rules        what forces a choice, in the order in which a person would try them
trials       the hardest of them, lookahead: a choice is tried, and what follows shows that it was wrong
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

from typing import TYPE_CHECKING, Any

from accord.deduce.step import RULES, Contradiction, Forced, Rule, Step, words

if TYPE_CHECKING:  # families that say steps in words need no more than these
    from accord.deduce.reason import Level, Rating, Reasoner, deductions, rating, ratings

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'accord.deduce' has no attribute {name!r}")
    from accord.deduce import reason  # only now: most commands solve by no rules

    return getattr(reason, name)
