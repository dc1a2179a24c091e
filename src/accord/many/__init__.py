"""One question about many puzzles: their sources, the workers, and the file of results.

source       names -> puzzles one by one, or errors in their place: files of many, ranges
pool         things or groups, here, in processes or a cluster: results in order, and little read ahead
address      the place of a cluster, and whether it may be trusted
cluster      the workers of a scheduler, in the place of processes
local        a scheduler and workers of this machine
remote       the work of a cluster's worker
batch        the one loop: units, questions, answers; a run over all or over a shard
units        numbered units, shards of these, the question, the heading of a file
result_file  the file of results: a heading, and a line a unit, which a later run continues; older ledgers
merge        files of shards, compared with each other and put together
parts        a count as units: parts that any process searches, and the whole of them

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
