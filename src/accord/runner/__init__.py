"""Runs: which backend, which parts, limits, verification, digests, checkpoints.

api                             the public functions
run                             one run: a puzzle, a question, and the walk over its slices; a timed run
findings                        the findings of a run so far, and the engine that searches
presolve                        a run that also looks for sums that refute the puzzle
query                           the question, and the names in it, checked
method, work                    how distinct solutions are found; the models that are searched for it
choose                          the backend that takes them
integers                        problems that go to a backend as they are, where options would be too many
bits                            problems whose large numbers are options for bits
start                           a solution, or values, that a search begins from
advice                          engines that may end where a limit stopped a walk
portfolio                       a second backend beside the first; a search for one solution beside a count
search, workers                 searching parts one after the other, or in several processes
counting                        slices into sums, alike in a run and in a part of a shared count
lazy                            lazy models, for backends that do not handle them
settle                          a rule on paths that is settled before a search
gather                          the lazy items of a model, to be written down
limits, driver                  what ends a search; the loop that looks at it, whatever is searched for
drawing                         a puzzle as a drawing, within limits
checkpoint                      a file from which a run is resumed
result, outcome                 the fields of all results; the outcome of a run
sample                          all solutions by number; how many have each option

`accord.count` and its like are its public names. It knows the contract of backends, and no engine.

    >>> import accord
    >>> from accord.runner.run import Run
    >>> run = Run(accord.load("queens:6"), "all", backend="sat")
    >>> [step.count for step in run][-1], run.outcome.exact
    (4, True)
"""
