"""How a person solves a puzzle: rules, easiest first, each step with the items that force it, in words."""

from accord.deduce.reason import Level, Rating, Reasoner, deductions, rating
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
    "words",
]
