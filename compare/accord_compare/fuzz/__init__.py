"""Cross-validation: random models of every kind, every engine on each, and an oracle that shares no code.

form       a model as plain tuples, to be drawn, changed and shrunk
oracle     all solutions by plain recursion, and their classes under the symmetries
kinds      the kinds of random models; `random_kinds`, `structured`, `symmetric` draw them
cases      model number n of a seed
probe      one question put to one engine
checks     what is checked without an engine: reduction, verifier, digest, model files
judge      what an answer should have been
campaign   many models, every engine; what disagreed, what was refused
shrink     the smallest model that still disagrees
keep       disagreements as model files, to be asked again first
watch      the same campaign in a process that may die or hang
faults     known faults, put in one at a time
mutation   a campaign for each of them, to see that it is caught, and one without any
"""
