"""One question about many puzzles: their sources, the workers, and the file of results.

source       Stream puzzles by name, each read once; a puzzle that cannot be read is yielded as its error
pool         Map a function over many inputs, in this process or several; results come in the order of inputs
address      Parse addresses of Dask clusters, and decide whether a scheduler there may be trusted
cluster      Run work on other machines through a Dask scheduler
local        Start a local Dask scheduler with worker processes, for as long as a context lasts
remote       The worker's side of a cluster: run one task at a time, if its Accord version equals the client's
batch        Answer many units (puzzles, deals, blocks of a count), with shards and resume
units        The names of a batch's results: question, shard, heading of a file, numbered result lines
result_file  The result file of a batch: a heading, then a line per unit
merge        Merge the result files of shards: compare them unit by unit, and read them in order
parts        Split one count into numbered parts, each searched whole by one process on any machine

`accord.batch`, `accord.planners.many`, the commands of families and the harness call it. It knows neither
the question nor any engine.

    >>> from accord.many import pool, source
    >>> three = source.Source("freecell:1-3")
    >>> three.number
    3
    >>> def work(group, cancel):
    ...     yield [name.upper() for name, _ in group]
    >>> groups = pool.in_groups(three.read(), alike=lambda named: "deal")
    >>> [result for some in pool.results(work, groups) for result in some]
    ['FREECELL:1', 'FREECELL:2', 'FREECELL:3']
"""
