"""Random problems: variables and rules of every kind, each rule with its meaning in plain Python.

A problem is drawn with its rules stated, so a fault of its model can be stated in terms of its rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.errors import UsageError
from accord_compare.fuzz import rules as other_rules
from accord_compare.fuzz.dice import Dice
from accord_compare.fuzz.drawn import Drawn
from accord_compare.fuzz.expressions import Generator
from accord_compare.fuzz.graph_rules import GRAPHS

RULES = other_rules.RULES | GRAPHS


def problem(dice: Dice, size: int, *, rules: Sequence[str] = (), far: int = 0) -> Drawn:
    """A problem with up to five rules, of these kinds, or of all; of at most 8 * `size` + 20 assignments.

    Most rules that leave no solution are taken back. Many of its numbers are `far` from 0.
    """
    generator = Generator(dice, far)
    generator.declare(8 * size + 20)
    names = rules or tuple(RULES)
    drawn = Drawn(generator.problem, generator.domains, [])
    for _ in range(dice.number(1, 5)):
        try:
            drawn.rules.append(RULES[dice.pick(names)](generator))
        except UsageError:  # a slip, such as a length below 0, is no rule
            continue
        if not any(map(drawn.holds, drawn.assignments())) and dice.chance(0.85):
            drawn.rules.pop()
            drawn.problem.rules.pop()
    return drawn
