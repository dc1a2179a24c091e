"""SAT solvers of python-sat: CDCL for one, two or the best solution, a propagation walk for all.

backend          the engine for each task, and the search it starts
engines          the solvers, one row each, with what each can be used for
solving          one, two or the least solution; lazy models
incremental      a model in one solver, which is asked again and again and takes more clauses
best             the least solution, from below
cdcl             calls of a solver in slices of some conflicts; proofs and explanations use them too
walk, problem    all solutions where amounts are 1: the walk, and the tables it reads
general          all solutions of any other model
guide            CDCL that tells a walk which subtrees are empty
thread           a search in a thread of its own

The table of backends finds `Sat` here.

    >>> import accord
    >>> accord.unique(accord.load("langford:3"), backend="sat", engine="glucose4").answer
    'several'
"""

from accord.backends.sat.backend import Sat

__all__ = ["Sat"]
