"""How a person solves a puzzle: rules, easiest first, each step with the items that force it, in words.

rules      The deduction rules by which items force choices, ordered from easy to hard
trials     The rule of lookahead: make one choice and follow the bounds
reason     Solve a model step by step, by the easiest rule that forces something
step       One deduction step of a person: which choices are forced, by which items, and the reason in words
structure  Prepare a model for deduction: which items a person looks at, and which follow from others

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
