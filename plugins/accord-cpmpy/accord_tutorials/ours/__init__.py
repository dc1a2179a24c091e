"""The problems in Accord, a function each, called as in the list with `_` for `-`.

puzzles  zebra, send-more, sudoku, agatha, australia, marriages
designs  queens, golomb, all-interval, langford, bibd, costas, magic-series, golfers
plans    what is wanted as cheap or as early as can be: knapsack, buses, tour, cakes, job-shop, photo

    >>> from accord_tutorials.ours.puzzles import australia
    >>> len(australia().variables)
    7
"""
