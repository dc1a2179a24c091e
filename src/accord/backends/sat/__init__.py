"""SAT solvers of python-sat: CDCL for one, two or the best solution, a propagation walk for all."""

from accord.backends.sat.backend import Sat

__all__ = ["Sat"]
