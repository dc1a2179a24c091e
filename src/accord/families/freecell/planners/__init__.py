"""Planners that know FreeCell and its relatives.

base          what they share: what they refuse, limits, how they pause and end
fast          any plan, soon
fast_sweep    the same for many positions, one after the other
short         plans with few moves
moves         depth first, by kinds of moves in an order that the user chooses
optimal       shortest plans, proved
impossible    a plan, or the proof that there is none
kept          what those two share, which keep every position they meet
deals         ranges of deals
replayed      the rules checker of ranges
carry         cards that move together, card by card

The record of the family names them; `accord.plan` finds them there.

    >>> import accord
    >>> sorted({mode for mode, _ in accord.load("freecell:1").record.searched.planners})
    ['fast', 'impossible', 'moves', 'optimal', 'short']
"""
