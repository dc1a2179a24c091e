"""The backend for OR-Tools CP-SAT: any model, any task.

backend       the contract for CP-SAT; nothing of OR-Tools is imported before a search starts
parameters    model, request -> the parameters that are set, as data, each with its reason
lowering      model -> CpModel, in small passes; the order in which options are tried
numbers       options that say a number, as integer variables; numbers that all differ
variables     the variables of a CpModel, and linear forms of them
literals      that all or some of others hold, that a form has a value, or is at most 0
arithmetic    quotients and powers
circuits      circuits and loops of graphs, as arcs
integers, integer_rules, integer_lowering  a problem as it is -> CpModel: expressions, rules, all of it
solving       the solver in a thread of its own, its findings as slices; one model with many questions

The table of backends finds `CpSat` here; nothing else imports it.

    >>> import accord
    >>> accord.count(accord.load("queens:6"), backend="cpsat").engine
    'cp-sat'
"""

from accord.backends.cpsat.backend import CpSat

__all__ = ["CpSat"]
