"""The classes of rules on lists, and the methods that state them (`make generated`)."""

from accord.problem.global_rules.among import Among, StatesAmong
from accord.problem.global_rules.bin_packing import BinPacking, StatesBinPacking
from accord.problem.global_rules.cardinality import Cardinality, StatesCardinality
from accord.problem.global_rules.circuit import Circuit, StatesCircuit
from accord.problem.global_rules.cumulative import Cumulative, StatesCumulative
from accord.problem.global_rules.different import Different, StatesDifferent
from accord.problem.global_rules.increasing import Ordered, StatesOrdered
from accord.problem.global_rules.inverse import Inverse, StatesInverse
from accord.problem.global_rules.knapsack import Knapsack, StatesKnapsack
from accord.problem.global_rules.lexicographic import Lexicographic, StatesLexicographic
from accord.problem.global_rules.n_values import NumberOfValues, StatesNValues
from accord.problem.global_rules.no_overlap import NoOverlap, StatesNoOverlap
from accord.problem.global_rules.no_overlap_2d import NoOverlap2D, StatesNoOverlap2D
from accord.problem.global_rules.precedence import Precedence, StatesPrecedence
from accord.problem.global_rules.regular import Regular, StatesRegular
from accord.problem.global_rules.subcircuit import StatesSubcircuit, Subcircuit
from accord.problem.global_rules.table import StatesTable, Table

__all__ = [
    "Among",
    "BinPacking",
    "Cardinality",
    "Circuit",
    "Cumulative",
    "Different",
    "GlobalConstraints",
    "Inverse",
    "Knapsack",
    "Lexicographic",
    "NoOverlap",
    "NoOverlap2D",
    "NumberOfValues",
    "Ordered",
    "Precedence",
    "Regular",
    "Subcircuit",
    "Table",
]


class GlobalConstraints(
    StatesAmong,
    StatesBinPacking,
    StatesCardinality,
    StatesCircuit,
    StatesCumulative,
    StatesDifferent,
    StatesOrdered,
    StatesInverse,
    StatesKnapsack,
    StatesLexicographic,
    StatesNValues,
    StatesNoOverlap,
    StatesNoOverlap2D,
    StatesPrecedence,
    StatesRegular,
    StatesSubcircuit,
    StatesTable,
):
    """A problem, and the methods that state rules on lists."""
