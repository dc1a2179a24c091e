"""FreeCell and its relatives: all cards lie open, and are to go home, suit by suit from ace to king.

record      The family record of FreeCell and its relatives
spec        The model-file keys of FreeCell and its relatives: free cells, columns, decks, and named games
start       Make the starting position of a FreeCell spec, and what twins share
text        Read and write FreeCell boards as text, in the format of Freecell Solver, mid-play too
board       A FreeCell board as the player sees it, and as kernels take it
position    A FreeCell board during play: where each card lies, which moves are legal, and why others are not
rules       The rules of FreeCell and its relatives, in plain Python
problem     FreeCell as a plan problem (SAS+): a variable per card says what it lies on
card_moves  Convert FreeCell moves to operators of the plan problem and back, replay them
notation    Write and read FreeCell games: standard and extended notation, English, and boards between moves
reading     Parse one FreeCell move in any of the notations, and find the legal move on a board that it means
planners    Planners that know FreeCell and its relatives

General code asks the record. For boards, rules and notation there is no other public name than these modules.

    >>> from accord.families.freecell.start import parse, start
    >>> rules, board = start(parse("11982"))
    >>> rules.cells, len(board.columns)
    (4, 8)
"""
