"""From a problem to a model, pass by pass.

choices     which way where there are several, with reasons
sheet       options and rows while they are written; forms
views       views and truths put together, whatever they are of
forms       expressions as forms and views
truths      truths that have to hold, as rows
rules       rules as rows
regular     automata as rows
graphs      rules on graphs: what is local as rows, and the choice how to say that all hangs together
unfold      that, written out; else it is left to cuts, see `accord.problem.graphs`
symmetries  what is said of variables and values, as permutations of items
lowered     all of it, in order
needed      which rules need a row that belongs to none, for hints

    >>> from accord.problem import Problem
    >>> p = Problem()
    >>> x, y = p.integer("x", 1, 3), p.integer("y", 1, 3)
    >>> p.add(x + y == 4)
    >>> p.model
    <Model problem: 5 items, 6 options, multiplicities and linear>
    >>> p.model.item_names
    ('x', 'y', 'x + y == 4: 1', ...)
"""
