"""Problems: a puzzle said in variables, rules and graphs, and made a model.

problem        The problem: variables, rules, what is wanted, and what is symmetric
global_rules   Rules on lists, also called global constraints: a module each, with all that is known of it
constraints    The rules of a problem, and the method that adds truths; others are beside what they add
variables      The variables of a problem, by name: numbers, choices and truths; arrays and boards of them
slips          Find slips in a rule that is stated, which would otherwise make a puzzle without solutions
domains        Make the domains of variables (tuples of values) and boards from a user's arguments
arrays         Arrays and boards of variables
symmetry       Symmetries of a problem: permutations of its variables and values
rules          Rules: what must hold, as data, so that a problem can be pickled, digested and saved
writers        What a rule writes itself to, beside the rows of a model
expressions    Expressions over variables
functions      Functions on expressions that Python has no operator for
notation       Write expressions and values as text
evaluate       Evaluate expressions for given values of the variables, and list the variables they contain
bounds         Bounds of expressions: the least and the greatest number that each may be
forecast       Foresee how large the model of a problem would be, without making it
integer_model  The model of a problem without options
roles          What items and hidden options of a rule say, as data; hints make sentences of it
lower          From a problem to a model, pass by pass
graphs         Graphs: vertices and edges by name, of boards and of pairs
graph_rules    Graph rules: what hangs together, one loop, paths, a tree, regions
topic          What a rule is about, as data: hints, blame and pictures read it, and never the words of a rule

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
