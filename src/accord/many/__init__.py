"""The same question about many puzzles: where they come from, who works on them, and what is kept of it.

source    names -> puzzles one by one, or what is wrong with them: files of many, ranges
pool      things or groups of them, here, in processes or a cluster: results in order, and little read ahead
address   where a cluster is, and whether whoever answers there may be believed
cluster   the workers of a scheduler, in the place of processes
local     a scheduler and workers of this machine
remote    what a worker of a cluster runs
appended  a file to which whole lines are added, by one process at a time
ledger    such a file with a line a result, which a later run goes on with
units     whatever is many as numbered units, shards of these, the heading of a file of their results
shards    the file of one shard
merge     such files, held against each other and put together
parts     a count as units: parts that any process searches, and the whole of them

`accord.batch`, `accord.planners.many`, the commands of families and the harness call it. It knows neither
what is asked of a puzzle nor any engine.

    >>> from accord.many import pool, source
    >>> three = source.Source("freecell:1-3")
    >>> three.number
    3
    >>> def work(group, cancel):
    ...     yield [name.upper() for name, _ in group]
    >>> groups = pool.grouped(three.read(), alike=lambda named: "deal")
    >>> [result for some in pool.results(work, groups) for result in some]
    ['FREECELL:1', 'FREECELL:2', 'FREECELL:3']
"""
