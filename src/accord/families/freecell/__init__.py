"""FreeCell and its relatives: all cards lie open, and are to go home, suit by suit from ace to king.

spec     the knobs, the games, and the text form         deal      Microsoft's numbers and PySol's seeds
board    a position, and as kernels take it              text      boards as text
start    spec -> rules and board; ranges of deals        rules     the checker that every plan has to pass
problem  as a plan problem                               notation  games, written and read
played   card moves, as the general planners use them    record    what general code asks
planners  fast, moves, short, optimal and impossible, and ranges of deals

    from accord.families.freecell.start import parse, start
    rules, board = start(parse("11982"))
    rules.cells, len(board.columns)                  # 4, 8

It is a plan problem: what is looked for is a sequence of moves.
"""
