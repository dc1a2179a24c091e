"""The same question about many puzzles: where they come from, who works on them, and the file of results.

source       names -> puzzles one by one, or what is wrong with them: files of many, ranges
pool         things or groups, here, in processes or a cluster: results in order, and little read ahead
address      where a cluster is, and whether whoever answers there may be believed
cluster      the workers of a scheduler, in the place of processes
local        a scheduler and workers of this machine
remote       what a worker of a cluster runs
batch        the one loop: units, what is asked of each, who answers; a run over all or over a shard
units        whatever is many as numbered units, shards of these, what is asked, the heading of a file
result_file  the file of results: a heading, and a line a unit, which a later run goes on with
appended     a file to which whole lines are added, by one process at a time
ledger       files of results without a heading, as they were written before
merge        files of shards, compared with each other and put together
parts        a count as units: parts that any process searches, and the whole of them

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
