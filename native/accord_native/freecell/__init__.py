"""Kernels for plans of FreeCell and its relatives, of one deck.

    layout    Places of a card, the rows of `state`, decks and their tables, the arrays of `short`
    rules     The rules of FreeCell and its relatives that searches share: small functions, which are inlined
    state     The arrays of a FreeCell position in kernels: what each card lies on; and functions on them
    fast/     The search for any plan: scans that take turns, then best-first searches
    short     Kernel that finds short FreeCell plans by beam search
    moves/    The lecture's search for a plan: depth first, by kinds of moves in an order that one chooses
    optimal/  Searches that keep every position they meet, by exact keys
    replay    Kernel that replays FreeCell plans

Positions have three forms, each with its own ways to move, which are written for speed: rows of words with
parent maps (`state`), columns and cells as a player has them (`moves.board`), keys of three bits a card
(`optimal.position`). What a form has to ask of the rules is in `rules`.

Those in `accord.families.freecell.planners` call them. `replay` checks the others, so it knows the rules by
itself, down to the numbers in `replay_layout`.
"""
