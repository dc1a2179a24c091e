"""FreeCell and its relatives: all cards lie open, and are to go home, suit by suit from ace to king.

record      what general code asks
spec        the knobs, and the games, which are settings of them
start       texts -> spec -> rules and board; ranges of deals; what twins share
deal        Microsoft's numbers, and PySol's seeds
text        boards as text
board       a board as a player sees it, and as kernels take it
position    what may move on a board, and why something may not
rules       the checker that every plan has to pass
problem     the plan problem
card_moves  moves of cards, as general code uses them: names, checks, boards
notation    games, written, and played from what was written
sheets      the board as an editor has it, and back
reading     one move in any of its forms
planners    searches for plans, by mode

General code asks the record. For boards, rules and notation there is no other public name than these modules.

    >>> from accord.families.freecell.start import parse, start
    >>> rules, board = start(parse("11982"))
    >>> rules.cells, len(board.columns)
    (4, 8)
"""
