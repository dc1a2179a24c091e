"""Plan problems: what has to be done one step after the other. They are declared once, as data.

problem   variables, operators, an initial state, a goal: SAS+, with capacities
check     replays a plan by the declaration alone, and shares nothing with those who find plans
unroll    a plan problem up to a horizon, as a model for any backend
explicit  breadth-first search and A* over states, for small problems
"""
