"""Plan problems: what has to be done one step after the other. They are declared once, as data.

problem     variables, operators, an initial state, a goal: SAS+, with capacities
check       replays a plan by the declaration alone, and shares nothing with those who find plans
unroll      a plan problem up to a horizon, as a model for any backend
explicit    breadth-first search and A* over states, for small problems

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
