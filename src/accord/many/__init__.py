"""The same question about many puzzles: where they come from, who works on them, and what is kept of it.

source   names -> puzzles one by one, or what is wrong with them: files of many, ranges, single ones
pool     groups of them, here or in processes: results in their order, read ahead no further than needed
ledger   a file with a line a result, which a later run goes on with; `Unit` is what it holds

Whatever goes over many uses these: `accord.batch`, `accord.planners.many`, the commands of families, the
harness. None of them knows what is asked of a puzzle, and nothing here knows an engine.

    from accord.many import pool, source
    many = source.source("freecell:1-32000")
    for some in pool.results(work, pool.grouped(many.puzzles), workers=2): ...
"""
