"""Which way a rule is lowered where there are several: numbers, each with its reason."""

# Two variables: a row for each value that says which values of the other one support it (or a row for each
# forbidden pair) lets every engine conclude as much as can be concluded. It costs as many entries as there
# are pairs. Above this many a comparison goes by order flags, which cost as many as there are values.
SUPPORTS = 2_500

# Pairs of values that get a hidden option each, where a number is made of two others (a product, a
# difference that has to differ from others).
PAIRS = 250_000

# The same of a sum of two. Above this many, it has a hidden option for each of its own values, and one row
# says which: the 28 distances of a ruler of 64 would be 118,000 pairs, and have 3,600 values.
SUMS = 2_500

# Tuples of a table, or of a function that is tabulated.
TUPLES = 1_000_000

# Values of a sum of several variables that must be known one by one.
VALUES = 100_000

# Hidden transitions of an automaton over all places.
TRANSITIONS = 1_000_000
