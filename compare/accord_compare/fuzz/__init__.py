"""Cross-validation: random models of every kind, every engine on each, and an oracle that shares no code.

form                           a model as plain tuples, to be drawn, changed and shrunk
oracle                         all solutions by plain recursion, and their classes under the symmetries
cases                          model number n of a seed
dice                           random draws in words
random_kinds, structured       the kinds of random models: without a shape, small puzzles,
symmetric, wide                with symmetries, with many options
problems, expressions          problems in variables and rules, with their meaning in plain Python
drawn, rules                   a problem that was drawn; its rules
graph_rules                    its rules on graphs, beside merging sets
questions                      what is asked about a model
probe                          one question put to one engine
checks                         what is checked without an engine: reduction, verifier, digest, model files
judge                          what an answer should have been
campaign                       many models, every engine; what disagreed, what was refused; as text
blocks                         a campaign as units: blocks of models, by number
shrink                         the smallest model that still disagrees
keep                           disagreements as model files, to be asked again first
watch                          the same campaign in a process that may die or hang
faults                         known faults, put in one at a time
tampering                      how they are put in, and taken out
mutation                       a campaign for each of them, to see that it is caught, and one without any

`accord fuzz` calls it.

    >>> from accord_compare.fuzz.cases import case
    >>> from accord_compare.fuzz.oracle import solve
    >>> number_20 = case(seed=0, number=20)
    >>> number_20.kind, len(solve(number_20.form))
    ('exact', 18)
"""
