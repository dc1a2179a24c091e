"""Kernels for plans of FreeCell and its relatives, of one deck.

    layout          where a card can lie, the rows of `state`, what may be built on what; compiles nothing
    rules           the rules that searches share
    state           positions as parent maps, with what follows from them: for `short` and `fast`
    fast/           any plan, soon: scans that take turns, then best-first searches; many positions a call
    short           short plans, by beams
    moves/          the lecture's search, by kinds of moves
    optimal/        shortest plans and proofs that there is none, on exact keys of all positions
    replay          a rules checker of plans by the thousand

Positions have three forms, each with its own ways to move, which are written for speed: rows of words with
parent maps (`state`), columns and cells as a player has them (`moves.board`), keys of three bits a card
(`optimal.position`). What a form has to ask of the rules is in `rules`.

Those in `accord.families.freecell.planners` call them. `replay` checks the others, so it knows the rules by
itself, down to the numbers in `replay_layout`.
"""
