"""Models as clauses: one variable an option, and auxiliary ones that the options determine.

lower        Lower a model to a formula: write the clauses of every item's demand and colours, item by item
formula      A model as a formula: clauses over Booleans
clauses      Collect the clauses and variables of a formula while it is written, up to a size limit
choose       Choose the encoding of a linear constraint: by the number of clauses, unless the user names one
at_most_one  Encode "at most one of these literals" as clauses: a clause per pair, or a ladder
linear       Linear constraints over literals in the normal form from which all CNF encodings start
diagram      Encode linear constraints as clauses by a decision diagram of partial sums
totalizer    Encode linear constraints as clauses by a tree of unary sums: the generalized totalizer

The backend `sat`, proofs, explanations and the writer of DIMACS call it. It calls no solver.

    >>> import accord
    >>> from accord.cnf import lower
    >>> formula = lower(accord.load("langford:3").model)
    >>> formula.options, len(list(formula.clauses())) == len(formula)
    (9, True)
"""

from accord.cnf.choose import ENCODINGS, check_encoding
from accord.cnf.formula import AtMost, Formula
from accord.cnf.lower import lower, lowering

__all__ = ["ENCODINGS", "AtMost", "Formula", "check_encoding", "lower", "lowering"]
