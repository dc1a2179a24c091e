"""Global constraints: rules that have a meaning of their own, and simpler truths that say the same.

    rule            says
    --------------  ----------------------------------------------------------------------------------
    NoOverlap       tasks with a start and a length do not overlap
    NoOverlap2D     rectangles do not overlap
    Cumulative      at no time do the tasks that run need more than there is
    Circuit         each value is the place that follows, and they form one circle through all places
    Subcircuit      the same, but places that are their own value are left out
    Cardinality     how often each of some values occurs
    Among           how many have one of some values
    NumberOfValues  how many different values occur
    BinPacking      what is in each bin weighs at most what the bin takes
    Knapsack        what is taken weighs and is worth so much

`spelled` gives rules and truths that together say a rule: engines that have no such constraint get these. The
meaning, in `_accepts`, shares nothing with them.
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
