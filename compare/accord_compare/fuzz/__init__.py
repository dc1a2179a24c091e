"""Cross-validation: random models of every kind, every engine on each, and an oracle that shares no code.

form          A random model as plain tuples: what is drawn, mutated, shrunk and given to the oracle
oracle        Enumerate all solutions of a model by plain recursion, sharing no code with the engines
cases         Generate the n-th random model of a seed, independent of those before it
dice          Random draws by name (`chance`, `pick`...), from a seeded numpy Generator
random_kinds  Generate unstructured random models: demands, amounts, colours, hidden options, corner cases
structured    Generate small puzzles with the shapes that fast kernels take and random models rarely have
expressions   Generate random expressions together with their meaning as plain Python functions
drawn         A random problem: its rules, and what each means in plain Python
rules         Random truths and rules on lists: each is stated to the problem, and its meaning returned
graph_rules   Random rules on small graphs: each is stated to the problem, and its meaning, by merging sets
questions     Choose which questions to ask about a random model
probe         Put one question to one engine about one model, and record the answer
checks        Check the steps around an engine (reduction, symmetry, lowering) against the oracle's solutions
campaign      Run many random models on every engine; report disagreements, refusals, and models of each kind
blocks        Run a fuzzing campaign in numbered blocks of models, one process each, and add up their reports
shrink        The smallest model that still disagrees, by delta debugging
keep          Save a disagreement as a model file
watch         Run a campaign in a watched process, and report a crash or a hang as a disagreement
faults        Known faults that can be injected into Accord one at a time, to test that fuzzing finds them
mutation      Run a campaign with each known fault injected, and one without, to measure what fuzzing catches

`accord fuzz` calls it.

    >>> from accord_compare.fuzz.cases import case
    >>> from accord_compare.fuzz.oracle import solve
    >>> number_20 = case(seed=0, number=20)
    >>> number_20.kind, len(solve(number_20.form))
    ('exact', 18)
"""
