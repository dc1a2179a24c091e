"""Models as clauses: one variable an option, and auxiliary ones that the options determine."""

from accord.cnf.choose import ENCODINGS, check_encoding
from accord.cnf.formula import AtMost, Formula
from accord.cnf.lower import lower, lowering

__all__ = ["ENCODINGS", "AtMost", "Formula", "check_encoding", "lower", "lowering"]
