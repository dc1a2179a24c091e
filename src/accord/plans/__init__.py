"""Plan problems: what has to be done one step after the other. They are declared once, as data.

problem   The data of a plan problem in SAS+ form (C
check     Check a plan: replay it step by step on the declaration of its plan problem
unroll    Turn a plan problem and a number of steps into a model whose solutions are the plans of that length
explicit  Breadth-first search and A* over the states of a plan problem, one by one

Families declare plan problems, planners search them. It knows neither.

    >>> from accord.plans.check import replay
    >>> from accord.plans.problem import Operator, PlanProblem
    >>> door = PlanProblem.build(
    ...     {"door": ["shut", "open"]},
    ...     [Operator("push", {"door": "shut"}, {"door": "open"})],
    ...     initial={"door": "shut"},
    ...     goal={"door": "open"},
    ... )
    >>> replay(door, ["push"])
    [{'door': 'shut'}, {'door': 'open'}]
"""
