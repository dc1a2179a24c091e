"""Problems: a puzzle said in variables, rules and graphs, and made a model.

problem      the class: what is wanted and what is symmetric, on top of
global_rules  rules on lists, a module each, with the methods that add them
constraints  the methods that add truths and rules on graphs, and
variables    the methods that add variables: numbers, choices and truths
topic        what a rule is about, as data
slips        what is surely a slip in a rule
guards       guards that lose solutions, of which an outcome warns
domains      the values that a variable may have; boards, and how their cells are numbered
arrays       arrays and boards of variables
symmetry     where variables and values may go, and items of the model with them
rules        rules as data, and what others ask of them
writers      what a rule writes itself to
expressions  sums, comparisons and logic over variables
functions    the functions that Python has no operator for
notation     both as text
evaluate     what expressions mean
bounds       the least and the greatest number that an expression may be
forecast     how large the model would be
integer_model  a problem as engines see it that take integers, and not options
roles        what items and hidden options of a rule say, for hints
lower        a problem as a model, pass by pass
graphs       vertices and edges by name
graph_rules  rules on them, a module each: connected, single loop, path, tree, regions

A problem is above the model: a question about a problem goes to its model.

    >>> from accord.problem import Problem
    >>> p = Problem("two")
    >>> x, y = p.integer("x", 1, 9), p.integer("y", 1, 9)
    >>> p.add(x * y == 12, x < y)
    >>> p.model
    <Model problem: ...>
"""

from accord.problem.arrays import Array, Board
from accord.problem.expressions import Expression
from accord.problem.functions import element, every, maximum, minimum, some, total
from accord.problem.problem import Problem
from accord.problem.topic import Topic

__all__ = [
    "Array",
    "Board",
    "Expression",
    "Problem",
    "Topic",
    "element",
    "every",
    "maximum",
    "minimum",
    "some",
    "total",
]
