"""The backend for OR-Tools CP-SAT: any model, any task.

backend       what the contract asks for; nothing of OR-Tools is imported before a search starts
parameters    model, request -> the parameters that are set, as data, each with its reason
lowering      model -> CpModel, in small passes
numbers       options that say a number, as integer variables
different     numbers no two of which are the same
items         which items and options say so
strategy      model -> the order in which options are tried
solving       the solver in a thread of its own, and what it finds as slices
values        printed values -> rows of options
oracle        one model that is asked many times: is there a solution with these options?

The table of backends finds `CpSat` here; nobody else imports it.

    >>> import accord
    >>> accord.count(accord.load("queens:6"), backend="cpsat").engine
    'cp-sat'
"""

from accord.backends.cpsat.backend import CpSat

__all__ = ["CpSat"]
