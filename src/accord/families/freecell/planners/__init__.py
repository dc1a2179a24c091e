"""Planners that know FreeCell and its relatives.

base                the base class: what planners refuse, their limits, how they pause and end
fast                any plan, soon, of one position or of many
short               plans with few moves
moves               depth first, by kinds of moves in an order that the user chooses
closed_list_search  shortest plans, and proofs that there is none; every position is kept
deals               ranges of deals
replayer            the rules checker of ranges
supermove           cards that move together, card by card

The record of the family names them; `accord.plan` finds them there.

    >>> import accord
    >>> sorted({mode for mode, _ in accord.load("freecell:1").record.searched.planners})
    ['fast', 'impossible', 'moves', 'optimal', 'short']
"""
