"""SAT solvers of python-sat: CDCL for one, two or the best solution, a propagation walk for all.

backend      The backend for the SAT solvers of python-sat: which engine does what, and the search it starts
engines      The solvers of python-sat, one row each, with the facts that decide what each can be used for
solving      Find one, two or the best solution of a model by CDCL
incremental  One CDCL solver that holds a model, finds solutions under assumptions
best         Find a solution of least weight: core-guided search from below
cdcl         A CDCL solver that holds a model's clauses and is called in slices; `solving` and `best` use it
walk         Enumerate covers by a walk in which a SAT solver only propagates; it adds no blocking clauses
problem      Prepare covers for the propagation walk
thread       Run a search in a thread of its own and yield its slices in the caller's thread

The table of backends finds `Sat` here.

    >>> import accord
    >>> accord.unique(accord.load("langford:3"), backend="sat", engine="glucose4").answer
    'several'
"""

from accord.backends.sat.backend import Sat

__all__ = ["Sat"]
