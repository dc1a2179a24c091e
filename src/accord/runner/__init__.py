"""Runs: which backend, which parts, limits, verification, digests, checkpoints.

api         The public functions `accord.count`, `solve`, `solutions` and others: run a task to its end
run         `Run`, an object for one question about one puzzle
findings    The mutable state of a run: solutions and counts so far, effort, the engine at work, and warnings
presolve    Try to refute a model by sums while a run searches it; the run ends there if that succeeds
query       Validate and normalise what is asked of a run: the task, its arguments, and their conflicts
method      Choose how to find solutions up to symmetry, where the user named no method
work        Plan the work of a run: which models to search, how to add up their counts, and where to resume
choose      Choose the backend of a run: the named one, or the first installed that takes every part
integers    Give a problem to a backend as it is, with integers in place of options
bits        Give problems of wide variables to backends that take options
start       Read the start of a search: a solution of an earlier run, or values of some variables
portfolio   Start further backends beside the first one when it has not ended after a while
search      Search a run's parts in turn, and sieve solutions
workers     Search the parts of a run in several processes, which take a part at a time and send slices back
counting    Add slices of results to a count, after symmetric duplicates are sieved out
lazy        Search models with lazy items by any backend: solve, add violated items, and solve again
settle      Settle a rule on several paths before a search: find out which options its only solution has
gather      Collect the lazy items that a question about a model brings up
limits      The limits of a run (solutions, nodes, time, memory) and cancelling by the user
driver      The loop that drives every search (solutions, plans, proofs) slice by slice and applies the limits
drawing     `accord.draw`: a puzzle as a drawing, within limits
checkpoint  Save a run to a checkpoint file and resume it from there, even after SIGKILL
result      The fields that all result structs share: puzzle, status, engine, effort and versions
outcome     The result of a run; `exact` is false where a limit ended it before all was searched
sample      Draw solutions uniformly, find the n-th solution, and count the solutions with each option

`accord.count` and its like are its public names. It knows the contract of backends, and no engine.

    >>> import accord
    >>> from accord.runner.run import Run
    >>> run = Run(accord.load("queens:6"), "all", backend="sat")
    >>> [step.count for step in run][-1], run.outcome.exact
    (4, True)
"""
