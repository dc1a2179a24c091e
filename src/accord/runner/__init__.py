"""Runs: which backend, which parts, limits, verification, digests, checkpoints.

api                             the public functions
run                             one run: a puzzle, a question, and the walk over the slices of its search
findings                        what a run has found so far, and who searches
prepared                        what it begins with: work that is cut, a checkpoint
argued                          a run that looks for sums before it searches
query, names                    what is asked, checked: values, names
method, work                    how distinct solutions are found; which models are searched for it
choose                          which backend takes them
portfolio                       a second backend beside the first; a search for one solution beside a count
search, workers                 searching parts one after the other, or in several processes
determined                      before a count: whether hidden options are determined
sieve, tally, best              slices -> verified solutions; sums; the least so far
counting                        slices into sums: what a run and a part of a shared count do alike
lazy                            lazy models, for backends that know nothing of them
gather                          a lazy model's items, for those who want them written down
timed_run                       a run for some seconds, which goes on later
limits, driver                  what ends a search; the loop that looks at it, whatever is searched for
checkpoint                      a file from which a run goes on
result, outcome                 what all results have in common; what a run gives back
sample, frequencies             all solutions by number; how many have each option

`accord.count` and its like are its public names. It knows the contract of backends, and no engine.

    >>> import accord
    >>> from accord.runner.run import Run
    >>> run = Run(accord.load("queens:6"), "all", backend="sat")
    >>> [step.count for step in run][-1], run.outcome.exact
    (4, True)
"""
