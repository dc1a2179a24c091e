"""Why demands cannot be met, by sums that anybody can add up again: before a search, and in a sentence.

quick      Try quick refutations of a model before its search, within a budget of milliseconds
argument   A refutation by weights of items that no set of options can balance, with the sums that show it
imbalance  Refute packings by colourings: compare the weights of the board's cells with what the pieces can
modulo     Refute a model modulo 8, 9, 5 or 7

The runner asks before it searches, `accord.certify` before it explains or proves. It knows models, and no
family: colourings come from those who know where the cells are.

    >>> import accord
    >>> from accord.refute.quick import quick_argument
    >>> print(quick_argument(accord.load("langford:5").model).sentence())
    every option gives an even number to the ... items of weight 1, but together they demand an odd one
"""
