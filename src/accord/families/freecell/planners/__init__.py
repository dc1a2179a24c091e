"""Planners that know FreeCell and its relatives.

base                Base class of the FreeCell planners
fast                The FreeCell planner that finds any plan quickly
short               The FreeCell planner that looks for short plans by beam search, in a kernel
moves               The FreeCell planner of Fish's lecture
closed_list_search  FreeCell planners that store every position
deals               Solve a range of FreeCell deals in mode `fast`, one after the other
replayer            Check plans of a range of FreeCell deals

The record of the family names them; `accord.plan` finds them there.

    >>> import accord
    >>> sorted({mode for mode, _ in accord.load("freecell:1").record.searched.planners})
    ['fast', 'impossible', 'moves', 'optimal', 'short']
"""
