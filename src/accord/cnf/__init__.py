"""Models as clauses: one variable an option, and auxiliary ones that the options determine.

lower          model -> formula, item by item
formula        what a formula is
clauses        a formula while it is written
choose         which encoding an item gets
at_most_one    at most one of some: pairs, or a ladder
linear         a demand in the form from which the encodings begin:
diagram        a decision diagram of partial sums
totalizer      a tree of sums in unary
templates      diagrams and totalizers of the same form, made once
adder          binary addition

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
