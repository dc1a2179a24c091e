"""Kernels for plans of FreeCell and its relatives, of one deck.

    layout, tables  where a card can lie, the rows of `state`, what may be built on what; compile nothing
    state           positions as parent maps, with what follows from them: for `short` and `fast`
    fast/           any plan, soon: scans that take turns, then best-first searches; many positions a call
    short           short plans, by beams
    moves/          the lecture's search, by kinds of moves
    optimal/        shortest plans and proofs that there is none, on exact keys of all positions
    replay          a rules checker of plans by the thousand

The planners of `accord.planners.freecell` call them. `replay` checks the others, so it knows the rules by
itself, down to the numbers in `replay_layout`.
"""
