"""Rules on lists, also called global constraints: a module each, with all that is known of it.

base   What global constraints have in common: how they are stated and drawn, and texts and truths of several
tasks  Windows of time in which tasks may run, for rules on tasks in time
found  The classes of rules on lists, and the methods that state them (`make generated`)

A module holds a class of rules and, in a class `States...`, the methods of a problem that state it. The class
of rules has the meaning, the text in a file, the rows and the constraints of CP-SAT. A rule that has no rows
of its own yields `simpler_rules`, which together say the same: engines without such a constraint get these.
The meaning, in `_accepts`, shares nothing with them.

A new rule is a new module: `make generated` finds it. A method that is marked by `states` is a method of
`Problem` and of files, and tests draw random calls of it for all engines.

    >>> from accord.problem import Problem
    >>> p = Problem()
    >>> after = [p.integer(f"after{place}", 0, 3) for place in range(4)]
    >>> p.circuit(after)
    >>> print(p.rules[0])
    circuit([after0, after1, after2, after3], base=0)
"""

from accord.problem.global_rules.base import GlobalRule, Statement, statements
from accord.problem.global_rules.found import *  # noqa: F403
from accord.problem.global_rules.found import __all__ as found

__all__ = ["GlobalRule", "Statement", "statements"]
__all__ += found
