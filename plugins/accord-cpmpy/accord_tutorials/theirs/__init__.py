"""The problems in CPMpy, as in its examples: a model, and its variables in the order of ours.

puzzles  zebra, send-more, sudoku, agatha, australia, marriages
designs  queens, golomb, all-interval, langford, bibd, costas, magic-series, golfers
plans    what is wanted as cheap or as early as can be: knapsack, buses, tour, cakes, job-shop, photo

They are read without CPMpy, to count statements:

    >>> from accord_tutorials.listed import read_list, statements
    >>> statements("theirs", read_list()["australia"])
    2
"""
