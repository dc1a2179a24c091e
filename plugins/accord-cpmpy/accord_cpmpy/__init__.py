"""CPMpy and Accord: a CPMpy model as an Accord model, and Accord as a solver for CPMpy.

model       the Accord model of a CPMpy model, whose hidden options are proved to be determined
count       how many assignments of its own variables a CPMpy model has, by any engine
translate   the other way: a Problem of Accord as a CPMpy model
register    from then on `solver="accord"`, "accord:sat", "accord:native/sums", ... in CPMpy
CPM_accord  the solver class behind that name

    >>> import accord_cpmpy, cpmpy as cp
    >>> x = cp.intvar(1, 9, shape=(3, 3), name="x")
    >>> magic = cp.Model(cp.AllDifferent(x), [sum(line) == 15 for line in [*x, *x.T, x.diagonal()]])
    >>> magic += sum(x[i, 2 - i] for i in range(3)) == 15
    >>> accord_cpmpy.count(magic, backend="sat").count
    8
    >>> accord_cpmpy.register()
    >>> magic.solveAll(solver="accord:native")
    8
"""

from accord_cpmpy.counting import count, is_determined, model
from accord_cpmpy.solver import CPM_accord, register
from accord_cpmpy.translation import Translation, translate

__all__ = ["CPM_accord", "Translation", "count", "is_determined", "model", "register", "translate"]
