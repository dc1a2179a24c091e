"""Why demands cannot be met, by sums that anybody can add up again: before a search, and in a sentence.

quick      what is looked for before a search: all of the below, as long as it costs next to nothing
argument   weights of items that no choice of options can reach; nothing gives enough to an item
imbalance  a colouring of the board, and what the pieces can make of it at most
reach      which sums a stock of pieces can come to
modulo     weights under which every option weighs 0 modulo 8, 9, 5 or 7, and the demands do not

The runner asks before it searches, `accord.certify` before it explains or proves. It knows models, and no
family: colourings come from those who know where the cells are.

    >>> import accord
    >>> from accord.refute.quick import quick_argument
    >>> print(quick_argument(accord.load("langford:5").model).sentence())
    every option gives an even number to the ... items of weight 1, but together they demand an odd one
"""
