"""From a problem to a model, pass by pass.

linear_form   Linear forms over options: amounts and a constant
model_writer  Write a model: options and rows, one after the other
views         Combine views (literals per value) of any expressions by operators, on the model writer
forms         Lower expressions to linear forms and to views
rules         What rules write their rows with; docs/modelling.md shows the rows of each
bits          Wide variables as bits: a form of a few options in place of an option for each value
passes        Lower a problem to a model: variables, rules, objective, symmetries

The thresholds between ways to lower a rule are below, each with its reason.

    >>> from accord.problem import Problem
    >>> p = Problem()
    >>> x, y = p.integer("x", 1, 3), p.integer("y", 1, 3)
    >>> p.add(x + y == 4)
    >>> p.model
    <Model problem: 5 items, 6 options, multiplicities and linear>
    >>> p.model.item_names
    ('x', 'y', 'x + y == 4: 1', ...)
"""

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

# Values of all variables, of which each is an option, and of one.
OPTIONS, OF_ONE = 10_000_000, 1_000_000

# Tuples of a table, or of a function that is tabulated.
TUPLES = 1_000_000

# Values of a sum of several variables that must be known one by one.
VALUES = 100_000

# Hidden transitions of an automaton over all places.
TRANSITIONS = 1_000_000
