"""The backend for OR-Tools CP-SAT: any model, any task.

backend           The CP-SAT backend: implements the interface of backends
parameters        Choose CP-SAT's solver parameters for a model and a request
lowering          Model -> CpModel, in passes
variables         The variables of a CpModel, and linear forms of them
integers          Expressions of a problem -> CpModel: integer variables with bounds, and literals of truths
integer_lowering  A problem as it is -> CpModel: its variables first, in their order
solving           Run CP-SAT in a thread of its own, and yield what it finds as slices in the caller's thread

The table of backends finds `CpSat` here; nothing else imports it.

    >>> import accord
    >>> accord.count(accord.load("queens:6"), backend="cpsat").engine
    'cp-sat'
"""

from accord.backends.cpsat.backend import CpSat

__all__ = ["CpSat"]
