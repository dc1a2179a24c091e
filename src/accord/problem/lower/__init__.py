"""From a problem to a model, pass by pass.

choices       thresholds between ways to lower a rule, with reasons
model_writer  options and rows while they are written; linear forms
views         operations on views and truths, whatever they are of
forms         expressions as forms and views
truths        truths that have to hold, as rows
rules         rules as rows
regular       automata as rows
graphs        rules on graphs: what is local as rows, and the choice between cuts and unfolding
unfold        connectivity, written out; for cuts see `accord.problem.graphs`
symmetries    symmetries of variables and values, as permutations of items
passes        all of it, in order; and which rules need a row that belongs to none, for hints

    >>> from accord.problem import Problem
    >>> p = Problem()
    >>> x, y = p.integer("x", 1, 3), p.integer("y", 1, 3)
    >>> p.add(x + y == 4)
    >>> p.model
    <Model problem: 5 items, 6 options, multiplicities and linear>
    >>> p.model.item_names
    ('x', 'y', 'x + y == 4: 1', ...)
"""
