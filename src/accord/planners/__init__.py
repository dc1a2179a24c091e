"""Planners: find plans of plan problems, natively or by horizons on any backend, and show only checked ones.

contract  what a planner is asked and gives        table    family, mode, backend -> planner
search    `Search` and `plan`                      planned  what a search gives back
generic   explicit search, for any plan problem    horizon  cpsat and sat, horizon by horizon
"""
