"""Global constraints: rules that have a meaning of their own, and simpler truths that say the same.

base        what all of them have
circuits    places that follow each other on one circle
counts      how often values occur, what is in bins and knapsacks
intervals   tasks and rectangles that do not overlap

`simpler_rules` yields rules and truths that together say a rule: engines without such a constraint get these.
The meaning, in `_accepts`, shares nothing with them.

    >>> from accord.problem import Problem
    >>> p = Problem()
    >>> after = [p.integer(f"after{place}", 0, 3) for place in range(4)]
    >>> p.circuit(after)
    >>> print(p.rules[0])
    circuit([after0, after1, after2, after3], base=0)
"""

from accord.problem.global_rules.base import GlobalRule
from accord.problem.global_rules.circuits import Circuit, Subcircuit
from accord.problem.global_rules.counts import Among, BinPacking, Cardinality, Knapsack, NumberOfValues
from accord.problem.global_rules.intervals import Cumulative, NoOverlap, NoOverlap2D

__all__ = [
    "Among",
    "BinPacking",
    "Cardinality",
    "Circuit",
    "Cumulative",
    "GlobalRule",
    "Knapsack",
    "NoOverlap",
    "NoOverlap2D",
    "NumberOfValues",
    "Subcircuit",
]
